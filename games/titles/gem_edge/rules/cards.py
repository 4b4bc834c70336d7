"""What is in the box (GE-1 to GE-4). The printed tables are lost: all of this file is reconstructed.

The rulebook gives the totals (40 stones, 17 brown and 19 blue ornaments, 4 carts), what the action cards do,
and that a set of blue ornaments is worth more. Which ornaments there are, their points, the bonus of a set
and how many there are of each card is worked out here, in this file alone. The match's facts say so, and the
options `ornament_points`, `set_bonus` and `action_cards` replace it.
"""

from __future__ import annotations

from collections import Counter

import msgspec

TABLES_ARE_RECONSTRUCTED = True

STONES = ("red", "green", "yellow", "blue")
OF_A_COLOUR = 10
STONE_TOTAL, CARD_TOTAL = 40, 40

IN_SIGHT = 10  # stones of the slide that all see
ROOM = 3  # of a cart
IN_FRONT = 3  # ornaments before each seat
DEALT = 5  # ornaments at the start, of which three are kept
IN_MARKET = 4
HAND_LIMIT = 4
MARKS = (5, 10, 15)  # of the score track
GOAL = 20
ACTIONS = 2  # in a turn

ANY = "any"  # a socket for any colour; all stones of such an ornament are of one


class Ornament(msgspec.Struct, frozen=True):
    """One tile. A blue back may be kept for a set; a brown one is handed in on the turn it is finished."""

    key: str
    sockets: tuple[str, ...]
    points: int
    blue: bool


def letters(stones: str) -> tuple[str, ...]:
    """Spell stones out by their first letters, like "rrg"."""
    return tuple(next(stone for stone in STONES if stone[0] == letter) for letter in stones)


def of_one_colour() -> list[Ornament]:
    """List the blue backs: four kinds in each colour, and three of any colour."""
    kinds = (("ring", 2, 2), ("bracelet", 2, 2), ("earrings", 2, 2), ("necklace", 3, 4))
    rainbow = (("rainbow_ring", 2, 1), ("rainbow_brooch", 3, 3), ("rainbow_diadem", 4, 4))
    found = [
        Ornament(f"{kind}_{stone}", (stone,) * places, points, blue=True)
        for kind, places, points in kinds
        for stone in STONES
    ]
    return found + [Ornament(key, (ANY,) * places, points, blue=True) for key, places, points in rainbow]


def mixed() -> list[Ornament]:
    """List the brown backs, called by the letters of their stones."""
    tiers = (
        ("pair", 2, ("rg", "ry", "rb", "gy", "gb", "yb")),
        ("trio", 3, ("rgy", "rgb", "ryb", "gyb")),
        ("trio", 3, ("rrg", "ggy", "yyb", "bbr")),
        ("quartet", 4, ("rrgy", "bbgy")),
        ("crown", 4, ("rgyb",)),
    )
    return [
        Ornament(f"{kind}_{stones}", letters(stones), points, blue=False)
        for kind, points, tier in tiers
        for stones in tier
    ]


#: Every ornament there is, each of them once: so its key says where it is.
ORNAMENTS: dict[str, Ornament] = {one.key: one for one in (*of_one_colour(), *mixed())}
POINTS = {key: one.points for key, one in ORNAMENTS.items()}

#: Points more for two, and for three, blue ornaments of one colour that are handed in together (GE-3).
SET_BONUS = (1, 3)

#: How many there are of each action card (GE-4).
PACK: dict[str, int] = {
    "swap_ornament": 3,
    "swap_stone": 4,
    "pry_out": 2,
    "three_cards": 2,
    "tip_out": 3,
    "pick_through": 5,
    "pickpocket": 3,
    "deft_hands": 5,
    "not_so_fast": 4,
    "me_too_take": 5,
    "me_too_insert": 4,
}
NOT_SO_FAST, ME_TOO_TAKE, ME_TOO_INSERT = "not_so_fast", "me_too_take", "me_too_insert"
FREE = (NOT_SO_FAST, ME_TOO_TAKE, ME_TOO_INSERT)
ACTION_CARDS = tuple(card for card in PACK if card not in FREE)

#: How many sockets of each colour an ornament has.
SOCKETS = {key: Counter(one.sockets) for key, one in ORNAMENTS.items()}
