"""docs/log-format.md tells the truth: every kind and field, and who may read it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules.catalogue import GAMES
from games.rules.kernel.events import KERNEL_EVENTS, kind_of, kind_of_type
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from games.rules.tools.robots import RANDOM, play_match
from tests.rules.matches import BUSY, SECRET, finished, lines
from tests.toy import MAGPIES

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "log-format.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (?:`(\w+)` )?\| ([^|]+) \|", re.MULTILINE)


def readers(page):
    """Read the tables: who may read a field, by kind and field."""
    return {(kind, field): who.strip() for kind, field, who in ROW.findall(page)}


def page_of(rules):
    """Put together what is said of the kernel's events and of one game's."""
    own = DOCS / "rules" / f"{rules.meta.slug.replace('_', '-')}.md"
    return "".join(
        [section("the kernel's"), section(rules.meta.title), own.read_text("utf-8") if own.exists() else ""]
    )


def section(title):
    found = re.search(rf"^##+ [^\n]*{title}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def written(events):
    return {(kind_of_type(e), field) for e in events for field in e.__struct_fields__ or ("",)}


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_every_kind_and_field_is_named(rules):
    missing = written((*KERNEL_EVENTS, *rules.events)) - readers(page_of(rules)).keys()
    assert not missing, f"rows for these in docs/log-format.md, below {rules.meta.title!r}, or in docs/rules/"


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_nothing_is_named_that_is_not_there(rules):
    assert readers(page_of(rules)).keys() <= written((*KERNEL_EVENTS, *rules.events))


def played(rules):
    if rules is MAGPIES:
        return finished(rules=BUSY)
    return play_match(rules, [RANDOM] * rules.meta.least_seats, 1, 1, {})[0]


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_nobody_sees_a_field_that_the_page_does_not_give_them(rules):
    said, match = readers(page_of(rules)), played(rules)
    for record in match.records:
        fields = record.event.__struct_fields__
        given = {name: said[kind_of(record.event), name] for name in fields}
        to_all = {name for name in fields if given[name] == "everybody"}
        for reader in (PUBLIC, *match.seats):
            shown = seen(match.rules, record, reader, match.table.options)
            more = (set(shown.fields) & set(fields) if shown else set()) - to_all
            assert shown or not to_all
            assert reader is not PUBLIC or all(given[name].startswith("everybody") for name in more)
            assert all(given[name] != "afterwards" for name in more)
            assert all(record.event.seat == reader for name in more if given[name] == "the seat itself")


def test_the_page_shows_lines_as_they_are_written():
    """Names in the order the page gives them, for each line of a file."""
    for reader in ("everybody", 1):
        some = lines(finished(), AFTERWARDS if reader == "everybody" else Seat(1))
        for line in some[:12] + some[-1:]:
            names = re.findall(r'"(\w+)":', line.decode().split('"event":')[0].split('"fields":')[0])
            assert f'"{names[0]}":' in PAGE
            assert all(f"`{name}`" in PAGE or f'"{name}":' in PAGE for name in names)


def test_the_page_gives_the_commands_that_exist():
    for command in re.findall(r"python -m games.rules (\w+)", PAGE):
        assert command in {"verify", "replay"}
    assert SECRET.hex() not in PAGE
