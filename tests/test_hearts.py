"""The rules of hearts, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from fakes import FOUR, Answer, FakeTable, Strategy, plan, played, random_player
from hypothesis import given
from hypothesis import strategies as st
from replays import story_of

from referee.cards import PACK, RANKS, strongest
from referee.chance import draw
from referee.games.hearts import POINTS, Hearts, only_taker
from referee.log import Transcript
from referee.match import Fault, Match
from referee.replay.knowledge import Knowledge
from referee.result import Result
from referee.steps import Ask

Deal = Callable[[tuple[str, ...]], None]

CLUBS, SPADES, HEARTS, DIAMONDS = (" ".join(card for card in PACK if card[1] == suit) for suit in "CSHD")

# Ann leads clubs thirteen times, and nobody else has one.
A_MOON = (CLUBS, SPADES, HEARTS, DIAMONDS)

# Ann's last card is a heart, and Bob has a higher one.
NO_MOON = (
    CLUBS.replace("3C", "2H"),
    SPADES.replace("2S", "AH"),
    HEARTS.replace("2H", "2S").replace("AH", "3C"),
    DIAMONDS,
)

# Ann leads the ace of hearts if she likes; of clubs Cat has the highest.
SPLIT = (CLUBS.replace("AC", "AH"), SPADES, HEARTS.replace("AH", "AC"), DIAMONDS)


def by_suits(ask: Ask) -> str:
    """Clubs first and hearts last, of a suit the highest first."""
    return min(ask.legal, key=lambda card: ("CSDH".index(card[1]), -RANKS.index(card[0])))


def at_once(card: str) -> Strategy:
    return lambda ask: card if card in ask.legal else by_suits(ask)


def bad_at(question: int, answer: Answer = "XX") -> Strategy:
    """Plays by suits, but for the answer to this of its questions."""
    asked = 0

    def strategy(ask: Ask) -> Answer:
        nonlocal asked
        asked += 1
        return answer if asked == question else by_suits(ask)

    return strategy


def play(table: FakeTable, seed: str = "7", target: int = 100, **scores: int) -> Result:
    """Plays a match that begins with these scores."""
    match = Match(plan("hearts", seed=seed, target=target, bad_cards=3), table, Transcript(lambda _: None))
    match.rules.scores.update(scores)
    return match.play()


@dataclass
class Trick:
    order: list[str]
    cards: dict[str, str] = field(default_factory=dict)
    winner: str = ""
    points: int = 0


@dataclass
class Hand:
    """What was told of one hand."""

    dealt: dict[str, list[str]] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)


def hands_of(table: FakeTable) -> list[Hand]:
    hands: list[Hand] = []
    for to, line in table.sent:
        _, _, key, *data = line.decode().rstrip("\n").removesuffix("|END|").split("|")
        if key == "start hand":
            hands.append(Hand())
        elif key == "cards":
            hands[-1].dealt[to] = data[0].split(" ")
        elif key == "start trick":
            hands[-1].tricks.append(Trick(data[1:]))
        elif key == "played":
            hands[-1].tricks[-1].cards[data[0]] = data[1]
        elif key == "end trick":
            hands[-1].tricks[-1].winner, hands[-1].tricks[-1].points = data[1], int(data[2])
        elif key == "scores":
            hands[-1].scores = {name: int(score) for name, score in (pair.split(" ") for pair in data)}
        if hands and hands[-1].keys[-1:] != ["end hand"]:
            hands[-1].keys.append(key)
    return hands


def random_hands(seed: int = 1) -> list[Hand]:
    table = FakeTable(random_player(seed))
    play(table, seed=str(seed))
    return hands_of(table)


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Makes every deal give these hands to the seats."""

    def gives(hands: tuple[str, ...]) -> None:
        deck = tuple(card for cards in zip(*(hand.split(" ") for hand in hands), strict=True) for card in cards)
        assert sorted(deck) == sorted(PACK)
        monkeypatch.setattr("referee.match.draw", lambda seed, c: deck if c.what == "deal" else draw(seed, c))

    return gives


