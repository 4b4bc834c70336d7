"""Turns the choices of a question into form controls, and a submitted form back into a command.

Reading a form needs no open question: the same form sent twice makes the same command twice.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, ngettext

from games.present.commands import Command, describe_command, sentence_of
from games.present.names import Names, labelled, readable
from games.present.plan_drafts import Posted
from games.present.words import word
from games.rules.kernel.codec import canonical
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type, one_of
from games.rules.kernel.questions import Choice, Choices, Field

REPEATED = re.compile(r"(.+)\*([0-9]{1,2})")  # "ruby*2": two of the same from one control


class Incomplete(Exception):
    """Raised when a form leaves out something that is needed; its text names what is missing."""


FEW = 6  # up to this many of one thing get a checkbox each; more get one select


@dataclass(frozen=True)
class Value:
    """One thing to pick: there are `count` of it, and `chosen` of them are picked."""

    value: str
    label: str
    count: int
    chosen: int

    @property
    def pieces(self) -> list[tuple[int, bool]]:
        """List each copy with whether it is picked, if there are few enough to show one by one."""
        return [(n, n <= self.chosen) for n in range(1, self.count + 1)] if self.count <= FEW else []

    @property
    def amounts(self) -> list[tuple[str, str, bool]]:
        """List the options of a select for several copies: value, label, whether it is picked."""
        labels = {0: gettext("none"), self.count: gettext("all %(count)d") % {"count": self.count}}
        return [
            (f"{self.value}*{n}" if n else "", labels.get(n, str(n)), n == self.chosen)
            for n in range(self.count + 1)
        ]


@dataclass(frozen=True)
class Position:
    """One position in an ordered list: the values that could go there, and which one does."""

    label: str
    values: Sequence[tuple[str, str, bool]]  # value, label, whether it is picked


@dataclass(frozen=True)
class FieldControl:
    """A field of a choice as a control: a select, a group of checkboxes, or a select for each position."""

    name: str
    label: str
    of: str  # what the values are: seats, numbers, or a kind of thing
    values: Sequence[Value]
    many: bool
    hint: str = ""
    places: Sequence[Position] = ()  # where order matters: a select for first, second, and so on

    @property
    def field(self) -> str:
        """Give the name of the field, without that of its choice."""
        return self.name.rpartition("/")[2]

    @property
    def is_open(self) -> bool:
        return not any(value.chosen for value in self.values)


@dataclass(frozen=True)
class OfferedChoice:
    """One choice of a question, as the form shows it."""

    value: str
    label: str
    help: str
    exact: bool
    chosen: bool
    under: str = ""  # the heading it is folded under where there are many
    blanks: Sequence[FieldControl] = field(default_factory=tuple)

    @property
    def row(self) -> str:
        """Give the row of words that names its command."""
        return "do." + self.value.partition("?")[0]

    @property
    def settled(self) -> dict[str, str]:
        """Give the fields that leave nothing to choose."""
        return settled_in(self.value)


def offers(choices: Choices, names: Names, picked: Posted | Command | None = None) -> list[OfferedChoice]:
    """List the choices of a question as controls, with the posted form or sealed answer filled in."""
    named = list(_by_form_value(choices))
    only = len(named) == 1
    drawn = [_offer(value, choice, names, picked, only) for value, choice in named]
    return _without_repeated_help(_disambiguated(names, drawn))


def _without_repeated_help(drawn: Sequence[OfferedChoice]) -> list[OfferedChoice]:
    """Drop help that repeats the previous choice's, as when one card can be played on several dwarves."""
    return [
        replace(one, help="") if before and one.help == before.help else one
        for before, one in zip([None, *drawn], drawn, strict=False)
    ]


def _disambiguated(names: Names, drawn: Sequence[OfferedChoice]) -> list[OfferedChoice]:
    """Add to labels that would otherwise read alike what is left to choose, and then out of what."""
    for tell in (partial(_with_named_fields, names), _with_open_fields, _with_first_values):
        often = Counter(offer.label for offer in drawn)
        drawn = [tell(offer) if often[offer.label] > 1 else offer for offer in drawn]
    return [*drawn]


def _with_named_fields(names: Names, offer: OfferedChoice) -> OfferedChoice:
    """Add the row that the game has for a field which is left open."""
    said = [names.word(f"open.{blank.field}") for blank in offer.blanks]
    return replace(offer, label=", ".join([offer.label, *filter(None, said)]))


def _with_open_fields(offer: OfferedChoice) -> OfferedChoice:
    return replace(offer, label=offer.label + _in_brackets(offer))


def _in_brackets(offer: OfferedChoice) -> str:
    left = ", ".join(blank.label.lower() for blank in offer.blanks)
    return f" ({left})" if left else ""


def _with_first_values(offer: OfferedChoice) -> OfferedChoice:
    left = ", ".join(value.label for value in offer.blanks[0].values) if offer.blanks else ""
    name = offer.label.removesuffix(_in_brackets(offer))
    return replace(offer, label=labelled(name, left) if left else offer.label)


def _by_form_value(choices: Choices) -> Iterator[tuple[str, Choice]]:
    """Pair each choice with a form value made of its command and its fixed fields."""
    taken: Counter[str] = Counter()
    for choice in choices:
        settled = [(blank.name, blank.values[0]) for blank in choice.fields if is_settled(blank)]
        value = f"{choice.command}?{urlencode(settled)}"
        taken[value] += 1
        yield (value if taken[value] == 1 else f"{value}#{taken[value]}"), choice


def settled_in(value: str) -> dict[str, str]:
    """Read the fixed fields from the form value of a choice."""
    return dict(parse_qsl(value.partition("#")[0].partition("?")[2]))


