"""The rules of kings, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest
from fakes import FOUR, Answer, FakeTable, Strategy, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.kings import Kings
from referee.games.kings_piles import NUMBER_RANKS, PACK, Pile, in_pack_order, king_score, takes
from referee.log import Transcript
from referee.match import Fault, Match
from referee.steps import Ask, BadCard, Chance, Steps, Tell

OPTIONS: dict[str, Any] = {"turns": 400, "idle": 120}
HEARTS = tuple(f"{rank}H" for rank in NUMBER_RANKS)
BAD = "a bad card"
NOTHING_MORE = {"attack": "pass", "place": "done", "order": "1 2 3"}


def pile(text: str) -> Pile:
    return tuple(text.split())


class Play:
    """Rules of kings at a chosen state, run with chosen answers; then nobody wants anything more."""

    def __init__(self, stock: str = "", **houses: Iterable[str]) -> None:
        self.rules = Kings(FOUR, OPTIONS)
        self.rules.stock = stock.split()
        for player, house in houses.items():
            self.rules.houses[player] = [pile(text) for text in house]
        self.lines: list[str] = []
        self.told_to: list[tuple[str, ...] | None] = []
        self.asked: list[str] = []
        self.legal: list[tuple[str, ...]] = []
        self.drawn: list[Chance] = []

    def turn(self, *answers: str, player: str = "Ann", number: int = 1) -> Play:
        self.run(self.rules.turn(number, player), list(answers))
        return self

    def run(self, steps: Steps[None], answers: list[str]) -> None:
        step, said = next(steps, None), None
        while step is not None:
            said = self._said(step, answers)
            try:
                step = steps.throw(BadCard(step.player)) if isinstance(step, Ask) and said == BAD else steps.send(said)
            except StopIteration:
                break
        assert not answers, "all answers were asked for"

    def _said(self, step: Any, answers: list[str]) -> Any:
        if isinstance(step, Tell):
            self.lines.append(step.line.decode().removeprefix("|INFO|").removesuffix("|END|\n"))
            self.told_to.append(step.to)
        if isinstance(step, Chance):
            self.drawn.append(step)
            return tuple(reversed(step.options))
        if isinstance(step, Ask):
            self.asked.append(step.query.key)
            self.legal.append(tuple(step.legal))
            said = answers.pop(0) if answers else NOTHING_MORE[step.query.key]
            assert said in (*step.legal, BAD), f"{said} is none of {step.legal}"
            return said
        return None

    def told(self, key: str) -> list[str]:
        return [line for line in self.lines if line.split("|")[0] == key]

    @property
    def keys(self) -> list[str]:
        return [line.split("|")[0] for line in self.lines]


def fields(line: str) -> list[str]:
    return line.strip("|").split("|")[2:-1]


def match_of(table: FakeTable, **changes: Any) -> Match:
    match, _ = played(plan("kings", **{**OPTIONS, **changes}), table)
    return match


def never(ask: Ask) -> str:
    """Wants nothing, whatever is asked."""
    return NOTHING_MORE[ask.query.key]


def hoarding(ask: Ask) -> str:
    """Wants nothing but cards on its king pile."""
    return next((answer for answer in ask.legal if "king" in answer), NOTHING_MORE[ask.query.key])


def once(at: str, answer: Answer, otherwise: Strategy) -> Strategy:
    """Gives this answer to the first question of a kind."""
    given: list[str] = []

    def says(ask: Ask) -> Answer:
        if ask.query.key == at and not given:
            given.append(at)
            return answer
        return otherwise(ask)

    return says


# The match.


def test_each_player_owns_a_suit_hearts_spades_diamonds_clubs_in_the_order_of_seats() -> None:
    table = FakeTable(never)
    match_of(table, turns=1)
    assert table.lines()[:2] == ["|INFO|start game|Ann|Bob|Cat|Dan|END|", "|INFO|suits|Ann H|Bob S|Cat D|Dan C|END|"]


def test_the_players_take_turns_in_the_order_of_seats_and_turns_are_counted_through_the_match() -> None:
    table = FakeTable(never)
    match_of(table, turns=6)
    turns = [["1", "Ann"], ["2", "Bob"], ["3", "Cat"], ["4", "Dan"], ["5", "Ann"], ["6", "Bob"]]
    assert [fields(line) for line in table.lines("start turn")] == turns
    assert [fields(line) for line in table.lines("end turn")] == turns


def test_the_pack_of_96_is_shuffled_once_into_the_stock() -> None:
    _, log = played(plan("kings", seed="3", **OPTIONS), FakeTable(never))
    draws = [line.split(" ")[1:] for line in log.decode().splitlines() if line.startswith("~ ")]
    assert draws[0][:3] == ["deal", "0", "0"]
    assert sorted(draws[0][3:]) == sorted(PACK)
    assert [draw[:3] for draw in draws[1:]] == [["stock", "0", str(index)] for index in range(1, len(draws))]


def test_nine_cards_on_the_king_pile_end_the_game_at_once_in_the_middle_of_a_turn() -> None:
    play = Play(stock="TH QB AB JB 2B")
    play.rules.kings["Ann"] = HEARTS[:-1]
    play.rules.scores["Ann"] = 8
    play.turn("TH king")
    assert play.lines[-1] == "placed|Ann|TH|king"
    assert play.rules.scores["Ann"] == 36


def test_after_the_last_card_come_placed_and_end_game() -> None:
    table = FakeTable(hoarding)
    match = match_of(table)
    keys = [line.split("|")[2] for line in table.lines()]
    assert keys[-2:] == ["placed", "end game"]
    assert sorted(match.scores.values())[-1] == 36


def test_the_game_ends_after_so_many_turns() -> None:
    table = FakeTable(random_player(1))
    match_of(table, turns=30)
    assert len(table.lines("end turn")) == 30
    assert "|end game|" in table.lines()[-1]


def test_the_game_ends_after_so_many_turns_in_a_row_in_which_no_king_pile_grew() -> None:
    table = FakeTable(never)
    match_of(table)
    assert len(table.lines("end turn")) == 120


def test_a_card_on_a_king_pile_lets_the_count_begin_anew() -> None:
    table = FakeTable(never, Cat=once("place", "not yet", hoarding))
    match_of(table, idle=20)
    grew = [fields(line)[1] for line in table.lines() if "|start turn|" in line or "|king|END|" in line]
    last = max(place for place, field in enumerate(grew) if field not in FOUR)
    assert len([field for field in grew[last:] if field in FOUR]) == 20


def test_the_score_is_one_for_each_card_on_the_king_pile_27_more_for_completing_it_less_3_for_each_bad_card() -> None:
    table = FakeTable(random_player(5), Bob=once("place", "XX", random_player(6)), Dan=once("place", "XX", never))
    match = match_of(table)
    on_king = [fields(line)[0] for line in table.lines("placed") if fields(line)[2] == "king"]
    worth = {name: king_score(("",) * on_king.count(name)) for name in FOUR}
    assert dict(match.scores) == {**worth, "Bob": worth["Bob"] - 3, "Dan": worth["Dan"] - 3}
    assert max(worth.values()) == 36
    assert table.lines("end game") == ["|INFO|end game|" + "|".join(f"{n} {match.scores[n]}" for n in FOUR) + "|END|"]


def test_who_completes_its_pile_is_first_whatever_it_paid() -> None:
    assert king_score(HEARTS) - 9 * 3 > king_score(HEARTS[:-1])


# The deal of a turn.


def test_a_player_is_dealt_five_on_top_of_the_cards_won_since() -> None:
    play = Play(stock="2S 3S 4S 5S 6S 7S")
    play.rules.hands["Ann"] = ["9C"]
    play.turn()
    assert play.told("cards") == ["cards|9C 2S 3S 4S 5S 6S"]
    assert play.rules.stock == ["7S"]


def test_the_player_alone_gets_the_piles_of_all_four_in_the_order_of_seats_and_its_whole_hand() -> None:
    play = Play(stock="2S 3S 4S 5S 6S", Bob=["", "QB 2S 2B", ""])
    play.rules.kings["Dan"] = pile("4C 2C")
    play.turn(player="Cat", number=3)
    assert play.lines[:6] == [
        "start turn|3|Cat",
        "piles|Ann|-|-|-|-",
        "piles|Bob|-|-|QB 2S 2B|-",
        "piles|Cat|-|-|-|-",
        "piles|Dan|4C 2C|-|-|-",
        "cards|2S 3S 4S 5S 6S",
    ]
    assert play.told_to[:6] == [None, *[("Cat",)] * 5]


def test_no_player_is_told_the_hand_of_another() -> None:
    table = FakeTable(random_player(2))
    match_of(table, turns=40)
    turn = ""
    for player, line in table.sent:
        turn = fields(line.decode().strip())[1] if b"|start turn|" in line else turn
        if b"|cards|" in line or b"|piles|" in line:
            assert player == turn


def test_where_the_stock_has_fewer_than_five_the_discards_in_pack_order_are_shuffled_and_go_under_it() -> None:
    play = Play(stock="2S 3S")
    play.rules.discarded = ["QB", "4H", "2C", "QB"]
    play.turn()
    assert play.drawn == [Chance("stock", pile("2C 4H QB QB"), 0, 1)]
    assert play.told("cards") == ["cards|2S 3S QB QB 4H"]
    assert (play.rules.stock, play.rules.discarded) == (["2C"], ["2S", "3S", "QB", "QB", "4H"])


def test_each_shuffle_of_the_discards_has_its_own_index() -> None:
    play = Play(stock="2S 3S 4S 5S 6S")
    for number in range(1, 4):
        play.turn(number=number)
    assert [(chance.what, chance.index) for chance in play.drawn] == [("stock", 1), ("stock", 2)]


def test_a_stock_of_five_is_dealt_without_a_shuffle() -> None:
    play = Play(stock="2S 3S 4S 5S 6S")
    play.rules.discarded = ["2C"]
    assert play.turn().drawn == []
    assert play.rules.stock == []


@pytest.mark.parametrize(
    ("stock", "discarded", "hand", "shuffles"), [("2S", "3S", "2S 3S", 1), ("2S", "", "2S", 0), ("", "", "-", 0)]
)
def test_where_both_are_short_the_deal_is_short(stock: str, discarded: str, hand: str, shuffles: int) -> None:
    play = Play(stock=stock)
    play.rules.discarded = discarded.split()
    assert play.turn().told("cards") == [f"cards|{hand}"]
    assert len(play.drawn) == shuffles


# Attacks.


def test_an_attack_names_a_pile_of_ones_own_and_any_other_player_with_a_house_pile() -> None:
    play = Play(Ann=["AB", "", "QB 2B"], Bob=["", "JB", ""], Dan=["JS", "JD", ""]).turn()
    assert play.legal[0] == ("1 Bob", "1 Dan", "3 Bob", "3 Dan", "pass")


def test_it_is_asked_again_until_pass() -> None:
    house = ["JB 2B", "JH 2H", "JD 2D"]
    play = Play(Ann=house, Bob=["AB", "AB", "AB"]).turn("2 Bob", "1 Bob", "pass")
    assert play.asked[:3] == ["attack"] * 3
    assert len(play.told("attacked")) == 2
    assert play.legal[2] == ("3 Bob", "pass")


def test_no_attack_is_asked_for_where_none_is_possible() -> None:
    assert "attack" not in Play(Ann=["JB", "", ""]).turn().asked
    assert "attack" not in Play(Bob=["JB", "", ""]).turn().asked


def test_it_is_not_asked_again_when_nobody_is_left_to_attack() -> None:
    play = Play(Ann=["JB 2B", "JH 2H", ""], Bob=["AB", "", ""]).turn("1 Bob")
    assert play.asked == ["attack"]


def test_the_lowest_numbered_pile_of_the_target_defends_also_behind_a_gap() -> None:
    play = Play(Ann=["QB 2B 2H", "", ""], Cat=["", "JS 2S", "JD"]).turn("1 Cat")
    assert play.told("attacked") == ["attacked|Ann|1|Cat|2|4|1"]


def test_if_the_attack_wins_the_defenders_number_cards_go_to_the_attackers_hand_and_the_rest_is_discarded() -> None:
    play = Play(Ann=["QB 2B 2H", "", ""], Bob=["JS 2S 7S", "JD 5D", ""])
    play.run(play.rules.attack("Ann", 1, "Bob"), [])
    assert play.lines == ["attacked|Ann|1|Bob|1|4|2", "captured|Ann|2S 7S"]
    assert play.rules.hands["Ann"] == ["2S", "7S"]
    assert play.rules.discarded == ["JS", "QB", "2B", "2H"]
    assert play.rules.houses["Ann"] == [(), (), ()]
    assert play.rules.houses["Bob"] == [(), ("JD", "5D"), ()]


def test_if_it_loses_its_number_cards_go_to_the_defenders_hand_and_the_defending_pile_stays() -> None:
    play = Play(Ann=["", "JS 2S 7S", ""], Bob=["QB 2B 2H", "", ""])
    play.run(play.rules.attack("Ann", 2, "Bob"), [])
    assert play.lines == ["attacked|Ann|2|Bob|1|2|4", "captured|Bob|2S 7S"]
    assert play.rules.hands["Bob"] == ["2S", "7S"]
    assert play.rules.discarded == ["JS"]
    assert play.rules.houses["Ann"] == [(), (), ()]
    assert play.rules.houses["Bob"] == [("QB", "2B", "2H"), (), ()]


def test_a_tie_goes_to_the_defender() -> None:
    play = Play(Ann=["JS 2S 7S", "", ""], Bob=["QB 2B", "", ""])
    play.run(play.rules.attack("Ann", 1, "Bob"), [])
    assert play.lines == ["attacked|Ann|1|Bob|1|2|2", "captured|Bob|2S 7S"]


@pytest.mark.parametrize("defender", ["AB", "JH 5H"])
def test_a_special_card_alone_may_attack_loses_and_yields_nothing(defender: str) -> None:
    play = Play(Ann=["QD", "", ""], Bob=[defender, "", ""])
    play.run(play.rules.attack("Ann", 1, "Bob"), [])
    assert play.lines[-1] == "captured|Bob|-"
    assert (play.rules.hands["Bob"], play.rules.discarded) == ([], ["QD"])


def test_captured_cards_may_be_placed_in_the_same_turn() -> None:
    play = Play(Ann=["QB 2B 2H", "", ""], Bob=["JH 3H", "", ""]).turn("1 Bob", "3H king")
    assert play.told("placed") == ["placed|Ann|3H|king"]


def test_cards_captured_in_defence_wait_in_the_hand_for_the_winners_own_turn() -> None:
    play = Play(stock="JC 2C 3C 4C 5C TB TD TH TS TC", Ann=["JS 2S 7S", "", ""], Bob=["QB 2B 2H", "", ""])
    play.turn("1 Bob")
    assert play.rules.hands["Bob"] == ["2S", "7S"]
    play.turn("2S king", player="Bob", number=2)
    assert play.told("cards")[-1] == "cards|2S 7S TB TD TH TS TC"
    assert play.rules.hands["Bob"] == []


# Placing.


def test_one_may_put_down_cards_until_done() -> None:
    play = Play(stock="QB 2B 2S 9D 3H").turn("QB 2", "2B 2", "2S 2", "3H king", "done")
    assert play.told("placed") == ["placed|Ann|QB|2", "placed|Ann|2B|2", "placed|Ann|2S|2", "placed|Ann|3H|king"]
    assert play.rules.houses["Ann"] == [(), ("QB", "2B", "2S"), ()]
    assert play.rules.kings["Ann"] == ("3H",)


def test_it_is_not_asked_where_nothing_fits() -> None:
    assert Play(stock="2S 3S 4C 5D 6B").turn().asked == []


def test_it_is_not_asked_again_when_nothing_fits_any_more() -> None:
    play = Play(stock="JB 3S 4C 5D 6H").turn("6H king", "JB 1")
    assert play.asked == ["place", "place"]


def test_the_king_pile_takes_number_cards_of_ones_own_suit() -> None:
    play = Play(stock="2H 2S 2B QH AH")
    play.turn()
    assert [answer for answer in play.legal[0] if "king" in answer] == ["2H king"]


def test_an_emptied_pile_leaves_a_gap_until_it_is_founded_again() -> None:
    play = Play(Ann=["JB 2B", "JH", ""], Bob=["AB", "", ""])
    play.turn("1 Bob")
    assert play.rules.houses["Ann"] == [(), ("JH",), ()]
    play.rules.stock = ["AD"]
    play.turn("AD 1", number=5)
    assert play.rules.houses["Ann"] == [("AD",), ("JH",), ()]


# The order of piles.


def test_with_two_or_more_house_piles_their_order_is_asked_and_all_six_are_legal() -> None:
    play = Play(Ann=["JB", "", "JH"]).turn()
    assert play.asked == ["order"]
    assert set(play.legal[0]) == {"1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"}
    assert Play(Ann=["JB", "", ""]).turn().asked == []


def test_an_order_names_the_old_numbers_and_gaps_move_too() -> None:
    play = Play(Ann=["JB 2B", "", "JH"]).turn("3 1 2")
    assert play.told("ordered") == ["ordered|Ann|3 1 2"]
    assert play.rules.houses["Ann"] == [("JH",), ("JB", "2B"), ()]


def test_the_order_as_it_stands_is_not_told() -> None:
    play = Play(Ann=["JB", "JH", ""]).turn("1 2 3")
    assert play.told("ordered") == []
    assert play.rules.houses["Ann"] == [("JB",), ("JH",), ()]


def test_the_pile_that_was_put_first_defends() -> None:
    play = Play(Ann=["JB", "JH 5H", "AB"], Bob=["QB 2B 2S", "", ""]).turn("pass", "2 1 3")
    play.turn("1 Ann", player="Bob", number=2)
    assert play.told("attacked") == ["attacked|Bob|1|Ann|1|4|1"]


# The end of a turn.


def test_the_rest_of_the_hand_is_discarded_captured_cards_too() -> None:
    play = Play(stock="2S 3S 4C 5D 6B", Ann=["QB 2B 2H", "", ""], Bob=["JS 7S", "", ""])
    play.turn("1 Bob")
    assert play.rules.hands["Ann"] == []
    assert play.rules.discarded == ["JS", "QB", "2B", "2H", "2S", "3S", "4C", "5D", "6B", "7S"]
    assert play.lines[-1] == "end turn|1|Ann"


# Bad cards.


@pytest.mark.parametrize(
    "answers", [[BAD], ["1 Bob", BAD], ["pass", BAD], ["pass", "JC 3", BAD], ["pass", "done", BAD]]
)
def test_a_bad_card_at_any_question_costs_3_points_and_ends_the_turn_at_once(answers: list[str]) -> None:
    play = Play(stock="JC 3C 2S 5D 6B", Ann=["QB 2B 2H", "JD", ""], Bob=["JS 7S", "AB", ""])
    play.turn(*answers)
    assert len(play.asked) == len(answers)
    assert play.rules.scores == {"Ann": -3, "Bob": 0, "Cat": 0, "Dan": 0}
    assert play.lines[-1] == "end turn|1|Ann"
    assert play.rules.hands["Ann"] == []


def test_a_bad_card_discards_the_hand_and_keeps_what_was_done_before() -> None:
    play = Play(stock="JC 3C 2H 5D 6B", Ann=["QB 2B 2S", "", ""], Bob=["JS 7S", "", ""])
    play.turn("1 Bob", "2H king", BAD)
    assert play.rules.kings["Ann"] == ("2H",)
    assert play.rules.discarded == ["JS", "QB", "2B", "2S", "JC", "3C", "5D", "6B", "7S"]
    assert play.rules.scores["Ann"] == 1 - 3


@pytest.mark.parametrize("bad", ["XX", "7h king", "done ", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"])
def test_every_kind_of_bad_card_costs_the_same_and_the_next_player_is_on_turn(bad: Answer) -> None:
    table = FakeTable(never, Bob=once("place", bad, never))
    match = match_of(table, turns=20)
    lines = table.lines()
    place = next(place for place, line in enumerate(lines) if "|bad card|Bob|" in line)
    assert [line.split("|")[2] for line in lines[place + 1 : place + 3]] == ["end turn", "start turn"]
    assert (fields(lines[place + 1])[1], fields(lines[place + 2])[1]) == ("Bob", "Cat")
    assert dict(match.scores) == {"Ann": 0, "Bob": -3, "Cat": 0, "Dan": 0}


def test_a_fresh_program_starts_right_before_its_players_own_next_turn_and_is_told_what_stands() -> None:
    table = FakeTable(never, Bob=once("place", Fault.SILENT, never))
    match_of(table, turns=40)
    assert table.program_changes == [("end", "Bob"), ("start", "Bob")]
    sent = [(to, line.decode().split("|")[2]) for to, line in table.sent]
    start = sent.index(("Bob", "start game"))
    assert sent[start - 1 : start + 3] == [
        ("*", "end turn"),
        ("Bob", "start game"),
        ("Bob", "suits"),
        ("*", "start turn"),
    ]
    before, after = (fields(table.sent[place][1].decode().strip()) for place in (start - 1, start + 2))
    assert (before[1], after[1]) == ("Ann", "Bob")


def test_a_program_that_was_ended_in_its_last_turn_is_not_started_again() -> None:
    table = FakeTable(never, Bob=once("place", Fault.GONE, never))
    match_of(table, turns=40)
    turn = next(fields(line)[0] for line in table.lines("end turn") if after_bad_card(table, line))
    short = FakeTable(never, Bob=once("place", Fault.GONE, never))
    match_of(short, turns=int(turn) + 3)
    assert short.program_changes == [("end", "Bob")]


def after_bad_card(table: FakeTable, line: str) -> bool:
    lines = table.lines()
    return "|bad card|" in lines[lines.index(line) - 1]


def test_with_its_tenth_bad_card_a_player_is_retired_and_comes_last() -> None:
    table = FakeTable(never, Ann=lambda _: "XX")
    match = match_of(table)
    assert len(table.lines("bad card")) == 10
    assert match.retirements[0].score == -30


# Laws.


def everything(rules: Kings) -> Pile:
    """All cards, wherever they lie."""
    on_table = chain(*rules.houses.values(), rules.kings.values())
    return in_pack_order(chain(*on_table, *rules.hands.values(), rules.stock, rules.discarded))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_the_96_cards_are_conserved_and_every_pile_is_one_that_its_cards_could_make(seed: int, errs: bool) -> None:
    player = random_player(seed)
    table = FakeTable()

    def answer(ask: Ask) -> Answer:
        assert everything(rules) == PACK
        return "XX" if errs and len(table.asked) % 50 == seed % 7 else player(ask)

    table.strategy = answer
    match = Match(plan("kings", seed=str(seed), bad_cards=100, turns=80, idle=120), table, Transcript(lambda _: None))
    assert isinstance(match.rules, Kings)
    rules = match.rules
    match.play()
    for built in chain(*rules.houses.values()):
        assert all(card in takes(built[:height]) for height, card in enumerate(built))
    paid = {name: 3 * match.records[name].bad_cards.total() for name in FOUR}
    assert rules.scores == {name: king_score(rules.kings[name]) - paid[name] for name in FOUR}


@pytest.mark.parametrize("seed", range(5))
def test_random_players_end_a_match_by_completing_a_king_pile(seed: int) -> None:
    match = match_of(FakeTable(random_player(seed)), seed=str(seed))
    assert max(match.scores.values()) >= 36