def first_hand(**players: Strategy) -> Hand:
    """Played by suits, but for these players."""
    table = FakeTable(by_suits, **players)
    play(table)
    return hands_of(table)[0]


# The deal and the tricks.


def test_each_of_the_four_is_dealt_13_of_the_52_cards_and_none_are_passed() -> None:
    for hand in random_hands():
        assert tuple(hand.dealt) == FOUR
        assert [len(cards) for cards in hand.dealt.values()] == [13] * 4
        assert sorted(card for cards in hand.dealt.values() for card in cards) == sorted(PACK)
        assert hand.keys[:7] == ["start hand", *["cards"] * 4, "start trick", "card"]


def test_the_holder_of_the_two_of_clubs_leads_the_first_trick() -> None:
    hands = random_hands()
    leaders = [hand.tricks[0].order[0] for hand in hands]
    assert ["2C" in hand.dealt[leader] for hand, leader in zip(hands, leaders, strict=True)] == [True] * len(hands)
    assert len(set(leaders)) > 1


def test_it_may_lead_any_card_hearts_too_and_points_may_fall_on_the_first_trick(deal: Deal) -> None:
    deal(NO_MOON)
    hand = first_hand(Ann=at_once("2H"))
    assert hand.tricks[0].cards == {"Ann": "2H", "Bob": "AH", "Cat": "KH", "Dan": "AD"}
    assert (hand.tricks[0].winner, hand.tricks[0].points) == ("Bob", 3)


def test_the_winner_of_a_trick_leads_the_next_and_the_circle_of_the_seats_is_kept() -> None:
    circle = list(FOUR) * 2
    for hand in random_hands():
        assert len(hand.tricks) == 13
        for trick in hand.tricks:
            first = circle.index(trick.order[0])
            assert trick.order == list(trick.cards) == circle[first : first + 4]
        assert all(after.order[0] == before.winner for before, after in pairwise(hand.tricks))


def test_a_player_that_has_a_card_of_the_led_suit_may_play_no_other_and_all_may_be_played_otherwise() -> None:
    table = FakeTable(random_player(5))
    play(table)
    asked = iter(table.asked)
    for hand in hands_of(table):
        for trick in hand.tricks:
            led = trick.cards[trick.order[0]][1]
            for player in trick.order:
                held = hand.dealt[player]
                of_suit = [card for card in held if card[1] == led and player != trick.order[0]]
                assert next(asked) == (player, "card", tuple(of_suit or held))
                held.remove(trick.cards[player])


def test_the_highest_card_of_the_led_suit_wins_the_trick() -> None:
    for trick in (trick for hand in random_hands() for trick in hand.tricks):
        led = trick.cards[trick.order[0]][1]
        assert trick.cards[trick.winner] == strongest(trick.cards.values(), led)


# Points.


def test_a_heart_counts_one_point_the_queen_of_spades_13_and_no_other_card_any() -> None:
    assert {card: points for card, points in POINTS.items() if points} == {
        **dict.fromkeys(HEARTS.split(" "), 1),
        "QS": 13,
    }


def test_the_points_of_a_trick_are_told_and_go_to_its_winner() -> None:
    before = dict.fromkeys(FOUR, 0)
    for hand in random_hands():
        for trick in hand.tricks:
            assert trick.points == sum(POINTS[card] for card in trick.cards.values())
        taken = {name: sum(trick.points for trick in hand.tricks if trick.winner == name) for name in FOUR}
        assert hand.scores == {name: before[name] + taken[name] for name in FOUR}
        assert sum(taken.values()) == 26
        before = hand.scores


def test_who_takes_every_heart_and_the_queen_of_spades_gives_26_points_to_each_of_the_others(deal: Deal) -> None:
    deal(A_MOON)
    hand = first_hand()
    assert sum(trick.points for trick in hand.tricks if trick.winner == "Ann") == 26
    assert hand.scores == {"Ann": 0, "Bob": 26, "Cat": 26, "Dan": 26}


