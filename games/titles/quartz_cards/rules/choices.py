"""The choices of each question: the one source of buttons, reply codes, robots and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.rules.kernel.questions import Choice, Choices, Field, Question
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules.cards import defences_against
from games.titles.quartz_cards.rules.commands import NOTHING
from games.titles.quartz_cards.rules.public import (
    in_front,
    may_take,
    possible_attacks,
    protectable,
    single_cards,
    worth_naming,
)
from games.titles.quartz_cards.rules.state import Open, State, attack_of

LET = Choice("let")
DIG, HIRE = (Choice("dig_on"), Choice("stop")), (Choice("hire"), Choice("decline_hire"))


def crystals(name: str, values: list[str] | tuple[str, ...]) -> Field:
    return Field(name, "gem", tuple(values))


# --- one's own turn


def turn(state: Open, seat: Seat) -> Choices:
    offers = [Choice("explore"), Choice("dig_one")]
    if columns := protectable(state, seat):
        offers.append(Choice("protect", (crystals("crystal", columns),)))
    return tuple(offers)


def go_on(state: State, seat: Seat) -> Choices:
    return (Choice("go_on"),)


def dig(state: State, seat: Seat) -> Choices:
    return (*DIG, *beauties(state, seat))


def beauties(state: State, seat: Seat) -> Iterator[Choice]:
    """Offer to play what_a_beauty with "stop", for any of the crystals (QC-13)."""
    columns = tuple(worth_naming(state))
    for copies in range(1, min(state.hands[seat].get("what_a_beauty", 0), len(columns)) + 1):
        named = Field("columns", "gem", columns, copies, len(columns), many=True, ordered=True)
        yield Choice("stop_and_protect", (named, Field("copies", "number", (copies,))))


def hire(state: State, seat: Seat) -> Choices:
    return HIRE


# --- attacks


def ambush(state: State, seat: Seat) -> Choices:
    """Offer the attacks held: only orders answer here, and they see their owner's hand."""
    held = [card for card in possible_attacks(state) if card in state.hands[seat]]
    return tuple(offer for card in held for offer in aims(state, "attack", card))


def attack(state: State, seat: Seat) -> Choices:
    """Offer the attacks held, every attack as "if I hold it", and to pass."""
    return (*ambush(state, seat), *attack_if_held(state))


def attack_if_held(state: Open) -> Choices:
    """Offer every attack as "if I hold it", and to pass."""
    found = [offer for card in possible_attacks(state) for offer in aims(state, "attack_if_held", card)]
    return (*found, Choice("let_pass"))


def aims(state: Open, command: str, card: str) -> Iterator[Choice]:
    """List the ways to play an attack card."""
    name = Field("card", "card", (card,))
    if card != "yours_no_more":
        yield Choice(command, (name,))
        return
    yield Choice(command, (name, crystals("column", protectable(state, state.active))))
    lot, count = in_front(state, state.active), single_cards(state)
    yield Choice(command, (name, Field("gems", "gem", lot, count, count, many=True)))


def help_(state: State, seat: Seat) -> Choices:
    """Offer which card to keep; a single one may be kept or laid."""
    cards = (*sorted(set(state.tray)), *[NOTHING] * (len(state.tray) == 1))
    return (Choice("keep", (Field("card", "mine", cards),)),)


# --- answers


def defend(state: State, seat: Seat) -> Choices:
    return answers(state, seat, defences_against(attack_of(state).aim.card))


def get_lost(state: State, seat: Seat) -> Choices:
    return answers(state, seat, ("get_lost",))


def answers(state: State, seat: Seat, cards: tuple[str, ...]) -> Choices:
    """Offer the defences held, each one as "if I hold it", and to let it happen."""
    held = [defence(state, "defend", card) for card in cards if card in state.hands[seat]]
    return (*held, *answers_if_held(state, cards))


def answers_if_held(state: Open, cards: tuple[str, ...]) -> Choices:
    """Offer each defence as "if I hold it", and to let it happen."""
    return (*(defence(state, "defend_if_held", card) for card in cards), LET)


def defence(state: Open, command: str, card: str) -> Choice:
    take = may_take(state, card)
    return Choice(command, (Field("card", "card", (card,)), *((crystals("take", take),) if take else ())))


BY_KIND: dict[str, Callable[[State, Seat], Choices]] = {
    "turn": turn,
    "go_on": go_on,
    "dig": dig,
    "hire": hire,
    "ambush": ambush,
    "attack": attack,
    "help": help_,
    "defend": defend,
    "get_lost": get_lost,
}


def choices(state: State, question: Question) -> Choices:
    """List the choices of a question."""
    return BY_KIND[question.kind](state, question.seat)
