"""Orders to show a secret goal are looked at after every action and every work (GN-10).

Where the active player is asked next anyway, that question does it. Within one answer a moment does, and only
if somebody may have come to meet a goal by what everybody knows: so it gives nothing away.
"""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.secret_goals import Likely, likely
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]


def comes(draft: Table, before: set[Likely], steps: str = "", then: str = "") -> bool:
    """Let orders be looked at if anybody may meet a goal who couldn't before; tell whether they are."""
    state = draft.state
    seats = {seat for seat, *_ in likely(state) - before}
    if seats:
        watching = [seat for seat in state.order if seat in seats and seat != state.active]
        draft.emit(e.MomentCame(state.active, watching, steps, then))
    return bool(seats)


def others_may_show(state: State) -> bool:
    """Tell whether a rival of the active player may meet a goal now."""
    return any(seat != state.active for seat, *_ in likely(state))
