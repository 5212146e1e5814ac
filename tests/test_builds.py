"""Builds: once for each content of the sources, outside of them, never twice at a time and never by half."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena import ROGUES, a_gate, processes_in, until
from click.testing import CliRunner
from conftest import needs
from tournaments import a_file, run

from referee.cli.tournament.check import command as check
from referee.clients import find, players
from referee.errors import BadClient, Mistake
from referee.tournament.deciding import update
from referee.tournament.entrants import changed, differs_from_source, frozen, player
from referee.tournament.file import read
from referee.tournament.home import Home
from referee.tournament.setup import Source

MANIFEST = """
build = ["sh", "compile.sh", "{build}"]
run = ["{build}/client"]
choices = true
"""
COMPILER = f"""
echo built >>"$BUILDS"
if [ -n "$GATE" ]; then read -r _ <"$GATE"; fi
{{ echo '#!{sys.executable} -IS'; cat bot.py; echo "# $PWD"; }} >"$1/client"
chmod +x "$1/client"
"""
BOB = Source("bob", "./mybot", False)
IN_A_PROCESS = (
    "import sys; from referee.clients import players; print('ready', flush=True); players(sys.argv[1:], 'tricks')"
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user is: in a folder with a client that must be built, and nothing built yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("BUILDS", str(tmp_path / "builds"))
    (place := tmp_path / "here").mkdir()
    monkeypatch.chdir(place)
    a_client("mybot")
    return place


def a_client(name: str, compiler: str = COMPILER, manifest: str = MANIFEST) -> Path:
    folder = Path(name).absolute()
    folder.mkdir(exist_ok=True)
    (folder / "client.toml").write_text(manifest)
    (folder / "compile.sh").write_text(compiler)
    shutil.copy(ROGUES / "honest.py", folder / "bot.py")
    return folder


def builds() -> int:
    """How often the compiler ran."""
    log = Path(os.environ["BUILDS"])
    return len(log.read_text().splitlines()) if log.exists() else 0


def built(*clients: str) -> list[Path]:
    """The programs of these clients."""
    return [Path(player.command[0]) for player in players(clients, "tricks")]


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def kept() -> list[str]:
    """What there is in the cache, locks apart."""
    return [path.name for path in Path(os.environ["XDG_CACHE_HOME"]).glob("referee/builds/*") if path.is_dir()]


# Once


def test_a_build_runs_once_for_all_seats_and_all_matches() -> None:
    one, other = built("./mybot", "./mybot")
    assert one == other
    assert os.access(one, os.X_OK)
    assert built("Jerry=mybot") == [one]
    assert builds() == 1


def test_it_lies_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert built("mybot")[0].is_relative_to(tmp_path / "cache/referee/builds")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/paths/mean/nothing")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert built("mybot")[0].is_relative_to(tmp_path / "home/.cache/referee/builds")


def test_finding_a_client_builds_nothing(tmp_path: Path) -> None:
    client = find("mybot")
    assert client.build[1:] == ("compile.sh", "{build}")
    path = a_file(tmp_path / "here")
    path.write_text(f'{path.read_text()}mybot = "./mybot"\n')
    assert [source.name for source in read(path).sources][-1] == "mybot"
    assert builds() == 0


def test_the_same_sources_elsewhere_are_built_already() -> None:
    shutil.copytree("mybot", "elsewhere/other")
    assert built("mybot") == built("elsewhere/other")
    assert builds() == 1


def change_content(bot: Path) -> None:
    with (bot / "bot.py").open("a") as file:
        file.write("# new\n")


def add_a_file(bot: Path) -> None:
    (bot / "new").write_text("")


def make_executable(bot: Path) -> None:
    (bot / "bot.py").chmod(0o755)


def change_the_words(bot: Path) -> None:
    (bot / "client.toml").write_text(MANIFEST.replace('"{build}"]', '"{build}", "-O2"]', 1))


def install_another_compiler(_bot: Path) -> None:
    Path("bin/sh").write_text('#!/bin/sh\nexec /bin/sh "$@"\n#\n')


@pytest.mark.parametrize(
    "change", [change_content, add_a_file, make_executable, change_the_words, install_another_compiler]
)
def test_whatever_a_build_may_depend_on_makes_a_new_one(
    here: Path, change: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("bin").mkdir()
    Path("bin/sh").write_text('#!/bin/sh\nexec /bin/sh "$@"\n')
    Path("bin/sh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{here}/bin:{os.environ['PATH']}")
    before = built("mybot")
    assert callable(change)
    change(here / "mybot")
    assert built("mybot") != before
    assert builds() == 2


def test_times_caches_and_git_are_no_change(here: Path) -> None:
    before = built("mybot")
    os.utime(here / "mybot/bot.py", (0, 0))
    for name in (".git/HEAD", "__pycache__/bot.pyc"):
        (path := here / "mybot" / name).parent.mkdir()
        path.write_text("")
    assert built("mybot") == before
    assert builds() == 1


# What a build finds, and where it writes


def test_a_build_never_touches_the_sources(here: Path) -> None:
    a_client("mybot", f"{COMPILER}echo object >bot.o; echo >>bot.py; mkdir -p target; : >target/x")
    before = tree(here)
    (program,) = built("mybot")
    assert tree(here) == before
    assert tree(program.parent).keys() == {"client"}
    assert built("mybot") == [program]
    assert builds() == 1


def test_a_build_has_the_users_environment_and_no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_FLAGS", "-O3 of mine")
    a_client("mybot", f'{COMPILER}cat >"$1/input"; echo "$MY_FLAGS" >"$1/flags"')
    made = built("mybot")[0].parent
    assert ((made / "flags").read_text(), (made / "input").read_text()) == ("-O3 of mine\n", "")


def test_a_program_of_the_folder_may_build(here: Path) -> None:
    bot = a_client("mybot", "#!/bin/sh\n" + COMPILER, MANIFEST.replace('"sh", "compile.sh"', '"./compile.sh"'))
    (bot / "compile.sh").chmod(0o755)
    assert f"# {here}" not in built("mybot")[0].read_text()
    assert builds() == 1


def test_a_server_that_a_compiler_leaves_behind_is_not_waited_for(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_gate(here) as gate:
        monkeypatch.setenv("SERVER", str(gate))
        a_client("mybot", COMPILER + '{ read -r _; echo over >"$BUILDS.server"; } <"$SERVER" &\n')
        built("mybot")
        gate.write_text("\n")
        until(Path(f"{os.environ['BUILDS']}.server").exists)


def test_on_a_terminal_it_is_told_that_a_build_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    built("Jerry=mybot", "mybot")
    assert terminal.getvalue() == "building Jerry ...\n"


def test_elsewhere_nothing_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    a_client("mybot", f"{COMPILER}echo a warning; echo another >&2")
    built("mybot")
    assert capfd.readouterr() == ("", "")


# Failures


def refusal(*clients: str) -> str:
    with pytest.raises(BadClient) as refused:
        players(clients or ["./mybot"], "tricks")
    return str(refused.value)


def test_a_failing_build_shows_what_the_compiler_said() -> None:
    a_client("mybot", 'echo "bot.c:3: no" >&2; printf "\\tx\\n  ^\\033[31m\\n\\n"; echo "in $PWD to $1"; exit 7')
    assert refusal() == (
        "mybot: its build failed (sh compile.sh {build} exited with code 7); what it said:\n"
        "    bot.c:3: no\n"
        "            x\n"
        "      ^\\x1b[31m\n"
        "\n"
        "    in . to {build}"
    )


def test_of_a_long_failure_the_beginning_is_shown() -> None:
    a_client("mybot", "i=0; while [ $i -lt 100000 ]; do echo line $i; i=$((i+1)); done; exit 1")
    assert refusal().splitlines()[1:] == [*(f"    line {number}" for number in range(40)), "    ..."]


@pytest.mark.parametrize(
    ("compiler", "how"), [("exit 1", "exited with code 1"), ("kill -9 $$", "was ended by signal 9 (SIGKILL)")]
)
def test_a_build_that_fails_without_a_word_is_said_to_do_so(compiler: str, how: str) -> None:
    a_client("mybot", compiler)
    assert refusal() == f"mybot: its build failed (sh compile.sh {{build}} {how}); it said nothing"


def test_what_failed_is_not_kept_but_tried_again() -> None:
    a_client("mybot", f'{COMPILER}[ -n "$WORKS" ]')
    for _ in range(2):
        refusal()
    assert (builds(), kept()) == (2, [])


def test_a_build_that_cannot_be_run_is_said(here: Path) -> None:
    bot = a_client("mybot", "#!/no/such/shell\n", MANIFEST.replace('"sh", "compile.sh"', '"./compile.sh"'))
    (bot / "compile.sh").chmod(0o755)
    expected = "mybot: its build cannot be run (compile.sh {build}): No such file or directory"
    assert refusal() == expected


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        (MANIFEST.replace('"sh"', '"nocc"'), "{bot}/client.toml: build: there is no folder, file or command 'nocc'"),
        (MANIFEST.replace('"sh"', '"./nocc"'), "{bot}/client.toml: build: there is no file {bot}/nocc"),
        (
            'run = ["{build}/client"]',
            "{bot}/client.toml: run: it names {{build}}, so the key 'build' should say how it is made",
        ),
        ("build = 'cc'", "{bot}/client.toml: build should be a list of one or more strings, not 'cc'"),
        (
            MANIFEST.replace("{build}/client", "{build}/other"),
            "mybot: run, after the build: there is no file {cache}/{key}/other",
        ),
    ],
)
def test_what_is_wrong_with_a_build_is_said_in_a_line(here: Path, tmp_path: Path, manifest: str, expected: str) -> None:
    a_client("mybot", manifest=manifest)
    said = refusal()
    key = "".join(kept())
    assert said == expected.format(bot=here / "mybot", cache=tmp_path / "cache/referee/builds", key=key)


def test_a_client_whose_folder_holds_the_cache_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "mybot/.cache"))
    holds = f"{here}/mybot holds {here}/mybot/.cache/referee/builds too"
    assert refusal() == f"mybot: {holds}; put the client in a folder of its own"


def test_where_the_cache_cannot_be_written_to_a_build_lasts_for_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (temporary := tmp_path / "temporary").mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "file"), "TMPDIR": str(temporary)}
    words = [sys.executable, "-m", "referee", "match", "tricks", *["./mybot"] * 4, "-o", "target=5"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    cannot = f"{tmp_path}/file/referee/builds cannot be made, so builds are kept for this run only"
    assert done.stderr == f"referee: {cannot}\n"
    assert builds() == 1
    assert list(temporary.iterdir()) == []


# Two at once, and stopped ones


@pytest.fixture
def gate(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a build waits until something is written to it."""
    with a_gate(here) as pipe:
        monkeypatch.setenv("GATE", str(pipe))
        yield pipe


