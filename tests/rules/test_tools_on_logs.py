"""The commands that read logs: replay and verify."""

from __future__ import annotations

import json
import os
import random
import threading
from functools import partial

import msgspec
import pytest

from games.rules import logfile
from games.rules.catalogue import GAMES
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import UNWRITTEN, HistoryBroken
from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.rules.match_in_memory import MatchInMemory
from games.rules.tools import walk
from games.rules.tools.logs import sentences
from games.rules.tools.robots import RANDOM, play_match
from tests.kit.at_terminal import TOY, filed, run, stopped
from tests.kit.toy_matches import (
    BUSY,
    SECRET,
    VALUES,
    chained,
    finished,
    first,
    lines,
    move,
    rewritten,
    with_draws,
)
from tests.toy import MAGPIES
from tests.toy import rules as toy


@pytest.fixture
def log(tmp_path):
    return partial(filed, tmp_path)


# --- replay


def test_a_seat_is_told_what_it_may_know(log, capsys):
    path = log()
    run("replay", path, "--seat", 2)
    seat = capsys.readouterr().out
    run("replay", path, "--public")
    public = capsys.readouterr().out
    run("replay", path)
    everybody = capsys.readouterr().out
    assert "Seat 2 draws: " in seat
    assert "Seat 1 draws: " not in seat
    assert "draws: " not in public
    assert "Seat 1 draws: " in everybody
    assert "Seat 3 draws: " in everybody
    assert "The match goes back to an earlier moment." in public
    assert "Time is up for" in public


def test_a_seats_export_reads_like_the_whole_log_read_for_that_seat(log, capsys):
    run("replay", log(), "--seat", 3)
    of_all = capsys.readouterr().out.splitlines()
    path = log(Seat(2))
    run("replay", path)
    own = capsys.readouterr().out.splitlines()
    assert own == [line for line in of_all if not line.startswith("Seat")]
    assert "another reader" in stopped(capsys, "replay", path, "--seat", 1)
    assert "another reader" in stopped(capsys, "replay", path, "--public")


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_every_games_exports_tell_what_the_whole_log_tells(rules):
    """What is shown of an event went through a file: it must make the same sentence afterwards."""
    match, _ = play_match(rules, [RANDOM] * rules.meta.most_seats, 3, 1, {})
    log = logfile.read(lines(match))
    readers: list[Reader] = [PUBLIC, *match.seats]
    for reader in readers:
        export = logfile.read(lines(match, reader))
        assert list(sentences(rules, export, reader)) == list(sentences(rules, log, reader))


def test_a_replay_stops_where_it_is_told_to(log, capsys):
    run("replay", log(), "--to", 10, "--public")
    out = capsys.readouterr().out.splitlines()
    assert out[9].strip().startswith("10  Seat ")
    assert out[10:] == [f"Waiting for Seat {n}: Hide a card" for n in seats_in_order()]
    run("replay", log())
    assert "place 1 with" in capsys.readouterr().out


def seats_in_order():
    return [seat + 1 for seat in finished().table.state.hands]


@pytest.mark.parametrize(
    ("argv", "needle"),
    [
        (["--seat", "4"], "seats 1 to 3"),
        (["--seat", "0"], "no seat 0"),
        (["--to", "0"], "no event 0"),
        (["--to", "9999"], "no event 9999"),
        (["--seat", "1", "--public"], "not allowed"),
    ],
)
def test_a_replay_of_what_is_not_there_is_one_sentence(argv, needle, log, capsys):
    assert needle in stopped(capsys, "replay", log(), *argv)


# --- verify


def test_verify_proves_what_the_rules_can_tell(log, capsys):
    assert run("verify", log(), games={"magpies": BUSY}) == 0
    out = capsys.readouterr().out
    assert "proved: the secret and the words" in out
    assert "it is over" in out
    assert "proved: its cards are those of version 1" in out


@pytest.mark.parametrize("reader", [PUBLIC, Seat(1)])
def test_verify_reads_an_export_too(reader, log, capsys):
    assert run("verify", log(reader)) == 0
    assert "can read the log" in capsys.readouterr().out


def test_verify_reads_a_pipe(log, tmp_path, capsys):
    run("verify", log())
    proved = capsys.readouterr().out
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[log().read_bytes()])
    writer.start()
    assert run("verify", tmp_path / "pipe") == 0
    writer.join()
    assert capsys.readouterr().out == proved


