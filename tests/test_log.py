"""The match log: complete, readable up to any cut, and proved by running the rules again."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from fakes import FOUR, Answer, FakeTable, first_legal, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.log import BadLog, LogFile, Transcript, read_log, read_reply
from referee.match import Fault, Match, Reply
from referee.steps import Ask
from referee.verify import Differs, verify

LINE = st.binary(max_size=100).filter(lambda line: b"\n" not in line)
FAULTS = st.sampled_from([fault for fault in Fault if fault])


def written(tmp_path: Path, log: bytes, name: str = "m.log") -> Path:
    path = tmp_path / name
    path.write_bytes(log)
    return path


def a_log(**of_players: object) -> bytes:
    return played(plan(), FakeTable(random_player(2), **of_players))[1]  # type: ignore[arg-type]


@given(LINE, st.integers(0, 10**12), st.sampled_from(list(Fault)))
def test_an_answer_is_read_back_as_it_was_written(line: bytes, micros: int, fault: Fault) -> None:
    transcript = Transcript(lambda _: None)
    query = played(plan(target=1), FakeTable())[0].game.words[4]
    transcript.answered(Ask("Ann", query, ()), None, Reply(line, micros, fault))  # type: ignore[arg-type]
    answer = transcript.take().splitlines()[-1]
    assert read_reply(answer) == ("Ann", Reply(line, micros, fault))


def unruly(seed: int, replies: list[Answer]) -> FakeTable:
    """Players who answer well most of the time."""
    well = random_player(seed)
    rest = list(replies)

    def answer(ask: Ask) -> Answer:
        return rest.pop() if rest and len(table.asked) % 7 == 0 else well(ask)

    table = FakeTable(answer)
    return table


REPLIES = st.lists(st.builds(Reply, LINE, st.integers(0, 10**7), FAULTS) | LINE | st.just("floober"), max_size=30)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), REPLIES, st.sets(st.sampled_from(FOUR)), st.integers(1, 4))
def test_whatever_is_answered_the_log_says_every_line_again(
    seed: int, replies: list[Answer], choices: set[str], limit: int
) -> None:
    table = unruly(seed, replies)
    _, log = played(plan(seed=str(seed), choices=tuple(choices), bad_cards=limit), table)
    path = Path("/dev/shm" if Path("/dev/shm").is_dir() else "/tmp", f"test-{seed}.log")
    try:
        path.write_bytes(log)
        assert not verify(path).cut
    finally:
        path.unlink()


def test_a_compressed_log_is_read_like_a_plain_one(tmp_path: Path) -> None:
    transcript = Transcript(lambda _: None)
    the_plan = plan()
    file = LogFile(tmp_path / "m.log.gz", transcript)
    transcript.header(the_plan)
    Match(the_plan, FakeTable(random_player(2)), transcript).play()
    file.close()
    assert zlib.decompress((tmp_path / "m.log.gz").read_bytes(), wbits=31) == a_log()
    assert verify(tmp_path / "m.log.gz").plan == the_plan


def test_every_line_that_is_changed_is_found(tmp_path: Path) -> None:
    lines = a_log(Bob=lambda ask: "XX" if len(ask.legal) == 3 else ask.legal[0]).splitlines(keepends=True)
    for number in range(2, len(lines), 17):
        changed = [*lines]
        changed[number] = lines[number].replace(b"a", b"b").replace(b"|END|", b"x|END|").replace(b"~ deal", b"~ seal")
        if changed[number] == lines[number] or lines[number].startswith(b"<"):
            continue
        with pytest.raises(Differs, match=f":{number + 1}: the rules say"):
            verify(written(tmp_path, b"".join(changed)))


def test_an_answer_that_was_changed_is_found_where_the_rules_then_say_something_else(tmp_path: Path) -> None:
    lines = a_log().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if line.startswith(b"<"))
    lines[number] = lines[number].replace(b"|card|", b"|card|x")
    with pytest.raises(Differs, match=rf":{number + 2}: the rules say > \* \|INFO\|bad card\|"):
        verify(written(tmp_path, b"".join(lines)))


@pytest.mark.parametrize("which", ["a line is missing", "a line is twice there", "a line is behind the end"])
def test_a_line_too_few_or_too_many_is_found(tmp_path: Path, which: str) -> None:
    lines = a_log().splitlines(keepends=True)
    if which == "a line is missing":
        del lines[40]
    elif which == "a line is twice there":
        lines.insert(40, lines[40])
    else:
        lines.insert(-1, b"> * |INFO|end hand|99|END|\n")
    with pytest.raises(Differs):
        verify(written(tmp_path, b"".join(lines)))


def test_a_log_cut_off_anywhere_is_read_up_to_the_cut_and_called_so(tmp_path: Path) -> None:
    log = a_log()
    body = log.index(b"\n", len("referee log 1\n")) + 1
    for cut in range(body, len(log) - 1, 211):
        read = verify(written(tmp_path, log[:cut]))
        assert read.cut
        assert log.startswith(read.path.read_bytes())
        assert read.last_line == max(2, log[:cut].count(b"\n"))


def test_a_compressed_log_cut_off_is_read_up_to_the_cut(tmp_path: Path) -> None:
    whole = zlib.compress(a_log(), wbits=31)
    for cut in range(len(whole) // 2, len(whole) - 20, 997):
        assert verify(written(tmp_path, whole[:cut], "m.log.gz")).cut


def test_a_log_that_differs_before_its_cut_is_not_called_ok(tmp_path: Path) -> None:
    lines = a_log().splitlines(keepends=True)[:100]
    lines[50] = b"> * |INFO|end hand|99|END|\n"
    with pytest.raises(Differs, match=":51:"):
        verify(written(tmp_path, b"".join(lines)))


def test_notes_stand_beside_the_match_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    lines = a_log().splitlines(keepends=True)
    lines.insert(30, b"# Ann exited with code 1\n")
    assert verify(written(tmp_path, b"".join(lines))).notes == (("Ann", "exited with code 1"),)
    lines[60] = b"> * |INFO|end hand|99|END|\n"
    with pytest.raises(Differs, match=":61:"):
        verify(written(tmp_path, b"".join(lines)))


HEADER = a_log().splitlines(keepends=True)[1]


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (b"", ":1: expected 'referee log 1'"),
        (b"hello\n", ":1: expected 'referee log 1'"),
        (b"referee log 2\n" + HEADER, ":1: expected 'referee log 1'"),
        (b"referee log 1\n", ":2: expected the plan of a match"),
        (b"referee log 1\n{]\n", ":2: expected the plan of a match"),
        (b"referee log 1\n[]\n", ":2: expected the plan of a match"),
        (b'referee log 1\n{"referee": "1"}\n', ":2: expected the plan of a match"),
        (b"referee log 1\n" + HEADER.replace(b"tricks", b"bridge"), "there is no game 'bridge'"),
        (b"referee log 1\n" + HEADER.replace(b'"seed": "7"', b'"seed": 7'), "seed should be of type str, not 7"),
        (b"referee log 1\n" + HEADER.replace(b'"seed": "7"', b'"seed": "7 "'), "a seed has 1 to 64 letters"),
        (b"referee log 1\n" + HEADER.replace(b'"target": 30', b'"target": 0'), "target is a number from 1"),
        (b"referee log 1\n" + HEADER.replace(b'"target": 30', b'"aim": 30'), "tricks has no option 'aim'"),
        (b"referee log 1\n" + HEADER.replace(b'"Bob"', b'"Ann"'), "two players are named 'Ann'"),
        (b"referee log 1\n" + HEADER.replace(b'"time": 2.0', b'"time": true'), "time should be of type float"),
        (b"referee log 1\n" + HEADER.replace(b'"time": 2.0', b'"hours": 2.0'), "unknown key 'hours'"),
        (b"referee log 1\n" + HEADER + b"what is this?\n", ":3: expected a line that begins with one of"),
        (b"referee log 1\n" + HEADER + b"> * |INFO|x|END|\n\n", ":4: expected a line that begins with one of"),
        (b"\x1f\x8b\x08hello, this is no gzip", "the compressed data is damaged"),
        (zlib.compress(a_log(), wbits=31)[:-4] + b"abcd", "the compressed data is damaged"),
    ],
)
def test_a_malformed_log_is_told_by_file_place_and_what_was_expected(tmp_path: Path, log: bytes, message: str) -> None:
    path = written(tmp_path, log)
    with pytest.raises(BadLog) as error:
        verify(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_an_answer_that_cannot_be_read_is_named_by_its_line(tmp_path: Path) -> None:
    lines = a_log().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if line.startswith(b"<"))
    lines[number] = b"< Ann soon |RESPONSE|card|6H|END|\n"
    with pytest.raises(BadLog, match=f":{number + 1}: expected an answer or a fault"):
        verify(written(tmp_path, b"".join(lines)))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_make_the_reader_fail_otherwise(data: bytes) -> None:
    path = Path("/dev/shm" if Path("/dev/shm").is_dir() else "/tmp", "test-any-bytes.log")
    for start in (b"", b"referee log 1\n", b"referee log 1\n" + HEADER):
        path.write_bytes(start + data)
        try:
            assert verify(path).cut
        except (BadLog, Differs):
            pass
        finally:
            path.unlink()


def test_the_header_tells_all_that_is_needed_to_play_the_match_again(tmp_path: Path) -> None:
    log = read_log(written(tmp_path, a_log()))
    assert log.plan == plan()
    again, text = played(log.plan, FakeTable(random_player(2)))
    assert text == a_log()
    assert again.scores


def test_first_legal_players_make_the_same_log_every_time() -> None:
    assert played(plan(), FakeTable(first_legal))[1] == played(plan(), FakeTable(first_legal))[1]
