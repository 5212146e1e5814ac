"""What is wrong with an exchange, made ready to be read by the author of the client."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from referee.clients import Client
from referee.conformance import cures
from referee.conformance.guess import first_line, language_of
from referee.conformance.judge import looks_like_an_answer, not_legal, shape, wrong_line
from referee.conformance.sitting import Exchange, Sitting
from referee.conformance.step import Finding
from referee.game import find
from referee.lines import escaped, read_response
from referee.match import ENDS_THE_PROGRAM, Fault
from referee.plan import Limits
from referee.seats.program import PLAIN_PATH

WRONG_LINE, AGAINST_THE_RULES = "wrong line", "against the rules"
MOST_LINES = 6  # of stderr, and of what came
MOST_SHOWN = 200  # characters of a line
MOST_LEGAL = 13
NOT_FOUND = ("exited with code 126", "exited with code 127")  # by env or a shell


@dataclass
class Subject:
    """The client under test, and all that a cure may speak of."""

    client: Client
    limits: Limits
    choices: bool

    def __post_init__(self) -> None:
        self.language = language_of(self.client)
        self.first_line = first_line(self.client)

    def finding(
        self,
        mistake: str,
        kind: str,
        game: str,
        *,
        expected: str,
        came: tuple[str, ...],
        sent: tuple[str, ...] = (),
        stderr: bytes = b"",
        **facts: object,
    ) -> Finding:
        cure = cures.cure(mistake, self.language, **self._facts(game), **facts)
        page = cures.page(mistake, game)
        return Finding(mistake, kind, sent, expected, came, page, cure, last_lines(stderr))

    def renamed(self, finding: Finding, mistake: str, game: str) -> Finding:
        """The same, known to be another mistake."""
        cure = cures.cure(mistake, self.language, **self._facts(game))
        return replace(finding, mistake=mistake, page=cures.page(mistake, game), cure=cure)

    def _facts(self, game: str) -> dict[str, object]:
        rules = find(game)
        return {
            "game": game,
            "hand_word": rules.hand_word,
            "trick_word": rules.trick_word,
            "file": self.client.command[0] if self.client.command else self.client.name,
            "first_line": self.first_line.strip(),
            "path": PLAIN_PATH,
            "bank": f"{self.limits.bank:g}",
        }


def last_lines(stderr: bytes) -> tuple[str, ...]:
    lines = [shown(line) for line in stderr.split(b"\n") if line.strip()]
    return tuple(lines[-MOST_LINES:])


def shown(line: bytes) -> str:
    text = escaped(line[: 4 * MOST_SHOWN]).decode()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def of_exchange(subject: Subject, sitting: Sitting, exchange: Exchange) -> Finding:
    """Of one in which no legal answer came, or not it alone."""
    fault = exchange.reply.fault
    if fault in (Fault.SILENT, Fault.TIME):
        return of_silence(subject, sitting, exchange)
    if fault is Fault.GONE:
        return of_going(subject, sitting, exchange)
    if fault in ENDS_THE_PROGRAM:
        finding = _finding(subject, sitting, exchange, "overlong" if fault is Fault.OVERLONG else "flood", WRONG_LINE)
        return replace(finding, came=(*finding.came, shown(exchange.reply.line)))
    if fault is Fault.UNASKED:
        came = (f"before it was asked: {shown(exchange.reply.line)}",)
        return replace(_finding(subject, sitting, exchange, "unasked", "unasked"), came=came)
    data = read_response(exchange.reply.line, exchange.key)
    if data is None:
        return of_line(subject, sitting, exchange)
    mistake, near = not_legal(data, exchange.ask.query, exchange.ask.legal, sitting.memory)
    legal = ", ".join(exchange.ask.legal[:MOST_LEGAL]) + (" ..." if len(exchange.ask.legal) > MOST_LEGAL else "")
    expected = f"one of the legal answers: {legal}. {exchange.ask.query.meaning}"
    return replace(_finding(subject, sitting, exchange, mistake, AGAINST_THE_RULES, near=near), expected=expected)


def of_line(subject: Subject, sitting: Sitting, exchange: Exchange) -> Finding:
    """Of lines of which none is an answer: the one that looks most like it is told."""
    lines = sorted(exchange.lines, key=looks_like_an_answer)
    line = lines[-1] if looks_like_an_answer(lines[-1]) else lines[0]
    mistake = wrong_line(line, exchange.key, exchange.ask.legal, with_choices=subject.choices)
    fields = [*line.decode(errors="replace").split("|"), "", ""]
    return _finding(subject, sitting, exchange, mistake, WRONG_LINE, its_type=fields[1], its_key=fields[2])


def of_lines_too_many(subject: Subject, sitting: Sitting, exchange: Exchange, mistake: str) -> Finding:
    finding = _finding(subject, sitting, exchange, mistake, "unasked")
    return replace(finding, expected=f"one line: {finding.expected}")


def of_silence(subject: Subject, sitting: Sitting, exchange: Exchange) -> Finding:
    mistake = exchange.silence or "bank"
    if mistake == "never answers" and not exchange.first:
        mistake = "stopped answering"
    limit = subject.limits.first_time if exchange.first else subject.limits.time
    came = [f"nothing within {limit:g} s"]
    if exchange.reply.line:
        came = [f"{shown(exchange.reply.line)}   (without a newline, within {limit:g} s)"]
    kind = WRONG_LINE if mistake == "no newline" else "silent"
    return replace(_finding(subject, sitting, exchange, mistake, kind), came=tuple(came))


def of_going(subject: Subject, sitting: Sitting, exchange: Exchange) -> Finding:
    how = next((note for note in sitting.notes if "exited" in note or "was ended" in note), "")
    mistake = _why_gone(subject, sitting, exchange, how)
    came = [how or "it closed its output", *([shown(exchange.reply.line)] if exchange.reply.line else [])]
    return replace(_finding(subject, sitting, exchange, mistake, "gone"), came=tuple(came))


def _why_gone(subject: Subject, sitting: Sitting, exchange: Exchange, how: str) -> str:
    first = subject.first_line
    if exchange.first and first and how.startswith(NOT_FOUND):
        return "carriage return" if first.endswith("\r\n") else "interpreter"
    if exchange.first and _speaks_of_a_file(sitting):
        return "argument"
    if how.endswith("code 0"):
        return _why_left(sitting, exchange)
    if not how:
        return "closes its output"
    return "crash" if sitting.stderr.strip() else "crash without words"


def _why_left(sitting: Sitting, exchange: Exchange) -> str:
    if exchange.first:
        return "leaves at once"
    if sitting.answers == 2:
        return "one question"
    return "one hand" if exchange.first_of_hand else "leaves early"


def _speaks_of_a_file(sitting: Sitting) -> bool:
    """As Perl, Ruby and awk do, which read the files that their arguments name."""
    said, name = sitting.stderr.decode(errors="replace"), re.escape(sitting.me)
    return re.search(rf"(open (file )?|- |directory: )[`'\"]?{name}(?![\w/.-])", said) is not None


def _finding(
    subject: Subject, sitting: Sitting, exchange: Exchange, mistake: str, kind: str, **facts: object
) -> Finding:
    expected = shape(exchange.key, exchange.ask.legal)
    facts = {"key": exchange.key, "shape": expected, **facts}
    return subject.finding(
        mistake,
        kind,
        sitting.plan.game,
        expected=expected,
        stderr=sitting.stderr,
        sent=exchange.sent,
        came=tuple(map(shown, exchange.lines[:MOST_LINES])),
        **facts,
    )
