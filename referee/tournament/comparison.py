"""Two versions of a client in turn at the same seats: which matches that takes, playing them, and what they come to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count, product
from pathlib import Path

from referee.chance import draw
from referee.errors import Void
from referee.numbers.sequential import Question, Trial
from referee.plan import BadPlan, Limits, Plan, Player, checked
from referee.result import Result, Standing
from referee.seats.table import Programs
from referee.steps import Chance
from referee.tournament.lanes import Lanes
from referee.tournament.worker import Job, Report

CANDIDATE = "candidate"  # the name of both at the table, so that nothing there tells which one plays
VERSIONS = ("new", "old")
MOST_TRIES = 2  # of a match that comes out void
MOST_DEATHS = 10  # of workers in a row
LOOK = 0.25  # seconds between looks at signals

_LOG = re.compile(r"(?P<unfinished>\.unfinished\.)?block-(?P<block>\d+)-seat-")


@dataclass(frozen=True)
class Contest:
    """Who is compared, and all that their matches have in common."""

    game: str
    options: dict[str, int]
    seats: int
    new: Player
    old: Player
    field: tuple[Player, ...]  # at least as many as there are other seats
    seed: str
    seed_given: bool
    limits: Limits

    def check(self) -> None:
        """BadPlan if no match can be played like this."""
        names = [player.name for player in (self.new, self.old, *self.field)]
        for name in names:
            if names.count(name) > 1:
                raise BadPlan(f"two players are named {name!r}")
        if CANDIDATE in names[2:]:
            raise BadPlan(f"{CANDIDATE!r} is the name of NEW and OLD at the table; no other may have it")
        checked(replace(self.plans(1)[0], seed=self.seed))

    def check_that_all_start(self) -> None:
        """Every program is started and ended: a Mistake names the one that does not start."""
        everybody = replace(self.plans(1)[0], players=(self.new, self.old, *self.field))
        programs = Programs(everybody, lambda _player, _text: None)
        try:
            programs.start_all()
        finally:
            programs.end_all()

    @property
    def matches_in_a_block(self) -> int:
        return len(VERSIONS) * self.seats

    def plans(self, block: int) -> list[Plan]:
        """Of a block from 1 on: one deal, and at every seat first the new version, then the old one."""
        seed = _seed_of(self.seed, block)
        others = self._others(seed)
        return [
            Plan(self.game, self.options, self._seated(version, seat, others), seed, self.seed_given, self.limits)
            for seat in range(self.seats)
            for version in (self.new, self.old)
        ]

    def _others(self, seed: str) -> list[Player]:
        """Drawn for every block anew: were they taken in turn, the blocks would not all have the same mean."""
        names = draw(seed, Chance("field", tuple(player.name for player in self.field), take=self.seats - 1))
        by_name = {player.name: player for player in self.field}
        return [by_name[name] for name in names]

    def _seated(self, version: Player, seat: int, others: list[Player]) -> tuple[Player, ...]:
        return (*others[:seat], replace(version, name=CANDIDATE), *others[seat:])


@dataclass(frozen=True)
class Pair:
    """A seat of a block, as each version had it; a shared place is the mean of the places that it covers."""

    new: Standing
    new_place: float
    old: Standing
    old_place: float

    @property
    def improvement(self) -> float:
        return self.old_place - self.new_place


@dataclass(frozen=True)
class Block:
    number: int
    pairs: tuple[Pair, ...]  # in the order of the seats

    @property
    def improvement(self) -> float:
        """How many places the new version came before the old one, on average over the seats."""
        return sum(pair.improvement for pair in self.pairs) / len(self.pairs)


@dataclass(frozen=True)
class Faults:
    bad_cards: dict[str, int]  # by kind
    retirements: dict[str, int]  # by reason


class Comparison:
    """What is known so far: the blocks that count, and the test that they go through in their order."""

    def __init__(self, contest: Contest, margin: float) -> None:
        self.contest = contest
        self.blocks: list[Block] = []
        self.trial = Trial(Question(contest.seats - 1, margin))

    def add(self, block: Block) -> None:
        self.blocks.append(block)
        self.trial.add(block.improvement)

    @property
    def verdict(self) -> str | None:
        return self.trial.verdict

    @property
    def matches(self) -> int:
        return len(self.blocks) * self.contest.matches_in_a_block

    @property
    def worst(self) -> list[tuple[Block, int]]:
        """The seats of blocks at which the new version came after the old one, from 0; most places first."""
        seats = [(block, seat) for block in self.blocks for seat in range(len(block.pairs))]
        lost = [(block, seat) for block, seat in seats if block.pairs[seat].improvement < 0]
        return sorted(lost, key=lambda one: one[0].pairs[one[1]].improvement)

    def faults(self, version: str) -> Faults:
        bad_cards: Counter[str] = Counter()
        retirements: Counter[str] = Counter()
        for standing in (getattr(pair, version) for block in self.blocks for pair in block.pairs):
            bad_cards.update(standing.bad_cards)
            retirements.update([standing.retired] if standing.retired else [])
        return Faults(dict(sorted(bad_cards.items())), dict(sorted(retirements.items())))


def _seed_of(seed: str, block: int) -> str:
    return sha256(f"{seed}|block|{block}".encode()).hexdigest()[:32]


def log_name(block: int, seat: int, version: str) -> str:
    return f"block-{block:05}-seat-{seat + 1}-{version}.log.gz"


class Playing:
    """Plays jobs that are numbered from 1; their results come in that order, whichever ends first."""

    def __init__(self, jobs: Iterator[Job], lanes: Lanes) -> None:
        self._jobs = jobs
        self._lanes = lanes
        self._ended: dict[int, Report] = {}
        self._voids: Counter[int] = Counter()
        self._deaths = 0

    def result(self, number: int) -> Result:
        """Of the match of this number; Void if it could not be played."""
        while number not in self._ended:
            while self._lanes.has_room() and (job := next(self._jobs, None)):
                self._lanes.submit(job)
            for job, report in self._lanes.done(LOOK):
                self._take(job, report)
        report = self._ended.pop(number)
        if report.result is None:
            raise Void(report.cause)
        return report.result

    def _take(self, job: Job, report: Report | None) -> None:
        self._deaths = 0 if report else self._deaths + 1
        if self._deaths == MOST_DEATHS:
            raise Void(f"{MOST_DEATHS} workers in a row were killed")
        if report is None or self._may_be_tried_again(job, report):
            self._lanes.submit(job)
        else:
            self._ended[job.number] = report

    def _may_be_tried_again(self, job: Job, report: Report) -> bool:
        self._voids[job.number] += report.result is None
        return report.result is None and self._voids[job.number] < MOST_TRIES and not report.hopeless


def played(contest: Contest, lanes: Lanes, most_blocks: int, logs: Path | None = None) -> Iterator[Block]:
    """The blocks in their order, each as soon as it and all before it are over."""
    playing = Playing(_jobs(contest, most_blocks, logs), lanes)
    numbers = count(1)
    for block in range(1, most_blocks + 1):
        yield _block(block, [playing.result(next(numbers)) for _ in range(contest.matches_in_a_block)])


def _jobs(contest: Contest, most_blocks: int, logs: Path | None) -> Iterator[Job]:
    numbers = count(1)
    for block in range(1, most_blocks + 1):
        matches = product(range(contest.seats), VERSIONS)
        for (seat, version), plan in zip(matches, contest.plans(block), strict=True):
            yield Job(plan, logs / log_name(block, seat, version) if logs else None, next(numbers))


def _block(number: int, results: list[Result]) -> Block:
    pairs = zip(results[::2], results[1::2], strict=True)
    return Block(number, tuple(Pair(*_of_candidate(new), *_of_candidate(old)) for new, old in pairs))


def _of_candidate(result: Result) -> tuple[Standing, float]:
    """Its standing, and its place: a shared one is the mean of the places that it covers."""
    standing = next(one for one in result.standings if one.player == CANDIDATE)
    sharing = sum(one.place == standing.place for one in result.standings)
    return standing, standing.place + (sharing - 1) / 2


def forget_logs_beyond(logs: Path, block: int) -> None:
    """Matches that were begun before the verdict fell, but come after it, do not count."""
    for path in logs.iterdir():
        name = _LOG.match(path.name)
        if name and (name["unfinished"] or int(name["block"]) > block):
            path.unlink()
