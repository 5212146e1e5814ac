"""What holds in every game that is installed, without a word about any of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fakes import Answer, FakeTable, Strategy, first_legal, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import chance
from referee import game as games
from referee.game import Game
from referee.match import Fault, Reply
from referee.plan import Plan
from referee.steps import Ask, Chance
from referee.verify import verify
from referee.words import Query

GAMES = [games.find(name) for name in games.names()]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal")
BAD_ANSWERS: dict[str, Answer] = {
    "illegal": "no such answer",
    "garbled": b"hello",
    "silent": Fault.SILENT,
    "gone": Fault.GONE,
    "overlong": Reply(b"x" * 4096, 9, Fault.OVERLONG),
    "unasked": Reply(b"|RESPONSE|card|6H|END|", 0, Fault.UNASKED),
    "flood": Reply(b"x" * 100, 0, Fault.FLOOD),
}


def short(game: Game) -> dict[str, int]:
    """Options that make a match short: a few hands, or as many points or turns as make some hands."""
    return {option.name: max(option.least, 2 if option.default <= 10 else 20) for option in game.options}


def plan_of(game: Game, seed: str = "7", seats: int = 0, **changes: Any) -> Plan:
    """Of the fewest players and a short match, where nothing else is said."""
    settings: dict[str, Any] = {**short(game), **changes}
    return plan(game.name, NAMES[: seats or game.seats[0]], seed, **settings)


def answer_by_what_was_heard(seed: int) -> Strategy:
    """A player whose choice depends on nothing but its own legal answers and what it was asked before."""
    return lambda ask: random.Random(f"{seed} {ask.player} {sorted(ask.legal)}").choice(sorted(ask.legal))


def all_options(game: Game) -> Iterator[dict[str, Any]]:
    yield short(game)
    for option in game.options:
        yield {**short(game), option.name: option.least}


def heard_by(player: str, table: FakeTable) -> list[str]:
    return [line.decode() for to, line in table.sent if to in ("*", player)]


def play_to_the_end(game: Game, seeds: Sequence[int]) -> None:
    for seats in game.seats:
        for options in all_options(game):
            for seed in seeds:
                match, log = played(plan_of(game, str(seed), seats, **options), FakeTable(random_player(seed)))
                assert log.splitlines()[-2].startswith(b"> * |INFO|end game|")
                assert set(match.scores) == set(NAMES[:seats])
                assert not any(record.bad_cards for record in match.records.values())


@EVERY_GAME
def test_random_players_reach_the_end_at_every_number_of_players_and_with_every_option(game: Game) -> None:
    play_to_the_end(game, range(3))


@pytest.mark.full
@EVERY_GAME
def test_random_players_reach_the_end_for_thousands_of_seeds(game: Game) -> None:
    play_to_the_end(game, range(2000 // len(game.seats) // (1 + len(game.options))))


@EVERY_GAME
def test_random_players_reach_the_end_of_a_match_of_usual_length(game: Game) -> None:
    usual: dict[str, Any] = {option.name: option.default for option in game.options}
    match, _ = played(plan_of(game, **usual), FakeTable(random_player(1)))
    assert match.records[NAMES[0]].micros


def questions(game: Game, seed: str) -> list[tuple[str, str]]:
    """Who is asked what in a match of random players."""
    table = FakeTable(random_player(int(seed)))
    played(plan_of(game, seed), table)
    return [(player, key) for player, key, _ in table.asked]


def with_one_bad_answer(game: Game, seed: str, place: int, answer: Answer) -> tuple[FakeTable, bytes]:
    well = random_player(int(seed))
    table = FakeTable(lambda ask: answer if len(table.asked) == place + 1 else well(ask))
    match, log = played(plan_of(game, seed), table)
    asked = table.asked[place][0]
    assert match.records[asked].bad_cards.total() == 1
    assert len(table.lines("bad card")) == 1
    assert table.lines("end game")
    return table, log


@EVERY_GAME
@pytest.mark.parametrize("kind", BAD_ANSWERS)
def test_after_a_bad_card_at_any_question_the_match_goes_on_to_its_end(game: Game, kind: str, tmp_path: Path) -> None:
    asked = questions(game, "7")
    firsts = {question: place for place, question in reversed(list(enumerate(asked)))}
    for place in {*firsts.values(), len(asked) // 2, len(asked) - 1}:
        table, log = with_one_bad_answer(game, "7", place, BAD_ANSWERS[kind])
        (tmp_path / "m.log").write_bytes(log)
        assert not verify(tmp_path / "m.log").cut
        ended = kind in ("silent", "gone", "overlong", "flood")
        assert [change for change, _ in table.program_changes] in ([["end"], ["end", "start"]] if ended else [[]])


@pytest.mark.full
@EVERY_GAME
def test_a_bad_card_may_come_at_every_single_question(game: Game) -> None:
    for place in range(min(300, len(questions(game, "11")))):
        with_one_bad_answer(game, "11", place, Fault.SILENT)


@EVERY_GAME
def test_players_who_always_answer_badly_are_retired_and_the_house_ends_the_match(game: Game) -> None:
    match, log = played(plan_of(game, bad_cards=1), FakeTable(lambda _: "nonsense"))
    assert {gone.why for gone in match.retirements} == {"bad cards"}
    assert log.splitlines()[-1].startswith(b"= ")


@EVERY_GAME
@pytest.mark.parametrize("seats", ["fewest", "most"])
def test_every_line_is_read_back_by_the_declared_words(game: Game, seats: str) -> None:
    table = FakeTable(random_player(4), Ann=lambda ask: "nonsense" if len(ask.legal) == 2 else ask.legal[0])
    played(plan_of(game, "4", game.seats[0 if seats == "fewest" else -1], choices=("Bob",)), table)
    vocabulary = game.vocabulary
    for _, line in table.sent:
        word, values = vocabulary.read(line)
        if not isinstance(word, Query):
            assert word(*values).line == line


@EVERY_GAME
def test_every_word_that_is_declared_is_used(game: Game) -> None:
    unseen = {word.key for word in game.words}
    for seed in range(60):
        table = FakeTable(random_player(seed))
        played(plan_of(game, str(seed), game.seats[seed % len(game.seats)]), table)
        unseen -= {line.split("|")[2] for line in table.lines()}
        if not unseen:
            break
    assert unseen <= {"shot the moon", "revolution"}, "rare ones are shown in the game's own tests"


@EVERY_GAME
def test_legal_answers_are_each_unique_and_no_answer_is_legal_that_could_not_be_sent(game: Game) -> None:
    table = FakeTable(random_player(2))
    played(plan_of(game, "2"), table)
    for _, _, legal in table.asked:
        assert len(set(legal)) == len(legal) > 0
        assert len(legal) <= 700
        assert all(answer and not answer.startswith("(") and "|" not in answer for answer in legal)


@EVERY_GAME
def test_the_cards_of_a_legal_answer_may_stand_in_any_order_where_the_question_says_so(game: Game) -> None:
    order = random.Random(5)
    unordered = {word.key for word in game.words if isinstance(word, Query) and word.unordered}

    def shuffled(ask: Ask) -> str:
        cards = order.choice(list(ask.legal)).split(" ")
        if ask.query.key in unordered:
            order.shuffle(cards)
        return " ".join(cards)

    table = FakeTable(shuffled)
    match, _ = played(plan_of(game, "5"), table)
    assert not any(record.bad_cards for record in match.records.values())


@EVERY_GAME
def test_the_deal_of_a_hand_is_the_same_whatever_was_played_before_and_with_the_seats_turned(game: Game) -> None:
    def deals(seed: int, names: tuple[str, ...]) -> dict[str, str]:
        the_plan = plan(game.name, names, "9", **short(game))
        _, log = played(the_plan, FakeTable(random_player(seed)))
        lines = [line for line in log.decode().splitlines() if line.startswith("~ deal ")]
        return {line.split(" ")[2]: line for line in lines}

    names = NAMES[: game.seats[0]]
    one, other, turned = deals(1, names), deals(2, names), deals(3, names[1:] + names[:1])
    common = one.keys() & other.keys() & turned.keys()
    assert common
    assert all(one[hand] == other[hand] == turned[hand] for hand in common)


DEALING = ("cards", "dealt", "kitty", "taxed", "choices")


@EVERY_GAME
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_what_a_seat_hears_first_differs_in_public_when_the_cards_of_others_are_changed(
    game: Game, data: st.DataObject
) -> None:
    """Two cards of the first deal change places; a seat that holds neither must not notice before others play."""
    seat = data.draw(st.sampled_from(NAMES[: game.seats[0]]), "seat")
    one, other = data.draw(st.tuples(st.integers(0, 51), st.integers(0, 51)), "places")
    with pytest.MonkeyPatch.context() as patch:
        before = _heard_with_swap(game, seat, 0, 0, patch)
        after = _heard_with_swap(game, seat, one, other, patch)
    differing = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), None)
    if differing is None:
        return
    (to, line), (other_to, other_line) = differing
    private = "*" not in (to, other_to)  # what all are told may come earlier in either
    assert not private or (line.split("|")[2] in DEALING and other_line.split("|")[2] in DEALING), differing


def _heard_with_swap(game: Game, seat: str, one: int, other: int, patch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    def draw(seed: str, step: Chance) -> tuple[str, ...]:
        values = list(chance.draw(seed, step))
        if step.what == "deal" and step.hand <= 1:
            values[one], values[other] = values[other], values[one]
        return tuple(values)

    patch.setattr("referee.match.draw", draw)
    table = FakeTable(answer_by_what_was_heard(3))
    played(plan_of(game, "3"), table)
    return [(to, line.decode()) for to, line in table.sent if to in ("*", seat)]


@EVERY_GAME
def test_a_private_word_goes_to_players_of_the_match_and_a_question_only_to_the_one_asked(game: Game) -> None:
    table = FakeTable(random_player(6))
    the_plan = plan_of(game, "6")
    played(the_plan, table)
    assert {to for to, _ in table.sent} <= {"*", *the_plan.names}
    assert all(to != "*" for to, line in table.sent if line.startswith(b"|QUERY|") or b"|cards|" in line)


@EVERY_GAME
def test_scores_on_the_wire_are_those_of_the_result(game: Game) -> None:
    table = FakeTable(first_legal)
    match, _ = played(plan_of(game), table)
    end = table.lines("end game")[0].removeprefix("|INFO|end game|").removesuffix("|END|").split("|")
    assert end == [f"{player} {score}" for player, score in match.scores.items()]


@EVERY_GAME
def test_the_house_player_can_play_a_whole_match_for_everybody(game: Game) -> None:
    table = FakeTable(lambda _: Reply(b"", 1, Fault.TIME))
    match, log = played(plan_of(game), table)
    seats = range(1, 1 + game.seats[0])
    assert {line.split(b" ")[1] for line in log.splitlines() if line.startswith(b"~ house")} <= {
        b"house/%d" % seat for seat in seats
    }
    assert len(table.asked) == len(match.retirements), "nobody is asked again"
    assert table.lines("end game")
