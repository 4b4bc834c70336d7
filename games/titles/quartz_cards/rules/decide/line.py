"""The line: a card is laid, and what comes of that; how a line is lost or collected."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.line import PRESENT, gives_way, is_hire, mine_cards_in
from games.titles.quartz_cards.rules.public import may_hire
from games.titles.quartz_cards.rules.state import State

Table = Draft[State, Event]


def lay_card(draft: Table) -> None:
    """Lay the top card of the mine at the end of the line; a turn of one card hires nobody with it (QC-6)."""
    draft.emit(e.CardLaid(draft.state.active, draft.draw("mine")))
    settle_line(draft)
    if not draft.state.brief:
        offer_hire(draft)


def settle_line(draft: Table) -> None:
    """Look at the line after something was laid: an accident (QC-7), or the end of the mine (QC-9)."""
    if gives_way(draft.state.line):
        line = draft.state.line
        lost = multiset(mine_cards_in(line))
        draft.emit(e.AccidentHappened(draft.state.active, lost, line.count(PRESENT)))
    elif not draft.state.urns["mine"]:
        collect(draft)


def collect(draft: Table) -> None:
    line = draft.state.line
    draft.emit(e.LineCollected(draft.state.active, multiset(mine_cards_in(line)), line.count(PRESENT)))


def offer_hire(draft: Table) -> None:
    """Offer a helper for the card just laid, by whomever, if its line still lies there (QC-8)."""
    state = draft.state
    hires = state.moment is not None and bool(state.line) and is_hire(state.line[-1])
    if hires and may_hire(state):
        draft.emit(e.HireOffered(state.active, refill_pile(draft)))


def refill_pile(draft: Table) -> int:
    """Make an empty helper pile anew of the used ones (QC-3); say of how many."""
    used = draft.state.used
    if draft.state.urns["helpers"]:
        return 0
    draft.put("helpers", used)
    return sum(used.values())
