"""Rows reveal nothing that the rules hide: clocks, emails, versions and queries are the same in two worlds.

The worlds differ only in what the reader may not know. Both get the same commands; a pair ends when a command
is illegal in one of them, when the dice can't echo, or when the rules themselves reveal the difference (a
reaction is played in one world and not in the other). Each game lists where its rules do; any other
difference that everyone can see is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.models import Deadline, Door, Event, Match, Order, Outbox
from games.play import effects, history, loading
from games.play.workspace import Workspace
from games.rules.kernel import turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.robots import choices_in, fill_at_random
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import orders as o
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import orders as co
from games.titles.quartz_cards.rules.cards import DEFENCES
from games.titles.quartz_cards.rules.decide import attacks
from tests.kit.dice import CannotEcho, Echo
from tests.kit.play_people import NOON, open_questions, player
from tests.kit.played_log import in_rows
from tests.kit.random_play import random_answer
from tests.kit.worlds import UnderTest
from tests.titles.quartz.worlds import OPEN
from tests.titles.quartz_cards.worlds import FULL, LIGHT

pytestmark = pytest.mark.django_db
PAIRS, STEPS, SEATS, MOST, TRIES = 12, 10, 4, 200, 10
Differs = Callable[[Any, Any], bool]  # called with the states of the two worlds
GAMES = {"quartz": OPEN, "cards": LIGHT, "cards, full": FULL}
CARD_GAMES = {name: game for name, game in GAMES.items() if game is not OPEN}
#: Stops after one stroke of the pickaxe, unless its owner holds a card.
CARDS = (o.NotMineLine(), o.ComeCloserLine(), o.DontBelongLine(), o.HereWeGoLine())
ONE_STROKE = o.Plan(lines=(o.MineLine(1), *CARDS), stops=o.Stops(obsidian=None), for_="every_day")
STOPS = canonical(o.Orders(plan=ONE_STROKE)).decode()
#: Every ambush, hired hand and defence by order, whatever is held.
LURKS = canonical(
    co.Orders(
        ambushes=(co.Ambush("little_present", cards=1), co.Ambush("may_i_help"), co.Ambush("hand_it_over")),
        attack="pass",
        hire="always",
        no_chance="never",
        get_lost="always",
        over_my_dead_body="always",
    )
).decode()


def rows(match: Match) -> dict[str, Any]:
    """Return everything a reader could learn from rows about others: what, when, for whom."""
    match.refresh_from_db()
    clocks = Deadline.objects.filter(match=match).order_by("pk")
    mails = Outbox.objects.filter(match=match).exclude(kind="ahead").order_by("pk")  # private
    return {
        "match": (match.version, match.status, match.awaited),
        "clocks": list(clocks.values_list("kind", "question", "seat", "due_at", "remind_at", "state")),
        "mails": list(mails.values_list("kind", "question", "seat__number", "send_after", "state")),
        "events": list(Event.objects.filter(match=match).values_list("number", "at")),
    }


def public(match: Match, since: int) -> list[Any]:
    match.refresh_from_db()
    records, table = history.load(match)
    return [seen(match.rules, record, PUBLIC, table.options) for record in records if record.number > since]


def rules_tell(game: UnderTest, first: Match, second: Match, since: int) -> bool:
    """Check whether the rules reveal the difference; raise AssertionError for any other difference."""
    mine, theirs = public(first, since), public(second, since)
    differing = next((both for both in zip(mine, theirs, strict=False) if both[0] != both[1]), None)
    if differing is None:
        assert len(mine) == len(theirs), "in one world more has happened"
        return False
    one, other = differing
    if one.kind != other.kind:
        assert {one.kind, other.kind} in game.parts, differing
    else:
        fields = {(one.kind, name) for name in one.fields if one.fields[name] != other.fields.get(name)}
        assert fields <= game.tells, differing
    return True


def send(match: Match, name: QuestionName, command: Any, now: datetime, key: str) -> tuple[play.Receipt, int]:
    wish = play.Wish(match.pk, name.seat, 1, name, canonical(command).decode(), key, Door.PAGE)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        receipt = play.submit(wish, now)
    return receipt, len(asked)


def legal(match: Match, name: QuestionName, command: Any) -> bool:
    _, table = history.load(match)
    try:
        turn.check(match.rules, table, open_questions(match)[name], command)
    except Refused:
        return False
    return True


def drawn_since(match: Match, since: int) -> list[str]:
    match.refresh_from_db()
    records, _ = history.load(match)
    return [draw.item for record in records if record.number > since for draw in record.draws]


def laid_by_all(content: str) -> Callable[[Match, Match], None]:
    """Save the same orders for every seat, with emails on; only their owner knows what they will do."""

    def lay(*matches: Match) -> None:
        for match in matches:
            match.seats.update(hand_in_mail=True)
            for seat in match.seats.all():
                Order.objects.create(
                    match=match, seat=seat, generation=1, content=content, since=match.version, door="page"
                )

    return lay


def warned(match: Match) -> set[int]:
    return {mail.seat.number for mail in Outbox.objects.filter(match=match, kind="ahead")}


@dataclass
class Found:
    """The result of one pair."""

    steps: int = 0  # after which all rows were equal
    warned: bool = False  # only in one world was somebody warned that a plan will stop
    defences: int = 0  # of those steps: a seat must defend that holds other defences in the other world


def is_at_rest(sitting: Any) -> bool:
    return not sitting.sealed


def is_about_to_be_attacked(sitting: Any) -> bool:
    return not sitting.sealed and any(one.kind == "attack" for one in sitting.questions().values())


def holds_other_defences(seat: int, here: Any, there: Any) -> bool:
    """Check whether a seat holds other defences in the other world."""
    return any(here.hands[seat].get(card) != there.hands[seat].get(card) for card in DEFENCES)


def prey_holds_other_defences(here: Any, there: Any) -> bool:
    return holds_other_defences(here.active, here, there)


def another_world(game: UnderTest, sitting: Any, dice: random.Random, differs: Differs | None) -> Any:
    """Write the log as it may have been for one of the players; None if no such log was found."""
    reader = SeatNumber(dice.randrange(SEATS))
    for _ in range(TRIES if differs else 1):
        log = game.other_world(sitting.records, reader, dice)
        if log is None or differs is None or differs(sitting.table.state, fold(game.rules, log).state):
            return log
    return None


def begun(game: UnderTest, dice: random.Random, fits: Callable[[Any], bool]) -> Any:
    """Play at random, up to a moment that fits."""
    sitting = MatchInMemory.begin(game.rules, SEATS, dice.randbytes(32), game.options)
    least = dice.randrange(10, 60)
    for done in range(MOST):
        if not sitting.awaited() or (done >= least and fits(sitting)):
            break
        answer = random_answer(sitting, dice)
        if answer:
            sitting.give(answer[0], answer[0].seat, answer[1])
    return sitting


def pair(
    game: UnderTest,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    prepare: Callable[[Match, Match], None] | None = None,
    fits: Callable[[Any], bool] = is_at_rest,
    differs: Differs | None = None,
) -> Found:
    """Play one pair as far as it goes; moves of standing orders count as commands, and may differ."""
    found, dice = Found(), random.Random(seed)
    sitting = begun(game, dice, fits)
    runs = sitting.awaited() and fits(sitting)
    log = another_world(game, sitting, dice, differs) if runs else None
    if log is None:
        return found
    secret = dice.randbytes(32)
    log = [codec(game.rules).read(canonical(record)) for record in log]
    people = [player() for _ in range(SEATS)]
    first = in_rows(game, sitting.records, sitting.secret, people)
    second = in_rows(game, log, secret, people)
    assert rows(first) == rows(second)
    if prepare:
        prepare(first, second)
    for _ in steps(game, first, second, dice, monkeypatch, by_hand=prepare is None):
        found.steps += 1
        found.defences += defends_otherwise(first, second)
    found.warned = warned(first) != warned(second)
    return found


def defends_otherwise(first: Match, second: Match) -> bool:
    """Check whether a seat must answer an attack and holds other defences in the other world."""
    here, there = (history.load(match)[1].state for match in (first, second))
    asked = [one.seat for one in open_questions(first).values() if one.kind in ("defend", "get_lost")]
    return any(holds_other_defences(seat, here, there) for seat in asked)


def steps(
    game: UnderTest,
    first: Match,
    second: Match,
    dice: random.Random,
    monkeypatch: pytest.MonkeyPatch,
    *,
    by_hand: bool,
) -> Iterator[int]:
    for step in range(STEPS):
        now = NOON + timedelta(minutes=7 * (step + 1))
        waiting = sorted(name for name, one in open_questions(first).items() if one.awaited)
        if not waiting:
            return
        name, since = dice.choice(waiting), first.version
        view = game.rules.core.view(history.load(first)[1].state, name.seat)
        command = game.policy(view, open_questions(first)[name], dice)
        if not legal(second, name, command):
            return
        history.memo.clear()  # both worlds start with cold caches
        one, queries = send(first, name, command, now, f"step {step}")
        spare = MatchDice(bytes(32), [""] * SEATS)
        echo = Echo(drawn_since(first, since), spare)
        history.memo.clear()
        try:
            with monkeypatch.context() as patched:
                patched.setattr(loading, "MatchDice", lambda *_, echo=echo: echo)
                two, as_many = send(second, name, command, now, f"step {step}")
        except CannotEcho:
            return
        second.refresh_from_db()
        if (
            rules_tell(game, first, second, since)
            if by_hand
            else public(first, since) != public(second, since)
        ):
            return
        assert (one.outcome, one.code, one.last_event) == (two.outcome, two.code, two.last_event)
        assert rows(first) == rows(second)
        assert queries == as_many
        yield step


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rows_times_and_queries_are_the_same_in_two_worlds(monkeypatch, game):
    done = [pair(game, seed, monkeypatch).steps for seed in range(PAIRS)]
    assert sum(steps > 0 for steps in done) >= PAIRS / 2, done
    assert sum(done) >= 3 * PAIRS, done


def test_nobody_else_learns_that_a_plan_will_stop(monkeypatch):
    done = [pair(OPEN, seed, monkeypatch, laid_by_all(STOPS)) for seed in range(3 * PAIRS)]
    assert sum(one.steps for one in done) >= PAIRS, done
    assert any(one.steps and one.warned for one in done), "some were asked ahead in one world only"


@pytest.mark.parametrize("game", CARD_GAMES.values(), ids=CARD_GAMES)
def test_nobody_else_learns_who_lies_in_wait_or_holds_what_an_order_needs(monkeypatch, game):
    done = [pair(game, seed, monkeypatch, laid_by_all(LURKS)).steps for seed in range(PAIRS)]
    assert sum(done) >= PAIRS, done


def strike(view: Any, question: Any, dice: random.Random) -> Any:
    """Attack with whatever is held, and let every attack happen."""
    attacks_held = [one for one in choices_in(view, question) if one.command == "attack"]
    if question.kind == "attack" and attacks_held:
        return codec(LIGHT.rules).convert(fill_at_random(dice.choice(attacks_held), dice))
    return c.Let() if question.kind in ("defend", "get_lost") else LIGHT.policy(view, question, dice)


@pytest.mark.parametrize("game", CARD_GAMES.values(), ids=CARD_GAMES)
def test_nobody_else_learns_who_holds_a_defence(monkeypatch, game):
    striking = replace(game, play=strike)
    done = [
        pair(striking, seed, monkeypatch, None, is_about_to_be_attacked, prey_holds_other_defences).defences
        for seed in range(PAIRS)
    ]
    assert sum(done) >= 3, done


def holds_two_of_not_mine(hand: dict[str, int]) -> bool:
    return sum(count for card, count in hand.items() if card.startswith("not_mine")) > 1


def holds_a_defence(hand: dict[str, int]) -> bool:
    return any(card in hand for card in DEFENCES)


TOLD = [(OPEN, holds_two_of_not_mine), (LIGHT, holds_a_defence), (FULL, holds_a_defence)]


@pytest.mark.parametrize(("game", "is_told"), TOLD, ids=GAMES)
def test_a_planted_leak_in_the_rows_is_found(monkeypatch, game, is_told):
    """If a clock differed only for seats that hold the answer, it would reveal them."""
    honest = effects.wait_for

    def leaking(at: Workspace, waiting: Any) -> None:
        honest(at, waiting)
        if is_told(at.draft.state.hands[waiting.name.seat]):
            Deadline.objects.filter(match=at.match, seat=waiting.name.seat).update(due_at=NOON)

    monkeypatch.setattr(effects, "wait_for", leaking)
    with pytest.raises(AssertionError):
        for seed in range(4 * PAIRS):
            pair(game, seed, monkeypatch)


def test_asking_only_who_holds_a_defence_is_found(monkeypatch):
    honest = attacks.may_defend
    monkeypatch.setattr(
        attacks, "may_defend", lambda state: honest(state) and holds_a_defence(state.hands[state.active])
    )
    striking = replace(LIGHT, play=strike)
    with pytest.raises(AssertionError, match="defence_asked"):
        for seed in range(8 * PAIRS):
            pair(striking, seed, monkeypatch, None, is_about_to_be_attacked, prey_holds_other_defences)
