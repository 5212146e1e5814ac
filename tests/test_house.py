"""House players at a table: they have no program, the referee draws their answers, and all else is as for anybody."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from arena import program, seated, watched_play
from fakes import FOUR, FakeTable, plan, played, random_player
from replays import sent_to, story_of, text_of
from test_cli import run
from test_every_game import EVERY_GAME, plan_of

from referee.clients import players
from referee.game import Game
from referee.log import BadLog, read_log
from referee.match import Fault, Reply
from referee.plan import BadPlan, Plan, Player, checked
from referee.replay.reader import Reader
from referee.verify import verify


def with_house(a_plan: Plan, names: Iterable[str]) -> Plan:
    """The same match with these players' seats given to the house."""
    house = set(names)
    seats = (Player(one.name, (), "") if one.name in house else one for one in a_plan.players)
    return replace(a_plan, players=tuple(seats))


def draws(log: bytes) -> list[bytes]:
    return [line for line in log.splitlines() if line.startswith(b"~ ")]


@EVERY_GAME
@pytest.mark.parametrize("programs", [0, 1])
def test_every_game_is_played_to_its_end_with_the_house_at_all_seats_or_all_but_one(
    game: Game, programs: int, tmp_path: Path
) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        a_plan = plan_of(game, seats=seats)
        house = a_plan.names[programs:]
        table = FakeTable(random_player(1))
        match, log = played(with_house(a_plan, house), table)
        (tmp_path / "m.log").write_bytes(log)
        assert {player for player, _, _ in table.asked} == set(a_plan.names) - set(house)
        assert table.program_changes == []
        assert not any(match.records[name].bad_cards or match.records[name].micros for name in house)
        assert not verify(tmp_path / "m.log").cut


@EVERY_GAME
def test_the_same_seed_makes_the_same_match_of_house_players(game: Game) -> None:
    a_plan = with_house(plan_of(game), plan_of(game).names)
    other = replace(a_plan, seed="8")
    logs = [played(each, FakeTable())[1] for each in (a_plan, a_plan, other)]
    assert logs[0] == logs[1]
    assert draws(logs[0]) != draws(logs[2])


def test_a_house_player_answers_as_it_would_for_a_player_who_is_retired_at_its_first_question() -> None:
    out_of_time = FakeTable(Cat=lambda _: Reply(b"", 0, Fault.TIME))
    _, retired = played(plan(), out_of_time)
    _, house = played(with_house(plan(), ("Cat",)), FakeTable())
    assert draws(retired) == draws(house)


def test_a_house_player_has_its_place_by_its_score_and_is_never_retired() -> None:
    match, log = played(with_house(plan(bad_cards=1, bank=0.01), ("Ann", "Bob")), FakeTable(Dan=lambda _: "nonsense"))
    standings = json.loads(log.splitlines()[-1].removeprefix(b"= "))["standings"]
    assert [gone.player for gone in match.retirements] == ["Dan"]
    assert standings[3]["place"] == 4
    for one in standings[:2]:
        assert (one["retired"], one["answers"], one["bad_cards"]) == ("", 0, {})
        assert one["score"] == match.scores[one["player"]]
        assert one["place"] == 1 + sum(other > one["score"] for other in list(match.scores.values())[:3])


def test_no_program_runs_for_a_house_player_and_the_others_play_on_as_ever(tmp_path: Path) -> None:
    house = [Player(name, (), "") for name in ("Ann", "Dan")]
    outcome = watched_play(tmp_path, seated(tmp_path, *house, program("Bob", "exits_at_start", folder=tmp_path)))
    assert set(outcome.played.stderr) == {"Bob", "Cat"}
    assert outcome.standing("Bob").retired == "bad cards"
    assert outcome.answered("Cat") > 0
    assert [outcome.answered(name) for name in ("Ann", "Dan")] == [0, 0]


def test_a_match_of_the_house_alone_is_played_and_logged(tmp_path: Path) -> None:
    outcome = watched_play(tmp_path, tuple(Player(name, (), "") for name in FOUR), target=100)
    assert max(standing.score for standing in outcome.played.result.standings) == 100


def test_house_players_are_named_on_the_command_line_and_their_times_are_not_shown(tmp_path: Path) -> None:
    clients = ("@house", "@python/random", "@house", "Jerry=@house")
    done = run("match", "tricks", *clients, "-o", "target=20", "--log", "m.log", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = {row[1]: row[2:] for row in map(str.split, done.stdout.splitlines()[2:])}
    assert set(rows) == {"house", "random", "house-2", "Jerry"}
    assert all(rows[name][1:] == ["-", "-", "-"] for name in ("house", "house-2", "Jerry"))
    assert rows["random"][2].replace(".", "").isdigit()
    assert run("verify", "m.log", cwd=tmp_path).stdout == "m.log: ok\n"


def test_choices_for_a_house_player_are_refused(tmp_path: Path) -> None:
    seats = players(("@house",) * 4, "tricks", ("house-3",))
    with pytest.raises(BadPlan, match=r"^house-3 is a house player, which is not told its choices$"):
        checked(replace(plan(), players=seats))
    done = run("match", "tricks", *("@house",) * 4, "--choices", "house", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "referee: house is a house player, which is not told its choices\n")


def test_a_log_whose_house_player_has_choices_is_refused(tmp_path: Path) -> None:
    _, log = played(with_house(plan(), ("Ann",)), FakeTable())
    (tmp_path / "m.log").write_bytes(log.replace(b'"choices": false', b'"choices": true', 1))
    with pytest.raises(BadLog, match=r"m.log:2: .*Ann is a house player"):
        read_log(tmp_path / "m.log")


def test_a_replay_shows_what_the_house_plays_and_no_times_of_it() -> None:
    _, log = played(with_house(plan(target=1), ("Ann", "Cat")), FakeTable())
    first = draws(log)[1].decode().split(" ")
    assert first[1:4] == ["house/1", "0", "1"]
    text = text_of(log)
    assert f"\n    Ann  house     {first[4]}\n" in text
    assert [line.split()[-2:] for line in text.splitlines() if line.split()[1:2] == ["Cat"]] == [["-", "-"]]


def test_a_house_player_was_sent_nothing_and_has_no_knowledge_to_be_shown(tmp_path: Path) -> None:
    _, log = played(with_house(plan(target=1), ("Ann", "Cat")), FakeTable())
    assert sent_to(log, "Ann") == []
    reader = Reader(story_of(log), None)
    seen = []
    for _ in range(3):
        reader.next_seat()
        seen.append(reader.knowledge.seat)
    assert seen == ["Bob", "Dan", None]
    (tmp_path / "m.log").write_bytes(log)
    done = run("replay", "m.log", "--as", "Ann", cwd=tmp_path)
    message = "referee: --as Ann: a house player knows nothing; there are: Bob, Dan\n"
    assert (done.returncode, done.stderr) == (2, message)
