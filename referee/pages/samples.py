"""Samples of play for the pages: a whole hand and every kind of bad card as one client sees it, and a log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.game import find
from referee.lines import escaped
from referee.log import Transcript
from referee.match import NOT_PUT, Fault, Match, Reply
from referee.plan import Limits, Plan, Player, checked_options
from referee.steps import Ask, Tell

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
TOOK = 150  # microseconds for any answer that came

# Seeds and options with which the first hand is played to its end, and the match is then over.
WHOLE_HAND: Mapping[str, tuple[str, dict[str, int]]] = {
    "tricks": ("20", {"target": 5}),
    "hearts": ("323", {"target": 26}),
    "dalmuti": ("251", {"hands": 1}),
    "hill": ("163", {"hands": 1}),
    "kings": ("359", {"turns": 9}),
}

# Options with which a match is over as soon as it can be.
SHORTEST: Mapping[str, dict[str, int]] = {
    "tricks": {"target": 1},
    "hearts": {"target": 1},
    "dalmuti": {"hands": 1},
    "hill": {"hands": 1},
    "kings": {"turns": 5},
}


@dataclass(frozen=True)
class Slip:
    """What a program does wrong at one of its questions, given the line with which it answered before."""

    what: str
    reply: Callable[[bytes], Reply]
    at: int = 1  # the number of the question, counted from the first trick on


SLIPS: Mapping[str, Slip] = {
    "illegal": Slip("It answers with what it has played already.", lambda before: Reply(before, TOOK), at=2),
    "garbled": Slip("It answers with what is no answer.", lambda _: Reply(b"RESPONSE card 6H", TOOK)),
    "unasked": Slip(
        "It answered the question before twice. The second line is found now, and the question is not put.",
        lambda before: Reply(before, 0, Fault.UNASKED),
        at=2,
    ),
    "overlong": Slip(
        "It answers with a line that does not end.", lambda _: Reply(b"|RESPONSE|card|6H6H6H...", TOOK, Fault.OVERLONG)
    ),
    "silent": Slip("It says nothing within its time.", lambda _: Reply(b"", 2_000_000, Fault.SILENT)),
    "gone": Slip("It exits when it is asked.", lambda _: Reply(b"", TOOK, Fault.GONE)),
}
LEAVES_AT_ONCE = Slip("It exits in the middle of its first answer.", lambda _: Reply(b"|RESP", TOOK, Fault.GONE))


class Notebook:
    """Players that give the first legal answer; what one of them hears and says is written down."""

    def __init__(self, player: str, slip: Slip | None = None, slips_after: str = "") -> None:
        self.player = player
        self.lines: list[str] = []
        self.slipped_after = 0  # so many lines
        self.note: Callable[[str, str], None] = lambda player, text: None
        self._slip = slip
        self._play_begins = f"|INFO|{slips_after}".encode()
        self._in_play = False
        self._runs = True
        self._answers = 0
        self._before = b""

    def tell(self, tell: Tell) -> None:
        self._in_play |= tell.line.startswith(self._play_begins)
        if not self._runs and tell.to is None:
            self.lines.append(f"# the others are told {tell.line.decode().rstrip()}")
        elif self._runs and (tell.to is None or self.player in tell.to):
            self._hears(tell.line)

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        reply = Reply(f"|RESPONSE|{ask.query.key}|{ask.legal[0]}|END|".encode(), TOOK)
        if ask.player != self.player:
            return reply
        self._answers += self._in_play
        if self._slip and self._slip.at == self._answers:
            self.slipped_after = len(self.lines)
            reply = self._slip.reply(self._before)
        self._before = reply.line
        if reply.fault not in NOT_PUT:
            self._hears(ask.query.line)
        if reply.line:
            self.lines.append(f"< {escaped(reply.line).decode()}")
        return reply

    def start(self, player: str) -> None:
        self._runs = True
        self.lines.append("# a fresh program is started")

    def end(self, player: str) -> None:
        self._runs = False
        self.lines.append("# its program is ended")
        self.note(player, "exited with code 1")

    def _hears(self, line: bytes) -> None:
        self.lines.append(f"> {line.decode().rstrip()}")


def conversation(game: str) -> str:
    """What one client and the referee say to each other: a whole hand, and what follows each kind of bad card."""
    seed, options = WHOLE_HAND[game]
    plan = sample_plan(game, seed, options)
    player = plan.names[0]
    target = ", ".join(f"{name} {value}" for name, value in plan.options.items())
    parts = [
        f"# A match of {game} as {player} sees it, made by `make protocol` (seed {plan.seed}, {target}).\n"
        f"# After `> ` stands what the referee says to {player}, after `< ` what {player} says.\n",
        *played(plan, Notebook(player)).lines,
    ]
    for kind, slip in SLIPS.items():
        parts += ["", f"# A bad card, {kind}. {slip.what}\n", *_around(slip, sample_plan(game, seed, {}))]
    return "\n".join(parts) + "\n"


def _around(slip: Slip, plan: Plan) -> list[str]:
    """From the trick of the answer that the slip needs to the next hand, or turn where there are no hands."""
    game = find(plan.game)
    notebook = played(plan, Notebook(plan.names[0], slip, slips_after=game.trick_word))
    lines, place = notebook.lines, notebook.slipped_after
    tricks = [number for number in range(place) if lines[number].startswith(f"> |INFO|{game.trick_word}|")]
    end = next(number for number in range(place, len(lines)) if lines[number].startswith(f"> |INFO|{game.hand_word}|"))
    return lines[tricks[-slip.at :][0] : end + 1]


def log(game: str) -> str:
    """The log of the shortest match in which a program leaves."""
    plan = sample_plan(game, "7", SHORTEST[game])
    notebook, transcript = Notebook(plan.names[0], slip=LEAVES_AT_ONCE), Transcript(lambda _: None)
    notebook.note = transcript.note
    transcript.header(plan)
    Match(plan, notebook, transcript).play()
    return transcript.take().decode()


def sample_plan(game: str, seed: str, options: dict[str, int]) -> Plan:
    rules = find(game)
    players = tuple(Player(name, ("./bot",), "/home/bots") for name in NAMES[: rules.seats[0]])
    return Plan(game, checked_options(rules, options), players, seed, True, Limits(bad_cards=rules.bad_cards))


def played(plan: Plan, notebook: Notebook) -> Notebook:
    Match(plan, notebook, Transcript(lambda _: None)).play()
    return notebook
