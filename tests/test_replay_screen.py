"""The full-screen reader, driven by keys on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pexpect
import pyte
import pytest
from fakes import FakeTable, plan, played, random_player
from replays import before_question, says

from referee.match import Fault

RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[1~", "\x1b[4~"
PATIENCE = 20  # seconds


class Terminal:
    """A terminal in which a replay runs; what it shows is waited for, never slept for."""

    def __init__(self, *words: object, columns: int = 80, lines: int = 24) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "referee", "replay", *map(str, words)],
            dimensions=(lines, columns),
            env={"TERM": "linux", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            timeout=PATIENCE,
            encoding="utf-8",
        )

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def sees(self, *texts: str, without: str = "\0") -> list[str]:
        """The lines shown, once all of these texts are among them."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            shown = "\n".join(self.screen.display)
            if self._is_drawn() and all(text in shown for text in texts) and without not in shown:
                return [line.rstrip() for line in self.screen.display]
            self._read()
        raise AssertionError(f"{texts} did not come:\n" + "\n".join(self.screen.display))

    def _is_drawn(self) -> bool:
        """A picture may come in pieces; the cursor is back in the last corner when it is whole."""
        cursor = self.screen.cursor
        return cursor.y == self.screen.lines - 1 and cursor.x >= self.screen.columns - 1

    def _read(self) -> None:
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.2))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            raise AssertionError("it ended:\n" + "\n".join(self.screen.display)) from None

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def code(self) -> int | None:
        self.child.expect(pexpect.EOF)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "m.log"
    _, log = played(plan(), FakeTable(random_player(1), Bob=says(["9Z", Fault.SILENT, b"\x1b[31mboo"])))
    path.write_bytes(log)
    return path


@pytest.fixture
def terminal(log: Path) -> Iterator[Terminal]:
    terminal = Terminal(log)
    terminal.sees("start game: Ann Bob Cat Dan", "all cards shown")
    yield terminal
    terminal.child.close(force=True)


def test_it_begins_before_the_first_hand(terminal: Terminal) -> None:
    shown = terminal.sees("? help")
    assert shown[0].startswith("tricks, target 30, seed 7")
    assert shown[2:6] == [f"  {name}      0    0  ?" for name in ("Ann", "Bob", "Cat", "Dan")]


def test_a_play_shows_the_card_on_the_table_and_what_was_asked_legal_and_said(terminal: Terminal) -> None:
    terminal.press(RIGHT)
    shown = terminal.sees("led and ahead", "legal: ")
    card = next(line for line in shown if "led and ahead" in line).split()[1]
    row = next(line for line in shown if line.startswith("    Ann  card"))
    assert row.split() == ["Ann", "card", card, "1.00", "ms"]
    hand = next(line for line in shown if line.startswith("  Ann "))
    assert card not in hand
    assert len(hand.split()) == 3 + 12


def test_the_last_card_of_a_trick_is_shown_with_who_won_it(tmp_path: Path) -> None:
    path = tmp_path / "m.log"
    path.write_bytes(played(plan(), FakeTable())[1])
    terminal = Terminal(path)
    terminal.sees("start game")
    terminal.press(" " * 4)
    shown = terminal.sees(" won,")
    assert "end trick 1: " in "\n".join(shown)
    terminal.press("T")
    terminal.sees("Ann to lead", "hand 1, trick 1")
    terminal.child.close(force=True)


def test_right_and_left_are_each_others_inverse(terminal: Terminal) -> None:
    terminal.press(RIGHT)
    first = terminal.sees("Bob to play")
    terminal.press(RIGHT)
    terminal.sees("bad card of Bob: 9Z")
    terminal.press(LEFT)
    assert terminal.sees("Bob to play") == first


def test_t_and_h_go_by_tricks_and_hands(terminal: Terminal) -> None:
    terminal.press("h")
    terminal.sees("hand 1 of ", "== hand 1 ==", without="start trick")
    terminal.press("t")
    terminal.sees("hand 1, trick 1", "Ann to lead")
    terminal.press("h")
    terminal.sees("hand 2 of ", "== hand 2 ==")
    terminal.press("tT")
    terminal.sees("hand 1 of ", "Ann to lead")


def test_b_goes_from_bad_card_to_bad_card(terminal: Terminal) -> None:
    terminal.press("b")
    terminal.sees("bad card of Bob: 9Z", "bad card: illegal")
    terminal.press("b")
    terminal.sees("bad card of Bob: (silent)", "! Bob is ended", without="! Bob is started again")
    terminal.press("b")
    terminal.sees(r"\x1b[31mboo", "bad card: garbled")
    terminal.press("b")
    terminal.sees("no bad card after this")
    terminal.press("BB")
    terminal.sees("bad card of Bob: 9Z")


