"""What action cards do to the table: played, cancelled, copied, and what comes of them."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.seats import EventNumber
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.evolve.turns import (
    settle_hand,
    settle_slide,
    spend_action,
    up_the_slide,
    use,
)
from games.titles.gem_edge.rules.state import (
    Piece,
    Play,
    State,
    ask,
    ask_active,
    close,
    moment_of,
    play_of,
)

FREE = "me_too"


def card_played(state: State, event: e.CardPlayed, number: EventNumber) -> None:
    """Lay a card down: in an action, or to copy one; then later seats may still copy it too."""
    use(state, event.seat, event.card)
    settle_hand(state, event.seat, number)
    state.play = Play(event.seat, event.card, event.target, event.aim)
    state.answers = {}
    if event.card.startswith(FREE):
        moment = moment_of(state)
        later = moment.pending[moment.pending.index(event.seat) + 1 :]
        state.moment = replace(moment, pending=later, looked=False)
    else:
        spend_action(state, event.seat)


def cancel_asked(state: State, event: e.CancelAsked, number: EventNumber) -> None:
    """Ask about not_so_fast: one seat openly, or several together and in secret."""
    state.play = replace(play_of(state), asked=True)
    together = f"cancel {number}" if state.windows == "full" else ""
    for seat in event.seats:
        ask(state, number, seat, "cancel", together=together)


def me_too_asked(state: State, event: e.MeTooAsked, number: EventNumber) -> None:
    state.moment = replace(moment_of(state), asked=True)
    for seat in event.seats:
        ask(state, number, seat, "me_too", together=f"me_too {number}")


def answered(state: State, event: e.Answered, number: EventNumber) -> None:
    close(state, "cancel", event.seat)
    close(state, "me_too", event.seat)
    (state.wishes if state.play is None else state.answers)[event.seat] = event.reply


def moment_came(state: State, event: e.MomentCame, number: EventNumber) -> None:
    """Put a moment to the orders, one seat after the other, and last to the player who acted."""
    if state.play is None:
        state.moment = replace(moment_of(state), looked=True)
    else:
        state.play = replace(state.play, looked=True)
    for seat in event.lurking:
        ask(state, number, seat, "reflex", awaited=False)
    ask(state, number, event.seat, "go_on")


def card_cancelled(state: State, event: e.CardCancelled, number: EventNumber) -> None:
    use(state, event.seat, "not_so_fast")
    settle_hand(state, event.seat, number)
    play = play_of(state)
    state.play = replace(play, cancels=(*play.cancels, event.seat), asked=False, looked=False)
    state.answers = {}


def card_failed(state: State, event: e.CardFailed, number: EventNumber) -> None:
    state.play = None


# --- what comes of cards


def ornaments_swapped(state: State, event: e.OrnamentsSwapped, number: EventNumber) -> None:
    """Exchange two ornaments, each in the other's place."""
    state.play, state.set_in = None, event.taken
    put_in_place(state.pieces[event.seat], event.given, event.taken)
    if event.other is None:
        state.market[state.market.index(event.taken)] = event.given
    else:
        put_in_place(state.pieces[event.other], event.taken, event.given)


def put_in_place(pieces: list[Piece], gone: str, come: str) -> None:
    pieces[[piece.key for piece in pieces].index(gone)] = Piece(come)


def insert_asked(state: State, event: e.InsertAsked, number: EventNumber) -> None:
    ask_active(state, number, "swapped")


def insert_declined(state: State, event: e.InsertDeclined, number: EventNumber) -> None:
    close(state, "swapped", event.seat)
    state.set_in = None


def stones_swapped(state: State, event: e.StonesSwapped, number: EventNumber) -> None:
    state.play = None
    state.carts[event.seat].remove(event.given)
    state.carts[event.other].remove(event.taken)
    state.carts[event.seat].append(event.taken)
    state.carts[event.other].append(event.given)


def stone_pried_out(state: State, event: e.StonePriedOut, number: EventNumber) -> None:
    state.play = None
    pieces = state.pieces[event.victim]
    place = [piece.key for piece in pieces].index(event.ornament)
    left = list(pieces[place].stones)
    left.remove(event.stone)
    pieces[place] = Piece(event.ornament, tuple(left))
    state.carts[event.seat].append(event.stone)


def tipped_out(state: State, event: e.TippedOut, number: EventNumber) -> None:
    state.play = None
    for stone in event.stones:
        state.carts[event.victim].remove(stone)
    up_the_slide(state, *event.stones)


def picked_through(state: State, event: e.PickedThrough, number: EventNumber) -> None:
    state.play = None
    del state.slide[: len(event.kept) + len(event.back)]
    state.slide += event.shown
    settle_slide(state)
    state.carts[event.seat].extend(event.kept)
    up_the_slide(state, *event.back)


def pocket_picked(state: State, event: e.PocketPicked, number: EventNumber) -> None:
    state.play = None
    for stone in event.stones:
        state.carts[event.victim].remove(stone)
        state.carts[event.seat].append(stone)


def compensated(state: State, event: e.Compensated, number: EventNumber) -> None:
    seat, ledger = event.seat, state.ledgers[event.seat]
    state.points[seat] += event.points
    state.ledgers[seat] = replace(ledger, cards=ledger.cards + event.points)
