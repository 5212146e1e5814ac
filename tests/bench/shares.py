"""Where a question's time goes: the same match without what costs it, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest import mock

from programs import Programs, in_c, run_floor, run_match

from referee import game
from referee.chance import draw
from referee.log import LogFile, Recorded, Transcript, read_log
from referee.match import Listener, Match, Reply
from referee.plan import Plan
from referee.steps import Ask, Chance, Tell
from referee.words import Info


def show(programs: Programs, runs: int) -> None:
    log = programs.folder / "shares.log.gz"
    live = min(run_match(in_c(programs), log) for _ in range(runs))
    floor = min(run_floor(programs) for _ in range(runs))
    found = shares(Recording(log), runs, programs.folder)
    found["clients and pipes: the floor"] = floor
    found["table: deadlines, early lines, ends"] = live - sum(found.values())
    print(f"Where a question's time goes, clients in C (microseconds; differences of the least of {runs} runs)")
    for name, micros in [*found.items(), ("all", live)]:
        print(f"  {name:36}{micros:6.2f} {micros / live * 100:4.0f} %")


def shares(recording: Recording, runs: int, folder: Path) -> dict[str, float]:
    def least(work: Callable[[], object]) -> float:
        return min(seconds(work) for _ in range(runs)) / len(recording.replies) * 1e6

    calls = recording.word_calls()
    rules, words, chance = least(recording.bare_rules), least(lambda: _call(calls)), least(recording.draw_all)
    deaf = least(lambda: recording.play(Deaf()))
    transcript = least(lambda: recording.play(Transcript(lambda _: None)))
    log = least(lambda: recording.play_with_log(folder / "again.log.gz"))
    return {
        "rules": rules - words,
        "words": words,
        "chance: deals": chance,
        "drive: judging and counting": deaf - rules - chance,
        "log: lines": transcript - deaf,
        "log: compression": log - transcript,
    }


class Recording:
    """A match that was played, to be played again without its programs; also the table that it is played at."""

    def __init__(self, path: Path) -> None:
        log = read_log(path)
        self.plan: Plan = log.plan
        self.replies: list[Reply] = []
        self.answers: list[str] = []
        self.draws: list[Chance] = []
        self._take_apart(Recorded(log))
        self.drawn = [draw(self.plan.seed, chance) for chance in self.draws]

    def _take_apart(self, recorded: Recorded) -> None:
        def ask(ask: Ask) -> str:
            self.replies.append(recorded.ask(ask, None))
            self.answers.append(self.replies[-1].line.decode().split("|")[3])
            return self.answers[-1]

        def chance(chance: Chance) -> tuple[str, ...]:
            self.draws.append(chance)
            return draw(self.plan.seed, chance)

        self._run_rules(ask, chance)

    def _run_rules(self, ask: Callable[[Ask], str], chance: Callable[[Chance], tuple[str, ...]]) -> None:
        steps = game.find(self.plan.game).rules(self.plan.names, self.plan.options).play()
        said: Any = None
        try:
            while True:
                step = steps.send(said)
                said = ask(step) if type(step) is Ask else chance(step) if type(step) is Chance else None
        except StopIteration:
            pass

    def bare_rules(self) -> None:
        answers, drawn = iter(self.answers), iter(self.drawn)
        self._run_rules(lambda _: next(answers), lambda _: next(drawn))

    def word_calls(self) -> list[tuple[Info, tuple[Any, ...]]]:
        calls: list[tuple[Info, tuple[Any, ...]]] = []

        def heard(word: Info, *values: Any) -> Tell:
            calls.append((word, values))
            return Tell(b"")

        with mock.patch.object(Info, "__call__", heard):
            self.bare_rules()
        return calls

    def draw_all(self) -> None:
        for chance in self.draws:
            draw(self.plan.seed, chance)

    def play(self, listener: Listener) -> None:
        self._next_reply = iter(self.replies).__next__
        Match(self.plan, self, listener).play()

    def play_with_log(self, path: Path) -> None:
        transcript = Transcript(lambda _: None)
        with closing(LogFile(path, transcript)):
            transcript.header(self.plan)
            self.play(transcript)

    def tell(self, tell: Tell) -> None:
        pass

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        return self._next_reply()

    def start(self, player: str) -> None:
        pass

    def end(self, player: str) -> None:
        pass


class Deaf:
    def hear(self, *_: object, **__: object) -> None:
        pass

    drawn = told = answered = ended = started = retired = finished = hear


def _call(calls: Iterable[tuple[Info, tuple[Any, ...]]]) -> None:
    for word, values in calls:
        word(*values)


def seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
