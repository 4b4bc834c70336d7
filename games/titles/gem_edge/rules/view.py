"""What a reader sees of the table, built from nothing, piece by piece.

Hidden are hands, ornaments dealt until three are kept, the piles, secret answers, the rest of a turn that was
named whole, and the slide beyond the first ten stones.
A view shares its lists with the state, which doesn't change once its draft is finished.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import Onlooker, Reader, Seat, may_read
from games.titles.gem_edge.rules.cards import ORNAMENTS
from games.titles.gem_edge.rules.choices import choices
from games.titles.gem_edge.rules.pieces import sockets_of
from games.titles.gem_edge.rules.state import Ledger, Moment, Play, Reply, State, Step


class Socket(msgspec.Struct, frozen=True, gc=False):
    """A place of an ornament: the colour it wants, or "any", and the stone in it, or None."""

    wants: str
    stone: str | None


class Ornament(msgspec.Struct, frozen=True, gc=False):
    """An ornament that lies open: before a seat, or in the market (then without stones)."""

    key: str
    points: int
    blue: bool  # its back: may be kept for a set
    sockets: tuple[Socket, ...]
    stones: tuple[str, ...]  # in the order they were set
    places_left: int
    finished: bool


class Jeweller(msgspec.Struct, frozen=True, gc=False):
    """What a reader knows of one seat; None for what they may not know."""

    seat: Seat
    points: int
    cart: list[str]  # up to three stones, the one that came first in front
    ornaments: tuple[Ornament, ...]  # three, from the left; empty until all have chosen
    dealt: tuple[str, ...] | None  # five ornaments to choose from at the start
    hand: list[str] | None  # in the order drawn; beyond four they can't be played
    hand_count: int
    ledger: Ledger


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The table as one reader sees it."""

    reader: int  # a seat's number, or -1
    order: list[Seat]
    first: Seat
    active: Seat
    round: int
    rounds: int
    over: bool
    jewellers: tuple[Jeweller, ...]  # by seat
    slide: list[str]  # the first ten stones, from the mouth
    behind: int  # how many more are on the slide
    market: list[str]
    market_ornaments: tuple[Ornament, ...]
    ornament_pile: int
    scrap: list[str]  # ornaments discarded
    card_pile: int
    used: dict[str, int]  # action cards discarded
    actions: int  # that the active player has left
    steps: tuple[Step, ...] | None  # the rest of a turn named whole
    to_take: int  # ornaments the active player may still take from the market
    may_refresh: bool
    set_in: str | None
    moment: Moment | None
    play: Play | None
    answers: dict[Seat, Reply | None]
    wishes: dict[Seat, Reply | None]
    windows: str
    worth: dict[str, int]
    bonus: tuple[int, ...]
    copies: dict[str, int]
    questions: tuple[Question, ...]
    asked: tuple[Asked, ...]

    @property
    def me(self) -> Jeweller:
        return self.jewellers[self.reader]

    @property
    def carts(self) -> list[list[str]]:
        return [one.cart for one in self.jewellers]

    @property
    def pieces(self) -> list[tuple[Ornament, ...]]:
        return [one.ornaments for one in self.jewellers]

    def hand_count(self, seat: Seat) -> int:
        return self.jewellers[seat].hand_count

    @property
    def points(self) -> list[int]:
        """Give the score track, by seat."""
        return [one.points for one in self.jewellers]

    @property
    def can_draw(self) -> bool:
        return bool(self.card_pile or self.used)


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    own, asked = -1 if isinstance(reader, Onlooker) else reader, state.asked.values()
    return Sight(
        reader=own,
        order=state.order,
        first=state.first,
        active=state.active,
        round=state.round,
        rounds=state.rounds,
        over=state.over,
        jewellers=tuple([jeweller(state, seat, reader) for seat in sorted(state.order)]),
        slide=state.slide,
        behind=len(state.returned) + sum(state.urns.get("mine", {}).values()),
        market=state.market,
        market_ornaments=tuple([ornament(key, (), state.worth[key]) for key in state.market]),
        ornament_pile=sum(state.urns.get("ornaments", {}).values()),
        scrap=state.scrap,
        card_pile=sum(state.urns.get("cards", {}).values()),
        used=state.used,
        actions=state.actions,
        steps=state.steps if may_read(reader, state.active) else None,
        to_take=state.to_take,
        may_refresh=state.may_refresh,
        set_in=state.set_in,
        moment=state.moment,
        play=state.play,
        answers={seat: reply for seat, reply in state.answers.items() if may_read(reader, seat)},
        wishes={seat: reply for seat, reply in state.wishes.items() if may_read(reader, seat)},
        windows=state.windows,
        worth=state.worth,
        bonus=state.bonus,
        copies=state.copies,
        questions=tuple(asked),
        asked=tuple(
            [Asked(question, choices(state, question)) for question in asked if question.seat == own]
        ),
    )


def jeweller(state: State, seat: Seat, reader: Reader) -> Jeweller:
    """Show one seat: what is open to all, and to its owner what only they may see."""
    own, hand = may_read(reader, seat), state.hands[seat]
    return Jeweller(
        seat,
        state.points[seat],
        state.carts[seat],
        tuple([ornament(one.key, one.stones, state.worth[one.key]) for one in state.pieces[seat]]),
        state.dealt[seat] if own else None,
        hand if own else None,
        len(hand),
        state.ledgers[seat],
    )


@lru_cache(10_000)
def ornament(key: str, stones: tuple[str, ...], points: int) -> Ornament:
    """Show an ornament; there are few, and each is shown again and again."""
    left = len(ORNAMENTS[key].sockets) - len(stones)
    return Ornament(
        key,
        points,
        ORNAMENTS[key].blue,
        tuple([Socket(wants, stone) for wants, stone in sockets_of(key, stones)]),
        stones,
        left,
        left == 0,
    )