def test_a_moon_is_told_before_the_scores(deal: Deal) -> None:
    deal(A_MOON)
    table = FakeTable(by_suits)
    play(table, target=26)
    assert table.lines()[-5:] == [
        "|INFO|end trick|13|Ann|1|END|",
        "|INFO|shot the moon|Ann|END|",
        "|INFO|scores|Ann 0|Bob 26|Cat 26|Dan 26|END|",
        "|INFO|end hand|1|END|",
        "|INFO|end game|Ann 0|Bob 26|Cat 26|Dan 26|END|",
    ]


def test_all_points_but_those_of_one_trick_are_no_moon(deal: Deal) -> None:
    deal(NO_MOON)
    hand = first_hand()
    assert hand.scores == {"Ann": 23, "Bob": 3, "Cat": 0, "Dan": 0}
    assert hand.keys[-3:] == ["end trick", "scores", "end hand"]


# The end of the game.


@pytest.mark.parametrize(("before", "hands"), [(73, 2), (74, 1), (75, 1)])
def test_the_game_ends_after_the_hand_in_which_somebody_reaches_100_exactly_100_too(
    deal: Deal, before: int, hands: int
) -> None:
    deal(A_MOON)
    table = FakeTable(by_suits)
    play(table, Bob=before)
    assert len(hands_of(table)) == hands
    assert table.lines("scores")[-1].replace("scores", "end game") == table.lines("end game")[0]


def test_the_hand_in_which_somebody_passes_100_is_played_to_its_end(deal: Deal) -> None:
    deal(A_MOON)
    table = FakeTable(by_suits)
    play(table, Ann=99)
    hand = hands_of(table)[0]
    assert len(hand.tricks) == 13
    assert hand.scores == {"Ann": 99, "Bob": 26, "Cat": 26, "Dan": 26}, "who passes it on the way to a moon has not"


def test_the_lowest_score_wins_and_two_at_the_same_lowest_share_the_place(deal: Deal) -> None:
    deal(NO_MOON)
    result = play(FakeTable(by_suits), Ann=80)
    assert {one.player: (one.place, one.score) for one in result.standings} == {
        "Ann": (4, 103),
        "Bob": (3, 3),
        "Cat": (1, 0),
        "Dan": (1, 0),
    }


# A bad card.


@pytest.mark.parametrize("bad", ["XX", "2h", "", "3H 4H", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"])
def test_a_bad_card_costs_26_points_and_ends_the_hand_at_once(deal: Deal, bad: Answer) -> None:
    deal(NO_MOON)
    hand = first_hand(Dan=bad_at(3, bad))
    assert hand.scores == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 26}
    assert [trick.winner for trick in hand.tricks] == ["Ann", "Ann", ""]
    assert hand.keys[-3:] == ["bad card", "scores", "end hand"]


def test_a_revoke_is_a_bad_card(deal: Deal) -> None:
    deal(NO_MOON)
    hand = first_hand(Cat=bad_at(1, "KH"))
    assert {"3C", "KH"} <= set(hand.dealt["Cat"])
    assert hand.keys[-3:] == ["bad card", "scores", "end hand"]
    assert hand.scores["Cat"] == 26


def test_the_points_of_finished_tricks_stay_and_those_of_the_open_one_count_for_nobody(deal: Deal) -> None:
    deal(SPLIT)
    hand = first_hand(Ann=at_once("AH"), Dan=bad_at(4))
    assert [(trick.winner, trick.points) for trick in hand.tricks] == [("Ann", 2), ("Cat", 0), ("Cat", 14), ("", 0)]
    assert hand.tricks[-1].cards == {"Cat": "JH"}
    assert hand.scores == {"Ann": 2, "Bob": 0, "Cat": 14, "Dan": 26}


def test_points_that_all_went_to_one_player_are_dropped_if_another_gives_a_bad_card(deal: Deal) -> None:
    deal(A_MOON)
    hand = first_hand(Dan=bad_at(5))
    assert [trick.points for trick in hand.tricks] == [1, 1, 14, 1, 0]
    assert hand.scores == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 26}