def test_a_match_that_is_still_played_is_verified_as_such(tmp_path, capsys):
    match = MatchInMemory.begin(MAGPIES, 2, SECRET)
    for _ in range(9):
        move(match, random.Random(1))
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines(match)))
    assert run("verify", path) == 0
    assert "still being played" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_altered_or_shortened_log_or_none_is_one_sentence(command, log, tmp_path, capsys):
    path = log()
    data = path.read_bytes()
    for altered in (data[:-1], data[:5000], data[: data.index(b"\n", 9000) + 1], b"", b"\x00\xff", b"[]\n"):
        path.write_bytes(altered)
        stopped(capsys, command, path)
    path.write_bytes(data.replace(b'"version":1', b'"version":3', 4))
    assert "event 1" in stopped(capsys, command, path)
    assert "No such file" in stopped(capsys, command, tmp_path / "none")
    stopped(capsys, command, tmp_path)


def test_a_log_of_a_game_that_is_not_here_is_one_sentence(log, capsys):
    assert "no game 'magpies'" in stopped(capsys, "verify", log(), games={})


def planted(tmp_path, capsys, change, games=TOY):
    path = tmp_path / "planted.jsonl"
    path.write_bytes(rewritten(finished(), change))
    return stopped(capsys, "verify", path, games=games)


def test_an_event_of_a_newer_version_is_too_new(tmp_path, capsys):
    def change(raws):
        raws[1]["version"] = 2

    assert "event 2 is a 'landed' of version 2" in planted(tmp_path, capsys, change)


def test_an_event_of_an_unknown_kind_is_too_new(tmp_path, capsys):
    def change(raws):
        raws[5]["event"] = {"kind": "moulted"}

    assert "event 6 is a 'moulted'" in planted(tmp_path, capsys, change)


class Landed(toy.Landed, frozen=True):
    """The event as a later version of the game might have it."""

    version = 2
    rainy: bool


def test_an_older_log_is_read_through_upcasters(tmp_path, capsys):
    rules = MAGPIES.changed(
        events=tuple(Landed if kind is toy.Landed else kind for kind in MAGPIES.core.events),
        upcasters={("landed", 1): lambda raw: {**raw, "rainy": False}},
    )
    path = tmp_path / "old.jsonl"
    path.write_bytes(b"".join(lines(finished())))
    assert run("verify", path, games={"magpies": rules}) == 0
    assert run("replay", path, games={"magpies": rules}) == 0
    without = rules.changed(upcasters={})
    capsys.readouterr()
    assert "event" in stopped(capsys, "verify", path, games={"magpies": without})


@pytest.mark.parametrize("kind", UNWRITTEN, ids=lambda kind: kind.__name__)
def test_what_a_game_stumbles_over_is_a_broken_log_and_nothing_else(kind):
    """Upcaster and fold may be handed anything: the service stops such a match, and must know it for one."""

    def stumble(*_):
        raise kind

    records = finished().records
    with pytest.raises(HistoryBroken, match="event 2 can't have happened"):
        fold(MAGPIES.changed(evolve=stumble), records)
    events = tuple(Landed if one is toy.Landed else one for one in MAGPIES.core.events)
    stumbling = MAGPIES.changed(events=events, upcasters={("landed", 1): stumble})
    with pytest.raises(HistoryBroken, match="not an event of the log"):
        codec(stumbling).read(canonical(records[1]))


def test_cards_that_are_not_those_of_the_rules_are_noticed(tmp_path, capsys):
    def change(raws):
        raws[0]["event"]["tables"] = "0" * 64

    assert "different cards from version 1" in planted(tmp_path, capsys, change)
    newer = MAGPIES.changed(version=2)
    path = tmp_path / "older.jsonl"
    path.write_bytes(b"".join(lines(finished())))
    assert run("verify", path, games={"magpies": newer}) == 0
    assert "NOT proved: its card tables" in capsys.readouterr().out


def test_a_time_up_for_what_nobody_was_asked_is_noticed(tmp_path, capsys):
    def change(raws):
        first(raws, "time_up")["event"]["asked"] = "crow"

    assert "closes a question that is not open" in planted(tmp_path, capsys, change)


