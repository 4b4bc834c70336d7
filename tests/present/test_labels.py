"""Every field a page draws has a label among the game's words, and every word of an order one of its own."""

from __future__ import annotations

from string import Formatter

import msgspec
import pytest
from msgspec.inspect import LiteralType

from games.present.generic_view import NOT_SHOWN, _hints, row_of
from games.present.plan_drafts import alternatives, compound, list_of, records
from games.present.standing_orders import _drawable, kinds, number_field
from games.rules.catalogue import GAMES
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.outcome import details
from games.titles.quartz.rules.state import Ledger, State
from games.titles.quartz.rules.view import Sight
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.outcome import details as cards_details
from games.titles.quartz_cards.rules.view import Sight as CardsSight
from games.web.match.plan_editor import is_command, name_of, row_in


def lists_within(kind):
    """List the types of the lists there are in a type."""
    item = list_of(kind)
    inside = [one for record in records(item[0] if item else kind).values() for one in record.fields]
    return [*([item[0]] if item else []), *(one for field in inside for one in lists_within(field.type))]


def records_within(kind):
    """List the records there are in a type."""
    item = list_of(kind)
    found = list(records(item[0] if item else kind).values())
    return [
        *found,
        *(one for record in found for field in record.fields for one in records_within(field.type)),
    ]


GAMES_BY_NAME = {rules.meta.slug: rules for rules in GAMES}
every_game = pytest.mark.parametrize("rules", GAMES_BY_NAME.values(), ids=list(GAMES_BY_NAME))
TOLD_ELSEWHERE = {"Question", "Asked", "Choice", "Field"}
LAID = [
    (rules, record)
    for rules in GAMES
    for one in compound(rules).values()
    for record in records_within(one.type)
]


def rows_of_words(kind, row):
    """Name the rows for each word a type may be."""
    return {
        f"{row}.{word}" for one in alternatives(kind) if isinstance(one, LiteralType) for word in one.values
    }


def has_words(rules, kind, row):
    """Tell whether each word has a row, or is a thing that is called something everywhere."""
    things = {key.partition(".")[2] for key in rules.core.words if key.partition(".")[0] in ("gem", "card")}
    return all(
        one in rules.core.words or one.rpartition(".")[2] in things for one in rows_of_words(kind, row)
    )


@pytest.mark.parametrize(("rules", "record"), LAID, ids=lambda one: getattr(one, "tag", None) or "")
def test_every_field_of_what_is_laid_and_each_of_its_words_has_a_row(rules, record):
    for one in record.fields:
        row = row_in(record, one)
        assert row in rules.core.words
        assert has_words(rules, one.type, row), row


def sentence_row(record):
    return f"sentence.{record.tag if is_command(record) else name_of(record)}"


def named_in(rules, row):
    """List the blanks of a sentence; nothing if there is no such row."""
    found = rules.core.words.get(row)
    return [blank for _, blank, _, _ in Formatter().parse(found.text) if blank] if found else []


@every_game
def test_every_order_and_every_part_of_a_plan_has_a_sentence_or_help(rules):
    for name in rules.automation.orders.__struct_fields__:
        assert {f"help.{name}", f"help.order.{name}", f"sentence.order.{name}"} & rules.core.words.keys()
    for one in compound(rules).values():
        item = list_of(one.type)
        for record in records(item[0] if item else one.type).values():
            row = sentence_row(record)
            explained = {*named_in(rules, row)}
            missing = [
                field.name
                for field in record.fields
                if field.name not in explained
                and not {f"help.{row_in(record, field)}", f"{row}.{field.name}"} & rules.core.words.keys()
            ]
            assert missing == []


@pytest.mark.parametrize(("rules", "record"), LAID, ids=lambda one: getattr(one, "tag", None) or "")
def test_what_is_filled_in_stands_in_a_sentence(rules, record):
    """Lists of words are the exception: their choices stand below the sentence."""
    row = sentence_row(record)
    told = {
        *named_in(rules, row),
        *(one.name for one in record.fields if f"{row}.{one.name}" in rules.core.words),
    }
    filled_in = [one for one in record.fields if not records_within(one.type) and not list_of(one.type)]
    assert [one.name for one in filled_in if one.name not in told] == []


