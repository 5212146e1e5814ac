"""The steps of a check, in their order: each plays a situation and looks at what the client made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from statistics import median
from time import monotonic

from referee.conformance import situations, talk
from referee.conformance.finding import Subject, of_exchange
from referee.conformance.memory import Memory
from referee.conformance.sitting import Exchange, Sitting
from referee.conformance.step import FAILED, NOT_TRIED, OK, STEPS, Finding, Step
from referee.errors import BadClient
from referee.game import find
from referee.lines import read_response
from referee.seats.program import CannotStart
from referee.summary import milliseconds

LONGEST = 10.0  # seconds of whole matches, then no other begins
SLOW = 0.1  # the part of a limit above which an answer is worth a warning
COSTLY = frozenset({"start", "first answer"})  # without these, nothing of any game can be tried


def check(subject: Subject, games: list[str], matches: int) -> Iterator[Step]:
    """The steps of each game; a client that does not answer in its first game is not asked in the others."""
    answered, hopeless = False, False
    for game in games:
        names = iter(STEPS)
        for step in () if hopeless else _of_game(subject, game, matches):
            yield from _not_tried(game, takewhile(step.name.__ne__, names))
            yield step
            answered |= step.name == "first answer" and step.ok
            hopeless |= step.name in COSTLY and not step.ok and not answered
        yield from _not_tried(game, names)


def without_program(subject: Subject, games: list[str], error: BadClient | CannotStart, mistake: str) -> Iterator[Step]:
    """The steps where there is nothing to try."""
    names = iter(STEPS)
    yield _step(games[0], next(names), _no_program(subject, games[0], error, mistake))
    yield from _not_tried(games[0], names)
    for game in games[1:]:
        yield from _not_tried(game, iter(STEPS))


def _not_tried(game: str, names: Iterator[str]) -> Iterator[Step]:
    return (Step(game, name, NOT_TRIED) for name in names)


def _step(game: str, name: str, finding: Finding | None, about: str = "", warning: str = "") -> Step:
    return Step(game, name, FAILED if finding else OK, about, warning, finding)


def _no_program(subject: Subject, game: str, error: BadClient | CannotStart, mistake: str) -> Finding:
    """Of a failed build with all that the compiler said."""
    message, _, more = str(error).partition("\n")
    finding = subject.finding(mistake, "does not start", game, expected="a program that starts", came=(message,))
    return replace(finding, stderr=tuple(line.strip() for line in more.splitlines()))


def _of_game(subject: Subject, game: str, matches: int) -> Iterator[Step]:
    """Until one fails after which the rest would only say the same again."""
    sitting = situations.talk(subject, game)
    try:
        sitting.play()
    except CannotStart as error:
        yield _step(game, "start", _no_program(subject, game, error, _why_not_started(subject)))
        return
    for name, look in talk.LOOKS.items():
        finding = look(subject, sitting)
        yield _step(game, name, finding)
        if finding and name in COSTLY:
            return
        if finding:
            break
    leaving = talk.leaving(subject, sitting)
    yield _step(game, "leave", leaving)
    if not finding:
        yield from _in_play(subject, game, matches, leaves=leaving is None)


def _why_not_started(subject: Subject) -> str:
    first = subject.first_line
    if first.endswith("\r\n"):
        return "carriage return"
    return "interpreter" if first else "cannot run"


def _in_play(subject: Subject, game: str, matches: int, *, leaves: bool) -> Iterator[Step]:
    played, finding = _whole_matches(subject, game, matches)
    questions = sum(sitting.answers for sitting in played)
    yield _step(
        game,
        "rules",
        finding,
        f"{_counted(len(played), 'match', 'matches')}, {_counted(questions, 'question', 'questions')}",
    )
    if finding:
        return
    for name, (situation, mistake) in SITUATIONS.items():
        yield _step(game, name, _stumble(subject, situation(subject, game), mistake))
    yield _step(game, "end", _at_the_end(subject, game, leaves=leaves))
    yield _speed(subject, game, played)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


# The situations in which a client may stumble that plays well otherwise, and what is then wrong.
SITUATIONS: dict[str, tuple[Callable[[Subject, str], Sitting], str]] = {
    "unknown words": (situations.strange_words, "unknown word"),
    "bad card": (situations.bad_cards_of_others, "after a bad card"),
    "later hand": (situations.late_start, "later hand"),
}


def _stumble(subject: Subject, sitting: Sitting, mistake: str) -> Finding | None:
    """What is wrong comes of the situation; but a hand that is kept is known by itself."""
    finding = _wrong(subject, sitting)
    if finding is None or finding.mistake == "kept hand":
        return finding
    return subject.renamed(finding, mistake, sitting.plan.game)


def _wrong(subject: Subject, sitting: Sitting) -> Finding | None:
    """The first thing that is wrong in a match, which is played now."""
    found: list[Finding] = []
    sitting.judge = lambda exchange: found.append(of_exchange(subject, sitting, exchange))
    sitting.play()
    return found[0] if found else None


def _whole_matches(subject: Subject, game: str, matches: int) -> tuple[list[Sitting], Finding | None]:
    """From each seat so many, until one goes wrong; of a slow client, as many as there is time for."""
    played: list[Sitting] = []
    until = monotonic() + LONGEST
    for number in range(matches):
        for seat in range(find(game).seats[0]):
            if played and monotonic() > until:
                return played, None
            played.append(situations.whole_match(subject, game, seat, number))
            finding = _wrong(subject, played[-1])
            if finding:
                is_kept = finding.mistake == "not legal" and _keeps_the_led_suit(subject, game)
                return played, subject.renamed(finding, "led suit kept", game) if is_kept else finding
    return played, None


def _keeps_the_led_suit(subject: Subject, game: str) -> bool:
    """Whether it goes wrong in no first trick, and later mostly obeys what bound it in the trick before."""
    obeys: list[bool | None] = []
    for sitting in situations.first_hands(subject, game):

        def judge(exchange: Exchange, memory: Memory = sitting.memory) -> None:
            data = read_response(exchange.reply.line, exchange.key)
            obeys.append(False if exchange.first else memory.as_if_led_before(data or ""))

        sitting.judge = judge
        sitting.play()
        if sitting.answers == 1 and obeys[-1:] == [False]:
            return False
    return obeys.count(True) > 1 and obeys.count(True) > obeys.count(False)


def _at_the_end(subject: Subject, game: str, *, leaves: bool) -> Finding | None:
    sitting = situations.shortest_match(subject, game)
    finding = _wrong(subject, sitting)
    return finding or talk.last_words(subject, sitting) or (talk.leaving(subject, sitting) if leaves else None)


def _speed(subject: Subject, game: str, played: list[Sitting]) -> Step:
    micros = [took for sitting in played for took in sitting.micros] or [0]
    slowest, first = max(micros), max(sitting.first_micros for sitting in played)
    about = (
        f"median {milliseconds(median(micros))}, slowest {milliseconds(slowest)}, "
        f"first answer of a program {milliseconds(first)}"
    )
    slow = slowest > SLOW * subject.limits.time * 1e6 or first > SLOW * subject.limits.first_time * 1e6
    limits = f"{SLOW * subject.limits.time:g} s, at first {SLOW * subject.limits.first_time:g} s"
    warning = f"slow: a tenth of the limit is {limits}"
    return _step(game, "speed", None, about, warning if slow else "")
