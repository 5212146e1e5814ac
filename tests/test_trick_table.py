"""The table of a trick game shows what the words told, and no more."""

from __future__ import annotations

from referee.games.trick_table import TrickTable, in_suits

THREE = ("Ann", "Bob", "Cat")


def table(*words: tuple[str, tuple[object, ...]]) -> TrickTable:
    table = TrickTable(THREE, bad_card=-100)
    for key, values in words:
        table.hear(key, values, None)
    return table


def in_a_trick() -> TrickTable:
    return table(("start hand", (3,)), ("start trick", (2, ("Bob", "Cat", "Ann"))), ("played", ("Bob", "TH")))


def test_a_hand_stands_suit_by_suit_from_the_highest_card_down() -> None:
    assert in_suits(["2S", "TH", "AD", "KS", "AH", "9D"]) == "KS 2S  AH TH  AD 9D"


def test_a_hand_is_known_if_its_cards_were_told_and_loses_what_is_played() -> None:
    told = in_a_trick()
    told.hear("cards", (("2S", "JH"),), ("Cat",))
    told.hear("played", ("Cat", "JH"), None)
    assert told.lines()[1:4] == [
        "Ann                  0    0  ?",
        "Bob                  0    0  ? (gone: TH)",
        "Cat                  0    0  2S",
    ]


def test_it_says_who_led_who_is_ahead_and_who_is_next() -> None:
    told = in_a_trick()
    assert told.lines()[-1] == "Bob TH led and ahead, Cat to play"
    told.hear("played", ("Cat", "JH"), None)
    assert told.lines()[-1] == "Bob TH led, Cat JH ahead, Ann to play"
    told.hear("played", ("Ann", "AS"), None)
    told.hear("end trick", (2, "Cat", 1), None)
    assert told.lines()[-1] == "Bob TH led, Cat JH won, Ann AS"
    assert told.lines()[0].startswith("hand 3, trick 2")


def test_points_and_tricks_go_to_the_winner_and_a_bad_card_costs() -> None:
    told = in_a_trick()
    told.hear("end trick", (2, "Cat", 5), None)
    told.hear("bad card", ("Bob", "ZZ"), None)
    assert told.scores == {"Ann": 0, "Bob": -100, "Cat": 5}
    assert told.won["Cat"] == 1
    assert told.lines()[-1] == "bad card of Bob: ZZ"


def test_a_new_hand_clears_the_table_and_keeps_the_scores() -> None:
    told = in_a_trick()
    told.hear("end trick", (2, "Cat", 1), None)
    told.hear("start hand", (4,), None)
    assert told.lines() == ["hand 4  score  won  cards", *(f"{n:<6}  {s:>5}    0  ?" for n, s in told.scores.items())]


def test_scores_that_are_told_stand() -> None:
    told = table(("scores", ((("Ann", 3), ("Bob", 20), ("Cat", 3)),)))
    assert told.scores == {"Ann": 3, "Bob": 20, "Cat": 3}
    told.hear("end game", ((("Ann", 1), ("Bob", 2), ("Cat", 3)),), None)
    assert told.scores == {"Ann": 1, "Bob": 2, "Cat": 3}


def test_words_that_it_does_not_know_change_nothing() -> None:
    assert table(("shot the moon", ("Ann",))).lines() == table().lines()
