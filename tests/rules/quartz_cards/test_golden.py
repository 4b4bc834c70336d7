"""Golden games replay, byte for byte, to where they stood when they were recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.kernel import chain
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import KERNEL_EVENTS
from games.rules.kernel.table import fold
from games.rules.quartz_cards import QUARTZ_CARDS
from tests.rules.quartz_cards import golden
from tests.rules.quartz_cards.laws import obey
from tests.rules.quartz_cards.record_golden import VARIANTS, play_out
from tests.worlds.log import follow

FILES = sorted(golden.FOLDER.glob("*.jsonl"))
each_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@each_game
def test_a_golden_game_replays_to_the_same_standing(path: Path) -> None:
    header, lines, records = golden.read(path)
    assert header.game == QUARTZ_CARDS.meta.slug
    assert golden.digests(records) == header.digests
    assert [canonical(record) for record in records] == lines


@each_game
def test_its_chance_is_that_of_its_secret(path: Path) -> None:
    header, _, records = golden.read(path)
    secret, opened = bytes.fromhex(header.secret), records[0].event
    assert opened.commitment == chain.commitment(secret)
    dice = MatchDice(secret, opened.words)
    for draw in (draw for one in records for draw in one.draws):
        assert dice.index(draw.number, {}, draw.size) == draw.index
    follow(records)


@each_game
def test_it_obeys_the_conservation_laws(path: Path) -> None:
    _, _, records = golden.read(path)
    obey(records)
    assert QUARTZ_CARDS.outcome(fold(QUARTZ_CARDS, records).state) is not None


def test_there_is_one_for_every_number_of_seats_and_way_of_asking() -> None:
    wanted = {f"{seats}-{variant}" for seats in QUARTZ_CARDS.meta.seats for variant in VARIANTS}
    assert {path.stem for path in FILES} == wanted


def test_every_kind_of_event_occurs_in_one_of_them() -> None:
    kinds = {type(record.event) for path in FILES for record in golden.read(path)[2]}
    assert kinds == {*QUARTZ_CARDS.events, *KERNEL_EVENTS}


def test_recording_is_repeatable_and_says_what_it_read_back(tmp_path: Path) -> None:
    for path in (tmp_path / "one", tmp_path / "two"):
        golden.write(path, 3, bytes(32), play_out(3, {}, 5).records)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_changed_game_is_noticed() -> None:
    _, lines, records = golden.read(FILES[0])
    place = next(place for place, line in enumerate(lines) if b'"kind":"explore_announced"' in line)
    lines[place] = lines[place].replace(b'"presents":0', b'"presents":1')
    changed = [codec(QUARTZ_CARDS).read(line) for line in lines[: place + 1]]
    assert golden.digests(changed)[place + 1] != golden.digests(records[: place + 1])[place + 1]


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 1_000_000
