"""The floor of the bench: a bag game with nothing around it, as fast as plain Python plays one.

`full` adds by hand what a service needs: provable chance, a view for each seat, a chain.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec

BAG = {"ruby": 6, "topaz": 6, "jade": 6, "obsidian": 5}
KEY = bytes(32)

Table = dict[str, Any]

_encode = msgspec.json.Encoder().encode


def bare(dice: random.Random, seats: int = 3) -> int:
    """Draw or stop, lose all at the second obsidian, until the bag is empty; count the moves."""
    table, log = _table(seats), list[Table]()
    while sum(table["bag"].values()):
        log.append(_move(table, len(log) % seats, dice, dice.randrange))
    return len(log)


def full(dice: random.Random, seats: int = 3) -> int:
    """Do the same with keyed dice, every seat's view and the event encoded, and the chain."""
    table, digest = _table(seats), bytes(32)
    moves, draws = 0, itertools.count()

    def keyed(size: int) -> int:
        counter = next(draws).to_bytes(8, "big")
        return int.from_bytes(hashlib.blake2b(counter, key=KEY, digest_size=8).digest(), "big") % size

    while sum(table["bag"].values()):
        event = _move(table, moves % seats, dice, keyed)
        moves += 1
        digest = hashlib.sha256(digest + _encode(event)).digest()
        for seat in range(seats):
            _encode(_view(table, seat, moves % seats))
    return moves


def _table(seats: int) -> Table:
    return {"bag": dict(BAG), "carts": [{} for _ in range(seats)], "chests": [0] * seats}


def _move(table: Table, seat: int, dice: random.Random, index: Callable[[int], int]) -> Table:
    cart = table["carts"][seat]
    if dice.choice(_legal(cart)) == "stop":
        table["chests"][seat] += sum(cart.values())
        cart.clear()
        return {"kind": "stopped", "seat": seat}
    gem = _draw(table["bag"], index)
    cart[gem] = cart.get(gem, 0) + 1
    if cart.get("obsidian", 0) > 1:
        cart.clear()
    return {"kind": "drew", "seat": seat, "gem": gem}


def _legal(cart: dict[str, int]) -> tuple[str, ...]:
    return ("draw", "stop") if cart else ("draw",)


def _draw(bag: dict[str, int], index: Callable[[int], int]) -> str:
    left = index(sum(bag.values()))
    for gem, count in bag.items():
        left -= count
        if left < 0:
            bag[gem] -= 1
            return gem
    raise AssertionError("an index from beyond the end of the bag")


def _view(table: Table, seat: int, active: int) -> Table:
    return {
        "seat": seat,
        "active": active,
        "bag": sum(table["bag"].values()),
        "dwarves": [
            {"cart": cart, "chest": chest if owner == seat else None}
            for owner, (cart, chest) in enumerate(zip(table["carts"], table["chests"], strict=True))
        ],
        "choices": _legal(table["carts"][seat]) if seat == active else (),
    }
