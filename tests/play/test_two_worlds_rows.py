"""Rows tell nobody what the rules hide: clocks, mails, versions and queries are the same in two worlds.

The worlds differ only in what the reader may not know. The same commands are sent through the door in
both; a pair ends where a command is illegal in one of them, where the dice can't echo, or where the
rules themselves tell (a reaction is played in one world and not in the other).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import entries, follow, history, loading, play
from games.clocks import DAILY
from games.desk import Desk
from games.models import Deadline, Door, Event, Match, MatchSecret, MatchStatus, Order, Outbox, Seat
from games.rules.kernel import chain, turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.quartz import QUARTZ
from games.rules.quartz import orders as o
from games.rules.sitting import Sitting
from games.timing import stored
from tests.dice import CannotEcho, Echo
from tests.play.people import NOON, open_questions, player
from tests.rules.quartz.worlds import OPEN, other_world
from tests.rules.random_play import random_answer

pytestmark = pytest.mark.django_db
PAIRS, STEPS, SEATS = 12, 10, 4
#: It stops after one stroke of the pickaxe, unless its owner holds a card that may act.
CARDS = (o.NotMineLine(), o.ComeCloserLine(), o.DontBelongLine(), o.HereWeGoLine())
ONE_STROKE = o.Plan(lines=(o.MineLine(1), *CARDS), stops=o.Stops(obsidian=None), for_="every_day")


def in_rows(records: list[Any], secret: bytes, people: list[Any]) -> Match:
    """Write a log into rows, as if it had been played here, with its clocks started at noon."""
    match = Match.objects.create(
        game="quartz",
        pace=stored(DAILY),
        options=records[0].event.options,
        status=MatchStatus.RUNNING,
        commitment=chain.commitment(secret),
    )
    MatchSecret.kept.create(match=match, secret=secret)
    for number, one in enumerate(people):
        Seat.objects.create(match=match, number=number, player=one)
    before = chain.root(match.commitment)
    for record in records:
        row = entries.row_of(match, record, secret, before)
        before = bytes.fromhex(row.digest)
        row.at = NOON
        row.save()
    Match.objects.filter(pk=match.pk).update(version=len(records), head=before.hex())
    match.refresh_from_db()
    at_desk = loading.load(match, NOON)
    for seat in at_desk.seats.values():
        follow.clock_anew(at_desk, seat)
    return match


def rows(match: Match) -> dict[str, Any]:
    """Give everything a reader could learn from the rows of others: what, when, for whom."""
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
    return [seen(QUARTZ, record, PUBLIC, table.options) for record in records if record.number > since]


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
        turn.check(QUARTZ, table, open_questions(match)[name], command)
    except Refused:
        return False
    return True


def drawn_since(match: Match, since: int) -> list[str]:
    match.refresh_from_db()
    records, _ = history.load(match)
    return [draw.item for record in records if record.number > since for draw in record.draws]


def plan_for_all(*matches: Match) -> None:
    """Let every seat lay a plan of which only its owner knows whether it will stop."""
    content = canonical(o.Orders(plan=ONE_STROKE)).decode()
    for match in matches:
        for seat in match.seats.all():
            Order.objects.create(
                match=match, seat=seat, generation=1, content=content, since=match.version, door="page"
            )


def warned(match: Match) -> set[int]:
    return {mail.seat.number for mail in Outbox.objects.filter(match=match, kind="ahead")}


def pair(
    seed: int, monkeypatch: pytest.MonkeyPatch, prepare: Callable[[Match, Match], None] = lambda *_: None
) -> tuple[int, bool]:
    """Play one pair; tell after how many steps all rows were equal, and whether others were warned."""
    dice = random.Random(seed)
    sitting = Sitting.begin(QUARTZ, SEATS, dice.randbytes(32), OPEN.options)
    for _ in range(dice.randrange(10, 60)):
        found = random_answer(sitting, dice) if sitting.awaited() else None
        if found:
            sitting.give(found[0], found[0].seat, found[1])
    reader = SeatNumber(dice.randrange(SEATS))
    log = other_world(sitting.records, reader, dice) if sitting.awaited() and not sitting.sealed else None
    if log is None:
        return 0, False
    secret = dice.randbytes(32)
    log = [codec(QUARTZ).read(canonical(record)) for record in log]
    people = [player() for _ in range(SEATS)]
    first, second = in_rows(sitting.records, sitting.secret, people), in_rows(log, secret, people)
    assert rows(first) == rows(second)
    prepare(first, second)
    done = sum(1 for _ in steps(first, second, dice, monkeypatch))
    return done, warned(first) != warned(second)


def steps(first: Match, second: Match, dice: random.Random, monkeypatch: pytest.MonkeyPatch) -> Any:
    for step in range(STEPS):
        now = NOON + timedelta(minutes=7 * (step + 1))
        waiting = sorted(name for name, one in open_questions(first).items() if one.awaited)
        if not waiting or any(one.together for one in open_questions(first).values() if one.awaited):
            return
        name, since = dice.choice(waiting), first.version
        view = QUARTZ.view(history.load(first)[1].state, name.seat)
        command = QUARTZ.bots["random"](view, open_questions(first)[name], dice)
        if not legal(second, name, command):
            return
        history.memo.clear()  # both start cold
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
        if public(first, since) != public(second, since):
            return  # the rules tell
        assert (one.outcome, one.code, one.last_event) == (two.outcome, two.code, two.last_event)
        assert rows(first) == rows(second)
        assert queries == as_many
        yield step


def test_rows_times_and_queries_are_the_same_in_two_worlds(monkeypatch):
    done = [pair(seed, monkeypatch)[0] for seed in range(PAIRS)]
    assert sum(steps > 0 for steps in done) >= PAIRS / 2, done
    assert sum(done) >= 3 * PAIRS, done


def test_nobody_else_learns_that_a_plan_will_stop(monkeypatch):
    done = [pair(seed, monkeypatch, plan_for_all) for seed in range(3 * PAIRS)]
    assert sum(steps for steps, _ in done) >= PAIRS, done
    assert any(steps and differs for steps, differs in done), "some were asked ahead in one world only"


def test_a_planted_leak_in_the_rows_is_found(monkeypatch):
    """A window that opens only for who holds the answer: the clock would tell."""
    honest = follow.wait_for

    def leaking(at: Desk, waiting: Any) -> None:
        hand = at.draft.state.hands[waiting.name.seat]
        honest(at, waiting)
        if sum(count for card, count in hand.items() if card.startswith("not_mine")) > 1:
            Deadline.objects.filter(match=at.match, seat=waiting.name.seat).update(due_at=NOON)

    monkeypatch.setattr(follow, "wait_for", leaking)
    with pytest.raises(AssertionError):
        for seed in range(4 * PAIRS):
            pair(seed, monkeypatch)
