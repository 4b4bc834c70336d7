"""Orders to show a secret goal are looked at after every action and every work (GN-10).

Where the active player is asked next anyway, that question does it. Within one answer a moment does, and only
if somebody may have come to meet a goal by what everybody knows: so it gives nothing away.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.kernel.events import Event
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.land import Land
from games.titles.gnomes.rules.secret_goals import Worth, hand_goals, kingdom_goals
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]


class Reach(NamedTuple):
    """What goals may be met by: the map, and the hand of the active player. No other hand gains in a turn."""

    land: Land
    hand: list[Worth]


def reach(state: State) -> Reach:
    return Reach(state.land, hand_goals(state, state.active))


def comes(draft: Table, before: Reach, steps: str = "", then: str = "") -> bool:
    """Let orders be looked at if anybody may meet a goal who couldn't before; tell whether they are."""
    state, (land, hand) = draft.state, before
    seats = set()
    if state.land is not land:
        seats = {seat for seat, _ in kingdom_goals(state.land) - kingdom_goals(land)}
    if any(one not in hand for one in hand_goals(state, state.active)):
        seats.add(state.active)
    looked_at = [seat for seat in state.order if seat in seats and not state.shown[seat]]
    if looked_at:
        watching = [seat for seat in looked_at if seat != state.active]
        draft.emit(e.MomentCame(state.active, watching, steps, then))
    return bool(looked_at)


def others_may_show(state: State) -> bool:
    """Tell whether a rival of the active player may meet a goal now."""
    hidden = [seat for seat in state.order if seat != state.active and not state.shown[seat]]
    met = kingdom_goals(state.land)
    return any(seat in hidden for seat, _ in met) or any(hand_goals(state, seat) for seat in hidden)
