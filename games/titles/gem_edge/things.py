"""Stones, ornaments and action cards as a board shows them, each with its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.present.names import Names
from games.rules.kernel.messages import Motion
from games.titles.gem_edge import jewels
from games.titles.gem_edge.rules.cards import ANY, FREE, ORNAMENTS, PACK, STONES
from games.titles.gem_edge.rules.pieces import Work
from games.titles.gem_edge.rules.state import Piece
from games.titles.gem_edge.rules.view import Sight

ATTACKS = frozenset({"swap_ornament", "swap_stone", "pry_out", "tip_out", "pickpocket"})
STILL = Motion("")


# --- stones


@dataclass(frozen=True)
class Bead:
    """A stone, with how many there are of it where that counts."""

    name: str
    picture: SafeString
    count: int = 1


def bead(stone: str, names: Names, count: int = 1) -> Bead:
    picture = jewels.stone(stone, names.word(f"letter.{stone}"))
    return Bead(names.word(f"stone.{stone}"), picture, count)


# --- ornaments


@dataclass(frozen=True)
class Tile:
    """An ornament as it lies on the table."""

    key: str
    name: str
    points: int
    blue: bool
    picture: SafeString
    wants: str  # the colours of its open places
    holds: str  # the colours of the stones in it
    newest: bool = False

    @property
    def finished(self) -> bool:
        return not self.wants


class Signs(NamedTuple):
    """The letters and names of the colours, and at the end those of any colour."""

    letters: tuple[str, ...]
    called: tuple[str, ...]


def signs(names: Names) -> Signs:
    colours = (*STONES, ANY)
    return Signs(
        tuple([names.word(f"letter.{one}") for one in colours]),
        tuple([names.word(f"stone.{one}") for one in colours]),
    )


def tile(piece: Work, view: Sight, names: Names, known: Signs, motion: Motion = STILL) -> Tile:
    key, is_next = piece.key, motion.what == piece.key
    come = motion.things[0] if is_next and motion.name == "set" else ""
    is_new = is_next and motion.name == "choose"
    return laid(key, tuple(piece.stones), names.word(f"ornament.{key}"), view.worth[key], known, come, is_new)


@lru_cache(jewels.KEPT)
def laid(
    key: str, stones: tuple[str, ...], name: str, points: int, known: Signs, come: str, is_new: bool
) -> Tile:
    """Lay an ornament out; there are few, and each is drawn again and again."""
    called = dict(zip((*STONES, ANY), known.called, strict=True))
    places = jewels.places(key, stones, known.letters, come)
    return Tile(
        key,
        name,
        points,
        ORNAMENTS[key].blue,
        jewels.ornament(key, places),
        ", ".join(called[one.colour] for one in places if not one.is_set),
        ", ".join(called[one.colour] for one in places if one.is_set),
        is_new,
    )


def tiles(keys: Iterable[str], view: Sight, names: Names, known: Signs) -> list[Tile]:
    """Draw ornaments without stones."""
    return [tile(Piece(key), view, names, known) for key in keys]


# --- cards


@dataclass(frozen=True)
class Card:
    """Action cards of one kind."""

    key: str
    name: str
    does: str
    kind: str  # "free", "attack" or "own"
    count: int = 1
    extra: int = 0  # how many are beyond the limit of a hand

    @property
    def tone(self) -> str:
        return {"free": "reaction", "attack": "strikes", "own": "action"}[self.kind]

    @property
    def mark(self) -> str:
        return {"free": "shield", "attack": "bolt", "own": "pick"}[self.kind]


def card(key: str, names: Names, count: int = 1, extra: int = 0) -> Card:
    kind = "free" if key in FREE else "attack" if key in ATTACKS else "own"
    return Card(key, names.word(f"card.{key}"), names.word(f"help.{key}"), kind, count, extra)


def cards(counts: Mapping[str, int], names: Names, extra: Mapping[str, int] | None = None) -> list[Card]:
    """Print cards, in the order of the rules."""
    return [card(key, names, counts[key], (extra or {}).get(key, 0)) for key in PACK if counts.get(key)]


def lying(view: Sight, key: str) -> Work:
    """Find an ornament before a seat; elsewhere it has no stones."""
    found = (piece for pieces in view.pieces for piece in pieces if piece.key == key)
    return next(found, Piece(key))
