"""The floor of the bench: a bag game with nothing around it, as fast as plain Python plays one."""

from __future__ import annotations

import random

BAG = {"ruby": 6, "topaz": 6, "jade": 6, "obsidian": 5}


def play(dice: random.Random, seats: int = 3) -> int:
    """Draw or stop, lose all at the second obsidian, until the bag is empty; count the moves."""
    bag, carts, chests = dict(BAG), [dict[str, int]() for _ in range(seats)], [0] * seats
    log: list[dict[str, object]] = []
    while sum(bag.values()):
        seat = len(log) % seats
        cart = carts[seat]
        if dice.choice(("draw", "stop") if cart else ("draw",)) == "stop":
            chests[seat] += sum(cart.values())
            cart.clear()
            log.append({"kind": "stopped", "seat": seat})
            continue
        gem = _draw(bag, dice)
        cart[gem] = cart.get(gem, 0) + 1
        log.append({"kind": "drew", "seat": seat, "gem": gem})
        if cart.get("obsidian", 0) > 1:
            cart.clear()
    return len(log)


def _draw(bag: dict[str, int], dice: random.Random) -> str:
    index = dice.randrange(sum(bag.values()))
    for gem, count in bag.items():
        index -= count
        if index < 0:
            bag[gem] -= 1
            return gem
    raise AssertionError("an index from beyond the end of the bag")
