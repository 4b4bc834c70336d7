"""The golden games of Quartz: which there are, that they are lawful, and that they would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.kernel.codec import codec
from games.titles.quartz.rules import QUARTZ
from tests.titles.quartz.golden import GOLDEN, HIDING, WAYS, endings, hides_obsidian
from tests.titles.quartz.laws import obey
from tests.titles.quartz.record_golden import SHORT, VARIANTS, play_out

FILES = GOLDEN.files
each_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@each_game
def test_it_obeys_the_conservation_laws(path: Path) -> None:
    header, _, records = GOLDEN.read(path)
    obey(records, header.seats)


def test_there_is_one_for_every_number_of_seats_and_variant_and_every_way_a_day_ends() -> None:
    names = {path.stem for path in FILES}
    assert names >= {f"{seats}-{variant}" for seats in QUARTZ.meta.seats for variant in VARIANTS}
    assert names >= {f"obsidian-hidden-{variant}" for variant in HIDING}
    for path in FILES:
        header, _, records = GOLDEN.read(path)
        if path.stem.startswith("day-ends-"):
            ways = {"day-ends-" + way.replace(",", "").replace(" ", "-") for way in endings(records)}
            assert path.stem in ways
        elif path.stem.startswith("obsidian-hidden-"):
            assert hides_obsidian(records)
            assert (
                records[0].event.options.items()
                >= VARIANTS[path.stem.removeprefix("obsidian-hidden-")].items()
            )
        else:
            seats, _, variant = path.stem.partition("-")
            assert header.seats == int(seats)
            assert records[0].event.options.items() >= {**VARIANTS, "two-days": SHORT}[variant].items()
    assert sum(name.startswith("day-ends-") for name in names) == len(WAYS)


def test_recording_is_repeatable_and_says_what_it_read_back(tmp_path: Path) -> None:
    for path in (tmp_path / "one", tmp_path / "two"):
        GOLDEN.write(path, 3, bytes(32), play_out(3, {}, 5, miners=0.5).records)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_changed_game_is_noticed() -> None:
    header, lines, _ = GOLDEN.read(FILES[0])
    place = next(place for place, line in enumerate(lines) if b'"kind":"crystals_sold"' in line)
    lines[place] = lines[place].replace(b'"coins":', b'"coins":1')
    changed = GOLDEN.digests([codec(QUARTZ).read(line) for line in lines])
    assert {stop for stop in changed if changed[stop] != header.digests[stop]} == {
        stop for stop in changed if stop > place
    }