def test_points_that_all_went_to_the_offender_stay(deal: Deal) -> None:
    deal(A_MOON)
    assert first_hand(Ann=bad_at(5)).scores == {"Ann": 17 + 26, "Bob": 0, "Cat": 0, "Dan": 0}


@pytest.mark.parametrize(("offender", "scores"), [("Dan", [0, 0, 0, 26]), ("Ann", [25 + 26, 0, 0, 0])])
def test_a_bad_card_in_the_last_trick_leaves_no_moon(deal: Deal, offender: str, scores: list[int]) -> None:
    deal(A_MOON)
    hand = first_hand(**{offender: bad_at(13)})
    assert len(hand.tricks) == 13
    assert "shot the moon" not in hand.keys
    assert list(hand.scores.values()) == scores


def test_a_hand_that_a_bad_card_ended_counts_and_the_next_one_is_a_new_deal() -> None:
    table = FakeTable(by_suits, Dan=bad_at(1))
    play(table)
    first, second = hands_of(table)[:2]
    assert table.lines("start hand")[:2] == ["|INFO|start hand|1|END|", "|INFO|start hand|2|END|"]
    assert first.dealt != second.dealt
    assert "2C" in second.dealt[second.tricks[0].order[0]]


def test_the_points_of_a_bad_card_can_end_the_game() -> None:
    table = FakeTable(by_suits, Dan=bad_at(1))
    result = play(table, Dan=74)
    assert table.lines()[-3:] == [
        "|INFO|scores|Ann 0|Bob 0|Cat 0|Dan 100|END|",
        "|INFO|end hand|1|END|",
        "|INFO|end game|Ann 0|Bob 0|Cat 0|Dan 100|END|",
    ]
    assert [one.place for one in result.standings] == [1, 1, 1, 4]


def test_with_its_third_bad_card_a_player_is_retired_with_all_that_it_cost() -> None:
    table = FakeTable(by_suits, Dan=lambda _: "XX")
    dan = play(table, Bob=99).standings[3]
    assert (dan.place, dan.score, dan.retired) == (4, 3 * 26, "bad cards")


TAKERS = st.lists(st.sampled_from(FOUR), min_size=14, max_size=14) | st.sampled_from(FOUR).map(lambda one: [one] * 14)


@given(st.permutations([points for points in POINTS.values() if points]), TAKERS, st.integers(0, 14), st.data())
def test_a_bad_card_never_pays_against_anybody_whatever_would_have_followed(
    points: list[int], takers: list[str], fallen: int, data: st.DataObject
) -> None:
    offender, other = data.draw(st.permutations(FOUR))[:2]

    def lead_over_the_other(cards: int, *, bad: bool) -> int:
        taken = {
            name: sum(p for p, taker in zip(points[:cards], takers, strict=False) if taker == name) for name in FOUR
        }
        rules = Hearts(FOUR, {"target": 100})
        rules.scores = dict(taken)
        if bad:
            rules.charge(offender, taken)
        elif shooter := only_taker(taken):
            rules.reward(shooter)
        return rules.scores[other] - rules.scores[offender]

    assert lead_over_the_other(fallen, bad=True) <= lead_over_the_other(14, bad=False)


# The table of a replay.


def test_the_table_shows_scores_points_of_the_hand_and_moons(deal: Deal) -> None:
    deal(A_MOON)
    log = played(plan("hearts", target=78), FakeTable(by_suits))[1]
    view = Knowledge(story_of(log), None).view(10**6)
    assert view.lines() == [
        "hand 3, trick 13  score  points  moons  cards",
        "Ann                   0      26      3",
        "Bob                  78       0      0",
        "Cat                  78       0      0",
        "Dan                  78       0      0",
        "",
        "Ann shot the moon",
    ]
