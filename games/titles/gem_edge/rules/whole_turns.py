"""Whole turns that can be named in one go: a handful of the most useful, from public facts alone.

What is on offer here is what may be named; any other turn is played action by action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.kernel.questions import Choice, Field
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.cards import ACTIONS
from games.titles.gem_edge.rules.pieces import Work, fits, piece_of, places_left
from games.titles.gem_edge.rules.plays import Pair, insert_pairs, ornament, stone
from games.titles.gem_edge.rules.public import can_take, fitting, inserts
from games.titles.gem_edge.rules.state import Open, Step, room

Insert = tuple[str, str]  # the stone, and the ornament


def whole_turns(state: Open, seat: Seat) -> Iterator[Choice]:
    """Offer whole turns while both actions are left."""
    if state.actions < ACTIONS:
        return
    taking, ways = can_take(state, seat), list(inserts(state, seat))
    if room(state, seat) > 1 and len(state.slide) > 1:
        yield Choice("take_two")
    if taking and (after := list(inserts_of(state, seat, state.slide[0]))):
        yield from with_new(state, seat, "take_and_insert", best(state, seat, after))
    if ways and state.slide:
        yield from with_new(state, seat, "insert_and_take", best(state, seat, ways))
    if pair := best_pair(state, seat):
        yield from insert_two(state, seat, pair)
    if not ways and state.slide and state.carts[seat]:
        yield Choice("discard_and_take", (stone(state.carts[seat][0]),))
    if state.can_draw:
        yield Choice("draw_two")


def inserts_of(state: Open, seat: Seat, one: str) -> Iterator[Insert]:
    """List the ways to set a stone that isn't in the cart yet."""
    for key in fitting(state, seat, one):
        yield one, key


def best(state: Open, seat: Seat, ways: list[Insert]) -> Insert:
    """Choose as silence does: fewest places left, most points, leftmost (GE-22)."""
    return min(ways, key=lambda way: urgency(state, seat, way[1]))


def urgency(state: Open, seat: Seat, key: str) -> tuple[int, int, int]:
    """Rank an ornament: the lower, the sooner it is worked on (GE-22)."""
    keys = [piece.key for piece in state.pieces[seat]]
    place = keys.index(key)
    return places_left(state.pieces[seat][place]), -state.worth[key], place


def best_pair(state: Open, seat: Seat) -> Pair | None:
    pairs = list(insert_pairs(state, seat))
    if not pairs:
        return None
    return min(pairs, key=lambda pair: sorted(urgency(state, seat, key) for _, key in pair))


def finishes(state: Open, seat: Seat, *ways: Insert) -> list[str]:
    """List the ornaments that these stones would finish."""
    keys = [key for _, key in ways]
    return [key for key in dict.fromkeys(keys) if places_left(piece(state, seat, key)) == keys.count(key)]


def piece(state: Open, seat: Seat, key: str) -> Work:
    found = piece_of(state.pieces[seat], key)
    assert found is not None
    return found


def with_new(state: Open, seat: Seat, command: str, way: Insert) -> Iterator[Choice]:
    """Offer a turn that sets a stone; if that finishes an ornament, also with handing it in."""
    fields = (stone(way[0]), ornament("ornament", [way[1]]))
    yield from newly(state, seat, command, fields, finishes(state, seat, way))


def insert_two(state: Open, seat: Seat, pair: Pair) -> Iterator[Choice]:
    (first, key), (second, key_2) = pair
    fields = (
        stone(first),
        ornament("ornament", [key]),
        Field("stone_2", "stone", (second,)),
        ornament("ornament_2", [key_2]),
    )
    yield from newly(state, seat, "insert_two", fields, finishes(state, seat, *pair))


def newly(
    state: Open, seat: Seat, command: str, fields: tuple[Field, ...], done: list[str]
) -> Iterator[Choice]:
    yield Choice(command, fields)
    if len(done) == 1:
        yield Choice(command, (*fields, ornament("new", state.market)))


# --- what a whole turn is made of


def steps(state: Open, seat: Seat, command: Mapping[str, str | None]) -> list[Step]:
    """Spell out the steps of a whole turn that is on offer."""
    kind, mouth = command["kind"], state.slide[:2]
    take = Step("take", mouth[0]) if mouth else Step("take")
    first, second = insertion(command, ""), insertion(command, "_2")
    made = {
        "take_two": [take, Step("take", mouth[-1] if mouth else None)],
        "take_and_insert": [take, first],
        "insert_and_take": [first, take],
        "insert_two": [first, second],
        "discard_and_take": [Step("discard", command.get("stone")), take],
        "draw_two": [Step("draw"), Step("draw")],
    }[str(kind)]
    return [*made, *handing_in(state, seat, made, command.get("new"))]


def insertion(command: Mapping[str, str | None], suffix: str) -> Step:
    return Step("insert", command.get(f"stone{suffix}"), command.get(f"ornament{suffix}"))


def handing_in(state: Open, seat: Seat, made: list[Step], new: str | None) -> list[Step]:
    """Add what is handed in at the end, for an ornament of the market."""
    ways = [(one.stone or "", one.ornament or "") for one in made if one.do == "insert"]
    return [Step("hand_in", ornament=key, new=new) for key in finishes(state, seat, *ways)] if new else []


def is_possible(state: Open, seat: Seat, step: Step) -> bool:
    """Tell whether a step can still be carried out."""
    if step.do == "take":
        return can_take(state, seat) and state.slide[0] == step.stone
    if step.do == "draw":
        return state.can_draw
    if step.do == "discard":
        return step.stone in state.carts[seat]
    work = piece_of(state.pieces[seat], step.ornament or "")
    if work is None:
        return False
    if step.do == "insert":
        return step.stone in state.carts[seat] and fits(work, step.stone or "")
    return not places_left(work) and step.new in state.market
