"""Positions for tests of silence, orders and plans: what lies where, brought there by events.

Everything is drawn from bag and deck as in play, so a position obeys the conservation laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Command, Event
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Reader, Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.orders import Line, Orders, Plan
from tests.kit.dice import Scripted
from tests.kit.given import Drawing, Scene, drawing, given
from tests.titles.quartz.scenes import sat_down

Gems = Mapping[int, str]  # by seat: names with blanks between them


def position(
    seats: int = 3,
    *,
    turn: int | None = 0,
    day: int = 1,
    hands: Gems | None = None,
    carts: Gems | None = None,
    parked: Gems | None = None,
    chests: Gems | None = None,
    tokens: tuple[int, ...] = (),
    **options: Any,
) -> Scene:
    """Set a table early on some day, with the turn at one seat, or at nobody's yet."""
    events = [
        *before_dawn(seats, chests or {}, tokens, options),
        e.DayBegan(day, Seat(turn or 0)),
        *by_day(seats, hands or {}, carts or {}, parked or {}),
    ]
    if turn is not None:
        events.append(e.TurnBegan(Seat(turn)))
    return given(QUARTZ, seats, *events, options=options)


def before_dawn(
    seats: int, chests: Gems, tokens: tuple[int, ...], options: dict[str, object]
) -> Iterator[Event | Drawing]:
    yield sat_down(seats, options)
    for number in tokens:
        yield e.AccidentHappened(Seat(number), {}, True)
    for number, gems in chests.items():
        for gem in gems.split():
            yield drawing("bag", [gem], e.Mined(Seat(number), gem))
        yield e.CrystalsSold(Seat(number), multiset(gems.split()), {}, 0)


def by_day(seats: int, hands: Gems, carts: Gems, parked: Gems) -> Iterator[Event | Drawing]:
    for seat in map(Seat, range(seats)):
        hidden = parked.get(seat, "").split()
        cards = hands.get(seat, "").split() + ["what_crystal"] * len(hidden)
        yield drawing("deck", cards, e.CardsDealt(seat, multiset(cards)))
        for gem in hidden:
            yield drawing("bag", [gem], e.Mined(seat, gem))
            yield e.CardPlayed(seat, "what_crystal", None, gem, {})
            yield e.Parked(seat, gem)
    for coins in range(seats - 1):
        yield drawing("deck", ["here_we_go"], e.SpaceFilled("here_we_go", coins))
    for number, gems in carts.items():
        for gem in gems.split():
            yield drawing("bag", [gem], e.Mined(Seat(number), gem))


def came(scene: Scene) -> list[Any]:
    """List the events that came of the last answer, which wasn't refused."""
    assert isinstance(scene.came, list), scene.came
    return scene.came


def told(scene: Scene, reader: Reader) -> list[object]:
    """Give all that a reader was told and sees, to be compared."""
    return [*scene.table.seen(reader), msgspec.json.encode(scene.view(reader))]


# --- asking orders and plans


def asked(scene: Scene, seat: int, kind: str) -> Question:
    """Find a seat's open question of a kind."""
    return next(q for q in scene.table.questions().values() if (q.seat, q.kind) == (seat, kind))


def since(scene: Scene, seat: int | Reader, number: int) -> list[Seen]:
    """List what a seat, or an onlooker, has seen after some event, as it would be handed to a plan."""
    reader = Seat(seat) if isinstance(seat, int) else seat
    later = [record for record in scene.table.records if record.number > number]
    told = (seen(QUARTZ, record, reader, scene.table.table.options) for record in later)
    return [one for one in told if one is not None]


def answered(
    scene: Scene,
    seat: int,
    orders: Orders,
    kind: str = "turn",
    *,
    laid: int | None = None,
    late: bool = False,
) -> Command | None:
    """Say how orders answer a seat's question; laid after event `laid`, or just now."""
    events = since(scene, seat, scene.table.table.number if laid is None else laid)
    return QUARTZ.automation.answer(scene.view(seat), asked(scene, seat, kind), orders, events, late)


def told_ahead(scene: Scene, seat: int, orders: Orders, laid: int | None = None) -> str | None:
    events = since(scene, seat, scene.table.table.number if laid is None else laid)
    return QUARTZ.automation.ahead(scene.view(seat), orders, events)


def planned(*lines: Line, **more: object) -> Orders:
    """Lay down a plan and nothing else."""
    return Orders(plan=Plan(lines=lines, **more))  # type: ignore[arg-type]  # fields by name


def now(scene: Scene) -> int:
    """Give the number of the last event: plans laid now see what comes after it."""
    return scene.table.table.number


def play(scene: Scene, *moves: tuple[int, Command], chance: str = "") -> Scene:
    """Let seats answer one after the other, with all the chance there is in one row."""
    left = chance.split()
    for seat, command in moves:
        before = scene.table.table.draws
        _give(scene, seat, command, left)
        left = left[scene.table.table.draws - before :]
    assert not left, f"never drawn: {left}"
    return scene


def _give(scene: Scene, seat: int, command: Command, chance: list[str]) -> None:
    names = scene.table.questions()
    name = next(name for name in names if name.seat == seat and names[name].kind != "spend")
    scene.table.dice = Scripted(*chance)
    scene.came = [record.event for record in scene.table.give(name, Seat(seat), command)]
