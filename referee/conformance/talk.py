"""What is looked for in a short talk with a client: its first answers, their form, lines too many, how it leaves."""

from __future__ import annotations

from collections.abc import Callable

from referee.conformance.finding import Subject, of_exchange, of_line, of_lines_too_many, shown
from referee.conformance.judge import looks_like_an_answer
from referee.conformance.sitting import Exchange, Sitting
from referee.conformance.step import Finding
from referee.lines import BadLine, read, read_response
from referee.match import NO_FAULT, Fault
from referee.seats.table import DID_NOT_LEAVE

NOT_STARTED = frozenset({"carriage return", "interpreter"})  # as a shell or env finds it
NOTHING_CAME = frozenset({Fault.SILENT, Fault.GONE, Fault.TIME})
LAST_WORDS = "said after its last question: "


def _start(subject: Subject, sitting: Sitting) -> Finding | None:
    finding = _first_answer(subject, sitting)
    return finding if finding and finding.mistake in NOT_STARTED else None


def _first_answer(subject: Subject, sitting: Sitting) -> Finding | None:
    silent = (exchange for exchange in sitting.exchanges if exchange.reply.fault in NOTHING_CAME)
    return next((of_exchange(subject, sitting, exchange) for exchange in silent), None)


def _form(subject: Subject, sitting: Sitting) -> Finding | None:
    for exchange in sitting.exchanges:
        if exchange.reply.fault is not NO_FAULT:
            return of_exchange(subject, sitting, exchange)
        if _answer(exchange) is None:
            return of_line(subject, sitting, exchange)
    return None


def _once(subject: Subject, sitting: Sitting) -> Finding | None:
    answers = [pair for pair in _lines_too_many(sitting) if looks_like_an_answer(pair[1])]
    if answers and _are_second_answers(sitting, answers):
        return of_lines_too_many(subject, sitting, answers[0][0], "answers twice")
    return None


def _unasked(subject: Subject, sitting: Sitting) -> Finding | None:
    too_many = _lines_too_many(sitting)
    chatter = [pair for pair in too_many if not looks_like_an_answer(pair[1])]
    if chatter:
        return of_lines_too_many(subject, sitting, chatter[0][0], "debugging")
    if too_many and not _are_second_answers(sitting, too_many):
        return of_lines_too_many(subject, sitting, too_many[0][0], "answers infos")
    return None


# The steps of a talk, by name.
LOOKS: dict[str, Callable[[Subject, Sitting], Finding | None]] = {
    "start": _start,
    "first answer": _first_answer,
    "form": _form,
    "once": _once,
    "unasked": _unasked,
}


def leaving(subject: Subject, sitting: Sitting) -> Finding | None:
    """How it left when its input was closed."""
    how = next((note for note in sitting.notes if note == DID_NOT_LEAVE or note.startswith(("exited", "was "))), "")
    if not how:
        return None
    mistake = "exit code"
    if not sitting.ending.left:
        mistake = "spins at the end" if sitting.ending.busy else "stays"
    return subject.finding(
        mistake,
        "does not leave",
        sitting.plan.game,
        expected="that it leaves within a second, with code 0",
        stderr=sitting.stderr,
        sent=(*sitting.memory.sent, "(its input was closed)"),
        came=(how,),
    )


def last_words(subject: Subject, sitting: Sitting) -> Finding | None:
    said = next((note for note in sitting.notes if note.startswith(LAST_WORDS)), "")
    if not said:
        return None
    return subject.finding(
        "talks at the end",
        "unasked",
        sitting.plan.game,
        expected="nothing: there was no question",
        stderr=sitting.stderr,
        sent=tuple(sitting.memory.sent),
        came=(shown(said.removeprefix(LAST_WORDS).encode()),),
    )


def _answer(exchange: Exchange) -> int | None:
    """Which of the lines is the answer to the question."""
    found = (n for n, line in enumerate(exchange.lines) if read_response(line, exchange.key) is not None)
    return next(found, None)


def _lines_too_many(sitting: Sitting) -> list[tuple[Exchange, bytes]]:
    return [
        (exchange, line)
        for exchange in sitting.exchanges
        for number, line in enumerate(exchange.lines)
        if number != _answer(exchange)
    ]


def _are_second_answers(sitting: Sitting, too_many: list[tuple[Exchange, bytes]]) -> bool:
    """Most of them right after a question: else they are answers to what was only told."""
    keys = {exchange.key for exchange in sitting.exchanges}
    if any(_key(line) not in keys for _, line in too_many) or len(too_many) >= sitting.memory.infos:
        return False
    early = sum(len(exchange.early) for exchange in sitting.exchanges)
    return 2 * early <= len(too_many)


def _key(line: bytes) -> str:
    try:
        return read(line)[1]
    except BadLine:
        return ""