def begun() -> subprocess.Popen[str]:
    """A process that builds the client; it is about to."""
    words = [sys.executable, "-c", IN_A_PROCESS, "./mybot"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def test_of_two_at_once_one_builds_and_the_other_waits_for_it(gate: Path) -> None:
    both = [begun(), begun()]
    until(builds)
    gate.write_text("\n\n")  # enough for two
    assert [process.communicate()[0] for process in both] == ["", ""]
    assert builds() == 1
    assert len(kept()) == 1


def test_a_kill_leaves_no_half_build(gate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begun() as process:
        until(builds)
        process.kill()
    assert [name for name in kept() if not name.startswith(".")] == []
    monkeypatch.setenv("GATE", "")
    (program,) = built("mybot")
    assert kept() == [program.parent.name]
    gate.write_text("\n")  # what was left of the killed build ends, and spoils nothing
    until(lambda: not compiling())
    assert kept() == [program.parent.name]
    assert builds() == 2


def compiling() -> list[int]:
    return [pid for place in Path(os.environ["XDG_CACHE_HOME"]).rglob("sources") for pid in processes_in(place)]


def test_a_signal_ends_the_build_too(gate: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "referee", "match", "tricks", *["./mybot"] * 4]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until(builds)
        (build,) = compiling()
        process.send_signal(signal.SIGINT)
        assert process.communicate() == ("", "referee: stopped by SIGINT\n")
    assert not Path(f"/proc/{build}").exists()
    assert kept() == []


# In a tournament


def test_an_entrant_is_frozen_with_what_was_built_and_plays_without_source_and_cache(
    here: Path, tmp_path: Path
) -> None:
    place = here / "cup/1"
    entrant = frozen(BOB, here, place, 1)
    sources = {"client.toml", "compile.sh", "bot.py"}
    assert tree(place).keys() == entrant.files.keys() == {*sources, ".build/client"}
    assert entrant.command == ("{folder}/.build/client",)
    shutil.rmtree(here / "mybot")
    shutil.rmtree(tmp_path / "cache")
    done = subprocess.run([*player(entrant, place, "Bob").command, "Bob"], stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0


def test_what_was_built_must_not_change(here: Path) -> None:
    place = here / "cup/1"
    entrant = frozen(BOB, here, place, 1)
    assert changed(entrant, place) == ""
    with (place / ".build/client").open("a") as file:
        file.write("# cracked\n")
    assert changed(entrant, place) == ".build/client was changed"


def test_the_hash_of_an_entrant_is_that_of_its_sources(here: Path, tmp_path: Path) -> None:
    """What is built holds paths and times."""
    one = frozen(BOB, here, here / "cup/1", 1)
    shutil.rmtree(tmp_path / "cache")
    shutil.copytree("mybot", "elsewhere/mybot")
    other = frozen(BOB, here / "elsewhere", here / "elsewhere/cup/1", 1)
    assert one.files != other.files
    assert one.hash == other.hash
    change_content(here / "mybot")
    assert frozen(BOB, here, here / "cup/2", 2).hash != one.hash


def test_whether_the_source_changed_is_told_without_a_build(here: Path) -> None:
    entrant = frozen(BOB, here, here / "cup/1", 1)
    assert not differs_from_source(entrant, BOB, here)
    change_content(here / "mybot")
    assert differs_from_source(entrant, BOB, here)
    assert builds() == 1


def test_a_folder_with_the_name_that_is_needed_is_refused(here: Path) -> None:
    (here / "mybot/.build").mkdir()
    has = f"bob: {here}/mybot/.build has the name of the folder that its build is kept in; rename it"
    with pytest.raises(BadClient) as refused:
        frozen(BOB, here, here / "cup/1", 1)
    assert str(refused.value) == has


def a_cup(here: Path) -> Path:
    path = a_file(here, ["Ann", "Bob", "Cat"], rounds=1, seats=4)
    path.write_text(f'{path.read_text()}mybot = "./mybot"\n')
    return path


def tournament(command: str, path: Path) -> tuple[int, str]:
    words = [sys.executable, "-m", "referee", *command.split(), str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_tournament_builds_once_then_goes_on_and_is_verified_with_what_it_has(here: Path, tmp_path: Path) -> None:
    path = a_cup(here)
    code, said = tournament("tournament run", path)
    assert code == 0, said
    shutil.rmtree(tmp_path / "cache")
    for command in ("tournament run", "verify"):
        code, said = tournament(command, path)
        assert code == 0, said
    assert builds() == 1
    program = Home.of(path).frozen("mybot", 1) / ".build/client"
    program.write_bytes(program.read_bytes() + b"#\n")
    assert f"{program.parent.parent}: .build/client was changed since it entered" in tournament("verify", path)[1]


def test_an_update_builds_the_new_version(here: Path) -> None:
    path = a_cup(here)
    assert not run(path, stop_after=1)
    with pytest.raises(Mistake, match=r"^mybot plays as its client is now; there is nothing new to enter$"):
        update(Home.of(path), "mybot", "")
    assert builds() == 1
    change_content(here / "mybot")
    assert update(Home.of(path), "mybot", "") == 2
    assert builds() == 2
    old, new = (Home.of(path).frozen("mybot", version) / ".build/client" for version in (1, 2))
    assert "# new\n" not in old.read_text()
    assert "# new\n" in new.read_text()


def test_the_dry_run_tells_of_a_failed_build_and_checks_the_others(here: Path) -> None:
    path = a_cup(here)
    a_client("broken", "echo no such luck; exit 1")
    path.write_text(f'{path.read_text()}broken = "./broken"\n')
    done = CliRunner().invoke(check, [str(path)])
    assert done.exit_code == 1
    assert "tricks: broken: its build failed (sh compile.sh {build} exited with code 1); what it said:\n" in done.output
    assert "\n    no such luck\n" in done.output
    rows = [line.split() for line in done.output.splitlines()[1:6]]
    assert [(row[1], row[-1]) for row in rows] == [(name, "ok") for name in ("Ann", "Bob", "Cat", "mybot")] + [
        ("broken", "start")
    ]


# With a compiler


def test_a_program_in_c_is_built_and_plays(here: Path) -> None:
    needs(shutil.which("cc") is not None, "cc")
    bot = here / "cbot"
    bot.mkdir()
    (bot / "client.toml").write_text(
        'build = ["cc", "-o", "{build}/client", "client.c"]\nrun = ["{build}/client"]\nchoices = true\n'
    )
    (bot / "client.c").write_text(CLIENT_IN_C)
    words = [sys.executable, "-m", "referee", "match", "tricks", *["./cbot"] * 4, "-o", "target=5", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"notes": []' in done.stdout
    assert tree(bot).keys() == {"client.toml", "client.c"}


CLIENT_IN_C = r"""
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4097], choice[4097];
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "|INFO|choices|%[^|]", choice) == 1) continue;
        char key[4097];
        if (sscanf(line, "|QUERY|%[^|]", key) != 1) continue;
        printf("|RESPONSE|%s|%s|END|\n", key, choice);
        fflush(stdout);
    }
    return 0;
}
"""
