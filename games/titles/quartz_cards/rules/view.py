"""What a reader sees of the table, built from nothing, piece by piece.

Hidden are hands, the helper pile, secret answers of rivals, the columns named with "stop", and the cards of a
helping hand until one is laid. What went under a chest was open before: it is only counted.
A view shares its multisets with the state, which doesn't change once its draft is finished.
"""

from __future__ import annotations

import msgspec

from games.rules.kernel.chance import multiset
from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import AFTERWARDS, Onlooker, Reader, Seat, may_read
from games.titles.quartz_cards.rules.choices import choices
from games.titles.quartz_cards.rules.line import Gems, crystal_of, joined, mine_cards_in
from games.titles.quartz_cards.rules.state import Aim, Attack, Moment, State


class Miner(msgspec.Struct, frozen=True, gc=False):
    """What a reader knows of one seat; None for what they may not know."""

    seat: Seat
    columns: Gems
    chest: Gems | None
    chest_count: int
    hand: dict[str, int] | None
    hand_count: int
    presents: int  # waiting for the next line


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The table as one reader sees it."""

    reader: int  # a seat's number, or -1
    order: list[Seat]
    active: Seat
    over: bool
    miners: tuple[Miner, ...]
    line: list[str]
    line_worth: int
    moment: Moment | None
    attack: Attack | None
    mine: int  # how many cards are left to dig
    unseen: dict[str, int]  # mine cards nobody has seen: in the mine, or being drawn
    out: dict[str, int]
    helpers: int
    used: dict[str, int]
    tray: list[str] | None
    tray_count: int
    brief: bool
    columns_named: list[str] | None
    beauties: int | None
    answers: dict[Seat, Aim | None]
    windows: str
    values: dict[str, int]
    questions: tuple[Question, ...]
    asked: tuple[Asked, ...]

    @property
    def me(self) -> Miner:
        return self.miners[self.reader]

    @property
    def columns(self) -> list[Gems]:
        """Give everybody's open cards, by seat."""
        return [one.columns for one in self.miners]


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    mine, asked = state.urns.get("mine", {}), state.asked.values()
    tray_is_open, stop_is_open = sees_tray(state, reader), may_read(reader, state.active)
    own = -1 if isinstance(reader, Onlooker) else reader
    return Sight(
        reader=own,
        order=state.order,
        active=state.active,
        over=state.over,
        miners=tuple([miner(state, seat, reader) for seat in sorted(state.order)]),
        line=state.line,
        line_worth=sum(state.values[crystal_of(card)] for card in mine_cards_in(state.line)),
        moment=state.moment,
        attack=state.attack,
        mine=sum(mine.values()),
        unseen=mine if tray_is_open else joined(mine, multiset(state.tray)),
        out=state.out,
        helpers=sum(state.urns.get("helpers", {}).values()),
        used=state.used,
        tray=state.tray if tray_is_open else None,
        tray_count=len(state.tray),
        brief=state.brief,
        columns_named=state.columns_named if stop_is_open else None,
        beauties=state.beauties if stop_is_open else None,
        answers={seat: aim for seat, aim in state.answers.items() if may_read(reader, seat)},
        windows=state.windows,
        values=state.values,
        questions=tuple(asked),
        asked=tuple(
            [Asked(question, choices(state, question)) for question in asked if question.seat == own]
        ),
    )


def sees_tray(state: State, reader: Reader) -> bool:
    """Tell whether a reader sees what a helping hand has drawn: only the attacker does."""
    return not state.tray or (state.attack is not None and may_read(reader, state.attack.attacker))


def miner(state: State, seat: Seat, reader: Reader) -> Miner:
    """Show one seat: what is open to all, and to its owner what only they may see."""
    own = reader == seat or reader is AFTERWARDS
    chest, hand = state.chests[seat], state.hands[seat]
    return Miner(
        seat,
        state.columns[seat],
        chest if own else None,
        sum(chest.values()),
        hand if own else None,
        sum(hand.values()),
        state.waiting[seat],
    )
