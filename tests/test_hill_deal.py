"""The rules of hill up to the first trick, sentence by sentence: deal, declaration, king, what is buried and called."""

from __future__ import annotations

from hill_talk import FIVE, WORDS, Talk, a_match, deck, hands_of, hill, talk

from referee.games.hill import CALLS
from referee.games.hill_cards import FACES


def declarations(king: str, *answers: str, **first_cards: str) -> Talk:
    """The deal, with two as the rank of trumps."""
    return talk(hill(king).deal(1), *answers, deck=deck(**first_cards))


def test_cards_are_dealt_one_at_a_time_in_seat_order_from_seat_1_while_nobody_has_been_king() -> None:
    told = declarations("").told
    assert len(told) == 100
    assert [line.split(":")[0] for line in told] == [f"to {player}" for _ in range(20) for player in FIVE]


def test_later_the_king_is_dealt_first_but_every_seat_gets_the_same_cards() -> None:
    first, later = declarations("").told, declarations("Dan").told
    assert [line.split(":")[0] for line in later[:6]] == ["to Dan", "to Eve", "to Ann", "to Bob", "to Cat", "to Dan"]
    assert sorted(first) == sorted(later)


def test_seat_s_gets_every_fifth_card_from_the_s_th_on_and_eight_remain() -> None:
    rules, cards = hill(), deck()
    left = talk(rules.deal(1), deck=cards).outcome
    assert rules.hands == {player: cards[seat:100:5] for seat, player in enumerate(FIVE)}
    assert left == tuple(cards[100:])


def test_who_is_dealt_the_trump_rank_is_asked_at_once_for_its_suit() -> None:
    heard = declarations("", "H", Bob="3C 2H")
    assert heard.asked == [("Bob", "H", "pass")]
    at = heard.told.index("declared Bob H 1")
    assert heard.told[at - 1] == "to Bob: dealt 2H"


def test_nobody_is_asked_for_a_card_of_another_rank_or_for_a_joker() -> None:
    assert declarations("", Ann="3S ~B ~B", Bob="AH ~R").asked == []


def test_passing_is_told_to_nobody() -> None:
    assert all(line.startswith("to ") for line in declarations("", "pass", "pass", Bob="2H").told)


def test_once_a_suit_is_declared_only_a_pair_is_asked_for_and_overrides() -> None:
    heard = declarations("", "H", "S", Ann="2H", Bob="2C", Cat="2S 2S")
    assert heard.asked == [("Ann", "H", "pass"), ("Cat", "S", "pass")]
    assert [line for line in heard.told if "declared" in line] == ["declared Ann H 1", "declared Cat S 2"]


def test_a_pair_overrides_a_pair() -> None:
    rules = hill()
    talk(rules.deal(1), "H", "S", "C", deck=deck(Ann="2H", Bob="2S 2S", Cat="3C 2C 2C"))
    assert (rules.declarer, rules.suit) == ("Cat", "C")


def test_the_declarer_may_declare_again_with_a_pair() -> None:
    heard = declarations("", "H", "H", Ann="2H 2H")
    assert [line for line in heard.told if "declared" in line] == ["declared Ann H 1", "declared Ann H 2"]


def test_a_first_declaration_with_both_copies_counts_as_a_pair() -> None:
    heard = declarations("", "pass", "H", Ann="2H 2H")
    assert heard.told[-1].startswith("to ")
    assert [line for line in heard.told if "declared" in line] == ["declared Ann H 2"]


def test_two_cards_of_the_rank_in_different_suits_are_no_pair() -> None:
    heard = declarations("", "H", Ann="2H 2S", Bob="2H")
    assert heard.asked == [("Ann", "H", "pass")]


def test_if_nobody_declares_each_holder_is_asked_once_more_with_all_its_suits_until_one_does() -> None:
    heard = declarations("Cat", *["pass"] * 5, "D", Bob="2H", Dan="2D 2S 3S 3S", Ann="2C 2C")
    assert heard.asked[5:] == [("Dan", "S", "D", "pass")]
    assert heard.told[-1] == "declared Dan D 1"


def test_in_the_last_round_of_asking_the_players_come_from_the_starting_player_on_and_only_once() -> None:
    heard = declarations("Cat", Bob="2H", Dan="2D", Ann="2C 2C")
    assert [asked[0] for asked in heard.asked[4:]] == ["Dan", "Ann", "Bob"]


