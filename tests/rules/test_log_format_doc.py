"""docs/log-format.md tells the truth: every kind and field, and who may read it."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from games import titles
from games.rules.catalogue import GAMES
from games.rules.kernel.events import KERNEL_EVENTS, Rewound, TimeUp, kind_of, kind_of_type
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from games.rules.match_in_memory import MatchInMemory
from games.rules.tools.robots import RANDOM, play_match
from tests.kit.toy_matches import BUSY, SECRET, finished, lines
from tests.toy import MAGPIES

DOCS = Path(__file__).parents[2] / "docs"
TITLES = Path(titles.__path__[0])
PAGE = (DOCS / "log-format.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (?:`(\w+)` )?\| ([^|]+) \|", re.MULTILINE)
TOLD = "Only told:\n"  # what follows in a section are fields that no record has
COVERED: dict[str, object] = {"covered_carts": True}


def readers(page):
    """Read the tables of a section: who may read a field of the records, by kind and field."""
    return rows(page.partition(TOLD)[0])


def told(page):
    """Read who is told what no record has."""
    return rows(page.partition(TOLD)[2])


def rows(table):
    found = [((kind, field), who.strip()) for kind, field, who in ROW.findall(table)]
    assert len(found) == len(dict(found)), "each kind and field once"
    return dict(found)


def page_of(rules):
    """Put together what is said of the kernel's events and of one game's; the toy's are on the page."""
    own = TITLES / rules.meta.slug / "RULES.md"
    of_game = section("Kinds of event", own.read_text("utf-8")) if own.exists() else section(rules.meta.title)
    return section("the kernel's") + of_game


def section(title, page=PAGE):
    found = re.search(rf"^##+ [^\n]*{title}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def written(events):
    return {(kind_of_type(e), field) for e in events for field in e.__struct_fields__ or ("",)}


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_every_kind_and_field_is_named(rules):
    missing = written((*KERNEL_EVENTS, *rules.core.events)) - readers(page_of(rules)).keys()
    assert not missing, f"rows for these at the end of RULES.md of {rules.meta.title!r}"


@pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)
def test_nothing_is_named_that_is_not_there(rules):
    assert readers(page_of(rules)).keys() <= written((*KERNEL_EVENTS, *rules.core.events))


@functools.cache
def played(rules):
    """Play enough matches for every field to come up: with carts covered too, where a game has some."""
    if rules is MAGPIES:
        return [finished(rules=BUSY)]
    variants = [{}, *[COVERED] * ("covered_carts" in rules.core.options.__struct_fields__)]
    seats, robot = rules.meta.least_seats, rules.automation.sensible
    return [
        play_match(rules, bots, 1, game, options)[0]
        for options in variants
        for game, bots in enumerate(([RANDOM] * seats, [RANDOM] * seats, [robot] * seats, [robot] * seats))
    ]


def looked_at(rules):
    """Give every event of these matches with a reader, and what that one sees of it."""
    for match in played(rules):
        for record in match.records:
            for reader in (PUBLIC, AFTERWARDS, *match.seats):
                shown = seen(match.rules, record, reader, match.table.options)
                yield match, record.event, reader, shown.fields if shown else {}


each_game = pytest.mark.parametrize("rules", [MAGPIES, *GAMES], ids=lambda rules: rules.meta.slug)


@each_game
def test_nobody_sees_a_field_that_the_page_does_not_give_them(rules):
    said = readers(page_of(rules))
    for match, event, reader, shown in looked_at(rules):
        for name in {*shown} & {*event.__struct_fields__}:
            who = said[kind_of(event), name]
            covered = getattr(match.table.options, "covered_carts", False)
            if who == "everybody" or reader is AFTERWARDS or (who.startswith("everybody;") and not covered):
                continue
            assert who != "afterwards"
            assert who != "the seat itself" or event.seat == reader
            open_ = who.endswith("obsidian everybody") and "obsidian" in (shown[name], shown.get("gives"))
            assert reader is not PUBLIC or open_ or not shown[name], (kind_of(event), name)


@each_game
def test_everybody_sees_what_the_page_gives_to_all(rules):
    said = readers(page_of(rules))
    for match, event, reader, shown in looked_at(rules):
        covered = getattr(match.table.options, "covered_carts", False)
        for name in event.__struct_fields__:
            who = said[kind_of(event), name]
            if who == "everybody" or (who.startswith("everybody;") and not covered):
                assert shown[name] is not None or getattr(event, name) is None, (kind_of(event), name, reader)


@each_game
def test_what_is_only_told_is_named_and_told_to_those_the_page_names(rules):
    said, found = told(page_of(rules)), set()
    for _, event, reader, shown in looked_at(rules):
        kind = kind_of(event)
        more = {*shown} - {*event.__struct_fields__}
        assert all((kind, name) in said for name in more), (kind, more)
        for of, name in said:
            if of == kind and shown:
                lawful = said[of, name] == "everybody" or reader in (event.seat, AFTERWARDS)
                assert (name in more) == lawful, (kind, name, reader)
        found |= {(kind, name) for name in more}
    assert found == said.keys()


def test_a_time_up_names_the_last_rewind_before_itself():
    (row,) = re.findall(r"^\| `time_up` \| `rewound` \|.*$", PAGE, re.MULTILINE)
    assert "before this event" in row
    ups = 0
    for match in (finished(rules=BUSY), went_back_while_asked()):
        rewound = 0
        for record in match.records:
            if isinstance(record.event, Rewound):
                rewound = record.number
            if isinstance(record.event, TimeUp):
                assert record.event.rewound == rewound
                ups += record.event.opened < rewound
    assert ups, "a question that was asked before play went back, and timed out after"


def went_back_while_asked():
    """Let time run out, after a rewind, for a question that was open before."""
    match = MatchInMemory.begin(MAGPIES, 3, SECRET)
    asked = match.table.number
    match.time_up(match.awaited()[0])
    match.rewind(asked)
    match.time_up(match.awaited()[0])
    return match


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
