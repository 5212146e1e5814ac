"""The live progress of a run: a picture on a terminal, lines in a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

import pexpect
import pyte
import pytest
from stored import Simulation, entrant, finished, new_store, placed, standing

from referee.tournament.records import Finished
from referee.tournament.told.progress import LINE_EVERY, Progress
from referee.tournament.told.running import Mean, Running, Version, duration, earlier, playing

PATIENCE = 20  # seconds
FOUR = (("Ann", 1), ("Bob", 1), ("Cat", 1), ("Dan", 1))


class Clock:
    """Stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal:
    """A run on a terminal; what it shows is waited for."""

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            [str(Path(__file__).with_name("progressing.py"))],
            dimensions=(lines, columns),
            env={"TERM": "xterm", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            timeout=PATIENCE,
            encoding="utf-8",
            echo=False,
        )

    def do(self, *lines: str) -> None:
        for line in lines:
            self.child.sendline(line)

    def sees(self, *texts: str, without: str = "\0") -> list[str]:
        until = monotonic() + PATIENCE
        while monotonic() < until:
            shown = self.shown()
            if all(text in "\n".join(shown) for text in texts) and without not in "\n".join(shown):
                return shown
            self._read()
        raise AssertionError(f"{texts} did not come:\n" + "\n".join(self.shown()))

    def shown(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def _read(self) -> bool:
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.2))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            return False
        return True

    def at_the_end(self) -> list[str]:
        while self._read():
            pass
        return self.shown()

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.child.close(force=True)


# on a terminal


def test_a_terminal_shows_how_far_it_is_the_rate_faults_and_who_leads(terminal: Terminal) -> None:
    terminal.do("began 1000", "play 400", "bad")
    shown = terminal.sees("401 of 1000 matches", "a second", " left", " bad cards, 1 retirement")
    assert shown[0].startswith("━")
    assert shown[-5].split()[0] == "bot-a"
    assert shown[-6].split("  ")[0].strip() == "so far, by opponents beaten"


def test_the_picture_changes_while_nothing_is_reported(terminal: Terminal) -> None:
    terminal.do("began 10000", "play 4")
    first = terminal.sees("4 of 10000 matches")
    terminal.sees("4 of 10000 matches", without=next(line for line in first if "matches," in line))


def test_without_an_end_there_is_no_bar_and_no_time_left(terminal: Terminal) -> None:
    terminal.do("began 0", "play 8")
    shown = terminal.sees("8 matches", "a second")
    assert "left" not in shown[0]
    assert "━" not in "\n".join(shown)


def test_at_the_end_the_picture_is_gone(terminal: Terminal) -> None:
    terminal.do("began 10", "play 10")
    terminal.sees("10 of 10 matches")
    terminal.do("end")
    assert terminal.at_the_end() == ["the end"]


def test_what_failed_is_told_on_a_clean_terminal(terminal: Terminal) -> None:
    terminal.do("began 10", "play 4")
    terminal.sees("4 of 10 matches")
    terminal.do("fail")
    assert terminal.at_the_end() == ["failed"]


def test_a_void_match_stays_on_the_terminal_above_the_picture(terminal: Terminal) -> None:
    terminal.do("began 10", "play 4", "void \x1b[31m[bold]cannot fork[/bold]")
    shown = terminal.sees("1 void")
    assert shown[0].startswith("match 7 came to nothing, by no player's fault, and is played again: \\x1b[31m[bol")
    terminal.do("end")
    assert "4 of 10" not in "\n".join(terminal.at_the_end())
    assert terminal.shown()[-1] == "the end"


def test_a_note_stands_above_the_picture(terminal: Terminal) -> None:
    terminal.do("began 10", "play 4")
    terminal.sees("4 of 10 matches")
    terminal.do("note stopping soon", "play 1")
    assert terminal.sees("5 of 10 matches")[0] == "stopping soon"
    terminal.do("end")
    assert terminal.at_the_end() == ["stopping soon", "the end"]


def test_when_the_terminal_is_resized_the_picture_is_painted_anew(terminal: Terminal) -> None:
    terminal.do("began 10", "play 4")
    terminal.sees("4 of 10 matches")
    for columns in (40, 100):
        terminal.resize(columns, 20)
        terminal.do("play 1")
        shown = terminal.sees(f"{5 if columns == 40 else 6} of 10")
        assert sum("of 10 matches" in line for line in shown) == 1
        assert sum(line.startswith("━") for line in shown) == 1
    terminal.do("end")
    assert terminal.at_the_end() == ["the end"]


# in a file


@pytest.fixture
def file() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def progress(file: io.StringIO) -> Progress:
    progress = Progress(lambda: FOUR, stream=file)
    progress.running.clock = Clock()
    return progress


def pass_time(progress: Progress, seconds: float) -> None:
    clock = progress.running.clock
    assert isinstance(clock, Clock)
    clock.now += seconds


def matches(count: int) -> list[Finished]:
    return list(Simulation({"Ann": 3.0, "Bob": 2.0, "Cat": 1.0, "Dan": 0.0}).matches(count))


