"""What a turn does to the table: stones, ornaments, the market, action cards drawn and discarded."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import add
from games.rules.kernel.seats import EventNumber, Seat, clockwise_from
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ACTIONS, IN_SIGHT
from games.titles.gem_edge.rules.state import Moment, Piece, State, ask, ask_active, close, excess


def turn_began(state: State, event: e.TurnBegan, number: EventNumber) -> None:
    """Begin a turn; its player is asked at once, unless the hand is too large (GE-10)."""
    close(state, "act", state.active)
    end_step(state)
    state.active, state.round, state.actions, state.last_asked = event.seat, event.round, ACTIONS, None
    if not excess(len(state.hands[event.seat])):
        ask_active(state, number, "act")


def end_step(state: State) -> None:
    """Leave the last action behind."""
    state.moment, state.set_in, state.steps, state.wishes = None, None, (), {}
    close(state, "hand_in", state.active)


def action_began(state: State, event: e.ActionBegan, number: EventNumber) -> None:
    end_step(state)
    ask_active(state, number, "act")


def turn_named(state: State, event: e.TurnNamed, number: EventNumber) -> None:
    close(state, "act", event.seat)
    state.steps = tuple(event.steps)


def spend_action(state: State, seat: Seat) -> None:
    """Use an action up; what could be said to the one before is over."""
    close(state, "act", seat)
    state.actions -= 1
    state.steps = state.steps[1:]
    state.moment, state.set_in, state.wishes = None, None, {}


def act(state: State, seat: Seat, at: str) -> None:
    """Use an action up that others may copy."""
    spend_action(state, seat)
    state.moment = Moment(at, tuple(clockwise_from(state.order, seat)[:-1]))


def settle_slide(state: State) -> None:
    """Let stones that went up the slide come into sight when nothing unseen is before them (GE-1)."""
    if not state.urns["mine"]:
        coming = max(0, IN_SIGHT - len(state.slide))
        state.slide += state.returned[:coming]
        state.returned = state.returned[coming:]


def up_the_slide(state: State, *stones: str) -> None:
    state.returned.extend(stones)
    settle_slide(state)


# --- actions


def stone_taken(state: State, event: e.StoneTaken, number: EventNumber) -> None:
    state.carts[event.seat].append(state.slide.pop(0))
    state.slide += event.shown
    settle_slide(state)
    if event.why == "action":
        act(state, event.seat, "take")
    else:
        state.play = None


def stone_inserted(state: State, event: e.StoneInserted, number: EventNumber) -> None:
    state.carts[event.seat].remove(event.stone)
    pieces = state.pieces[event.seat]
    place = [piece.key for piece in pieces].index(event.ornament)
    pieces[place] = Piece(event.ornament, (*pieces[place].stones, event.stone))
    if event.why == "action":
        act(state, event.seat, "insert")
        return
    state.play, state.set_in = None, None
    close(state, "swapped", event.seat)


def stone_discarded(state: State, event: e.StoneDiscarded, number: EventNumber) -> None:
    spend_action(state, event.seat)
    state.carts[event.seat].remove(event.stone)
    up_the_slide(state, event.stone)


# --- action cards in hands


def card_drawn(state: State, event: e.CardDrawn, number: EventNumber) -> None:
    """Draw a card; in another's turn a hand that is too large makes nobody wait (GE-10)."""
    state.hands[event.seat].append(event.card)
    state.play = None
    if event.why == "action":
        spend_action(state, event.seat)
    settle_hand(state, event.seat, number)


def settle_hand(state: State, seat: Seat, number: EventNumber) -> None:
    """Ask anew what to drop if the hand is too large, but don't wait for it."""
    close(state, "drop", seat)
    if seat != state.active and excess(len(state.hands[seat])):
        ask(state, number, seat, "drop", awaited=False)


def drop_asked(state: State, event: e.DropAsked, number: EventNumber) -> None:
    close(state, "drop", event.seat)
    ask_active(state, number, "drop")


def dropped(state: State, event: e.Dropped, number: EventNumber) -> None:
    close(state, "drop", event.seat)
    for card in event.cards:
        use(state, event.seat, card)


def use(state: State, seat: Seat, card: str) -> None:
    """Lay a card of the hand face up among the discards."""
    state.hands[seat].remove(card)
    add(state.used, {card: 1})


def cards_shuffled(state: State, event: e.CardsShuffled, number: EventNumber) -> None:
    close(state, "act", event.seat)
    state.used = {}


# --- ornaments


def hand_in_asked(state: State, event: e.HandInAsked, number: EventNumber) -> None:
    end_step(state)
    ask_active(state, number, "hand_in")


def handed_in(state: State, event: e.HandedIn, number: EventNumber) -> None:
    close(state, "act", event.seat)
    end_step(state)
    seat, plain = event.seat, sum(state.worth[key] for key in event.ornaments)
    ledger = state.ledgers[seat]
    state.points[seat] += event.points
    state.ledgers[seat] = replace(
        ledger, ornaments=ledger.ornaments + plain, sets=ledger.sets + event.points - plain
    )
    state.pieces[seat] = [piece for piece in state.pieces[seat] if piece.key not in event.ornaments]
    state.scrap.extend(event.ornaments)
    state.to_take, state.may_refresh = len(event.ornaments), True
    up_the_slide(state, *event.stones)


def market_asked(state: State, event: e.MarketAsked, number: EventNumber) -> None:
    ask_active(state, number, "market")


def market_refreshed(state: State, event: e.MarketRefreshed, number: EventNumber) -> None:
    close(state, "market", event.seat)
    state.may_refresh = False
    state.market = [key for key in state.market if key not in event.discarded]
    state.scrap.extend(event.discarded)


def market_refilled(state: State, event: e.MarketRefilled, number: EventNumber) -> None:
    state.market.insert(event.place, event.ornament)


def ornament_taken(state: State, event: e.OrnamentTaken, number: EventNumber) -> None:
    close(state, "market", event.seat)
    state.to_take -= 1
    state.may_refresh = False
    state.market.remove(event.ornament)
    state.pieces[event.seat].append(Piece(event.ornament))


def ornaments_shuffled(state: State, event: e.OrnamentsShuffled, number: EventNumber) -> None:
    state.scrap = []


def match_ended(state: State, event: e.MatchEnded, number: EventNumber) -> None:
    state.over, state.asked = True, {}
