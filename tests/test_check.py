"""The conformance check: sound clients pass every step, and of broken ones the mistake is found and its cure named."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needs, sample

from referee import languages
from referee.clients import bundled
from referee.conformance import cures
from referee.conformance.begin import begun
from referee.conformance.habits import HABITS
from referee.conformance.step import FAILED, STEPS, Finding, Step
from referee.game import names
from referee.plan import Limits

ROOT = Path(__file__).parent.parent
BROKEN = ROOT / "tests" / "broken"
SOON = Limits(time=0.4, first_time=0.4)  # for those that say nothing
PYTHON = sys.executable


def all_steps(text: str, game: str | None = None, *, matches: int = 1) -> list[Step]:
    return list(begun(text, game, matches, Limits(), choices=False).steps)


def first_failure(text: str, limits: Limits | None = None, *, choices: bool = True) -> tuple[str, Finding]:
    """Which step fails first, and why."""
    check = begun(text, "tricks", 1, limits or Limits(), choices=choices)
    step = next(step for step in check.steps if step.state == FAILED)
    assert step.finding
    return step.name, step.finding


def command(file: str) -> str:
    """What runs a broken client, by its ending."""
    program = {".py": PYTHON, ".js": "node", ".pl": "perl", ".rb": "ruby", ".awk": "mawk -f"}.get(Path(file).suffix, "")
    needs(shutil.which(program.split(" ")[0]) is not None if program else True, program)
    return f"{program} {BROKEN / file}".strip()


# The file, the step that fails, the mistake, the whole cure.
TALKING = [
    ("debugs.py", "unasked", "It writes more than answers. Write the rest to standard error. In Python: "
     "print(..., file=sys.stderr)"),
    ("debugs.js", "unasked", "It writes more than answers. Write the rest to standard error. In JavaScript: "
     "console.error(...)"),
    ("answers_infos.py", "unasked", "It answers infos too. Answer only lines that begin with `|QUERY|`."),
    ("second_answer.py", "once", "It answers more than once. Write one line for each QUERY, and no other."),
    ("one_question.sh", "first answer", "It left after its first answer. A match has many questions: read lines until "
     "the input closes. In Bash: while IFS= read -r line; do ... done"),
    ("one_hand.py", "rules", "It left when a hand was over. A match has many: read until the input closes. "
     "In Python: for line in sys.stdin; readline() gives '' at the end"),
    ("crashes.py", "first answer", "It crashed; the last lines of its stderr say where."),
    ("gets.rb", "first answer", "It takes its last argument, the player's name, for a file. Read standard input. "
     "In Ruby: while (line = $stdin.gets)"),
    ("gets.pl", "first answer", "It takes its last argument, the player's name, for a file. Read standard input. "
     "In Perl: while (my $line = <STDIN>)"),
    ("knows_all_words.py", "unknown words", "That went well without a line whose word it does not know. Pass over all "
     "words but those you need, however many fields they have."),
    ("counts_hands.py", "later hand", "That went well from the first hand on. The first `start hand` may have any "
     "number: take all from what is told, and count nothing yourself."),
    ("spins.py", "leave", "It runs in circles after its input was closed: reading gives nothing more, and it goes on. "
     "Leave the loop at the end of the input. In Python: for line in sys.stdin; readline() gives '' at the end"),
    ("stays.sh", "leave", "It waits on after its input was closed. Leave the loop at the end of the input. In Bash: "
     "while IFS= read -r line; do ... done"),
    ("old_choices.py", "rules", "It was among the choices of a question before. The choices are told anew right before "
     "each question."),
    ("says_goodbye.py", "end", "It writes when the game is over. Answer only lines that begin with `|QUERY|`."),
]  # fmt: skip

SILENT = [
    ("no_flush.py", "Its answers stay in a buffer, since its output is a pipe. Flush after every answer. In Python: "
     "print(..., flush=True)"),
    pytest.param("no_flush.pl", "Its answers stay in a buffer, since its output is a pipe. Flush after every answer. "
     "In Perl: $| = 1;", marks=pytest.mark.full),
    ("no_newline.js", "The answer has no newline, so it is no line yet. End it with one. In JavaScript: "
     "console.log(...), or process.stdout.write(... + '\\n')"),
    ("reads_all.py", "It answers only when its input is closed: it reads all of it first. Read line by line. In "
     "Python: for line in sys.stdin; readline() gives '' at the end"),
    pytest.param("reads_all.js", "It answers only when its input is closed: it reads all of it first. Read line by "
     "line. In JavaScript: readline.createInterface({input: process.stdin}).on('line', ...)",
     marks=pytest.mark.full),
    ("reads_ahead.awk", "It answers only when much more input has come: it reads whole blocks. Read line by line (with "
     "mawk: -W interactive)."),
    ("never_done.py", "It was still computing when its time was over: too slow, or a loop without end."),
]  # fmt: skip

# Clients that are told no choices, and play by their cards.
ILLEGAL = [
    ("plays_twice.py", "rules", "It has played that in this hand. Take it out of the hand as soon as you have "
     "answered, or at `played`."),
    ("keeps_led.py", "rules", "It was right at the question before, and is not now: what was led seems to be kept. "
     "Forget it at `start trick`."),
    ("first_card.py", "rules", "`expected` lists what was legal. Check it against the rules: `referee rules tricks`."),
    ("keeps_hand.py", "bad card", "It is of the hand before. Forget the old hand at `start hand`, and take the new one "
     "as it is told."),
    ("forgets_at_the_end.py", "bad card", "That went well until another player gave a bad card. The hand then ends in "
     "the middle: forget what was played at `start trick` and at `start hand`, and not where a trick or a hand ends."),
    ("waits_for_choices.py", "form", "The answer is empty: it seems to wait for its choices, which it is told only if "
     "it asks for them: `choices = true` in its client.toml, or --choices."),
]  # fmt: skip

SHAPE = "|RESPONSE|card|AC|END|"

# What is said in answer to the first question: its mistake, and the cure.
SAID = [
    ("|RESPONSE|DATA|END|", f"The key of the question is missing in the answer: {SHAPE}."),
    ("|RESPONSE|cards|DATA|END|", "The answer has the key cards; it must repeat the key of the question: "
     f"{SHAPE}."),
    ("|RESPONSE|KEY|DATA|", f"The last field, END, is missing: {SHAPE}."),
    ("RESPONSE|KEY|DATA|END", f"A bar is missing. The line begins with one and ends with one: {SHAPE}."),
    ("|response|KEY|DATA|end|", "RESPONSE and END are written in capitals, and the key as in the question: "
     f"{SHAPE}."),
    (" |RESPONSE|KEY|DATA|END| ", f"There are spaces around the line or its fields. Everything counts: {SHAPE}."),
    ("|QUERY|KEY|DATA|END|", f"The line begins with QUERY; an answer begins with RESPONSE: {SHAPE}."),
    ("> |RESPONSE|KEY|DATA|END|", "Something stands before the answer, such as the prompt of an input function. The "
     f"line begins with a bar: {SHAPE}."),
    ("DATA", f"The answer stands alone. Put it between the bars: {SHAPE}."),
    ("\ufeff|RESPONSE|KEY|DATA|END|", "The line begins with a byte order mark. Write UTF-8 without one."),
    ("I play DATA", f"The line is no answer. An answer is {SHAPE}, and nothing else is written. In Bash: echo ... >&2"),
]  # fmt: skip


@pytest.mark.parametrize("game", sample(names(), 3))
def test_a_sound_client_passes_every_step(game: str) -> None:
    steps = all_steps("@python/starter", game)
    assert [(step.name, step.ok) for step in steps] == [(name, True) for name in STEPS]


@pytest.mark.parametrize("client", [name for name in bundled() if name.startswith("@python/")])
@pytest.mark.full
def test_a_bundled_client_passes_every_step_in_every_game_it_plays(client: str) -> None:
    assert {step.state for step in all_steps(client, matches=2)} == {"ok"}


@pytest.mark.parametrize(("file", "step", "cure"), sample(TALKING, 2))
def test_a_broken_client_is_told_its_cure(file: str, step: str, cure: str) -> None:
    name, finding = first_failure(command(file))
    assert (name, finding.cure) == (step, cure)


@pytest.mark.parametrize(("file", "cure"), SILENT)
def test_why_a_client_says_nothing_is_found_out(file: str, cure: str) -> None:
    name, finding = first_failure(command(file), SOON)
    assert (name, finding.cure) == ("first answer", cure)


@pytest.mark.parametrize(("file", "step", "cure"), sample(ILLEGAL, 2))
def test_what_a_client_mixes_up_is_found_out(file: str, step: str, cure: str) -> None:
    name, finding = first_failure(command(file), choices=False)
    assert (name, finding.cure) == (step, cure)
    assert finding.kind == ("wrong line" if step == "form" else "against the rules")


@pytest.mark.parametrize(("said", "cure"), sample(SAID, 3))
def test_a_wrong_line_is_told_from_an_illegal_answer_and_mended(said: str, cure: str) -> None:
    name, finding = first_failure(f"{BROKEN / 'says.sh'} '{said}'")
    assert (name, finding.kind, finding.cure.replace(finding.expected, SHAPE)) == ("form", "wrong line", cure)
    assert finding.page == 'protocol/README.md, "Lines"'


def test_lines_that_end_as_on_windows_are_fine() -> None:
    check = begun(f"{BROKEN / 'says.sh'} '|RESPONSE|KEY|DATA|END|\r'", "tricks", 1, Limits(), choices=True)
    assert [next(check.steps).state for _ in range(3)] == ["ok"] * 3


@pytest.mark.parametrize(
    ("file", "step", "cure"),
    [
        ("no_flush.c", "first answer", "Its answers stay in a buffer, since its output is a pipe. Flush after every "
         "answer. In C: fflush(stdout);"),
        ("crashes.c", "first answer", "It crashed and wrote nothing to stderr; `referee match ... --log` keeps what it "
         "was sent."),
        ("no_program.c", "start", "It could not be built; below `stderr` stands what the compiler said."),
    ],
)  # fmt: skip
def test_a_client_that_is_compiled_is_built_and_told_its_cure(
    file: str, step: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(shutil.which("cc") is not None, "cc")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "client"
    folder.mkdir()
    shutil.copy(BROKEN / file, folder / "client.c")
    manifest = 'build = ["cc", "-o", "{build}/client", "client.c"]\nrun = ["{build}/client"]\nlanguage = "C"\n'
    (folder / "client.toml").write_text(manifest)
    name, finding = first_failure(str(folder), SOON)
    assert (name, finding.cure) == (step, cure)
    assert any("error" in line for line in finding.stderr) == (step == "start")


def test_a_client_gets_the_terminal_that_its_manifest_asks_for(tmp_path: Path) -> None:
    shutil.copy(BROKEN / "no_flush.py", tmp_path)
    (tmp_path / "client.toml").write_text('run = ["{python}", "no_flush.py"]\nchoices = true\npty = true\n')
    assert {step.state for step in all_steps(str(tmp_path), "tricks")} == {"ok"}


def script(folder: Path, text: str, mode: int = 0o755) -> Path:
    path = folder / "bot"
    path.write_bytes(text.encode())
    path.chmod(mode)
    return path


@pytest.mark.parametrize("interpreter", ["/bin/sh", "/usr/bin/env python3"])
def test_a_first_line_that_ends_as_on_windows_is_seen(interpreter: str, tmp_path: Path) -> None:
    path = script(tmp_path, f"#!{interpreter}\r\necho hello\r\n")
    assert first_failure(str(path))[0] == "start"
    assert first_failure(str(path))[1].cure == (
        f"Its first line ends with a carriage return, as on Windows: `sed -i 's/\\r$//' {path}` takes them out."
    )


@pytest.mark.parametrize("interpreter", ["/usr/bin/pyhton", "/usr/bin/env pyhton"])
def test_a_first_line_that_names_no_interpreter_is_seen(interpreter: str, tmp_path: Path) -> None:
    name, finding = first_failure(str(script(tmp_path, f"#!{interpreter}\nprint()\n")))
    assert name == "start"
    assert finding.cure.startswith(f"Its first line, #!{interpreter}, names an interpreter that is not there.")


def test_a_file_that_is_not_executable_is_a_failed_step(tmp_path: Path) -> None:
    path = script(tmp_path, "#!/bin/sh\n", mode=0o644)
    name, finding = first_failure(str(path))
    assert (name, finding.mistake, finding.cure) == (
        "start",
        "not executable",
        f"The file cannot be run: `chmod +x {path}`.",
    )


def test_a_manifest_with_a_mistake_is_a_failed_step_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "client.toml").write_text('run = ["./bot"]\nspeed = 3\n')
    name, finding = first_failure(str(tmp_path))
    assert (name, finding.mistake) == ("start", "cannot run")
    assert finding.came[0].startswith(f"{tmp_path}/client.toml: unknown key 'speed'")


def test_what_failed_is_shown_with_what_was_sent_expected_and_came_and_stderr_beside_it() -> None:
    _, finding = first_failure(command("crashes.py"))
    assert finding.sent[0] == "|INFO|start game|Ann|crashes|Bob|Cat|END|"
    assert finding.sent[-1] == "|QUERY|card|END|"
    assert re.fullmatch(r"\|RESPONSE\|card\|..\|END\|", finding.expected)
    assert finding.came == ("exited with code 1",)
    assert finding.stderr[-1] == "KeyError: 'cards'"


def test_an_illegal_answer_is_shown_with_what_was_legal_and_the_page_of_the_game() -> None:
    _, finding = first_failure(command("first_card.py"), choices=False)
    said = re.fullmatch(r"\|RESPONSE\|card\|(..)\|END\|", finding.came[0])
    assert said
    assert said[1] not in finding.expected
    assert finding.expected.endswith("Which card do you play? Follow the suit that was led if you can.")
    assert finding.page == "protocol/tricks.md (referee rules tricks)"


def test_a_silent_client_is_not_tried_in_other_games() -> None:
    steps = list(begun(command("no_flush.py"), None, 1, SOON, choices=True).steps)
    assert [step.state for step in steps] == ["ok", "failed", *["not tried"] * (len(names()) * len(STEPS) - 2)]


def referee(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", "check", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_a_grading_script_reads_steps_and_a_score() -> None:
    done = referee(command("second_answer.py"), "--game", "tricks", "--choices", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["language"], told["games"]) == (1, "Python", ["tricks"])
    assert [step["name"] for step in told["steps"]] == list(STEPS)
    assert [step["ok"] for step in told["steps"]] == [True] * 3 + [False, None, True] + [None] * 6
    assert (told["passed"], told["total"]) == (4, 12)
    assert told["steps"][3]["mistake"] == "answers twice"
    assert set(told["steps"][3]) >= {"sent", "expected", "came", "page", "cure", "stderr"}


def test_a_person_reads_a_line_for_each_step_and_details_below_a_failed_one() -> None:
    done = referee(command("says_goodbye.py"), "--game", "tricks", "--choices", "--matches", "1")
    lines = done.stdout.splitlines()
    assert lines[0] == "tricks"
    assert lines[1:7] == [f"  ok         {title}" for title in list(STEPS.values())[:6]]
    assert lines[11] == "  FAILED     comes to the end of the game, and says no more"
    assert "             came      goodbye" in lines
    assert lines[-1] == "11 of 12 steps passed, 1 failed"
    assert "\x1b" not in done.stdout


def test_exit_code_0_says_that_all_is_well() -> None:
    assert referee("@python/tricks", "--matches", "1").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing-there",), "there is no folder, file or command 'nothing-there'"),
        (("@house",), "@house has no program that could be checked"),
        (("@python/tricks", "--game", "hearts"), "this client plays tricks, not hearts"),
        (("@python/random", "--game", "chess"), "there is no game 'chess'"),
        (("@python/random", "--matches", "0"), "--matches"),
    ],
)
def test_wrong_use_is_exit_code_2(words: tuple[str, ...], said: str) -> None:
    done = referee(*words)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize("mistake", cures.CURES)
def test_every_cure_can_be_told_of_every_language(mistake: str) -> None:
    subject = begun("@python/random", "tricks", 1, Limits(), choices=False).subject
    facts = dict.fromkeys(("key", "shape", "its_type", "its_key", "near"), "so")
    for subject.language in ("Ruby", "Brainfuck", ""):
        finding = subject.finding(mistake, "wrong", "tricks", expected="", came=(), sent=(), stderr=b"", **facts)
        assert finding.cure.startswith(cures.CURES[mistake].text[:5])
        assert not re.search("[{}]|In :|In Brainfuck", finding.cure)


def test_every_cure_names_a_heading_that_is_there() -> None:
    page = (ROOT / "protocol" / "README.md").read_text()
    for cure in cures.CURES.values():
        assert not cure.page or f"\n## {cure.page}\n" in page


def test_habits_are_known_of_every_language_with_a_starter() -> None:
    assert set(HABITS) == {language.name for language in languages.every()}