def test_a_file_gets_a_line_now_and_then(progress: Progress, file: io.StringIO) -> None:
    progress.began(1000, 0)
    for _ in range(4):
        pass_time(progress, LINE_EVERY / 2)
        progress.finished(matches(15))
    first, second = file.getvalue().splitlines()
    assert first.startswith("30 of 1000 matches, 1.0 a second, 16 min 10 s left; so far, by opponents beaten: Ann ")
    assert second.startswith("60 of 1000 matches, 1.0 a second, 15 min 40 s left; so far, by opponents beaten: Ann ")


def test_the_last_line_tells_how_far_it_came(progress: Progress, file: io.StringIO) -> None:
    with progress:
        progress.began(10, 0)
        progress.finished(matches(4))
    assert file.getvalue().startswith("4 of 10 matches")


def test_a_run_that_had_nothing_to_do_writes_nothing(progress: Progress, file: io.StringIO) -> None:
    with progress:
        progress.began(10, 10)
    assert file.getvalue() == ""


def test_a_void_match_is_told_at_once(progress: Progress, file: io.StringIO) -> None:
    progress.began(10, 0)
    progress.voided(3, "cannot\nfork")
    assert file.getvalue() == ("match 3 came to nothing, by no player's fault, and is played again: cannot\\x0afork\n")


def test_a_file_that_cannot_be_written_to_does_not_stop_the_run() -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    progress = Progress(lambda: FOUR, stream=Closed())
    progress.began(10, 0)
    progress.note("anything")
    assert progress.running.done == 0


# what is counted


def running(
    *finished: Finished, means: dict[Version, Mean] | None = None, playing: Sequence[Version] = FOUR
) -> Running:
    running = Running(lambda: playing, means or {}, Clock())
    running.begin(100, 10)
    running.add(finished)
    return running


def test_matches_of_earlier_runs_count_as_done_but_not_for_the_rate() -> None:
    found = running(*matches(4))
    found.clock = lambda: 2.0
    assert (found.done, found.rate, found.seconds_left) == (14, 2.0, 43.0)


def test_before_anything_was_played_no_time_is_foretold() -> None:
    assert running().seconds_left is None


def test_the_leader_is_who_beat_most_opponents_and_ties_count_half() -> None:
    leaders = running(placed(1, Ann=1, Bob=1, Cat=3, Dan=4), placed(2, Ann=1, Bob=2, Cat=3, Dan=4)).leaders(3)
    assert [(name, mean.matches, round(mean.share, 3)) for name, mean in leaders] == [
        ("Ann", 2, 0.917),
        ("Bob", 2, 0.75),
        ("Cat", 2, 0.333),
    ]


def test_house_players_do_not_lead() -> None:
    assert [name for name, _ in running(placed(1, house=1, house_2=2, Ann=3)).leaders(3)] == ["Ann"]


def test_only_who_plays_now_is_told(tmp_path: Path) -> None:
    store = new_store(tmp_path, "Ann", "Bob", "Cat")
    found = Running(playing(store, ()))
    found.begin(100, 0)

    def told(match: Finished) -> list[tuple[str, int]]:
        found.add([match])
        return [(name, mean.matches) for name, mean in found.leaders(3)]

    assert told(placed(1, Ann=1, Bob=2, Cat=3)) == [("Ann", 1), ("Bob", 1), ("Cat", 1)]
    store.withdraw("Bob", "")
    assert told(placed(2, Ann=1, Bob=2, Cat=3)) == [("Ann", 2), ("Cat", 2)]
    store.enter([entrant("Ann", 2)], "update")
    assert told(placed(3, Ann=1, Cat=2)) == [("Cat", 3)]
    assert told(finished(4, standing("Ann", 1), standing("Cat", 2), versions={"Ann": 2})) == [("Ann", 1), ("Cat", 4)]
    store.close()


def test_of_a_gauntlet_the_challengers_are_told(tmp_path: Path) -> None:
    store = new_store(tmp_path, "Ann", "Bob", "Cat")
    assert list(playing(store, ("Cat",))()) == [("Cat", 1)]
    store.close()


def test_means_go_on_from_those_of_earlier_runs() -> None:
    leaders = running(placed(1, Ann=1, Bob=2), means={("Ann", 1): Mean(3, 0.0)}).leaders(1)
    assert leaders == [("Ann", Mean(4, 1.0))]


def test_earlier_runs_are_read_from_the_store_without_annulled_matches_and_the_house(tmp_path: Path) -> None:
    store = new_store(tmp_path, "Ann", "Bob")
    assert earlier(store) == {}
    store.record([placed(1, Ann=1, Bob=1, house=3), placed(2, Ann=2, Bob=3, house=1), placed(3, Bob=1, Ann=2)])
    store.annul(3, "")
    assert earlier(store) == {("Ann", 1): Mean(2, 1.25), ("Bob", 1): Mean(2, 0.75)}
    store.close()


def test_a_duration_has_two_units_at_most() -> None:
    told = [duration(seconds) for seconds in (7, 75, 3700, 100_000)]
    assert told == ["7 s", "1 min 15 s", "1 h 1 min", "1 d 3 h"]
