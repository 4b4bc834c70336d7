"""The choices of each question: the one source of buttons, reply codes, robots and checks.

What needs no hand is found from public facts (`public_act`, `public_work`), for states and views alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from games.rules.kernel.questions import Choice, Choices, Field, Question, things
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import HAND_LIMIT, KINGDOM, cost
from games.titles.gnomes.rules.facts import (
    actions_left,
    diggable,
    free_slots,
    leaves_a_choice,
    own_places,
    to_work,
)
from games.titles.gnomes.rules.secret_goals import is_met
from games.titles.gnomes.rules.state import Open, State
from games.titles.gnomes.rules.whole_turns import whole_turns

Free = dict[str, int]  # free slots by place

TURNS = Field("turn", "turn", (0, 1, 2, 3))
DONE, FINISH, SHOW = Choice("done"), Choice("finish_turn"), Choice("show_goal")
DISCARD_CHEAPEST, GO_ON = Choice("discard_cheapest"), Choice("go_on")


def places(name: str, values: tuple[str, ...]) -> Field:
    return Field(name, "place", values)


def one_seat(name: str, seat: int) -> Field:
    return Field(name, "seat", (seat,))


# --- actions


def act(state: State, seat: Seat) -> Choices:
    """Offer every step of the action part, what is mostly wanted first (GN-7 to GN-10)."""
    free = free_slots(state.land, state.dwarves)
    found = [*show(state, seat), *turns(state, seat, free), *actions(state, seat, free)]
    if state.ogres[seat] or state.shoved:
        found += ogres(state, seat, free)
    return (*found, *endings(state))


def public_act(table: Open, seat: Seat) -> Choices:
    """Offer the steps that need nothing a hand hides."""
    free = free_slots(table.land, table.dwarves)
    return (*turns(table, seat, free), *actions(table, seat, free), *endings(table))


def endings(table: Open) -> Choices:
    """Offer to end the actions; on an empty table a card has to be laid first (GN-8)."""
    return (DONE, FINISH) if table.land.stacks else (FINISH,)


def turns(table: Open, seat: Seat, free: Free) -> Iterator[Choice]:
    """Offer whole turns before the first step (GN-30)."""
    if not table.stepped:
        for aim, steps in whole_turns(table, seat, free).items():
            yield Choice("take_turn", (Field("aim", "aim", (aim,)), Field("steps", "steps", (steps,))))


def actions(table: Open, seat: Seat, free: Free) -> Iterator[Choice]:
    if not actions_left(table):
        return
    if free and table.supply[seat]:
        yield Choice("place_dwarf", (places("place", tuple(free)),))
    yield from kingdom_cards(table, seat)
    if ways := dwarf_ways(table.land.ways, own_places(table, seat), free):
        yield Choice("move_dwarf", (Field("way", "way", ways),))


def kingdom_cards(table: Open, seat: Seat) -> Iterator[Choice]:
    """Offer the cards in hand, those of one pile type together: they may go to the same places (GN-8)."""
    land, dwarves = table.land, table.dwarves
    for pile, cards in by_pile(table.kingdom[seat]).items():
        bare = [place for place in land.cover[pile] if place not in dwarves]
        yield Choice(
            "play_kingdom", (Field("card", "card", cards), places("place", (*land.edge, *bare)), TURNS)
        )


@lru_cache(4096)
def by_pile(hand: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Sort kingdom cards by pile type."""
    piles = dict.fromkeys([KINGDOM[card].pile for card in hand])
    return {pile: tuple([card for card in hand if KINGDOM[card].pile == pile]) for pile in piles}


def dwarf_ways(ways: dict[str, tuple[str, ...]], starts: list[str], free: Free) -> tuple[str, ...]:
    """List the ways from some places to free slots: "0/0>1/0"."""
    return tuple([f"{start}>{to}" for start in starts for to in ways[start] if to in free])


# --- ogres


def ogres(state: State, seat: Seat, free: Free) -> Iterator[Choice]:
    """Offer the ogres in hand that change something by public facts (GN-5)."""
    for ogre in sorted(set(state.ogres[seat]) | ({"shover"} if state.shoved else set())):
        yield from shover(state, seat, free) if ogre == "shover" else OGRES[ogre](state, seat)


def rivals(state: State, seat: Seat) -> list[int]:
    return [other for other in range(len(state.order)) if other != seat]


def bouncer(state: State, seat: Seat) -> Iterator[Choice]:
    for rival in rivals(state, seat):
        for count in (1, 2):
            there = tuple([p for p in own_places(state, Seat(rival)) if state.dwarves[p][rival] >= count])
            if there:
                fields = (
                    one_seat("rival", rival),
                    places("place", there),
                    Field("count", "number", (count,)),
                )
                yield Choice("bounce", fields)


