"""Ornaments and the stones in them: what fits, what is finished, what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from games.titles.gem_edge.rules.cards import ANY, ORNAMENTS, SOCKETS, STONES


class Work(Protocol):
    """An ornament before a seat, in the state or in a view."""

    @property
    def key(self) -> str: ...
    @property
    def stones(self) -> Sequence[str]: ...


def places_left(piece: Work) -> int:
    return len(ORNAMENTS[piece.key].sockets) - len(piece.stones)


def is_finished(piece: Work) -> bool:
    return places_left(piece) == 0


def fits(piece: Work, stone: str) -> bool:
    """Tell whether a stone can be set into an ornament now."""
    return stone in wanted(piece.key, tuple(piece.stones))


@lru_cache(10_000)
def wanted(key: str, set_in: tuple[str, ...]) -> frozenset[str]:
    """List the colours that still fit into an ornament with these stones."""
    sockets = SOCKETS[key]
    if ANY not in sockets:
        return frozenset(stone for stone in STONES if set_in.count(stone) < sockets[stone])
    return frozenset(set_in[:1] or STONES) if len(set_in) < sockets[ANY] else frozenset()


def colour_of(piece: Work) -> str:
    """Give the colour of a finished blue ornament; a rainbow one has the colour of its stones (GE-3)."""
    return piece.stones[0]


def is_blue(piece: Work) -> bool:
    return ORNAMENTS[piece.key].blue


def sockets_of(key: str, stones: Sequence[str]) -> list[tuple[str, str | None]]:
    """Pair each socket of an ornament with the stone in it, or None."""
    waiting = list(stones)
    found: list[tuple[str, str | None]] = []
    for socket in ORNAMENTS[key].sockets:
        stone = next((one for one in waiting if socket in (ANY, one)), None)
        if stone is not None:
            waiting.remove(stone)
        found.append((socket, stone))
    return found


def handable(pieces: Iterable[Work]) -> list[tuple[str, ...]]:
    """List what may be handed in together (GE-7): a brown ornament, or blue ones of one colour."""
    done = [piece for piece in pieces if is_finished(piece)]
    groups: list[tuple[str, ...]] = [(piece.key,) for piece in done if not is_blue(piece)]
    blue = [piece for piece in done if is_blue(piece)]
    for size in range(1, len(blue) + 1):
        for some in combinations(blue, size):
            if len({colour_of(piece) for piece in some}) == 1:
                groups.append(tuple(sorted(piece.key for piece in some)))
    return groups


def worth(keys: Sequence[str], points: Mapping[str, int], bonus: Sequence[int]) -> int:
    """Say what ornaments handed in together count: their points, and the bonus of a set (GE-3)."""
    return sum(points[key] for key in keys) + (bonus[len(keys) - 2] if len(keys) > 1 else 0)


def piece_of(pieces: Iterable[Work], key: str) -> Work | None:
    return next((piece for piece in pieces if piece.key == key), None)
