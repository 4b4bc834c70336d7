"""The parts that the form of a plan or an ambush is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec.inspect import IntType

from games.present.standing_orders import SelectOption


@dataclass(frozen=True)
class PlanLine:
    """The place of a part in an order: its path, its row of words, its label, and what contains it."""

    path: str
    row: str
    label: str
    within: str = ""
    number: int = 0  # in its list, counted from one

    @property
    def whole(self) -> str:
        return f"{self.within}, {self.called()}" if self.within else self.called()

    @property
    def is_whole(self) -> bool:
        """Tell whether this is the order itself, whose label and help are above the form."""
        return not self.within and not self.number

    def called(self, kind: str = "") -> str:
        """Give the label, with its number in a list and its kind if there are several."""
        if self.number:
            return f"{self.number}. {kind or self.label}"
        return f"{self.label}: {kind}" if kind else self.label

    def numbered(self, at: int) -> PlanLine:
        return replace(self, path=f"{self.path}/{at}", number=at + 1)


@dataclass(frozen=True)
class Blank:
    """A checkbox, a choice of words, or a field for a number or a text."""

    id: str
    name: str
    label: str
    help: str
    value: str
    ticks: bool
    options: Sequence[SelectOption]
    bounds: IntType | None
    wrong: str
    shape = "blank"


@dataclass(frozen=True)
class Sentence:
    """A sentence: words, each followed by a control or, at the end, by none."""

    id: str
    pieces: Sequence[tuple[str, Blank | None]]
    help: str
    wrong: Sequence[str]
    shape = "sentence"


@dataclass(frozen=True)
class Lead:
    """What a list is for, above it."""

    label: str
    help: str
    shape = "lead"


@dataclass(frozen=True)
class More:
    """Buttons to add a part, one for each kind; `group`: what they are for, read aloud."""

    group: str
    label: str
    help: str
    buttons: Sequence[tuple[str, str]]
    shape = "more"


@dataclass(frozen=True)
class PlanPart:
    """A record. `mark`: the field that says that it is there; `out`, `up`: whether it has these buttons.

    `told`: whether its first part is a sentence, which says what the label would; `whole`: whether the label
    is above the form; `number`: its place in a list.
    """

    path: str
    label: str
    help: str
    mark: str
    parts: Sequence[Blank | Sentence | Lead | More | PlanPart]
    out: bool
    up: bool
    told: bool
    whole: bool
    number: int
    shape = "part"


Drawn = Blank | Sentence | Lead | More | PlanPart


@dataclass(frozen=True)
class OrderForm:
    """The form of one order, as saved or as a draft."""

    name: str
    label: str
    help: str
    parts: Sequence[Drawn]
    is_open: bool
    wrong: Sequence[str]
