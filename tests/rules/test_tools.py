"""The commands without a server, called as the command line calls them."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Literal, cast

import msgspec
import pytest

from games.rules.catalogue import GAMES
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.messages import Row
from games.rules.tools import list_games, shelf, terminal
from games.rules.tools.shelf import ToolError
from tests.kit.at_terminal import filed, run, stopped
from tests.kit.listening import hear_interrupts
from tests.kit.waiting import LONG
from tests.toy import MAGPIES


@pytest.fixture
def log(tmp_path):
    return partial(filed, tmp_path)


# --- list


def test_list_shows_seats_options_and_robots(capsys):
    assert run("list") == 0
    out = capsys.readouterr().out
    assert "magpies: Magpies, 2 to 4 seats" in out
    assert "robots: random" in out


class ManyOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: Literal["random", "host"] = "random"
    rainy: bool = False
    coins: int = 3
    beard: int | None = None


def test_list_says_a_word_on_each_option_from_the_games_own_words(capsys):
    words = {
        **MAGPIES.core.words,
        "option.first": Row("who begins"),
        "option.first.host": Row("whoever invited"),
        "option.rainy": Row("feathers get wet"),
    }
    rules = cast(AnyRules, MAGPIES).changed(options=ManyOptions, words=words)
    run("list", games={"magpies": rules})
    out = capsys.readouterr().out
    assert 'option first: "host" or "random" ' in out
    assert '(default: "random"): who begins' in out
    assert '"host": whoever invited' in out
    assert "option rainy: true or false (default: false): feathers get wet" in out
    assert "option coins: a number (default: 3)" in out
    assert "option beard: a number or null" in out


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_game_says_a_word_on_each_option(rules):
    for name in list_games.option_fields(rules):
        assert f"option.{name}" in rules.core.words


# --- play


def test_play_prints_games_moves_and_wins(capsys):
    assert run("play", "magpies", "--seats", 3, "--games", 4, "--seed", 7) == 0
    out, err = capsys.readouterr()
    assert "games: 4" in out
    assert "average moves: " in out
    assert [line.split(":")[0] for line in out.splitlines()[2:]] == [f"Seat {n} (random)" for n in (1, 2, 3)]
    assert err == ""


def test_the_same_seed_plays_the_same_matches(tmp_path):
    for folder in ("one", "two"):
        run("play", "magpies", "--games", 3, "--seed", 5, "--record", tmp_path / folder)
    run("play", "magpies", "--games", 3, "--seed", 6, "--record", tmp_path / "three")
    one, two, three = (contents(tmp_path / folder) for folder in ("one", "two", "three"))
    assert len(set(one)) == 3
    assert one == two
    assert not set(one) & set(three)


def contents(folder):
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def test_recorded_matches_are_proved_and_told(tmp_path, capsys):
    run("play", "magpies", "--seats", 4, "--games", 2, "--record", tmp_path, "--options", "{}")
    for path in sorted(tmp_path.iterdir()):
        assert run("verify", path) == 0
        assert run("replay", path) == 0
    assert "crows: the game is over." in capsys.readouterr().out


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_every_game_is_played_proved_and_told(rules, tmp_path, capsys):
    games, slug = {rules.meta.slug: rules}, rules.meta.slug
    for seats in rules.meta.seats:
        assert run("play", slug, "--seats", seats, "--record", tmp_path, games=games) == 0
    for path in tmp_path.iterdir():
        assert run("verify", path, games=games) == 0
        assert run("replay", path, "--seat", 2, games=games) == 0
        assert run("replay", path, "--public", games=games) == 0
    capsys.readouterr()


def test_robots_may_be_named_for_each_seat(capsys):
    def eager(view, question, dice):
        return MAGPIES.robots["random"](view, question, dice)

    rules = MAGPIES.changed(bots={**MAGPIES.robots, "eager": eager})
    assert run("play", "magpies", "--bots", "eager,random", games={"magpies": rules}) == 0
    out = capsys.readouterr().out
    assert "Seat 1 (eager)" in out
    assert "Seat 2 (random)" in out


@pytest.mark.parametrize(
    ("argv", "needle"),
    [
        (["chess"], "no game 'chess'"),
        (["magpies", "--seats", "1"], "2 to 4 seats"),
        (["magpies", "--seats", "5"], "2 to 4 seats"),
        (["magpies", "--seats", str(10**12)], "2 to 4 seats"),
        (["magpies", "--seats", "many"], "--seats"),
        (["magpies", "--games", "0"], "--games must be"),
        (["magpies", "--games", str(10**12)], "--games must be"),
        (["magpies", "--bots", "clever"], "no robot 'clever'"),
        (["magpies", "--bots", "random,random,random"], "3 robots for 2 seats"),
        (["magpies", "--options", '{"colour":1}'], "colour"),
        (["magpies", "--options", "{"], "not JSON"),
        (["magpies", "--options", "[" * 100_000], "not JSON"),
        (["magpies", "--options", "[]"], "options must be an object"),
        (["magpies", "--options", '{"\\ud800":1}'], "these options"),
        (["magpies", "--colour", "1"], "--colour"),
        ([], "GAME"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_writes_nothing(argv, needle, tmp_path, capsys):
    assert needle in stopped(capsys, "play", *argv, "--record", tmp_path / "logs")
    assert not (tmp_path / "logs").exists()


def test_no_log_is_written_over(tmp_path, capsys):
    run("play", "magpies", "--record", tmp_path)
    (path,) = tmp_path.iterdir()
    before = path.read_bytes()
    capsys.readouterr()
    assert "already exists" in stopped(capsys, "play", "magpies", "--games", 2, "--record", tmp_path)
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [before]


def test_a_folder_without_a_name_is_no_folder(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "name of a folder" in stopped(capsys, "play", "magpies", "--record", "")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    stopped(capsys, "play", "magpies", "--record", tmp_path / "file")


def test_the_bar_grows_on_a_terminal_and_only_there(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        assert list(terminal.counted("Magpies", 3)) == [1, 2, 3]
        assert ("2/3" in stream.getvalue()) == shown
        assert bool(stream.getvalue()) == shown


def test_a_game_that_never_ends_is_noticed(monkeypatch, capsys):
    monkeypatch.setattr("games.rules.tools.robots.MOST_MOVES", 5)
    assert "does not end" in stopped(capsys, "play", "magpies")


# --- bench


def test_bench_prints_rates_and_ratios_for_the_fewest_and_the_most_seats(capsys):
    assert run("bench", "magpies", "--seconds", 0.01) == 0
    out = capsys.readouterr().out
    for name in ("floor: ", "floor, full: ", "bare: ", "  full: ", "with all views", "loaded from bytes"):
        assert out.count(name) == 2
    assert "Magpies, 2 seats: " in out and "Magpies, 4 seats: " in out


def test_bench_measures_other_seats_if_told_so(capsys):
    assert run("bench", "magpies", "--seconds", 0.01, "--seats", 3) == 0
    assert "Magpies, 3 seats: " in capsys.readouterr().out
    assert "2 to 4 seats" in stopped(capsys, "bench", "magpies", "--seats", 5)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores can't be chosen here")
def test_bench_leaves_the_cores_as_they_were():
    before = os.sched_getaffinity(0)
    run("bench", "magpies", "--seconds", 0.01, "--seats", 2)
    assert os.sched_getaffinity(0) == before


def test_bench_without_a_game_is_one_sentence(capsys):
    assert "no game" in stopped(capsys, "bench", games={})
    stopped(capsys, "bench", "magpies", "--seconds", "-1")


# --- the command line itself


def test_help_says_how_seats_are_counted(capsys):
    with pytest.raises(SystemExit):
        run("replay", "--help")
    assert "the first is 1" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("argv", [[], ["dance"], ["list", "more"]])
def test_a_command_that_is_none_is_one_sentence(argv, capsys):
    stopped(capsys, *argv)


def test_a_sentence_repeats_no_more_than_the_beginning_of_what_was_typed(capsys):
    assert len(stopped(capsys, "play", "magpies", "--seats", "9" * 100_000)) < 600


def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "games.rules", "list"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "the output: No space left on device\n")


def test_ctrl_c_ends_quietly(monkeypatch, capsys):
    def interrupted(args, games):
        raise KeyboardInterrupt

    monkeypatch.setattr(list_games, "run", interrupted)
    assert run("list") == 130
    assert capsys.readouterr() == ("", "")


ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; from games.rules.__main__ import main; from tests.toy import MAGPIES;"
PROGRAM += "sys.exit(main(games={'magpies': MAGPIES}))"


def started(*argv):
    command = [sys.executable, "-c", PROGRAM, *map(str, argv)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stderr=pipe, stdout=pipe, preexec_fn=hear_interrupts)


def test_a_real_interrupt_ends_quietly_and_leaves_no_half_a_file(tmp_path):
    process = started("play", "magpies", "--games", 100_000, "--record", tmp_path / "logs")
    while not (tmp_path / "logs").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert not list((tmp_path / "logs").glob("*.part"))


def test_a_closed_pipe_ends_quietly(log):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", PROGRAM, "replay", str(log())]
    done = subprocess.run(
        command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=LONG, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_terminal_without_all_letters_is_shown_what_it_has(log):
    command = [sys.executable, "-c", PROGRAM, "replay", str(log())]
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=narrow, capture_output=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_module_runs():
    command = [sys.executable, "-m", "games.rules", "list"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_options_may_lie_in_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "table.json"
    kept.write_text('{"helper_cards": {"no_chance": 38}}')
    assert shelf.options(f"@{kept}") == {"helper_cards": {"no_chance": 38}}
    with pytest.raises(ToolError, match="can't be read"):
        shelf.options(f"@{tmp_path / 'nowhere'}")
    kept.write_text("[]")
    with pytest.raises(ToolError, match="options must be an object"):
        shelf.options(f"@{kept}")