def test_a_declaration_after_the_deal_tells_whether_both_copies_are_held() -> None:
    heard = declarations("", "pass", "pass", "C", Ann="2C 2C")
    assert heard.told[-1] == "declared Ann C 2"


def test_that_a_declaration_is_asked_for_is_a_secret() -> None:
    quiet = [word.key for word in WORDS.words if getattr(word, "quiet", False)]
    assert quiet == ["declare"]


# King and trumps


def test_in_the_first_hand_the_declarer_becomes_king_when_trumps_are_told() -> None:
    rules = hill()
    rules.declarer, rules.suit = "Dan", "C"
    assert talk(rules.settle_trumps(1)).told == ["trump C", "king Dan"]
    assert rules.king == "Dan"


def test_a_first_hand_without_a_declaration_has_a_king_and_a_suit_drawn_by_chance() -> None:
    rules = hill()
    heard = talk(rules.settle_trumps(4))
    assert [(chance.what, chance.hand, chance.index, chance.take) for chance in heard.drawn] == [
        ("trump", 4, 0, 1),
        ("trump", 4, 1, 1),
    ]
    assert heard.told == [f"trump {rules.suit}", f"king {rules.king}"]


def test_later_the_king_names_the_suit_that_nobody_declared() -> None:
    rules = hill("Bob")
    heard = talk(rules.settle_trumps(2), "D")
    assert heard.asked == [("Bob", "S", "C", "H", "D")]
    assert (heard.told, rules.king) == (["trump D"], "Bob")


def test_later_a_declaration_makes_trumps_and_no_king() -> None:
    rules = hill("Bob")
    rules.declarer, rules.suit = "Eve", "S"
    heard = talk(rules.settle_trumps(2))
    assert (heard.asked, heard.told, rules.king) == ([], ["trump S"], "Bob")


def test_all_start_at_rank_2_and_the_first_hand_has_it_as_trumps_and_no_king_yet() -> None:
    told = talk(hill().hand(1)).told
    assert told[:3] == ["start hand 1", "levels Ann 2 Bob 2 Cat 2 Dan 2 Eve 2", "trump rank 2"]
    assert told[3].startswith("to Ann: dealt ")


def test_later_hands_tell_the_king_and_have_its_rank_as_trumps() -> None:
    for hand in hands_of(a_match(hands=6))[1:]:
        _, (_, *levels), (_, rank), (_, king) = hand[:4]
        assert [line[0] for line in hand[:4]] == ["start hand", "levels", "trump rank", "king"]
        assert f"{king} {rank}" in levels


# What the king buries and calls


def test_the_king_alone_gets_the_eight_cards_and_buries_eight_one_by_one() -> None:
    rules = hill("Bob", Bob="3S 3S 4C", Ann="AS")
    heard = talk(rules.bury(("AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H")), "3S", "AH")
    assert heard.told == ["to Bob: kitty AH KH QH JH TH 9H 8H 7H"]
    assert [asked[0] for asked in heard.asked] == ["Bob"] * 8
    assert sorted(heard.asked[0][1:]) == sorted(["3S", "4C", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"])
    assert rules.buried[:2] == ["3S", "AH"]
    assert sorted(rules.buried + rules.hands["Bob"]) == sorted(
        ["3S", "3S", "4C", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"]
    )


def test_the_king_calls_any_of_the_54_faces_or_none_and_all_are_told() -> None:
    heard = talk(hill("Bob").call(), "~R")
    assert heard.asked == [("Bob", *FACES, "none")]
    assert heard.told[0] == "called Bob ~R"
    assert len(CALLS) == 55


def test_then_everybody_is_told_its_own_cards_and_nobody_those_of_others() -> None:
    rules = hill("Bob", Ann="3S", Bob="4S", Cat="5S", Dan="6S", Eve="7S 7S")
    assert talk(rules.call()).told[1:] == [
        "to Ann: cards 3S",
        "to Bob: cards 4S",
        "to Cat: cards 5S",
        "to Dan: cards 6S",
        "to Eve: cards 7S 7S",
    ]


def test_no_private_word_is_told_to_two() -> None:
    private = {"dealt", "kitty", "cards", "QUERY"}
    for player, line in a_match().sent:
        kind, key = line.decode().split("|")[1:3]
        assert (player != "*") == bool({kind, key} & private)
