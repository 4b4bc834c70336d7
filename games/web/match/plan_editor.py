"""Draw drafts of plans and ambushes as forms: sentences with choices in them, and buttons to add parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from django.utils.translation import gettext, gettext_noop
from msgspec.inspect import BoolType, Field, LiteralType, StructType, Type

from games.present import plan_drafts
from games.present.generic_view import row_of
from games.present.names import Names, readable
from games.present.plan_drafts import Content, PlanDraft
from games.present.sentences import SentencePart, fields_in, pieces
from games.present.standing_orders import SelectOption, title
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Command
from games.web.match.plan_faults import wrong_in
from games.web.match.plan_parts import (
    Blank,
    Drawn,
    Lead,
    More,
    OrderForm,
    PlanLine,
    PlanPart,
    Sentence,
)

CHOOSE = gettext_noop("choose…")
UNSAID = "–"  # for a word or number that may be left open


def order_forms(
    rules: AnyRules, orders: Any, names: Names, reader: int, draft: PlanDraft | None = None
) -> list[OrderForm]:
    """Draw all orders that have a form of their own; the one being edited from its draft."""
    laid = msgspec.to_builtins(orders)
    return [
        _order_form(one, laid[name], names, reader, draft if draft and draft.name == name else None)
        for name, one in plan_drafts.compound(rules).items()
    ]


def _order_form(one: Field, laid: Content, names: Names, reader: int, draft: PlanDraft | None) -> OrderForm:
    builder = FormBuilder(names, reader, draft is not None and draft.was_sent)
    place = PlanLine(one.encode_name, f"order.{one.encode_name}", title(names, one))
    parts = builder.draw(place, one.type, draft.content if draft else laid)
    return OrderForm(
        place.path, place.label, builder.help(place.row), parts, draft is not None, builder.wrong
    )


@dataclass(frozen=True)
class Written:
    """A record that is drawn: its place, label and type, and what it holds."""

    place: PlanLine
    label: str
    type: StructType
    content: Content

    @property
    def row(self) -> str:
        """Give the key of its sentence."""
        return f"sentence.{self.type.tag if is_command(self.type) else name_of(self.type)}"


@dataclass
class FormBuilder:
    """Draw the parts of one order; if it `checks`, also collect in `wrong` what keeps it from being saved."""

    names: Names
    reader: int
    checks: bool
    wrong: list[str] = field(default_factory=list)

    def help(self, row: str) -> str:
        return self.names.word(f"help.{row}")

    def complain(self, place: PlanLine, told: str) -> str:
        if told:
            self.wrong.append(f"{place.whole}: {told}")
        return told

    def draw(self, place: PlanLine, kind: Type, content: Content) -> list[Drawn]:
        """Draw the part at a place, whatever its type."""
        if of := plan_drafts.list_of(kind):
            return self.several(place, *of, content)
        found = plan_drafts.records(kind)
        if found and content is None:
            return [self.more(place, kind)]
        if found:
            return [self.record(place, found, content, out=plan_drafts.is_optional(kind))]
        return [self.blank(place, place.path, kind, content)]

    def several(self, place: PlanLine, item: Type, most: int, content: list[Content]) -> list[Drawn]:
        """Draw a list: records one below the other, words as choices, with empty ones up to the limit."""
        if self.checks and len(content) > most:
            self.complain(place, gettext("at most %(most)d") % {"most": most})
        found = plan_drafts.records(item)
        if not found:
            open_ = [*content, *[None] * (most - len(content))]
            return [self.blank(place.numbered(at), place.path, item, one) for at, one in enumerate(open_)]
        lead = [] if place.is_whole else [Lead(place.label, self.help(place.row))]
        parts = [
            self.record(place.numbered(at), found, one, out=True, up=at > 0) for at, one in enumerate(content)
        ]
        more = (
            [More("" if place.is_whole else place.label, "", "", self.buttons(place, item))]
            if len(content) < most
            else []
        )
        return [*lead, *parts, *more]

    def more(self, place: PlanLine, kind: Type) -> More:
        """Draw a button for each kind of record; leave out the label if the only button says the same."""
        buttons = self.buttons(place, kind)
        said = place.is_whole or [called for _, called in buttons] == [place.label]
        label = "" if said else place.label
        return More(label, label, "" if place.is_whole else self.help(place.row), buttons)

    def buttons(self, place: PlanLine, kind: Type) -> Sequence[tuple[str, str]]:
        """Give what a button for each kind of record sends, and its label."""
        return [
            (f"put {place.path} {mark}", self.kind(record) or place.label)
            for mark, record in plan_drafts.offered(kind, self.names.options).items()
        ]

    def kind(self, record: StructType) -> str:
        """Name the kind of a record, if it is one of several."""
        of = f"do.{record.tag}" if is_command(record) else f"view.{name_of(record)}"
        return self.names.word(of)

    def record(
        self, place: PlanLine, found: dict[str, StructType], content: Content, *, out: bool, up: bool = False
    ) -> PlanPart:
        mark, record = next(
            (mark, one) for mark, one in found.items() if plan_drafts.tagged(one).items() <= content.items()
        )
        written = Written(place, place.called(self.kind(record)), record, content)
        whole = pieces(self.names, written.row, names_of(record.fields))
        rows = [
            f"help.view.{name_of(record)}",
            f"help.{record.tag}",
            *([] if place.number else [f"help.{place.row}"]),
        ]
        return PlanPart(
            path=place.path,
            label=written.label,
            help="" if place.is_whole else self.names.word(*rows),
            mark=mark,
            parts=[*self.sentences(written, place.path, whole), *self.apart(written, fields_in(whole))],
            out=out,
            up=up,
            told=bool(whole),
            whole=place.is_whole,
            number=place.number,
        )

    def apart(self, written: Written, told: Sequence[str]) -> Iterator[Drawn]:
        """Draw the fields that the sentence of their record leaves out."""
        for one in written.type.fields:
            if one.name not in told:
                yield from self.field(written, one)

    def field(self, written: Written, one: Field) -> Sequence[Drawn]:
        """Draw a field in its sentence; one without a blank stands where the label would."""
        place = self.inside(written, one)
        sentence = pieces(self.names, f"{written.row}.{one.name}", [one.name])
        if fields_in(sentence):
            return self.sentences(written, place.path, sentence)
        called = replace(place, label=sentence[0].words) if sentence else place
        return self.draw(called, one.type, written.content[one.encode_name])

    def inside(self, written: Written, one: Field) -> PlanLine:
        """Give the place of a field of a record."""
        row = row_in(written.type, one)
        called = self.names.word(row, otherwise=readable(one.name))
        around = written.place.within
        within = f"{around}, {written.label}" if around else written.label
        return PlanLine(f"{written.place.path}/{one.encode_name}", row, called, within)

    def sentences(self, written: Written, path: str, told: Sequence[SentencePart]) -> Sequence[Sentence]:
        """Draw a sentence with its controls; nothing if there is none."""
        fields = {one.name: one for one in written.type.fields}
        drawn = [(one.words, self.control(written, fields[one.field]) if one.field else None) for one in told]
        blanks = [blank for _, blank in drawn if blank]
        help_ = " ".join(blank.help for blank in blanks if blank.help)
        wrong = [blank.wrong for blank in blanks if blank.wrong]
        return [Sentence(path, drawn, help_, wrong)] if told else []

    def control(self, written: Written, one: Field) -> Blank:
        place = self.inside(written, one)
        return self.blank(place, place.path, one.type, written.content[one.encode_name])

    # --- blanks

    def blank(self, place: PlanLine, name: str, kind: Type, content: Content) -> Blank:
        """Draw a checkbox, a choice, or a field for a number or a text."""
        ticks = isinstance(plan_drafts.plain(kind), BoolType)
        options = [] if ticks else list(self.options(place, kind, content))
        bounds = None if options else plan_drafts.number_in(kind)
        value = "" if content is None or content is False else str(content)
        wrong = "" if ticks or not self.checks else wrong_in(kind, content, options)
        return Blank(
            id=place.path,
            name=name,
            label=place.called(),
            help=self.help(place.row),
            value=value,
            ticks=ticks,
            options=options,
            bounds=bounds,
            wrong=self.complain(place, wrong),
        )

    def options(self, place: PlanLine, kind: Type, content: Content) -> Iterator[SelectOption]:
        """List the words of a place, and the other players if it names a seat; nothing for a number."""
        words = [
            (word, self.names.word(f"{place.row}.{word}") or self.names.thing(word))
            for one in plan_drafts.alternatives(kind)
            if isinstance(one, LiteralType)
            for word in map(str, one.values)
        ]
        seats = [(str(seat), name) for seat, name in self.names.seats.items() if seat != self.reader]
        choices = [*words, *(seats if plan_drafts.is_seat(kind) else [])]
        if not choices:
            return
        laid = "" if content is None else str(content)
        if plan_drafts.is_optional(kind) or laid not in dict(choices):
            choices = [("", UNSAID if plan_drafts.is_optional(kind) else gettext(CHOOSE)), *choices]
        for value, label in choices:
            yield SelectOption(value, label, value == laid)


def row_in(record: StructType, one: Field) -> str:
    """Give the key of the row of words that labels a field."""
    return f"field.{one.name}" if is_command(record) else row_of(record.cls, one.name)


def names_of(fields: Iterable[Field]) -> list[str]:
    return [one.name for one in fields]


def name_of(record: StructType) -> str:
    return record.cls.__name__.lower()


def is_command(record: StructType) -> bool:
    return issubclass(record.cls, Command)
