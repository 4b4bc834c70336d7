"""The golden games of Gnomes: which there are, that they are lawful, and that they would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.kernel.codec import codec
from games.titles.gnomes.rules import GNOMES
from tests.titles.gnomes.golden import GOLDEN
from tests.titles.gnomes.laws import obey
from tests.titles.gnomes.record_golden import LATER, VARIANTS, WILD, WITHIN, play_out

FILES = GOLDEN.files
each_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@each_game
def test_it_obeys_the_conservation_laws(path: Path) -> None:
    _, _, records = GOLDEN.read(path)
    obey(records)


def test_there_is_one_for_every_number_of_seats_and_way_of_playing() -> None:
    wanted = {f"{seats}-{variant}" for seats in GNOMES.meta.seats for variant in VARIANTS}
    assert {path.stem for path in FILES} == wanted | {WILD, LATER, WITHIN}


def test_recording_is_repeatable(tmp_path: Path) -> None:
    for path in (tmp_path / "one", tmp_path / "two"):
        GOLDEN.write(path, 3, bytes(32), play_out(3, 0.3, 5).records)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_changed_game_is_noticed() -> None:
    _, lines, records = GOLDEN.read(FILES[0])
    place = next(place for place, line in enumerate(lines) if b'"kind":"kingdom_played"' in line)
    lines[place] = lines[place].replace(b'"own":true', b'"own":false').replace(b'"place":"0', b'"place":"7')
    changed = [codec(GNOMES).read(line) for line in lines[: place + 1]]
    assert GOLDEN.digests(changed)[place + 1] != GOLDEN.digests(records[: place + 1])[place + 1]
