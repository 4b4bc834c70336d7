"""The table as an email shows it: coloured cells with letters, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.mail.compose.email_draft import EmailDraft
from games.present import generic_view
from games.present.commands import several
from games.present.names import Names
from games.present.words import render_message
from games.rules.kernel.drawing import BoardLine, Cell
from games.rules.kernel.messages import Message

ACROSS = 6  # cells side by side on the narrowest screen
DARK, LIGHT = "#1b1412", "#ffffff"  # text on a cell


@dataclass(frozen=True)
class DrawnCell:
    """One coloured cell with a letter."""

    letter: str
    colour: str
    ink: str
    name: str
    count: int = 1

    @property
    def said(self) -> str:
        return several(self.name, self.count)

    @property
    def html(self) -> SafeString:
        return _cell(self)


#: There are only so many cells, and most of an email's escaping went into them.
@lru_cache(maxsize=5000)
def _cell(field: DrawnCell) -> SafeString:
    """Draw one cell."""
    times = format_html('<span class="times" style="color: {};"> ×{}</span>', field.ink, field.count)
    return format_html(
        '<td class="field" title="{}" bgcolor="{}" style="background: {}; color: {};">{}{}</td>',
        *(field.said, field.colour, field.colour, field.ink, field.letter),
        times if field.count > 1 else "",
    )


@dataclass(frozen=True)
class Line:
    """One line of the table: in words, and as rows of cells."""

    label: str
    rows: Sequence[Sequence[DrawnCell]]
    notes: str
    mine: bool = False

    @property
    def fields(self) -> list[DrawnCell]:
        return [field for row in self.rows for field in row]

    @property
    def said(self) -> str:
        return ", ".join(field.said for field in self.fields)


def table(draft: EmailDraft) -> list[Line]:
    """Draw the table as its game does; as lists if the game has no drawing.

    Among lines of one kind that follow each other the reader's own come first.
    """
    found: list[Line] = []
    for _kind, ranks in groupby(draft.rules.mail.board(draft.view), lambda rank: rank.label.key):
        lines = [_line(draft, rank) for rank in ranks]
        found += sorted(lines, key=lambda line: not line.mine)
    return found or list(_as_lists(draft))


def odds(draft: EmailDraft) -> list[str]:
    return [said(draft, one) for one in draft.rules.mail.odds(draft.view)]


def legend(lines: Sequence[Line]) -> list[DrawnCell]:
    """List what the letters mean, each once with all that it stands for."""
    found: dict[str, dict[str, DrawnCell]] = {}
    for field in (field for line in lines for field in line.fields):
        found.setdefault(field.letter, {}).setdefault(field.name, field)
    return [replace(next(iter(alike.values())), name=", ".join(alike)) for alike in found.values()]


def _line(draft: EmailDraft, rank: BoardLine) -> Line:
    fields = [_field(draft.names, cell) for cell in rank.cells]
    rows = [fields[at : at + ACROSS] for at in range(0, len(fields), ACROSS)]
    who = rank.label.params.get("seat")
    mine = getattr(who, "seat", None) == draft.seat.number
    label = said(draft, rank.label)
    notes = ", ".join(said(draft, one) for one in rank.notes)
    return Line(_introduced(draft, label, mine), rows, notes, mine)


def _introduced(draft: EmailDraft, label: str, mine: bool) -> str:
    """Mark the reader's own line, and the lines that name a robot."""
    if mine:
        return _("%(name)s (you)") % {"name": label}
    return {draft.names.seat(number): name for number, name in draft.introduced.items()}.get(label, label)


def _field(names: Names, cell: Cell) -> DrawnCell:
    name = names.word(f"{cell.of}.{cell.key}", otherwise=names.thing(cell.key))
    return DrawnCell(
        f"{names.word(cell.letter)}{cell.mark}", cell.colour, ink_on(cell.colour), name, cell.count
    )


@cache
def ink_on(colour: str) -> str:
    """Choose the text colour that is easier to read on a colour (WCAG: relative luminance)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else LIGHT


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def said(draft: EmailDraft, told: Message) -> str:
    """Say a game's message as its table says it."""
    return render_message(draft.rules, told, draft.names.seat, draft.seat_view.table.options)


def sentence(draft: EmailDraft, told: Message) -> str:
    """Say a message that stands alone; many begin with the name of a card."""
    return capfirst(said(draft, told))


def _as_lists(draft: EmailDraft) -> Iterator[Line]:
    """Draw any view: a line for each group, another for each fact."""
    whole = generic_view.board(draft.view, draft.names, draft.seat.number)
    for node in whole.parts:
        for group in node.parts or [node]:
            inside = ", ".join(f"{part.label}: {part.text}" for part in group.parts if part.text)
            yield Line(group.label, (), inside or group.text, group.mine)
