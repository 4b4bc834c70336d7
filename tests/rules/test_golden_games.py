"""Golden games replay, byte for byte, to where they stood when they were recorded."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.rules import catalogue
from games.rules.kernel import chain
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical
from games.rules.kernel.events import KERNEL_EVENTS, kind_of
from games.rules.kernel.fold import fold
from games.rules.match_in_memory import MatchInMemory
from tests.kit.golden_games import GoldenGames, Log, Table
from tests.kit.random_play import BOUND
from tests.kit.titles import all_titles
from tests.kit.worlds.log import follow

ALL = [one.golden for one in all_titles()]

each_game = pytest.mark.parametrize("golden", ALL, ids=lambda golden: golden.rules.meta.slug)
each_match = pytest.mark.parametrize(
    ("golden", "path"),
    [
        pytest.param(golden, path, id=f"{golden.rules.meta.slug}-{path.stem}")
        for golden in ALL
        for path in golden.files
    ],
)


def test_every_game_of_the_catalogue_has_some() -> None:
    recorded = [golden.rules.meta.slug for golden in ALL]
    assert recorded == [rules.meta.slug for rules in catalogue.GAMES]
    assert all(golden.files for golden in ALL)


@each_match
def test_a_golden_game_replays_to_the_same_standing(golden: GoldenGames, path: Path) -> None:
    header, _, records = golden.read(path)
    assert header.game == golden.rules.meta.slug
    assert golden.digests(records) == header.digests
    assert golden.rules.core.outcome(fold(golden.rules, records).state) is not None


@each_match
def test_its_bytes_are_the_bytes_that_were_hashed(golden: GoldenGames, path: Path) -> None:
    """What was written under an older version of its kind is brought up to date: nothing else differs."""
    _, lines, records = golden.read(path)
    versions = [msgspec.json.decode(line)["version"] for line in lines]
    as_then = [replace(record, version=then) for record, then in zip(records, versions, strict=True)]
    assert [canonical(record) for record in as_then] == lines
    for record, then in zip(records, versions, strict=True):
        assert then == record.version or (kind_of(record.event), then) in golden.rules.core.upcasters


@each_match
def test_play_goes_on_from_the_middle_of_it(golden: GoldenGames, path: Path) -> None:
    """A match that an older program has begun is played to its end by this one."""
    header, _, records = golden.read(path)
    table = begun(golden, bytes.fromhex(header.secret), records)
    robot = golden.rules.robots[golden.rules.automation.sensible]
    for _ in range(BOUND):
        if not table.awaited():
            break
        name = table.awaited()[0]
        table.give(name, name.seat, robot(table.view(name.seat), table.questions()[name], Random(0)))
    assert golden.rules.core.outcome(table.table.state) is not None


def begun(golden: GoldenGames, secret: bytes, records: Log) -> Table:
    """Give the last moment of a log's first half at which somebody was asked."""
    for length in range(len(records) // 2, 0, -1):
        table: Table = MatchInMemory(golden.rules, secret, [], list(records[:length]))
        if table.awaited():
            return table
    raise AssertionError("nobody was ever asked anything")


@each_match
def test_its_chance_is_that_of_its_secret(golden: GoldenGames, path: Path) -> None:
    header, _, records = golden.read(path)
    secret, opened = bytes.fromhex(header.secret), records[0].event
    assert opened.commitment == chain.commitment(secret)
    dice = MatchDice(secret, opened.words)
    for draw in (draw for one in records for draw in one.draws):
        assert dice.index(draw.number, {}, draw.size) == draw.index
    follow(records)


@each_game
def test_every_kind_of_event_occurs_in_one_of_them(golden: GoldenGames) -> None:
    kinds = {type(record.event) for path in golden.files for record in golden.read(path)[2]}
    assert kinds == {*golden.rules.core.events, *KERNEL_EVENTS}


@each_game
def test_they_are_small(golden: GoldenGames) -> None:
    assert sum(path.stat().st_size for path in golden.files) < golden.most_bytes
