"""The rules of dalmuti, sentence by sentence."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from fakes import Answer, FakeTable, first_legal, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import lines
from referee.chance import draw
from referee.games.dalmuti import GAME, Dalmuti, call_revolution
from referee.games.dalmuti_sets import DECK, Held, best, gifts, held, in_order, leads, tops
from referee.match import Fault
from referee.steps import Ask, BadCard, Chance, Fresh, Steps, Tell

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
FIVE = NAMES[:5]
BAD = "bad"

HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=16).map(held)
TABLES = st.integers(5, 8).map(lambda count: NAMES[:count])


def heard(steps: Steps[Any], *answers: str, chance: Callable[[Chance], tuple[str, ...]] | None = None) -> list[str]:
    """What the rules tell while players answer by this script, `Ann 5 5`; a private word begins with who hears it."""
    told, script = [], list(answers)
    try:
        step = next(steps)
        while True:
            if isinstance(step, Tell):
                told.append(text(step))
                step = next(steps)
            elif isinstance(step, Fresh):
                step = next(steps)
            elif isinstance(step, Chance):
                step = steps.send(chance(step) if chance else draw("7", step))
            else:
                step = answered(steps, step, script.pop(0))
    except StopIteration:
        assert script == []
        return told


def answered(steps: Steps[Any], ask: Ask, line: str) -> Any:
    player, _, answer = line.partition(" ")
    assert ask.player == player
    if answer == BAD:
        return steps.throw(BadCard(player))
    assert answer in ask.legal
    return steps.send(answer)


def text(tell: Tell) -> str:
    _, key, data = lines.read(tell.line)
    line = f"{key} {data}".replace("|", " ")
    return f"{','.join(tell.to)}: {line}" if tell.to else line


def a_match(players: tuple[str, ...] = FIVE, hands: int = 10) -> Dalmuti:
    match = Dalmuti(players, {"hands": hands})
    match.ranks = players
    return match


def holding(**hands: str) -> Dalmuti:
    """A match in the middle of a hand: the players by rank, the greatest first, and what each holds."""
    match = a_match(tuple(hands))
    match.hands = {player: held(cards.split()) for player, cards in hands.items()}
    return match


def one_round(match: Dalmuti, *answers: str) -> list[str]:
    return heard(match.round(match.ranks), *answers)


def dealing(*wanted: str) -> Callable[[Chance], tuple[str, ...]]:
    """A deal to five in which the first ranks get these cards among others; both jesters at once only if named."""
    hands = [hand.split() for hand in wanted] + [[] for _ in range(5 - len(wanted))]
    rest = list((Counter(("13", *DECK[:-2], "13")) - Counter(" ".join(wanted).split())).elements())
    if rest[:2] == ["13", "13"]:
        rest.append(rest.pop(0))
    for card in rest:
        min(hands, key=len).append(card)
    return lambda _: tuple(card for turn in zip(*hands, strict=True) for card in turn)


def one_hand(match: Dalmuti, *answers: str, deal: Callable[[Chance], tuple[str, ...]]) -> list[str]:
    return heard(match.hand(1), *answers, chance=deal)


def keys(told: list[str]) -> list[str]:
    known = sorted((word.key for word in GAME.words), key=len, reverse=True)
    return [next(key for key in known if line.split(": ")[-1].startswith(key)) for line in told]


def fields(line: str) -> list[str]:
    return line.strip("|").split("|")[2:-1]


# The cards and the first ranks.


def test_there_are_80_cards_of_each_number_as_many_as_it_says_and_two_jesters() -> None:
    assert Counter(DECK) == {**{str(number): number for number in range(1, 13)}, "13": 2}
    assert len(DECK) == 80


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_5_to_8_can_play(count: int) -> None:
    assert count in GAME.seats
    match, _ = played(plan("dalmuti", NAMES[:count], hands=2), FakeTable(random_player(count)))
    assert sum(match.scores.values()) == 2 * sum(range(count))


@pytest.mark.parametrize("count", [4, 9])
def test_fewer_or_more_cannot(count: int) -> None:
    assert count not in GAME.seats


def first_ranks(*draws: str) -> tuple[list[str], list[Chance]]:
    """What is told of draws that go so, group by group, the ranks last; and what was drawn from."""
    match, chances = Dalmuti(FIVE, {"hands": 1}), []

    def drawn(chance: Chance) -> tuple[str, ...]:
        chances.append(chance)
        return tuple(draws[chance.index].split())

    def steps() -> Steps[None]:
        match.ranks = yield from match.first_ranks()

    return [*heard(steps(), chance=drawn), " ".join(match.ranks)], chances


def test_each_player_draws_a_card_in_seat_order_and_the_lower_number_ranks_higher() -> None:
    told, chances = first_ranks("10 2 13 1 7")
    assert told == ["drew Ann 10", "drew Bob 2", "drew Cat 13", "drew Dan 1", "drew Eve 7", "Dan Bob Eve Ann Cat"]
    assert chances == [Chance("draw", DECK, 0, 0, take=5)]


def test_those_that_tie_draw_again_among_themselves() -> None:
    told, _ = first_ranks("5 9 5 5 12", "3 8 1")
    assert told[5:] == ["drew Ann 3", "drew Cat 8", "drew Dan 1", "Dan Ann Cat Bob Eve"]


def test_of_several_ties_the_best_numbers_is_settled_before_the_next_draws() -> None:
    told, _ = first_ranks("5 9 5 9 12", "4 4", "6 2", "11 10")
    redraws = ["drew Ann 4", "drew Cat 4", "drew Ann 6", "drew Cat 2", "drew Bob 11", "drew Dan 10"]
    assert told[5:] == [*redraws, "Cat Ann Dan Bob Eve"]


def test_no_drawn_card_is_put_back() -> None:
    _, chances = first_ranks("5 9 5 9 12", "4 4", "6 2", "11 10")
    for earlier, later in pairwise(chances):
        assert len(later.options) == len(earlier.options) - (earlier.take or 0)
    assert Counter(DECK) - Counter(chances[-1].options) == Counter(["5", "9", "5", "9", "12", "4", "4", "6", "2"])


# The deal.


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (5, [16, 16, 16, 16, 16]),
        (6, [14, 14, 13, 13, 13, 13]),
        (7, [12, 12, 12, 11, 11, 11, 11]),
        (8, [10] * 8),
    ],
)
def test_all_80_cards_are_dealt_one_by_one_from_the_greatest_down(count: int, sizes: list[int]) -> None:
    ranked = NAMES[:count][::-1]
    match = a_match(ranked)
    deck = draw("7", Chance("deal", DECK, 1))
    steps = match.hand(1)
    step: Any = next(steps)
    while not isinstance(step, Ask):
        step = steps.send(deck if isinstance(step, Chance) else None)
    assert [sum(match.hands[player]) for player in ranked] == sizes
    assert [match.hands[player] for player in ranked] == [held(deck[rank::count]) for rank in range(count)]


def test_each_player_is_told_its_own_cards_alone_after_the_ranks() -> None:
    told = one_hand(a_match(), "Ann bad", deal=dealing())
    assert told[:2] == ["start hand 1", "ranks Ann Bob Cat Dan Eve"]
    assert [line.split(" ")[:2] for line in told[2:7]] == [[f"{player}:", "cards"] for player in FIVE]


def test_the_deal_of_a_hand_depends_on_the_seed_and_its_number_alone_and_goes_to_ranks() -> None:
    dealt = []
    for names, seed in ((FIVE, 1), (FIVE[::-1], 2)):
        table = FakeTable(random_player(seed))
        played(plan("dalmuti", names, hands=3), table)
        table_lines = [line.split("|")[1:-2] for line in table.lines()]
        places = [place for place, line in enumerate(table_lines) if line[1] == "ranks"]
        dealt.append([[line[2] for line in table_lines[place + 1 : place + 6]] for place in places])
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) >= 3


# Revolution.

BOTH_JESTERS = "13 13 12 12"


def test_who_is_dealt_both_jesters_may_call_a_revolution_and_then_there_is_no_tax() -> None:
    told = one_hand(a_match(), "Cat yes", "Ann bad", deal=dealing("", "", BOTH_JESTERS))
    assert told[7:9] == ["revolution Cat", "start round 1 Ann Bob Cat Dan Eve"]
    assert "ranks" not in keys(told[2:])


def test_no_is_told_to_nobody() -> None:
    told = one_hand(a_match(), "Cat no", "Ann 12 12", "Bob bad", deal=dealing("12 12", "", BOTH_JESTERS))
    assert keys(told[7:]) == ["scores", "end hand"]


def test_nobody_is_asked_where_the_jesters_are_apart() -> None:
    one_hand(a_match(), "Ann bad", deal=dealing("13", "13"))


def test_that_the_question_is_put_is_a_secret() -> None:
    assert call_revolution.quiet


def test_if_the_last_in_rank_calls_it_the_whole_order_turns_round() -> None:
    told = one_hand(a_match(), "Eve yes", "Eve bad", deal=dealing("", "", "", "", BOTH_JESTERS))
    assert told[7:10] == ["revolution Eve", "ranks Eve Dan Cat Bob Ann", "start round 1 Eve Dan Cat Bob Ann"]


# Tax.


def test_the_first_gives_two_cards_of_its_choice_and_the_last_its_two_best() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 12")
    assert told[0] == "Eve,Ann: taxed Eve Ann 3 3"
    assert told[1] == "Ann,Eve: taxed Ann Eve 7 12"


def test_the_second_exchanges_one_card_for_the_best_of_the_last_but_one() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 5")
    assert told[2:4] == ["Dan,Bob: taxed Dan Bob 2", "Bob,Dan: taxed Bob Dan 5"]


def test_then_each_of_the_four_is_told_its_cards_again_in_rank_order() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 12")
    assert told[4:] == ["Ann: cards 3 3 8 8", "Bob: cards 2 5", "Dan: cards 9 12", "Eve: cards 4 7 10 12"]


def test_the_exchange_is_simultaneous_so_nothing_just_received_is_given_back() -> None:
    match = holding(Ann="1 1 12", Bob="1 12", Cat="6", Dan="5 9", Eve="8 9 10")
    told = heard(match.tax(), "Ann 1 1", "Bob 1")
    assert [line for line in told if "taxed" in line] == [
        "Eve,Ann: taxed Eve Ann 8 9",
        "Ann,Eve: taxed Ann Eve 1 1",
        "Dan,Bob: taxed Dan Bob 5",
        "Bob,Dan: taxed Bob Dan 1",
    ]


def test_first_and_second_choose_before_they_see_what_they_get() -> None:
    steps = holding(Ann="7 8", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3").tax()
    asks = [next(steps), steps.send("7 8")]
    assert [(ask.player, list(ask.legal)) for ask in asks if isinstance(ask, Ask)] == [
        ("Ann", ["7 8"]),
        ("Bob", ["12", "5"]),
    ]


@pytest.mark.parametrize(
    ("hand", "two"),
    [("13 13 12 11", "11 12"), ("1 13 13", "1 13"), ("4 4 4", "4 4"), ("13 1 2", "1 2"), ("13 13 12", "12 13")],
)
def test_a_jester_counts_as_13_in_the_tax_of_the_last(hand: str, two: str) -> None:
    assert " ".join(best(held(hand.split()), 2)) == two


@given(HANDS)
def test_any_two_cards_of_a_hand_may_be_given(hand: Held) -> None:
    cards = in_order(hand)
    pairs = {" ".join(sorted(two, key=int)) for two in product(cards, repeat=2) if not Counter(two) - Counter(cards)}
    assert set(gifts(hand, 2)) == pairs
    assert sorted(gifts(hand, 1)) == sorted(set(cards))


def test_the_hand_is_played_with_what_the_tax_left() -> None:
    deal = dealing("12 12", "12", "", "", "1 2")
    told = one_hand(a_match(), "Ann 12 12", "Bob 12", "Ann 1", "Ann bad", deal=deal)
    assert "played Ann 1" in told


# Sets.


def as_a_set(cards: str) -> tuple[int, int] | None:
    """Size and number of what is a set by the words of the rule: one number, jesters for any of its cards."""
    numbers = set(cards.split()) - {"13"}
    if len(numbers) > 1:
        return None
    return len(cards.split()), int(numbers.pop()) if numbers else 13


def all_sets(hand: Held) -> set[str]:
    cards = Counter(in_order(hand))
    naturals = [[*([number] * n)] for number in cards if number != "13" for n in range(1, cards[number] + 1)]
    found = [own + ["13"] * n for own in [[], *naturals] for n in range(cards["13"] + 1)]
    return {" ".join(one) for one in found if one}


@given(HANDS)
def test_any_set_of_the_hand_can_be_led_and_the_leader_cannot_pass(hand: Held) -> None:
    legal = leads(hand)
    assert len(legal) == len(set(legal))
    assert set(legal) == all_sets(hand)
    assert all(as_a_set(cards) for cards in legal)


@given(HANDS, st.integers(1, 14), st.integers(1, 13))
def test_to_top_takes_as_many_cards_of_a_strictly_lower_number(hand: Held, size: int, number: int) -> None:
    legal = tops(hand, size, number)
    assert len(legal) == len(set(legal))
    by_rule = {cards for cards in all_sets(hand) if (found := as_a_set(cards)) and found[0] == size}
    assert set(legal) == {cards for cards in by_rule if (as_a_set(cards) or (0, 99))[1] < number}


@pytest.mark.parametrize(
    ("hand", "size", "number", "legal"),
    [
        ("5 13 13", 3, 6, ["5 13 13"]),
        ("5 5 13 13", 3, 6, ["5 5 13", "5 13 13"]),
        ("5 13 13", 3, 5, []),
        ("13 13", 2, 13, []),
        ("13", 1, 13, []),
        ("12", 1, 13, ["12"]),
        ("12 12", 2, 13, ["12 12"]),
        ("11 13", 2, 13, ["11 13"]),
        ("1", 2, 5, []),
        ("3 3 3", 2, 5, ["3 3"]),
    ],
)
def test_a_jester_fills_in_for_any_card_and_counts_as_13_only_alone(
    hand: str, size: int, number: int, legal: list[str]
) -> None:
    assert tops(held(hand.split()), size, number) == legal


def test_the_cards_of_a_set_may_be_said_in_any_order() -> None:
    def jester_first(ask: Ask) -> str:
        mixed = [cards for cards in ask.legal if cards.endswith(" 13")]
        return " ".join(reversed(mixed[0].split())) if mixed else ask.legal[0]

    table = FakeTable(jester_first)
    match, _ = played(plan("dalmuti", FIVE, hands=4), table)
    assert not table.lines("bad card")
    assert any("13" in line.split(" ", 1)[-1] for line in table.lines("played"))
    assert sum(match.scores.values()) == 40


# Rounds.


def test_each_in_turn_tops_or_passes_and_who_passes_is_out_for_the_round() -> None:
    match = holding(Ann="12 12 3", Bob="11 11 9", Cat="10 10 8 8", Dan="9 9 7", Eve="6 6 5")
    assert one_round(match, "Ann 12 12", "Bob 11 11", "Cat pass", "Dan pass", "Eve 6 6") == [
        "played Ann 12 12",
        "played Bob 11 11",
        "passed Cat",
        "passed Dan",
        "played Eve 6 6",
        "passed Ann",
        "passed Bob",
    ]


def test_who_cannot_top_passes_without_being_asked_and_that_is_told_too() -> None:
    match = holding(Ann="5 5 9", Bob="4 4 6", Cat="3 7 7", Dan="2 2 8", Eve="10 10 10")
    told = one_round(match, "Ann 5 5", "Bob 4 4", "Dan pass")
    assert told[2:] == ["passed Cat", "passed Dan", "passed Eve", "passed Ann"]


def test_the_leader_is_asked_also_where_it_has_one_card_left() -> None:
    match = holding(Ann="12", Bob="12 12", Cat="12 12", Dan="12 12", Eve="12 12")
    assert one_round(match, "Ann 12")[:2] == ["played Ann 12", "went out Ann 1"]


def test_a_round_goes_on_round_after_round_until_nobody_tops() -> None:
    match = holding(Ann="12 12 8 3", Bob="10 7 5", Cat="13 13", Dan="12", Eve="12")
    told = one_round(match, "Ann 12", "Bob 10", "Ann 8", "Bob 7", "Ann 3")
    assert told[-2:] == ["played Ann 3", "passed Bob"]
    assert told.count("passed Cat") == told.count("passed Dan") == told.count("passed Eve") == 1


def test_who_played_last_leads_the_next_round() -> None:
    match = holding(Ann="12 12", Bob="11 9 9", Cat="12 12", Dan="12 12", Eve="12 12")
    told = heard(match.rounds(), "Ann 12", "Bob 11", "Bob 9 9", "Cat 12 12", "Dan 12 12", "Eve 12 12")
    assert told[told.index("end round 1 Bob") + 1] == "start round 2 Bob Cat Dan Eve Ann"


def test_a_round_names_those_that_hold_cards_in_the_order_of_play() -> None:
    match = holding(Ann="12", Bob="11 9", Cat="10 10", Dan="9 9", Eve="12 12")
    told = heard(match.rounds(), "Ann 12", "Bob 11", "Cat pass", "Dan pass", "Bob 9", "Cat 10 10", "Dan 9 9")
    assert [line for line in told if line.startswith("start round")] == [
        "start round 1 Ann Bob Cat Dan Eve",
        "start round 2 Bob Cat Dan Eve",
        "start round 3 Cat Dan Eve",
    ]


# Going out.


def test_if_nobody_tops_the_last_play_of_who_went_out_the_lead_goes_to_the_next_in_rank() -> None:
    match = holding(Ann="9", Bob="12", Cat="12 12", Dan="12 12", Eve="12 12")
    match.ranks = ("Ann", "Cat", "Bob", "Dan", "Eve")
    told = heard(match.rounds(), "Ann 9", "Cat 12 12", "Bob 12", "Dan 12 12")
    assert told[: told.index("end round 1 Ann") + 2] == [
        "start round 1 Ann Cat Bob Dan Eve",
        "played Ann 9",
        "went out Ann 1",
        "passed Cat",
        "passed Bob",
        "passed Dan",
        "passed Eve",
        "end round 1 Ann",
        "start round 2 Cat Bob Dan Eve",
    ]


def test_the_lead_goes_round_from_the_last_in_rank_to_the_first_that_is_not_out() -> None:
    match = holding(Ann="8", Bob="12 12 2", Cat="12 12", Dan="12 12", Eve="1")
    told = heard(match.rounds(), "Ann 8", "Bob pass", "Eve 1", "Bob 12 12", "Bob 2", "Cat 12 12")
    assert told[told.index("end round 1 Eve") + 1] == "start round 2 Bob Cat Dan"


def test_the_last_play_of_who_went_out_can_be_topped() -> None:
    match = holding(Ann="9", Bob="8 12", Cat="12 12", Dan="12 12", Eve="12 12")
    told = heard(match.rounds(), "Ann 9", "Bob 8", "Bob 12", "Cat 12 12", "Dan 12 12")
    assert told[told.index("went out Ann 1") + 1] == "played Bob 8"
    assert "end round 1 Bob" in told


def test_when_one_player_is_left_with_cards_the_round_ends_and_it_goes_out_last() -> None:
    match = holding(Ann="9", Bob="8", Cat="7", Dan="6", Eve="5 5")
    assert heard(match.rounds(), "Ann 9", "Bob 8", "Cat 7", "Dan 6")[-4:] == [
        "played Dan 6",
        "went out Dan 4",
        "end round 1 Dan",
        "went out Eve 5",
    ]


# Scores and the next hand.


def hands(table: FakeTable) -> list[dict[str, list[list[str]]]]:
    """The public words of each hand by their keys, each with its fields."""
    found: list[dict[str, list[list[str]]]] = []
    for line in table.lines():
        key = line.split("|")[2]
        if key == "start hand":
            found.append({})
        if found:
            found[-1].setdefault(key, []).append(fields(line))
    return found


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_the_players_rank_in_the_next_hand_as_they_went_out_of_this_one(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    played(plan("dalmuti", players, seed=str(seed), hands=3), table)
    for hand, following in pairwise(hands(table)):
        assert [int(place) for _, place in hand["went out"]] == list(range(1, len(players) + 1))
        assert following["ranks"][0] == [player for player, _ in hand["went out"]]


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_each_hand_gives_the_players_behind_one_as_points(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    match, _ = played(plan("dalmuti", players, seed=str(seed), hands=3), table)
    points: Counter[str] = Counter()
    for hand in hands(table):
        points.update({player: len(players) - int(place) for player, place in hand["went out"]})
        assert hand["scores"] == [[f"{player} {points[player]}" for player in players]], "in the order of the seats"
    assert match.scores == points


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_no_card_is_lost_or_doubled(players: tuple[str, ...], seed: int) -> None:
    match = Dalmuti(players, {"hands": 2})
    chance, steps, gone = random.Random(seed), match.play(), Counter[str]()
    step: Any = next(steps)
    while not (isinstance(step, Tell) and text(step).startswith("end game")):
        answer: Any = None
        if isinstance(step, Ask):
            answer = chance.choice(list(step.legal))
        elif isinstance(step, Chance):
            answer = draw(str(seed), step)
        elif isinstance(step, Tell) and text(step).startswith("start hand"):
            gone.clear()
        elif isinstance(step, Tell) and text(step).startswith("played "):
            gone.update(text(step).split(" ")[2:])
        if isinstance(step, Ask):
            left = [card for hand in match.hands.values() for card in in_order(hand)]
            assert gone + Counter(left) == Counter(DECK)
        step = steps.send(answer)


def test_scores_are_told_before_every_end_of_a_hand() -> None:
    table = FakeTable(random_player(1), Bob=lambda ask: "XX" if len(table.lines("start hand")) == 2 else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=3), table)
    told = [line.split("|")[2] for line in table.lines()]
    assert [told[place - 1] for place, key in enumerate(told) if key == "end hand"] == ["scores"] * 3


@pytest.mark.parametrize("count", [1, 3, 10])
def test_a_match_has_ten_hands_unless_another_number_is_set(count: int) -> None:
    table = FakeTable()
    played(plan("dalmuti", FIVE, hands=count), table)
    assert [fields(line)[0] for line in table.lines("end hand")] == [str(n) for n in range(1, count + 1)]
    assert [(option.name, option.default) for option in GAME.options] == [("hands", 10)]


def test_the_next_hand_is_another_deal() -> None:
    table = FakeTable()
    played(plan("dalmuti", FIVE, hands=4), table)
    first_told = [hand["cards"][:5] for hand in hands(table)]
    assert all(before != after for before, after in pairwise(first_told))


# Bad cards.


@pytest.mark.parametrize(
    "bad", ["XX", "pass", "1 2", "13 13 13", "", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"], ids=repr
)
@pytest.mark.parametrize(("count", "cost"), [(5, 8), (6, 10), (7, 12), (8, 14)])
def test_a_bad_card_costs_twice_the_points_of_a_won_hand(count: int, cost: int, bad: Answer) -> None:
    table = FakeTable(lambda ask: bad if ask.query.key == "play" and ask.legal[-1] != "pass" else first_legal(ask))
    match, _ = played(plan("dalmuti", NAMES[:count], hands=1), table)
    assert sorted(match.scores.values()) == [-cost] + [0] * (count - 1)


@pytest.mark.parametrize(
    ("script", "deal"),
    [
        (["Cat bad"], ("", "", BOTH_JESTERS)),
        (["Ann bad"], ()),
        (["Ann 12 12", "Bob bad"], ("12 12",)),
        (["Ann 12 12", "Bob 12", "Ann bad"], ("12 12", "12")),
        (["Ann 12 12", "Bob 12", "Ann 12", "Bob bad"], ("12 12 12", "12 11")),
    ],
    ids=["revolution", "tax of the first", "tax of the second", "lead", "top"],
)
def test_a_bad_card_ends_the_hand_at_once_whatever_was_asked(script: list[str], deal: tuple[str, ...]) -> None:
    match = a_match()
    offender = script[-1].split(" ")[0]
    told = one_hand(match, *script, deal=dealing(*deal))
    ended = ["scores " + " ".join(f"{player} {-8 * (player == offender)}" for player in FIVE), "end hand 1"]
    assert told[-2:] == ended
    assert "end round" not in keys(told)
    assert match.scores == {player: -8 * (player == offender) for player in FIVE}


def test_the_offender_goes_to_the_last_rank_and_those_below_it_move_up() -> None:
    match = a_match()
    one_hand(match, "Ann 12 12", "Bob bad", deal=dealing("12 12"))
    assert match.ranks == ("Ann", "Cat", "Dan", "Eve", "Bob")


def test_after_a_greater_revolution_it_is_the_turned_order_that_stands() -> None:
    match = a_match()
    one_hand(match, "Eve yes", "Eve bad", deal=dealing("", "", "", "", BOTH_JESTERS))
    assert match.ranks == ("Dan", "Cat", "Bob", "Ann", "Eve")


def test_a_hand_that_a_bad_card_ended_gives_no_points_also_to_those_that_are_out() -> None:
    def bad_when_one_is_out(ask: Ask) -> str:
        return "XX" if len(table.lines("went out")) == 1 else ask.legal[0]

    table = FakeTable(bad_when_one_is_out)
    match, _ = played(plan("dalmuti", FIVE, hands=1), table)
    assert sorted(match.scores.values()) == [-8, 0, 0, 0, 0]
    assert not [line for line in table.lines("went out") if fields(line)[1] != "1"]


def test_it_counts_as_a_hand_and_is_dealt_anew() -> None:
    table = FakeTable(lambda ask: "XX" if len(table.lines("start hand")) == 1 else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=2), table)
    first, second = hands(table)
    assert (len(first["bad card"]), first["end hand"], second["end hand"]) == (1, [["1"]], [["2"]])
    assert first["cards"] != second["cards"][:5]
    offender = first["bad card"][0][0]
    assert second["ranks"][0] == [*(player for player in first["ranks"][0] if player != offender), offender]


def test_three_bad_cards_retire_a_player_whose_score_holds_their_whole_cost() -> None:
    assert GAME.bad_cards == 3
    table = FakeTable(first_legal, Cat=lambda _: "XX")
    match, _ = played(plan("dalmuti", FIVE, hands=6, bad_cards=3), table)
    assert [(one.player, one.score) for one in match.retirements] == [("Cat", -24)]
    assert len(table.lines("end hand")) == 6


def test_a_fresh_program_is_told_the_game_the_hand_and_the_ranks() -> None:
    table = FakeTable(first_legal, Bob=lambda ask: Fault.GONE if not table.lines("bad card") else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=2), table)
    assert table.program_changes == [("end", "Bob"), ("start", "Bob")]
    last = [line.decode().split("|")[2] for player, line in table.sent if player in ("*", "Bob")]
    again = len(last) - 1 - last[::-1].index("start game")
    assert last[again:][:4] == ["start game", "start hand", "ranks", "cards"]


# Secrets.


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_only_those_concerned_hear_of_cards_and_taxes(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    played(plan("dalmuti", players, seed=str(seed), hands=2), table)
    for player, line in table.sent:
        key = line.decode().split("|")[2]
        if key == "cards":
            assert player in players
        elif key == "taxed":
            assert player in line.decode().split("|")[3:5]
