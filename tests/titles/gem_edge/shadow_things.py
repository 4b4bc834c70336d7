"""The slide and the ornaments of Gem Edge once more (GE-1 to GE-3), for another reading of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

COLOURS = ("red", "green", "yellow", "blue")
SPELT = {colour[0]: colour for colour in COLOURS}
RAINBOWS = {"rainbow_ring": (2, 1), "rainbow_brooch": (3, 3), "rainbow_diadem": (4, 4)}
BROWN = {"pair": 2, "trio": 3, "quartet": 4, "crown": 4}
PACK = {
    **{"swap_ornament": 3, "swap_stone": 4, "pry_out": 2, "three_cards": 2, "tip_out": 3, "pick_through": 5},
    **{"pickpocket": 3, "deft_hands": 5, "not_so_fast": 4, "me_too_take": 5, "me_too_insert": 4},
}


def all_ornaments() -> set[str]:
    """GE-2."""
    plain = {
        f"{kind}_{colour}" for kind in ("ring", "bracelet", "earrings", "necklace") for colour in COLOURS
    }
    pairs = {f"pair_{two}" for two in ("rg", "ry", "rb", "gy", "gb", "yb")}
    trios = {f"trio_{three}" for three in ("rgy", "rgb", "ryb", "gyb", "rrg", "ggy", "yyb", "bbr")}
    return plain | set(RAINBOWS) | pairs | trios | {"quartet_rrgy", "quartet_bbgy", "crown_rgyb"}


def size(key: str) -> int:
    kind, _, rest = key.partition("_")
    if key in RAINBOWS:
        return RAINBOWS[key][0]
    return len(rest) if kind in BROWN else 3 if kind == "necklace" else 2


def points(key: str) -> int:
    kind = key.partition("_")[0]
    if key in RAINBOWS:
        return RAINBOWS[key][1]
    return BROWN.get(kind) or (4 if kind == "necklace" else 2)


def is_brown(key: str) -> bool:
    return key.partition("_")[0] in BROWN


def may_hold(key: str, stones: Sequence[str]) -> bool:
    """Tell whether an ornament may have these stones in it."""
    if len(stones) > size(key):
        return False
    if key in RAINBOWS:
        return len(set(stones)) <= 1
    rest = key.partition("_")[2]
    places = Counter(SPELT[letter] for letter in rest) if is_brown(key) else Counter({rest: size(key)})
    return Counter(stones) <= places


class Slide:
    """All stones from the mouth up, one after the other; those that nobody has seen are blank."""

    def __init__(self) -> None:
        self.line: list[str | None] = [None] * 40

    def show(self, stones: Sequence[str]) -> None:
        """GE-1: of the first ten nothing stays unseen."""
        blank = [place for place, stone in enumerate(self.line[:10]) if stone is None]
        assert len(blank) == len(stones), "GE-1"
        for place, stone in zip(blank, stones, strict=True):
            self.line[place] = stone

    def leave(self, stones: Sequence[str]) -> None:
        """Let the first stones leave, whichever way."""
        gone = self.line[: len(stones)]
        assert Counter(gone) == Counter(stones), "GE-1: first in, first out"
        del self.line[: len(stones)]

    def up(self, stones: Sequence[str]) -> None:
        self.line += stones
