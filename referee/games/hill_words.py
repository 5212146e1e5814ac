"""The words of hill: all that its players are told and asked beyond the words of every game."""

from referee.cards import RANKS, SUITS
from referee.common import NAME, NUMBER
from referee.words import Field, Info, Kind, Query, spaced

PASS = "pass"
NONE = "none"

RANK = Kind("rank", f"[{RANKS}]", "a rank")
SUIT = Kind("suit", f"[{SUITS}]", "a suit")
SUIT_OR_PASS = Kind("suit or pass", f"([{SUITS}]|{PASS})", f"a suit, or `{PASS}`")
CARD = Kind("card of hill", f"([{RANKS}][{SUITS}]|~[BR])", "a card: its rank, then its suit; or a joker, `~B`, `~R`")
CARD_OR_NONE = Kind("card of hill or none", f"({CARD.pattern}|{NONE})", f"a card or a joker; or `{NONE}`")
PLAY = Kind("play of hill", f"{CARD.pattern}( {CARD.pattern})?", "one card, or two with a space between them")
CARDS = spaced("cards of hill", f"{CARD.pattern}( {CARD.pattern})*", "cards with one space between them")
LEVEL = spaced("level", f"{NAME.pattern} {RANK.pattern}", "the name of a player, a space, its rank")

levels = Info(
    "levels",
    Field("levels", LEVEL),
    repeat=True,
    meaning="The rank that each player stands at, in the order of their seats.",
)
trump_rank = Info("trump rank", Field("rank", RANK), meaning="The cards of this rank are trumps in this hand.")
king = Info("king", Field("player", NAME), meaning="Who is king of the hill in this hand.")
dealt = Info("dealt", Field("card", CARD), meaning="You are dealt this card.")
declare = Query(
    "declare",
    Field("suit", SUIT_OR_PASS),
    quiet=True,
    meaning="Do you declare a suit in which you hold the trump rank? That this is asked is a secret.",
)
declared = Info(
    "declared",
    Field("player", NAME),
    Field("suit", SUIT),
    Field("copies", NUMBER),
    meaning="A player declares the suit of trumps, by one card of the trump rank, or by both copies of it.",
)
name_trump = Query(
    "trump", Field("suit", SUIT), meaning="Nobody has declared. Which suit do you, the king, make trumps?"
)
trump = Info("trump", Field("suit", SUIT), meaning="The suit of trumps is settled.")
kitty = Info("kitty", Field("cards", CARDS), meaning="You are the king, and these eight cards are yours too.")
bury = Query("bury", Field("card", CARD), meaning="Which card do you lay away, face down, until the end of the hand?")
call = Query(
    "call",
    Field("card", CARD_OR_NONE),
    meaning="Which card do you call? Whoever plays it first is your teammate.",
)
called = Info(
    "called",
    Field("player", NAME),
    Field("card", CARD_OR_NONE),
    meaning="The king calls this card, or none.",
)
cards = Info("cards", Field("hand", CARDS), meaning="The cards that you hold; their order means nothing.")
play_cards = Query(
    "card",
    Field("play", PLAY),
    unordered=True,
    meaning="What do you play? To lead, any card or any pair; to follow, as many cards as were led, of their suit.",
)
played = Info("played", Field("player", NAME), Field("play", PLAY), meaning="A player played this to the trick.")
joined = Info("joined", Field("player", NAME), meaning="A player has played the called card and is with the king.")
buried = Info("buried", Field("cards", CARDS), meaning="The eight cards that the king had buried.")
challenge = Info("challenge", Field("score", NUMBER), meaning="The challengers' score of this hand.")