def shover(state: State, seat: Seat, free: Free) -> Iterator[Choice]:
    """Offer every dwarf that can go; only the second one, if the shover is played already."""
    held = "shover" in state.ogres[seat]
    for owner in range(len(state.order)):
        starts = [p for p in own_places(state, Seat(owner)) if held or may_shove_again(state, owner, p)]
        if ways := dwarf_ways(state.land.beside, starts, free):
            yield Choice("shove", (one_seat("owner", owner), Field("way", "way", ways)))


def may_shove_again(state: State, owner: int, place: str) -> bool:
    """Tell whether a dwarf on a card is another than the one that the shover moved first."""
    shoved = state.shoved
    if shoved is None:
        return False
    same = (shoved.owner, shoved.place) == (owner, place)
    return state.dwarves[place][owner] > same


def thief(state: State, seat: Seat) -> Iterator[Choice]:
    if found := [other for other in rivals(state, seat) if state.gems[other]]:
        yield Choice("steal_gem", (Field("rival", "seat", tuple(found)),))


def sharp(state: State, seat: Seat) -> Iterator[Choice]:
    if found := [other for other in rivals(state, seat) if state.ogres[other]]:
        yield Choice("steal_ogre", (Field("rival", "seat", tuple(found)),))


def changer(state: State, seat: Seat) -> Iterator[Choice]:
    there = [own_places(state, Seat(owner)) for owner in range(len(state.order))]
    for first in range(len(there)):
        for second in range(first + 1, len(there)):
            ways = tuple([f"{one}>{two}" for one in there[first] for two in there[second] if one != two])
            if ways:
                pair = (one_seat("first", first), one_seat("second", second))
                yield Choice("swap", (*pair, Field("way", "way", ways)))


OGRES: dict[str, Callable[[State, Seat], Iterator[Choice]]] = {
    "bouncer": bouncer,
    "thief": thief,
    "sharp": sharp,
    "changer": changer,
}


def show(state: State, seat: Seat) -> Choices:
    """Offer to show the secret goal while it is met (GN-10)."""
    secret, gems = state.secrets[seat], state.gems[seat]
    met = not state.shown[seat] and is_met(state, seat, secret, gems, state.ogres[seat])
    return (SHOW,) if met else ()


# --- work


def work(state: State, seat: Seat) -> Choices:
    """Offer the works of the turn, what brings something first (GN-11)."""
    return (*show(state, seat), *buying(state, seat), *public_work(state, seat))


def public_work(table: Open, seat: Seat) -> Choices:
    """Offer the works of the turn, but not what to buy: that depends on the gems in hand."""
    return (*works(table), FINISH)


def works(table: Open) -> Iterator[Choice]:
    waiting = to_work(table)
    open_ones = tuple([place for place in waiting if leaves_a_choice(table, place)])
    if plain := tuple([place for place in waiting if place not in open_ones]):
        yield Choice("work", (places("place", plain),))
    castles = tuple([place for place in open_ones if table.land.top[place] == "castle"])
    if castles:
        yield Choice("dig", (places("place", castles), places("stack", diggable(table))))
    if open_ones:
        yield Choice("rest", (places("place", open_ones),))


def buying(state: State, seat: Seat) -> Iterator[Choice]:
    """Offer the trade goals that the hand can pay (GN-13)."""
    shops = tuple([p for p in to_work(state) if state.land.top[p] == "shop"])
    goals = payable(state.row, state.gems[seat])
    if shops and goals:
        yield Choice("buy", (places("place", shops), Field("goal", "goal", goals)))


def payable(row: list[str], gems: dict[str, int]) -> tuple[str, ...]:
    return tuple([one for one in row if all(gems.get(gem, 0) >= n for gem, n in cost(one).items())])


# --- the hand limit


def discard(state: State, seat: Seat) -> Choices:
    """Offer what may be discarded, as much as is over the hand limit (GN-17)."""
    held = (*things(state.gems[seat]), *sorted(state.ogres[seat]))
    count = len(held) + len(state.kingdom[seat]) - HAND_LIMIT
    cards = Field("cards", "card", held, count, count, many=True)
    return (Choice("discard", (cards,)), DISCARD_CHEAPEST, *show(state, seat))


BY_KIND: dict[str, Callable[[State, Seat], Choices]] = {
    "act": act,
    "work": work,
    "discard": discard,
    "show": show,
    "go_on": lambda state, seat: (*show(state, seat), GO_ON),
}


def choices(state: State, question: Question) -> Choices:
    """List the choices of a question."""
    return BY_KIND[question.kind](state, question.seat)
