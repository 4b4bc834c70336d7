"""What happens in Gnomes can be written down and read again."""

from __future__ import annotations

from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import Event, Record
from games.rules.kernel.seats import EventNumber
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import TABLES
from tests.kit.reading import happened
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

NUMBERS = some.integers(-(2**53), 2**53)
TEXTS = some.text(max_size=5)


def anything(hint: Any) -> some.SearchStrategy[Any]:
    """Give anything that a field of this type may hold."""
    if hint is type(TABLES):
        return some.just(TABLES)
    args = [anything(one) for one in getattr(hint, "__args__", ())]
    name = getattr(hint, "__origin__", hint)
    if name is dict:
        return some.dictionaries(*args, max_size=4)
    if name is list:
        return some.lists(*args, max_size=4)
    if args:
        return some.one_of(args)
    plain = {bool: some.booleans(), str: TEXTS, type(None): some.none()}
    return plain.get(hint, NUMBERS)


def written_and_read(event: Event) -> Event:
    record = Record(EventNumber(1), type(event).version, (), (), event)
    return codec(GNOMES).read(canonical(record)).event


@pytest.mark.parametrize("kind", GNOMES.core.events)
@given(data=some.data())
def test_every_event_is_read_as_it_was_written_whatever_it_holds(
    kind: type[Event], data: some.DataObject
) -> None:
    hints = get_type_hints(kind)
    event = kind(**{name: data.draw(anything(hints[name]), name) for name in kind.__struct_fields__})
    assert written_and_read(event) == event


@gn("GN-14")
@pytest.mark.parametrize("options", [{"needs": {"dragon": 4}}, {"slots": {"dragon": 6}}], ids=str)
def test_a_hunt_beside_dwarves_of_others_is_written_down(options) -> None:
    dwarves = "aaaab" if "needs" in options else "aaaaab"
    scene = table(f"X0b+{dwarves}", **options).when(0, c.Done())
    (slain,) = happened(scene, e.MonsterSlain)
    assert slain.others == {"1": 1}
    assert written_and_read(slain) == slain
