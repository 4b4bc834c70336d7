"""Nobody learns what the rules hide: two worlds that differ only in that read the same."""

from __future__ import annotations

import math
import random

import pytest
from msgspec import structs

from games.rules import catalogue
from games.rules.kernel import chain, redaction
from games.rules.kernel.events import Rewound
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import PUBLIC, EventNumber, Reader, Seat
from games.rules.match_in_memory import MatchInMemory
from tests.kit.nightly import more
from tests.kit.titles import all_titles
from tests.kit.worlds import UnderTest, Yields, compare_worlds
from tests.kit.worlds.acts import ActSource
from tests.kit.worlds.harness import play_on
from tests.kit.worlds.log import Walk, follow
from tests.toy import MAGPIES
from tests.toy.worlds import UNDER_TEST, other_world

#: Pairs for each game, over all its numbers of seats and readers.
PAIRS = more(120, 3_000)

#: The toy, and every game of the catalogue.
ALL = [UNDER_TEST, *(world for one in all_titles() for world in one.worlds)]
TABLES = [(game, seats) for game in ALL for seats in game.rules.meta.seats]


def readers(seats: int) -> list[Reader]:
    return [*map(Seat, range(seats)), PUBLIC]


def share(game: UnderTest) -> int:
    """Return the number of pairs for one reader of one table."""
    return math.ceil(PAIRS / sum(len(readers(seats)) for seats in game.rules.meta.seats))


def name_of(value: object) -> str:
    return value.rules.meta.slug if isinstance(value, UnderTest) else str(value)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name_of)
def test_two_worlds_read_the_same_for_every_reader(game: UnderTest, seats: int) -> None:
    """It also checks that enough is compared, since a test that compares nothing passes too."""
    total = Yields()
    for reader in readers(seats):
        found = compare_worlds(game, seats, reader, share(game))
        assert found.tried == share(game)
        assert found.compared >= share(game) * game.comparable / 2, f"{reader}: {found}"
        total += found
    print(f"\n{game.rules.meta.slug} with {seats} seats: {total}")
    assert total.compared >= total.tried * game.comparable
    assert total.steps >= 8 * total.compared
    assert total.ended["played through"] >= total.compared / 3


def test_the_toy_exchanges_hands_with_the_deck_hands_with_hands_and_what_was_hidden() -> None:
    found = Yields()
    for seats in MAGPIES.meta.seats:
        found += compare_worlds(UNDER_TEST, seats, PUBLIC, 60)
    assert found.exchanges["drew + urn deck"] >= 5  # between a hand and the deck
    assert found.exchanges["drew"] >= 2  # between two hands
    assert found.exchanges["hid"] >= 10  # between a hand and a nest
    assert found.exchanges["drew + hid + urn deck"] >= 10


def test_every_game_of_the_catalogue_is_tried_in_two_worlds() -> None:
    tried = {game.rules.meta.slug for game in ALL}
    assert {rules.meta.slug for rules in catalogue.GAMES} <= tried


def test_an_other_world_is_one_that_chance_could_have_made() -> None:
    table = MatchInMemory.begin(MAGPIES, 3, bytes(32))
    other = other_world(table.records, Seat(0), random.Random(5))
    assert other is not None
    assert other != table.records
    follow(other)


def test_a_log_whose_draws_do_not_come_out_so_is_no_other_world() -> None:
    table = MatchInMemory.begin(MAGPIES, 3, bytes(32))
    one, other = table.records[1:3]
    table.records[1:3] = structs.replace(one, draws=other.draws), structs.replace(other, draws=one.draws)
    with pytest.raises(HistoryBroken):
        follow(table.records)


def test_what_is_covered_carries_nothing() -> None:
    """A commitment is made from the secret alone, before anything hidden exists."""
    secret = bytes(range(32))
    tables = [
        MatchInMemory.begin(MAGPIES, seats, secret, words=words) for seats in (2, 4) for words in ((), ("a",))
    ]
    assert {table.table.opened.commitment for table in tables} == {chain.commitment(secret)}


def test_a_leaf_has_one_length_whatever_it_hides() -> None:
    lines = (b"", b"short", b"long" * 5000)
    numbers = [EventNumber(number) for number in range(1, 50)]
    leaves = {chain.leaf(chain.blind(bytes(32), number), line) for number in numbers for line in lines}
    assert len(leaves) == len(numbers) * len(lines)
    assert {len(leaf) for leaf in leaves} == {32}


def test_a_walk_ends_where_the_fold_does_rewinds_and_all() -> None:
    source = ActSource(UNDER_TEST, random.Random(2))
    table = MatchInMemory.begin(MAGPIES, 3, bytes(32))
    for _ in range(4):
        assert play_on(source, table, Yields())
    assert any(isinstance(record.event, Rewound) for record in table.records)
    step_by_step = Walk(MAGPIES)
    for record in table.records:
        step_by_step.step(record)
    folded = fold(MAGPIES, table.records)
    for walk in (step_by_step, Walk.along(MAGPIES, table.records)):
        assert (walk.state, walk.rewound) == (folded.state, folded.rewound)


def test_a_record_with_chance_in_it_is_not_readable_whole() -> None:
    """The index of a draw would reveal the urn: what is in it, and so in other hands."""
    landed = MatchInMemory.begin(MAGPIES, 3, bytes(32)).records[1]
    shown = redaction.seen(MAGPIES, landed, PUBLIC, MAGPIES.core.options())
    assert shown is not None and shown.kind == "landed"
    assert landed.draws and not redaction.reads_whole(landed, shown)
    assert redaction.reads_whole(structs.replace(landed, draws=()), shown)
