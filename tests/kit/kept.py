"""Every function whose statement is kept, what it may be called with, and what it comes to."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from django.apps import apps
from django.db.models import Choices, Model
from hypothesis import strategies as st

import games
from games.infra.statements import registry
from games.models import Match, Order, Seat
from tests.kit.play_people import NOON, match


@cache
def names() -> list[str]:
    """Name all there are anywhere in the house."""
    for module in pkgutil.walk_packages(games.__path__, "games."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return sorted(name for name in registry if name.startswith("games."))


def some_rows(dice: random.Random) -> None:
    """Write rows that differ from each other: played matches, people who come and go, orders of theirs."""
    found = [match(people=3), match(people=2, robots=1)]
    found[0].seats.filter(number=dice.randrange(3)).update(player=found[1].seats.get(number=0).player)
    Match.objects.filter(pk=found[1].pk).update(is_scratch=dice.random() < 0.5)
    for seat in Seat.objects.order_by("pk"):
        Seat.objects.filter(pk=seat.pk).update(generation=dice.randint(1, 3))
    seats = list(Seat.objects.order_by("pk"))
    for _ in range(20):
        seat = dice.choice(seats)
        of = {"match_id": seat.match_id, "seat": seat, "generation": dice.randint(1, 3)}
        Order.objects.create(content="{}", since=dice.randrange(9), door="page", at=NOON, **of)


def arguments(name: str) -> st.SearchStrategy[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Draw what a function may be called with, by the types it names and from the rows there are."""
    one = registry[name]
    hints, values = get_type_hints(one.function), there()
    by_place = st.tuples(*(_of(hints[name], values) for name in one.names))
    by_name = st.fixed_dictionaries({name: _of(hints[name], values) for name in sorted(one.words)})
    return st.tuples(by_place, by_name)


def there() -> dict[type, list[Any]]:
    """Gather the values of all rows by type, and the rows."""
    found: dict[type, list[Any]] = {int: [0, 1, 2, -1, 10**12, 10**30], str: ["", "%", "it's"], bytes: [b""]}
    found[datetime] = [NOON + timedelta(hours=hours) for hours in (-1000, 0, 1, 1000)]
    for model in apps.get_app_config("games").get_models():
        rows = list(model._base_manager.order_by("pk"))
        found[model] = rows
        for value in (value for row in rows for name, value in vars(row).items() if name != "_state"):
            found.setdefault(type(value), []).append(value)
    return found


def _of(hint: Any, values: dict[type, list[Any]]) -> st.SearchStrategy[Any]:
    parts = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return st.one_of(*(_of(part, values) for part in parts))
    if isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Iterable | Sequence | Collection):
        return st.lists(_of(parts[0], values), max_size=4)
    if hint is NoneType:
        return st.none()
    if hint is bool:
        return st.booleans()
    if isinstance(hint, type) and issubclass(hint, Choices):
        return st.sampled_from(list(hint))
    return st.sampled_from(values[hint])


def told(row: Any) -> Any:
    """Tell all there is of a row: its values, what hangs on it, and where it says it comes from."""
    if not isinstance(row, Model):
        return type(row), row
    beside = {name: told(value) for name, value in row._state.fields_cache.items()}
    values = {name: value for name, value in vars(row).items() if name[0] != "_"}
    fetched = {name: list(some) for name, some in vars(row).get("_prefetched_objects_cache", {}).items()}
    return type(row), list(values.items()), beside, fetched, row._state.db, row._state.adding


def all_rows() -> dict[str, list[Any]]:
    models = apps.get_app_config("games").get_models()
    return {str(model): list(model._base_manager.order_by("pk").values_list()) for model in models}
