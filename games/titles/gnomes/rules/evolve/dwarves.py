"""Where dwarves stand."""

from __future__ import annotations

from games.titles.gnomes.rules.state import State


def stand(state: State, place: str, seat: int, change: int) -> None:
    """Let dwarves of a seat come to a card or leave it."""
    here = list(state.dwarves.get(place) or [0] * len(state.order))
    here[seat] += change
    if any(here):
        state.dwarves[place] = tuple(here)
    else:
        del state.dwarves[place]


def go_home(state: State, place: str, seat: int, count: int) -> None:
    """Let dwarves go from a card back to their owner."""
    stand(state, place, seat, -count)
    state.supply[seat] += count
