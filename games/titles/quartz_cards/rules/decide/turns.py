"""A turn: protect a column, or dig card by card and hire helpers; the line and its accidents."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.line import PRESENT, gives_way, is_hire, mine_cards_in
from games.titles.quartz_cards.rules.public import may_hire
from games.titles.quartz_cards.rules.state import State, moment_of

Table = Draft[State, Event]


def protect(draft: Table, seat: Seat, command: c.Protect) -> None:
    """Put a whole column under the chest (QC-5)."""
    count = draft.state.columns[seat].get(command.crystal, 0)
    if not count:
        raise Refused("no_column", gem=command.crystal)
    draft.emit(e.ColumnProtected(seat, command.crystal, count, by_card=False))


def explore(draft: Table, seat: Seat, command: c.Explore) -> None:
    announce(draft, seat, brief=False)


def dig_one(draft: Table, seat: Seat, command: c.DigOne) -> None:
    announce(draft, seat, brief=True)


def announce(draft: Table, seat: Seat, *, brief: bool) -> None:
    """Begin a line; with two presents that is an accident at once (QC-12)."""
    draft.emit(e.ExploreAnnounced(seat, draft.state.waiting[seat], brief))
    settle_line(draft)


def go_on(draft: Table, seat: Seat, command: c.GoOn) -> None:
    """Carry out what was announced: dig the first card, or stop after it."""
    if moment_of(draft.state).at == "announced":
        lay_card(draft)
    else:
        draft.emit(e.Stopped(seat, [], 0))


def dig_on(draft: Table, seat: Seat, command: c.DigOn) -> None:
    lay_card(draft)


def stop(draft: Table, seat: Seat, command: c.Stop) -> None:
    draft.emit(e.Stopped(seat, [], 0))


def stop_and_protect(draft: Table, seat: Seat, command: c.StopAndProtect) -> None:
    """Stop, and play copies of what_a_beauty face down (QC-13)."""
    columns, copies = command.columns, command.copies
    if draft.state.hands[seat].get("what_a_beauty", 0) < copies:
        raise Refused("not_in_hand", card="what_a_beauty")
    if not 1 <= copies <= len(columns) or len(set(columns)) < len(columns):
        raise Refused("not_offered")
    draft.emit(e.Stopped(seat, list(columns), copies))


def hire(draft: Table, seat: Seat, command: c.Hire) -> None:
    """Remove the card just laid from the game, and draw the top helper for it (QC-8)."""
    card = draft.state.line[-1]
    draft.emit(e.Hired(seat, card, draft.draw("helpers")))


def decline_hire(draft: Table, seat: Seat, command: c.DeclineHire) -> None:
    draft.emit(e.HireDeclined(seat))


# --- the line


def lay_card(draft: Table) -> None:
    """Lay the top card of the mine; in a turn of one card, it hires nobody (QC-6)."""
    draft.emit(e.CardLaid(draft.state.active, draft.draw("mine")))
    settle_line(draft)
    if not draft.state.brief:
        offer_hire(draft)


def settle_line(draft: Table) -> None:
    """Check the line after a card was laid: an accident (QC-7), or the end of the mine (QC-9)."""
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
    """Offer a helper for the card just laid, no matter by which player, if the line is still there (QC-8)."""
    state = draft.state
    hires = state.moment is not None and bool(state.line) and is_hire(state.line[-1])
    if hires and may_hire(state):
        draft.emit(e.HireOffered(state.active, refill_pile(draft)))


def refill_pile(draft: Table) -> int:
    """Make a new pile of the used helpers if it is empty (QC-3), and return how many."""
    used = draft.state.used
    if draft.state.urns["helpers"]:
        return 0
    draft.put("helpers", used)
    return sum(used.values())
