"""Chance: named, repeatable, without bias, and independent of what was played."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from fakes import FakeTable, plan, played, random_player
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import PACK
from referee.chance import SEED, client_seed, draw, new_seed, stream
from referee.steps import Chance

SEEDS = st.from_regex(SEED, fullmatch=True)


@given(SEEDS, st.integers(1, 1000))
def test_a_shuffle_is_a_permutation_and_a_choice_its_first_card(seed: str, hand: int) -> None:
    shuffled = draw(seed, Chance("deal", PACK, hand))
    assert sorted(shuffled) == sorted(PACK)
    assert draw(seed, Chance("deal", PACK, hand, take=1)) == shuffled[:1]
    assert draw(seed, Chance("deal", PACK, hand, take=20)) == shuffled[:20]


@pytest.mark.parametrize(
    "other",
    [Chance("draw", PACK, 1), Chance("deal", PACK, 2), Chance("deal", PACK, 1, 1)],
    ids=["what", "hand", "index"],
)
def test_each_part_of_the_name_makes_another_draw(other: Chance) -> None:
    assert draw("7", Chance("deal", PACK, 1)) != draw("7", other)


def test_another_seed_makes_another_draw() -> None:
    assert draw("7", Chance("deal", PACK, 1)) != draw("8", Chance("deal", PACK, 1))


def test_every_option_is_as_likely() -> None:
    options = tuple("abcdefg")
    counts = Counter(draw("7", Chance("trump", options, index=n, take=1))[0] for n in range(7000))
    assert all(850 < counts[option] < 1150 for option in options)


def test_numbers_in_the_last_incomplete_multiple_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([2**16 - 1, 5, 1])
    monkeypatch.setattr("referee.chance.stream", lambda *_: numbers)
    assert draw("7", Chance("deal", ("a", "b", "c"))) == ("c", "a", "b")


def test_the_deal_of_a_hand_is_the_same_whatever_was_played_before() -> None:
    def deals(seed: int) -> dict[str, str]:
        _, log = played(plan(target=60), FakeTable(random_player(seed)))
        return {line.split(" ")[2]: line for line in log.decode().splitlines() if line.startswith("~ deal")}

    one, other = deals(1), deals(2)
    common = one.keys() & other.keys()
    assert len(common) > 3
    assert all(one[hand] == other[hand] for hand in common)


@given(SEEDS)
def test_a_client_s_seed_fits_31_bits_and_is_its_own(seed: str) -> None:
    assert 0 <= client_seed(seed, "Ann") < 2**31
    assert client_seed(seed, "Ann") != client_seed(seed, "Bob")


def test_a_drawn_seed_is_one_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(SEED.fullmatch(seed) and len(seed) == 32 for seed in seeds)


def test_numbers_are_the_parts_of_digests_of_the_seed_and_the_name_of_the_draw() -> None:
    digests = sha256(b"7|deal|1|0|0").digest() + sha256(b"7|deal|1|0|1").digest()
    expected = [256 * high + low for high, low in zip(digests[::2], digests[1::2], strict=True)]
    assert list(islice(stream("7", "deal", 1, 0), 32)) == expected
