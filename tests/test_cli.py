"""The command line as a person and as a program see it."""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from pyte import Screen, Stream

from referee.cli import COMMANDS

ROOT = Path(__file__).parent.parent
REFEREE = (sys.executable, "-m", "referee")
FOUR = ("@python/tricks", "@python/random", "Jerry=@python/random", "@python/random")


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*REFEREE, *words], capture_output=True, text=True, cwd=cwd, check=False)


def short_match(cwd: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return run("match", "tricks", *FOUR, "-o", "target=20", "--seed", "7", *more, cwd=cwd)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the log of a short match."""
    folder = tmp_path_factory.mktemp("played")
    assert short_match(folder, "--log", "m.log.gz").returncode == 0
    return folder


def test_a_match_ends_with_a_table(tmp_path: Path) -> None:
    lines = short_match(tmp_path).stdout.splitlines()
    assert lines[0] == "tricks, target 20, seed 7 (given, so for practice)"
    assert lines[1].split() == ["place", "player", "score", "bad", "cards", "mean", "slowest"]
    assert {line.split()[1] for line in lines[2:]} == {"tricks", "random", "Jerry", "random-2"}
    assert all(re.fullmatch(r" +[1-4]  [\w-]+ +\d+  - +\d+(\.\d+)? ms +\d+(\.\d+)? ms", line) for line in lines[2:])
    assert lines[2].split()[:3] == ["1", "tricks", "20"]


def test_a_match_is_told_as_json_to_a_program(tmp_path: Path) -> None:
    result = json.loads(short_match(tmp_path, "--json", "--log", "m.log").stdout)
    assert result["plan"]["seed"] == "7"
    assert result["plan"]["options"] == {"target": 20}
    assert result["log"] == "m.log"
    winner = next(one for one in result["standings"] if one["place"] == 1)
    assert (winner["player"], winner["score"], winner["bad_cards"], winner["retired"]) == ("tricks", 20, {}, "")
    assert winner["answers"] > 0
    assert winner["slowest_micros"] * winner["answers"] >= winner["micros"] > 0


def test_the_same_seed_and_the_same_answers_make_the_same_match(tmp_path: Path) -> None:
    for name in ("a.log", "b.log"):
        assert short_match(tmp_path, "--log", name).returncode == 0
    without_times = [
        re.sub(r'(?m)^(< \S+ )\d+|"(?:slowest_)?micros": \d+', r"\1", (tmp_path / name).read_text())
        for name in ("a.log", "b.log")
    ]
    assert without_times[0] == without_times[1]


def test_without_a_seed_one_is_drawn_and_shown(tmp_path: Path) -> None:
    matches = [run("match", "tricks", *FOUR, "-o", "target=1", cwd=tmp_path).stdout for _ in range(2)]
    seeds = [re.match(r"tricks, target 1, seed ([0-9a-f]{32}) \(drawn\)\n", text) for text in matches]
    assert seeds[0]
    assert seeds[1]
    assert seeds[0][1] != seeds[1][1]


def test_the_seed_that_was_shown_makes_the_same_match(tmp_path: Path) -> None:
    first = json.loads(run("match", "tricks", *FOUR, "-o", "target=20", "--json", cwd=tmp_path).stdout)
    again = ("--seed", first["plan"]["seed"], "--json")
    second = json.loads(run("match", "tricks", *FOUR, "-o", "target=20", *again, cwd=tmp_path).stdout)
    scores = [[one["score"] for one in match["standings"]] for match in (first, second)]
    assert scores[0] == scores[1]


def test_a_log_ending_in_gz_is_compressed_and_another_is_text(tmp_path: Path) -> None:
    short_match(tmp_path, "--log", "m.log.gz")
    short_match(tmp_path, "--log", "m.log")
    assert gzip.decompress((tmp_path / "m.log.gz").read_bytes()).startswith(b"referee log 1\n")
    assert (tmp_path / "m.log").read_bytes().startswith(b"referee log 1\n")


def test_stderr_of_every_player_is_kept_in_a_folder(tmp_path: Path) -> None:
    noisy = (
        "import sys\nprint('thinking', file=sys.stderr)\n"
        "for line in sys.stdin: 'QUERY' in line and print('x', flush=True)"
    )
    (tmp_path / "noisy.py").write_text(noisy)
    command = f"Noisy={shlex.join([sys.executable, 'noisy.py'])}"
    done = run("match", "tricks", *FOUR[:3], command, "-o", "target=1", "--stderr", "err", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "err" / "Noisy.stderr").read_text() == "thinking\n"
    assert (tmp_path / "err" / "Jerry.stderr").read_text() == ""


def test_who_waits_for_choices_that_were_not_asked_for_is_told_how_to_get_them(tmp_path: Path) -> None:
    bot = (
        "import sys\nanswer = ''\nfor line in sys.stdin:\n"
        "    if '|QUERY|' in line: print(f'|RESPONSE|card|{answer}|END|', flush=True)\n"
    )
    (tmp_path / "bot.py").write_text(bot)
    words = ("match", "tricks", *FOUR[:3], f"Me={shlex.join([sys.executable, 'bot.py'])}", "-o", "target=1")
    assert "--choices NAME" in run(*words, cwd=tmp_path).stdout
    assert "--choices NAME" not in run(*words, "--choices", "Me", cwd=tmp_path).stdout


def test_choices_may_be_switched_on_for_a_player_by_name(tmp_path: Path) -> None:
    bot = (
        "import sys\nfor line in sys.stdin:\n"
        "    if '|choices|' in line: answer = line.split('|')[3]\n"
        "    if '|QUERY|' in line: print(f'|RESPONSE|card|{answer}|END|', flush=True)\n"
    )
    (tmp_path / "bot.py").write_text(bot)
    me = f"Me={shlex.join([sys.executable, 'bot.py'])}"
    done = run("match", "tricks", *FOUR[:3], me, "-o", "target=5", "--choices", "Me", "--json", cwd=tmp_path)
    assert [one["bad_cards"] for one in json.loads(done.stdout)["standings"]] == [{}, {}, {}, {}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match", "bridge", *FOUR], "there is no game 'bridge'; there are: "),
        (["match", "tricks", *FOUR[:3]], "tricks is played by 4 players, not 3"),
        (["match", "tricks", *FOUR, "-o", "target"], "-o target: expected NAME=N, such as -o target=200"),
        (["match", "tricks", *FOUR, "-o", "target=many"], "-o target=many: expected NAME=N"),
        (["match", "tricks", *FOUR, "-o", "target=0"], "target is a number from 1 to 100000, not 0"),
        (["match", "tricks", *FOUR, "-o", "aim=3"], "tricks has no option 'aim'; it has: target"),
        (["match", "tricks", *FOUR, "--seed", "a b"], "a seed has 1 to 64 letters and digits, not 'a b'"),
        (["match", "tricks", *FOUR, "--seed", ""], "a seed has 1 to 64 letters and digits, not ''"),
        (["match", "tricks", *FOUR, "--time", "0"], "time is a number of seconds from 0.01 to 86400, not 0"),
        (["match", "tricks", *FOUR, "--time", "nan"], "time is a number of seconds from 0.01 to 86400, not nan"),
        (["match", "tricks", *FOUR, "--bank", "soon"], "'soon' is not a valid float"),
        (["match", "tricks", *FOUR, "--max-bad-cards", "0"], "bad_cards is a number from 1 to 1000, not 0"),
        (["match", "tricks", *FOUR, "--choices", "Nobody"], "no player has that name"),
        (["match", "tricks", *FOUR[:3], "Jerry=@python/random"], "two players are named 'Jerry'"),
        (["match", "tricks", *FOUR[:3], "no-such-bot"], "there is no folder, file or command 'no-such-bot'"),
        (["match", "tricks", *FOUR, "--log", "no/such/m.log"], "no/such is no folder that can be written to"),
        (["match", "tricks"], "Missing argument"),
        (["mtach"], "No such command 'mtach'"),
        (["verify", "nothing.log"], "nothing.log"),
        (["verify"], "Missing argument"),
        (["replay", "nothing.log"], "nothing.log"),
        (["rules", "bridge"], "there is no game 'bridge'"),
        (["games", "--jsom"], "No such option"),
    ],
)
def test_wrong_use_is_told_in_one_line_and_nothing_is_written(tmp_path: Path, words: list[str], message: str) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stdout + done.stderr
    assert (done.stdout + done.stderr).count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_every_command_shows_an_example_in_its_help_that_begins_with_its_name(tmp_path: Path) -> None:
    for name in COMMANDS:
        text = run(name, "--help", cwd=tmp_path).stdout
        assert re.search(rf"Example:  referee {name}\b", text), name
        assert "Usage: referee" in text


def test_the_short_help_of_each_command_is_that_of_the_list(tmp_path: Path) -> None:
    listed = run("--help", cwd=tmp_path).stdout
    assert all(f"{name} " in listed and text in listed for name, text in COMMANDS.items())


def test_verify_says_ok_of_files_and_folders(played: Path) -> None:
    assert run("verify", "m.log.gz", cwd=played).stdout == "m.log.gz: ok\n"
    assert run("verify", ".", cwd=played).stdout == "m.log.gz: ok\n"
    assert json.loads(run("verify", "--json", ".", cwd=played).stdout) == {
        "log": "m.log.gz",
        "ok": True,
        "verdict": "ok",
    }


def test_verify_exits_1_and_names_the_first_line_that_differs(played: Path, tmp_path: Path) -> None:
    log = gzip.decompress((played / "m.log.gz").read_bytes())
    (tmp_path / "bad.log").write_bytes(log.replace(b"end trick|2|", b"end trick|3|", 1))
    (tmp_path / "good.log").write_bytes(log)
    done = run("verify", ".", cwd=tmp_path)
    number = 1 + log.splitlines().index(next(line for line in log.splitlines() if b"end trick|2|" in line))
    assert done.returncode == 1
    expected = f"bad.log: differs in line {number}: the rules say > * |INFO|end trick|2|"
    assert done.stdout.splitlines()[0].startswith(expected)
    assert done.stdout.splitlines()[1] == "good.log: ok"


def test_verify_calls_a_cut_log_cut_and_exits_3(played: Path, tmp_path: Path) -> None:
    log = gzip.decompress((played / "m.log.gz").read_bytes())
    (tmp_path / "cut.log").write_bytes(b"".join(log.splitlines(keepends=True)[:50]) + b"> * |INFO|pl")
    done = run("verify", "cut.log", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "cut.log: cut off after line 50; ok up to there\n")


def test_verify_goes_on_after_a_malformed_log_and_exits_2(played: Path, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("hello\n")
    (tmp_path / "b.log.gz").write_bytes((played / "m.log.gz").read_bytes())
    done = run("verify", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "expected 'referee log 1'" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[1] == "b.log.gz: ok"


def test_games_lists_what_can_be_played_with_options(tmp_path: Path) -> None:
    assert "tricks  4 players, high score wins" in run("games", cwd=tmp_path).stdout
    tricks = next(one for one in json.loads(run("games", "--json", cwd=tmp_path).stdout) if one["name"] == "tricks")
    assert tricks["options"][0]["name"] == "target"


def on_a_terminal(command: str, cwd: Path) -> pexpect.spawn[str]:
    environment = {**os.environ, "TERM": "xterm", "PAGER": "cat", "LESS": ""}
    return pexpect.spawn(command, cwd=str(cwd), env=environment, encoding="utf-8", timeout=20, dimensions=(24, 100))


def test_on_a_terminal_scores_are_shown_as_they_change_and_then_make_room_for_the_table(tmp_path: Path) -> None:
    bot = (
        "import sys, time\nfor line in sys.stdin:\n"
        "    if '|choices|' in line: answer = line.split('|')[3]\n"
        "    if '|QUERY|' in line: time.sleep(0.02); print(f'|RESPONSE|card|{answer}|END|', flush=True)\n"
    )
    (tmp_path / "slow.py").write_text(bot)
    slow = shlex.quote(f"Slow={shlex.join([sys.executable, 'slow.py'])}")
    clients = "@python/random @python/random @python/random"
    terminal = on_a_terminal(
        f"{shlex.join(REFEREE)} match tricks {slow} {clients} --choices Slow -o target=12 --seed 7", tmp_path
    )
    screen = Screen(100, 24)
    stream = Stream(screen)
    seen = []
    while not terminal.eof():
        try:
            stream.feed(terminal.read_nonblocking(1000))
        except pexpect.EOF:
            break
        seen += [line.rstrip() for line in screen.display if line.startswith("Slow ")]
    assert len(set(seen)) > 1, "scores changed on the screen"
    assert all(
        re.fullmatch(r"Slow \d+  random \d+  random-2 \d+  random-3 \d+", line)
        for line in seen
        if line.count("  ") == 3
    )
    shown = [line.rstrip() for line in screen.display if line.strip()]
    assert shown[1].startswith("place  player")
    assert len(shown) == 6, "no score line is left"


def test_in_a_pipe_no_scores_are_shown_on_the_way(tmp_path: Path) -> None:
    done = short_match(tmp_path)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout


def test_the_rule_page_is_paged_on_a_terminal(tmp_path: Path) -> None:
    terminal = on_a_terminal(f"{shlex.join(REFEREE)} rules tricks", tmp_path)
    terminal.expect("# Tricks")
    terminal.expect("## Words of the table")
    terminal.close()


@pytest.mark.parametrize("name", ["cup.toml", "cup.toml#x", "cup"])
def test_a_match_of_a_tournament_is_named_by_its_number(tmp_path: Path, name: str) -> None:
    (tmp_path / "cup").mkdir()
    done = run("replay", name, cwd=tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr
        == f"referee: {name}: name a match of the tournament by its number, such as {name.partition('#')[0]}#3\n"
    )
