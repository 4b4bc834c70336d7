"""What a turn does to the table: columns, the line, helpers, and how it ends."""

from __future__ import annotations

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber, Seat, clockwise_from
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.line import PRESENT, crystal_of, crystals
from games.titles.quartz_cards.rules.state import Moment, State, ask, close

#: The questions while a line stands; the next event closes them.
LINE_QUESTIONS = frozenset({"ambush", "go_on", "dig"})


def sat_down(state: State, event: e.SatDown, number: EventNumber) -> None:
    seats = len(event.order)
    state.order, state.windows = event.order, event.windows
    state.values, state.copies = event.values, event.helpers
    state.columns, state.chests, state.hands = empty(seats), empty(seats), empty(seats)
    state.waiting = [0] * seats


def empty(seats: int) -> list[dict[str, int]]:
    return [{} for _ in range(seats)]


def helpers_dealt(state: State, event: e.HelpersDealt, number: EventNumber) -> None:
    add(state.hands[event.seat], event.cards)


def turn_began(state: State, event: e.TurnBegan, number: EventNumber) -> None:
    state.active, state.brief = event.seat, False
    state.columns_named, state.beauties = [], 0
    ask(state, number, event.seat, "turn")


def column_protected(state: State, event: e.ColumnProtected, number: EventNumber) -> None:
    """Put a column under the chest; in a turn of protecting presents that wait are lost."""
    close(state, "turn", event.seat)
    take(state.columns[event.seat], event.crystal, event.count)
    add(state.chests[event.seat], {event.crystal: event.count})
    if event.by_card:
        use(state, event.seat, "what_a_beauty")
    else:
        discard_presents(state, state.waiting[event.seat])
        state.waiting[event.seat] = 0


def use(state: State, seat: Seat, card: str) -> None:
    """Play a helper from the hand, onto the used ones."""
    take(state.hands[seat], card)
    add(state.used, {card: 1})


def discard_presents(state: State, count: int) -> None:
    add(state.used, {PRESENT: count})


# --- digging


def explore_announced(state: State, event: e.ExploreAnnounced, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    state.brief = event.brief
    state.line = [PRESENT] * event.presents
    state.waiting[event.seat] = 0
    new_moment(state, "announced")


def new_moment(state: State, at: str) -> None:
    """Begin a moment at which every rival may attack."""
    state.moment = Moment(at, tuple(clockwise_from(state.order, state.active)[:-1]))
    state.answers = {}


def card_laid(state: State, event: e.CardLaid, number: EventNumber) -> None:
    close_line_questions(state)
    state.line.append(event.card)
    new_moment(state, "laid")


def hire_offered(state: State, event: e.HireOffered, number: EventNumber) -> None:
    if event.shuffled:
        state.used = {}
    ask(state, number, event.seat, "hire")


def hired(state: State, event: e.Hired, number: EventNumber) -> None:
    close(state, "hire", event.seat)
    state.line.pop()
    add(state.out, {event.card: 1})
    add(state.hands[event.seat], {event.helper: 1})


def hire_declined(state: State, event: e.HireDeclined, number: EventNumber) -> None:
    close(state, "hire", event.seat)


def line_stands(state: State, event: e.LineStands, number: EventNumber) -> None:
    """Ask the ambushes, clockwise, and the player of the line."""
    for seat in event.lurking:
        ask(state, number, seat, "ambush", awaited=False)
    announced = event.at == "announced" or state.brief
    ask(state, number, event.seat, "go_on" if announced else "dig")


def stopped(state: State, event: e.Stopped, number: EventNumber) -> None:
    close_line_questions(state)
    state.columns_named, state.beauties = event.columns, event.copies
    new_moment(state, "stopped")


# --- how a turn ends


def accident_happened(state: State, event: e.AccidentHappened, number: EventNumber) -> None:
    add(state.out, event.lost)
    end_turn(state, event.presents)


def line_collected(state: State, event: e.LineCollected, number: EventNumber) -> None:
    add(state.columns[event.seat], crystals(card for card, n in event.cards.items() for _ in range(n)))
    end_turn(state, event.presents)


def end_turn(state: State, presents: int) -> None:
    discard_presents(state, presents)
    close_line_questions(state)
    state.line, state.moment, state.answers = [], None, {}


def match_ended(state: State, event: e.MatchEnded, number: EventNumber) -> None:
    state.over = True


def gain(state: State, seat: Seat, card: str) -> None:
    """Lay a mine card in a seat's columns."""
    add(state.columns[seat], {crystal_of(card): 1})


def close_line_questions(state: State) -> None:
    """Close the questions of a line that has changed."""
    state.asked = {
        key: question for key, question in state.asked.items() if question.kind not in LINE_QUESTIONS
    }