def test_an_event_that_the_game_could_not_follow_is_named(tmp_path, capsys):
    def change(raws):
        first(raws, "hid")["event"]["seat"] = 7

    said = planted(tmp_path, capsys, change)
    assert f"event {first_number('hid')} isn't one that this game can have there" in said


def test_an_end_that_nobody_played_to_is_noticed(tmp_path, capsys):
    match = finished()
    cut = MatchInMemory(match.rules, SECRET, match.words, match.records[:5])
    cut.records = match.records[:4]
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines(cut)))
    assert "waits for nobody" in stopped(capsys, "verify", path)


def test_an_event_after_the_end_is_noticed(tmp_path, capsys):
    def change(raws):
        raws.append({**raws[-1], "number": len(raws) + 1, "event": {"kind": "turn_began", "seat": 0}})

    assert "comes after the end of the match" in planted(tmp_path, capsys, change)


def test_rules_that_copy_only_half_of_a_state_are_noticed(log, capsys):
    """The service folds a log and goes on from copies: both must lead to the same."""

    def forgetful(state):
        return msgspec.structs.replace(toy.copy(state), nests={seat: {} for seat in state.nests})

    rules = MAGPIES.changed(copy=forgetful)
    assert "different results" in stopped(capsys, "verify", log(), games={"magpies": rules})


def test_questions_that_are_none_of_the_games_are_noticed(log, capsys):
    rules = MAGPIES.changed(asks=frozenset({"turn"}))
    assert "can't be asked together" in stopped(capsys, "verify", log(), games={"magpies": rules})


def test_a_question_without_an_answer_is_noticed(tmp_path, capsys):
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines(MatchInMemory.begin(MAGPIES, 2, SECRET))))
    rules = MAGPIES.changed(choices=lambda state, question: ())
    assert "has no answer" in stopped(capsys, "verify", path, games={"magpies": rules})


def test_what_follows_the_last_line_or_is_far_too_long_is_refused(log, capsys, monkeypatch):
    path = log()
    path.write_bytes(path.read_bytes() + b"x")
    assert "is cut off, or isn't a log" in stopped(capsys, "replay", path)
    monkeypatch.setattr("games.rules.tools.logs.MOST_BYTES", 99)
    assert "too long" in stopped(capsys, "replay", log())


def first_number(kind):
    records = finished().records
    return next(one.number for one in records if one.event.__struct_config__.tag == kind)


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_chained_log_may_hold_anything(command, tmp_path, capsys):
    """Whoever has the secret can chain whatever they like: a sentence or a report, never more."""
    dice = random.Random(8)
    path = tmp_path / "log"
    for _ in range(120):

        def change(raws):
            raw = dice.choice([*with_draws(raws), *raws[-9:], *raws[:9]])
            inner = dice.choice([raw, raw["event"], raw["event"], *raw["draws"]])
            inner[dice.choice(sorted(inner))] = dice.choice([*VALUES, 9, "bead"])

        path.write_bytes(chained(change))
        code = run(command, path)
        out, err = capsys.readouterr()
        assert (code, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1))


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("junk", [b"\xff", b"\\ud800", b'":' + b"[" * 90_000])
def test_bytes_that_are_no_text_are_one_sentence(command, junk, tmp_path, capsys):
    path = tmp_path / "log"
    path.write_bytes(chained(lambda raws: None, (b"bead", b"be" + junk)))
    stopped(capsys, command, path)


def test_what_is_shown_of_a_covered_event_may_be_anything(log, capsys):
    """No digest binds it, so the game's sentences meet whatever somebody wrote there."""
    path = log(Seat(1))
    data = path.read_bytes()
    for old, new in (
        (b'"kind":"drew"', b'"kind":"ate"'),
        (b'"seat":0', b'"sits":0'),
        (b'"seat":0', b'"seat":{}'),
    ):
        shown = [line.replace(old, new) if b'"leaf"' in line else line for line in data.splitlines(True)]
        path.write_bytes(b"".join(shown))
        assert "isn't one that this game can have" in stopped(capsys, "replay", path)
        stopped(capsys, "verify", path)


def test_the_walk_shares_no_state_between_events():
    states = list(walk.states(BUSY, finished().records))
    for (_, _, after), (_, before, _) in zip(states, states[1:], strict=False):
        assert after is before
    assert json.dumps(states[-1][2].nests) == json.dumps(finished().table.state.nests)
