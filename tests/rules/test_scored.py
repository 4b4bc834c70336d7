"""A game may name the events that change a score. No other event changes what any reader counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules.catalogue import GAMES
from games.rules.kernel.events import kind_of, kind_of_type
from games.rules.kernel.fold import step_by_step
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from tests.kit import titles
from tests.kit.nightly import more

NAMING = [rules for rules in GAMES if rules.text.scored]


def changes_after(rules: Any, path: Path) -> Iterator[str]:
    """Yield the kind of each event after which some reader counts other points."""
    _, _, records = titles.tests_of(rules.meta.slug).golden.read(path)
    last: dict[object, tuple[int, ...]] = {}
    for record, table in step_by_step(rules, records):
        if not last and not rules.core.open(table.state):
            continue  # until somebody is asked, all is one moment
        for reader in (AFTERWARDS, PUBLIC, *map(Seat, range(len(table.state.order)))):
            points = tuple(rules.text.score(rules.core.view(table.state, reader)))
            if last.setdefault(reader, points) != points:
                last[reader] = points
                yield kind_of(record.event)


def files(slug: str) -> list[Path]:
    found = list(titles.tests_of(slug).golden.files)
    return found[:: more(max(1, len(found) // 4), 1)]


@pytest.mark.parametrize("rules", NAMING, ids=lambda rules: rules.meta.slug)
def test_every_event_that_changes_a_score_is_named(rules):
    found = {kind for path in files(rules.meta.slug) for kind in changes_after(rules, path)}
    assert found <= rules.text.scored
    assert len(found) > 1
    kinds = {kind_of_type(event) for event in rules.core.events}
    assert rules.text.scored <= kinds


def test_every_game_names_some():
    assert list(GAMES) == NAMING


def test_one_that_is_not_named_would_be_found():
    (rules,) = [one for one in GAMES if one.meta.slug == "gem_edge"]
    found = {kind for path in files("gem_edge") for kind in changes_after(rules, path)}
    assert not found <= rules.text.scored - {"compensated"}
