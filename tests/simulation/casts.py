"""Who plays which game: the people of tests/titles/<slug>/people.py, where a game has some."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from games.rules.catalogue import GAMES
from tests.simulation.styles import Cast

PEOPLE = {rules.meta.slug: f"tests.titles.{rules.meta.slug}.people" for rules in GAMES}
CASTS: dict[str, Cast] = {
    slug: importlib.import_module(name).CAST for slug, name in PEOPLE.items() if find_spec(name)
}