def test_g_goes_to_a_hand_by_its_number(terminal: Terminal) -> None:
    terminal.press("g")
    terminal.sees("go to hand: _")
    terminal.press("19\x7f")
    terminal.sees("go to hand: 1_")
    terminal.press("\x7f4\r")
    terminal.sees("== hand 4 ==", "hand 4 of ")
    terminal.press("g999\r")
    terminal.sees("there is no hand 999")


def test_s_shows_what_each_seat_knew_at_this_place(terminal: Terminal) -> None:
    terminal.press(RIGHT)
    everything = terminal.sees("all cards shown", "Bob to play")
    for seat, name in enumerate(("Ann", "Bob", "Cat", "Dan")):
        terminal.press("s")
        shown = terminal.sees(f"as {name} knew it")
        hidden = [n for n in range(4) if "  ?" in shown[2 + n]]
        assert hidden == [n for n in range(4) if n != seat]
        assert shown[2 + seat] == everything[2 + seat]
        assert "Bob to play" in "\n".join(shown)
    terminal.press("s")
    assert terminal.sees("all cards shown") == everything


def test_home_and_end(terminal: Terminal) -> None:
    terminal.press(END)
    terminal.sees("end game: ", "place  player")
    terminal.press(HOME)
    terminal.sees("start game: ", without="end game")


def test_help_lists_the_keys_until_a_key_is_pressed(terminal: Terminal) -> None:
    terminal.press("?")
    terminal.sees("next bad card", "go to a hand")
    terminal.press("q")
    terminal.sees("start game: ", without="next bad card")


def test_as_a_player_shows_no_seed_and_no_other_seat(log: Path) -> None:
    terminal = Terminal(log, "--as", "Cat")
    terminal.sees("tricks, target 30, as Cat knew it", without="seed")
    terminal.press("hs")
    shown = terminal.sees("shown is only what Cat knew")
    assert [line.endswith("?") for line in shown[2:6]] == [True, True, False, True]
    terminal.child.close(force=True)


def test_a_cut_log_is_called_so_in_the_status_line(log: Path) -> None:
    log.write_bytes(before_question(log.read_bytes(), 3))
    terminal = Terminal(log)
    assert "cut off after line " in terminal.sees("all cards shown")[-1]
    terminal.press("q")
    assert terminal.code() == 0


@pytest.mark.parametrize(("columns", "lines"), [(20, 5), (100, 40), (9, 2), (1, 1)])
def test_it_fits_a_terminal_of_any_size(terminal: Terminal, columns: int, lines: int) -> None:
    terminal.press("b")
    terminal.sees("bad card of Bob: 9Z")
    terminal.resize(columns, lines)
    terminal.press(f"b{RIGHT}?xs{HOME}{END}")
    terminal.resize(80, 24)
    terminal.sees("end game: ", "as Ann knew it")


def test_it_is_drawn_anew_when_the_terminal_changes_its_size(terminal: Terminal) -> None:
    terminal.press("h")
    terminal.sees("hand 1 of ")
    terminal.resize(60, 12)
    terminal.screen.reset()
    shown = terminal.sees("tricks, target 30", "hand 1 of ")
    assert len(shown) == 12
    assert shown[-1].startswith("hand 1 of ")


def test_a_small_terminal_shows_the_beginning_of_each_line(log: Path) -> None:
    terminal = Terminal(log, columns=20, lines=5)
    terminal.press("g2\r")
    shown = terminal.sees("hand 2 of ")
    assert shown[1].startswith("  hand 2  score")
    assert shown[2].startswith("  Ann ")
    terminal.child.close(force=True)


def test_no_control_character_of_a_client_reaches_the_terminal(log: Path) -> None:
    terminal = Terminal(log)
    terminal.sees("start game")
    terminal.press("bbb")
    shown = terminal.sees("boo")
    assert any(r"\x1b[31mboo" in line for line in shown)
    terminal.child.close(force=True)


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_terminal_is_given_back_as_it_was(log: Path, key: str, code: int) -> None:
    shell = f"stty -a; {sys.executable} -m referee replay {log}; echo code $?; stty -a"
    environment = {"TERM": "xterm", "PATH": "/usr/bin:/bin"}
    child = pexpect.spawn("bash", ["-c", shell], env=environment, timeout=PATIENCE, encoding="utf-8")
    child.expect("start game: Ann")
    before, _, _ = str(child.before).partition("\x1b")
    child.send(key)
    child.expect(r"\x1b\[\?1049l")
    child.expect(f"code {code}\r\n")
    assert child.read().strip() == before.strip()
    child.close()


def test_a_terminal_that_cannot_be_drawn_on_gets_the_text(log: Path) -> None:
    child = pexpect.spawn(sys.executable, ["-m", "referee", "replay", str(log)], env={"TERM": "dumb"}, timeout=PATIENCE)
    child.expect("place  player")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
