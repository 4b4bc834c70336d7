"""The moments of a match: the same for all, what the command tells, and the table as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.infra import recent
from games.match.moments import MOST, Moments, happened, kept, moments_in, moments_of, table_at
from games.models import Match
from games.present.names import Names
from games.present.story import MatchStory
from games.rules import logfile
from games.rules.catalogue import GAMES
from games.rules.kernel.events import Rewound
from games.rules.kernel.fold import fold, played
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.rules.kernel.table import position_bytes
from games.rules.wording import seat_name
from tests.kit.at_terminal import run
from tests.kit.golden_games import GoldenGames
from tests.kit.nightly import more
from tests.kit.titles import all_titles

#: By day one recorded match of each game, one that went back if there is one.
EACH = more(1, 100)
RECORDED = [
    pytest.param(one.golden, path, id=f"{one.golden.rules.meta.slug}-{path.stem}")
    for one in all_titles()
    for path in sorted(one.golden.files, key=lambda path: b'"rewound"' not in path.read_bytes())[:EACH]
]
each_match = pytest.mark.parametrize(("golden", "path"), RECORDED)


def read(golden: GoldenGames, path: Path) -> tuple[list[Any], Any, Moments]:
    _, _, records = golden.read(path)
    table = fold(golden.rules, records)
    return records, table, moments_in(golden.rules, tuple(records), table.options)


def in_file(golden: GoldenGames, path: Path, folder: Path) -> Path:
    """Write a recorded match as the file that the command reads."""
    header, _, records = golden.read(path)
    words = [""] * header.seats
    stored, file = logfile.stored(records), folder / "log.jsonl"
    file.write_bytes(
        b"".join(logfile.write(golden.rules, stored, bytes.fromhex(header.secret), words, AFTERWARDS))
    )
    return file


def told(golden: GoldenGames, records: Any, table: Any, moments: Moments, reader: Reader) -> list[list[str]]:
    """Tell each moment as a page does, with the names that the command uses."""
    names = Names(golden.rules, [], table.options)
    names.seats = {number: seat_name(Seat(number)) for number in range(table.opened.seats)}
    log = played(records)
    stories = (
        MatchStory(golden.rules, happened(log, one, one), table, lambda _: reader, names)
        for one in moments.all
    )
    return [[f"{line.number:4}  {line.text}" for line in story.lines] for story in stories]


@each_match
def test_move_by_move_it_tells_what_the_command_tells(golden, path, tmp_path, capsys):
    records, table, moments = read(golden, path)
    kept_numbers = {record.number for record in played(records)}
    file = in_file(golden, path, tmp_path)
    for reader, asked in ((AFTERWARDS, []), (Seat(1), ["--seat", "2"]), (PUBLIC, ["--public"])):
        run("replay", str(file), *asked, games={golden.rules.meta.slug: golden.rules})
        lines = [line for line in capsys.readouterr().out.splitlines() if line[:4].strip().isdigit()]
        wanted = [line for line in lines if int(line[:4]) in kept_numbers]
        found = told(golden, records, table, moments, reader)
        assert [line for lines in found for line in lines] == wanted
        assert all(found), "a moment of which this reader is told nothing"


@each_match
def test_the_table_of_each_moment_is_the_one_that_was(golden, path):
    records, _, moments = read(golden, path)
    for moment in moments.all[:: more(7, 1)]:
        then = fold(golden.rules, records[: moment.number])
        now = table_at(golden.rules, records, moment)
        assert position_bytes(golden.rules, now) == position_bytes(golden.rules, then)


@each_match
def test_moments_follow_each_other_without_a_gap_and_the_last_is_the_end(golden, path):
    records, _, moments = read(golden, path)
    assert moments.all[0].since == 0
    assert [one.number for one in moments.all[:-1]] == [one.since for one in moments.all[1:]]
    assert moments.all[-1].number == played(records)[-1].number
    assert [moments.place_of(one.number) for one in moments.all] == [*range(1, len(moments) + 1)]


@each_match
def test_what_was_rewound_has_no_moment_and_the_next_one_says_so(golden, path):
    records, _, moments = read(golden, path)
    backs = [record.number for record in records if isinstance(record.event, Rewound)]
    kept_numbers = [record.number for record in played(records)]
    assert {one.number for one in moments.all} <= {*kept_numbers}
    marked = [one for one in moments.all if one.went_back]
    for one in marked:
        assert any(one.since < back < one.number for back in backs)
    first_after = {next((n for n in kept_numbers if n > back), 0) for back in backs} - {0}
    assert {moments.place_of(n) for n in first_after} == {moments.place_of(one.number) for one in marked}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_each_game_has_parts(rules):
    golden = next(one.golden for one in all_titles() if one.golden.rules.meta.slug == rules.meta.slug)
    _, _, moments = read(golden, golden.files[0])
    parts = moments.parts()
    assert len(parts) > 3 and parts == sorted({*parts})
    assert [moments.at(place).part for place in parts] == [*range(1, len(parts) + 1)]


def test_what_lies_beyond_an_end_is_the_end():
    golden = all_titles()[0].golden
    _, _, moments = read(golden, golden.files[0])
    assert moments.at(-3) == moments.at(1) and moments.at(10**6) == moments.all[-1]


def test_moments_are_kept_for_so_many_matches_and_no_more():
    golden = all_titles()[0].golden
    records, table, _ = read(golden, golden.files[0])
    matches = [Match(pk=number, game=golden.rules.meta.slug, head="same") for number in range(1, MOST + 20)]
    for match in matches:
        moments_of(match, tuple(records), table.options)
    assert len(kept) == MOST
    last = moments_of(matches[-1], tuple(records), table.options)
    assert moments_of(matches[-1], tuple(records), table.options) is last
    recent.forget()
    assert len(kept) == 0
    assert moments_of(matches[-1], tuple(records), table.options) == last