@every_game
def test_every_standing_order_stands_in_a_sentence(rules):
    for one in _drawable(rules):
        assert one.name in named_in(rules, f"sentence.order.{one.encode_name}")
        for number in filter(None, map(number_field, kinds(one.type))):
            row = f"sentence.order.{one.encode_name}.{number[0].name}"
            assert number[0].name in named_in(rules, row)


def rows_of_sentences(rules):
    """List the rows that forms look for, each with the fields whose controls it may hold."""
    for one in compound(rules).values():
        for record in records_within(one.type):
            row, names = sentence_row(record), [field.name for field in record.fields]
            yield from ((row, names), *((f"{row}.{name}", [name]) for name in names))
    for one in _drawable(rules):
        row = f"sentence.order.{one.encode_name}"
        numbers = [number[0].name for number in map(number_field, kinds(one.type)) if number]
        yield from ((row, [one.name]), *((f"{row}.{name}", [name]) for name in numbers))


@every_game
def test_every_sentence_is_looked_for_and_each_blank_is_a_control_or_a_word(rules):
    looked_for = dict(rows_of_sentences(rules))
    rows = {key.partition("|")[0] for key in rules.core.words if key.startswith("sentence.")}
    assert rows <= looked_for.keys()
    for row in rows:
        things = [blank for blank in named_in(rules, row) if blank not in looked_for[row]]
        assert {thing.replace("_", ".", 1) for thing in things} <= rules.core.words.keys()


@every_game
def test_every_kind_of_record_in_a_list_has_a_title(rules):
    several = [one for one in compound(rules).values() for one in lists_within(one.type)]
    for record in [record for item in several for record in records(item).values()]:
        assert f"view.{name_of(record)}" in rules.core.words


def parts(hint):
    """List a type and all that is written within it."""
    within = [one for inner in getattr(hint, "__args__", ()) for one in parts(inner)]
    return [hint, *within]


def structs_in(view):
    """List the records there are in a view."""
    found: set[type] = {view}
    new: set[type] = {view}
    while new:
        hints = [hint for kind in new for hint in _hints(kind).values()]
        inside = {one for hint in hints for one in parts(hint) if isinstance(one, type)}
        new = {one for one in inside if issubclass(one, msgspec.Struct)} - found
        found |= new
    return {kind for kind in found if kind.__name__ not in TOLD_ELSEWHERE}


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        *((QUARTZ, kind) for kind in sorted(structs_in(Sight), key=str)),
        *((QUARTZ_CARDS, kind) for kind in sorted(structs_in(CardsSight), key=str)),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_every_field_of_the_view_has_a_label(rules, kind):
    shown = [name for name in _hints(kind) if name not in NOT_SHOWN | {"seat"}]
    assert [name for name in shown if row_of(kind, name) not in rules.core.words] == []


@every_game
def test_every_standing_order_and_each_of_its_words_has_a_row(rules):
    for one in _drawable(rules):
        assert {f"order.{one.name}", f"card.{one.name}"} & rules.core.words.keys()
        for kind in kinds(one.type):
            number = number_field(kind)
            words = kind.values if isinstance(kind, LiteralType) else [number[0].name if number else "?"]
            assert {f"order.{one.name}.{word}" for word in words} <= rules.core.words.keys()


@every_game
def test_every_order_is_drawn_by_one_form_or_the_other(rules):
    drawn = {one.name for one in _drawable(rules)} | {one.name for one in compound(rules).values()}
    assert drawn == set(rules.automation.orders.__struct_fields__)


@every_game
def test_every_option_has_a_row(rules):
    assert {f"option.{name}" for name in rules.core.options.__struct_fields__} <= rules.core.words.keys()


def test_every_part_of_the_result_has_a_row():
    of_quartz = details(State(ledgers=[Ledger((0,))]), 0)
    assert {f"result.{name}" for name in of_quartz} <= QUARTZ.core.words.keys()
    assert {f"result.{name}" for name in cards_details({})} <= QUARTZ_CARDS.core.words.keys()
