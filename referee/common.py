"""The words that mean the same in every game, and the types of their fields."""

from referee.words import Field, Info, Kind

NAME = Kind("name", r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}", "the name of a player")
NUMBER = Kind("number", r"-?(0|[1-9][0-9]*)", "a whole number", parse=int)
TEXT = Kind("text", r"[^|]+", "any text without a bar or a control character")
SCORE = Kind(
    "score",
    f"{NAME.pattern} {NUMBER.pattern}",
    "the name of a player, a space, its score",
    write=lambda pair: f"{pair[0]} {pair[1]}",
    parse=lambda text: (text.split(" ")[0], int(text.split(" ")[1])),
)

start_game = Info(
    "start game",
    Field("players", NAME),
    repeat=True,
    meaning="The game begins: the players, in the order of their seats.",
)
end_game = Info(
    "end game",
    Field("scores", SCORE),
    repeat=True,
    meaning="The game is over: every player with its score, in the order of their seats.",
)
start_hand = Info("start hand", Field("hand", NUMBER), meaning="A hand begins; they are counted from 1.")
scores = Info(
    "scores",
    Field("scores", SCORE),
    repeat=True,
    meaning="How the game stands before the hand ends: every player with its score, in the order of their seats.",
)
end_hand = Info("end hand", Field("hand", NUMBER), meaning="The hand is over, all its cards played or not.")
start_trick = Info(
    "start trick",
    Field("trick", NUMBER),
    Field("order", NAME),
    repeat=True,
    meaning="A trick begins, counted from 1 in every hand: the players, in the order in which they play.",
)
end_trick = Info(
    "end trick",
    Field("trick", NUMBER),
    Field("winner", NAME),
    Field("points", NUMBER),
    meaning="The trick is over: who won it, and the points that it was worth.",
)
bad_card = Info(
    "bad card",
    Field("player", NAME),
    Field("said", TEXT),
    meaning="A player gave no legal answer: what it said instead, or `(silent)`, `(gone)`, `(garbled)`.",
)
choices = Info(
    "choices",
    Field("answers", TEXT),
    repeat=True,
    meaning="All legal answers to the question in the next line. Only clients that asked for it see it.",
)