def is_settled(blank: Field) -> bool:
    """Check whether a field leaves nothing to choose."""
    return not blank.many and len(blank.values) == 1


def takes_all(blank: Field) -> bool:
    """Check whether a list holds all its values, however it is filled in."""
    return blank.many and blank.least == len(blank.values)


def _offer(
    value: str, choice: Choice, names: Names, picked: Posted | Command | None, only: bool
) -> OfferedChoice:
    settled = {blank.name: blank.values[0] for blank in choice.fields if is_settled(blank)}
    held = {blank.name: list(blank.values) for blank in choice.fields if takes_all(blank)}
    return OfferedChoice(
        value=value,
        label=sentence_of(names, {"kind": choice.command, **settled, **held})
        or describe_command(names, {"kind": choice.command, **settled}),
        help=names.word(f"help.{choice.command}", *(f"help.{value}" for value in settled.values())),
        exact=choice.exact,
        chosen=only or _is_picked(value, choice, picked),
        under=names.word(f"under.{choice.command}"),
        blanks=[_blank(value, blank, names, picked) for blank in choice.fields if not is_settled(blank)],
    )


def _is_picked(value: str, choice: Choice, picked: Posted | Command | None) -> bool:
    if isinstance(picked, MultiValueDict):
        return picked.get("do") == value
    if picked is None or not choice.covers(picked):
        return False
    return all(picked.get(blank.name) == blank.values[0] for blank in choice.fields if is_settled(blank))


def _blank(offer: str, blank: Field, names: Names, picked: Posted | Command | None) -> FieldControl:
    name = f"{offer}/{blank.name}"
    filled = _picked_counts(name, blank, picked)
    counts = Counter(str(value) for value in blank.values) if blank.many else None
    values = [
        Value(
            str(value),
            names.value(blank, value),
            counts[str(value)] if counts else 1,
            min(filled[str(value)], counts[str(value)] if counts else 1),
        )
        for value in dict.fromkeys(blank.values)
    ]
    label = names.word(f"field.{blank.name}", otherwise=readable(blank.name))
    places = _positions(values, _picked(name, blank, picked), blank.most) if blank.ordered else ()
    return FieldControl(
        name, label, blank.of, values, blank.many, how_many(blank) if blank.many else "", places
    )


def _positions(values: Sequence[Value], picked: Sequence[str], most: int) -> list[Position]:
    """Make a select for each position, with the values picked so far."""
    there = [*picked, *[""] * most][:most]
    return [
        Position(
            f"{number}.", [("", "–", not now), *((one.value, one.label, one.value == now) for one in values)]
        )
        for number, now in enumerate(there, 1)
    ]


def _picked_counts(name: str, blank: Field, picked: Posted | Command | None) -> Counter[str]:
    """Count how often each value is picked."""
    return Counter(_picked(name, blank, picked))


def _picked(name: str, blank: Field, picked: Posted | Command | None) -> list[str]:
    """List the picked values in the order they were picked."""
    if isinstance(picked, MultiValueDict):
        return spelled_out(picked.getlist(name))
    value = picked.get(blank.name) if picked else None
    if value is None and takes_all(blank):
        value = list(blank.values)  # the only possible answer is all of them
    several = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return [str(one) for one in several]


def how_many(blank: Field) -> str:
    """Say how many values to pick."""
    if blank.least == blank.most:
        return ngettext("choose %(most)d", "choose %(most)d", blank.most) % {"most": blank.most}
    if blank.least == 0:
        if blank.most == len(blank.values):
            return gettext("choose any number, or none")
        return gettext("choose up to %(most)d") % {"most": blank.most}
    return gettext("choose %(least)d to %(most)d") % {"least": blank.least, "most": blank.most}


# --- from a form to a command


def spelled_out(values: Sequence[str]) -> list[str]:
    """Expand "ruby*2" to two rubies and drop empty controls."""
    out: list[str] = []
    for value in values:
        several = REPEATED.fullmatch(value)
        out += [several[1]] * int(several[2]) if several else [value] if value else []
    return out


def command_text(rules: AnyRules, posted: Posted, options: Any = None) -> str:
    """Build the command a form describes; raise Incomplete. Whether the rules allow it is checked later."""
    chosen = posted.get("do", "")
    if not chosen:
        raise Incomplete(gettext("what you want to do"))
    kind = chosen.partition("#")[0].partition("?")[0]
    command: dict[str, Any] = {"kind": kind, **settled_in(chosen)}
    lists = lists_of(rules, kind)
    command |= {name: [] for name in lists}
    missing = []
    for key in posted:
        if not key.startswith(f"{chosen}/"):
            continue
        name = key.removeprefix(f"{chosen}/")
        command[name] = spelled_out(posted.getlist(key)) if name in lists else posted[key]
        if command[name] == "":
            missing.append(word(rules, f"field.{name}", options, readable(name)).lower())
    if missing:
        raise Incomplete(", ".join(missing))
    return read_loosely(rules, command)


def read_loosely(rules: AnyRules, command: dict[str, Any]) -> str:
    """Encode a command whose numbers came as text; keep one that doesn't fit, to be refused later."""
    try:
        read = msgspec.convert(command, one_of(rules.core.commands), strict=False)
    except (msgspec.ValidationError, RecursionError):
        return canonical(command).decode()
    return canonical(read).decode()


@functools.cache
def lists_of(rules: AnyRules, kind: str) -> frozenset[str]:
    """Name the fields of a command that take several values."""
    command = next((one for one in rules.core.commands if kind_of_type(one) == kind), None)
    if command is None:
        return frozenset()
    info = msgspec.inspect.type_info(command)
    assert isinstance(info, msgspec.inspect.StructType)
    return frozenset(one.name for one in info.fields if isinstance(one.type, msgspec.inspect.ListType))
