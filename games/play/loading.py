"""From rows to workspaces: a locked match with its log, seats, orders and sealed answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from games.infra.statements import ask, kept
from games.models import Door, Match, Order, Outcome, SealedAnswer, Seat, Submission
from games.models.order import newest_orders
from games.models.seat import seats_at
from games.play import history
from games.play.diff import label
from games.play.workspace import Step, Workspace
from games.rules.kernel import chain, turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import codec
from games.rules.kernel.table import Draft


def lock(match_id: int) -> Match:
    """Lock a match until the transaction ends; raise Match.DoesNotExist."""
    for match in _locked(match_id):
        return match
    raise Match.DoesNotExist(match_id)


class LockedRows(NamedTuple):
    """What is read together with the lock of a match."""

    seats: list[Seat]
    orders: list[Order]


def lock_and_read(match_id: int) -> tuple[Match, LockedRows]:
    """Lock a match for a move, and read what every move needs; raise Match.DoesNotExist."""
    found, seats, orders = ask(
        _locked.later(match_id), seats_at.later([match_id]), newest_orders.later([match_id])
    )
    for match in found:
        return match, LockedRows(seats, orders)
    raise Match.DoesNotExist(match_id)


@kept
def _locked(match: int) -> QuerySet[Match]:
    return Match.objects.select_for_update(no_key=True).filter(pk=match)


def load(match: Match, now: datetime, rows: LockedRows | None = None) -> Workspace:
    """Load a locked match, using the rows if they were read with the lock; raise HistoryBroken or TooNew."""
    if rows is None:
        (work,) = load_all([match], now)
        return work
    work = Workspace(match, now, Seat.objects.at([match], rows.seats)[match.pk])
    fill([work], rows.orders)
    return work


def load_all(matches: Sequence[Match], now: datetime) -> list[Workspace]:
    """Load several locked matches with as many statements as one; raise HistoryBroken or TooNew."""
    seats = Seat.objects.at(matches)
    workspaces = [Workspace(match, now, seats[match.pk]) for match in matches]
    fill(workspaces)
    return workspaces


def fill(workspaces: Sequence[Workspace], newest: Iterable[Order] | None = None) -> None:
    """Fill the state of the game into workspaces that have their seats; raise HistoryBroken or TooNew."""
    matches = [work.match for work in workspaces]
    logs, secrets = history.load_all(matches), history.memo.secrets(matches)
    orders = Order.objects.latest_of(matches, {work.match.pk: work.seats for work in workspaces}, newest)
    for work in workspaces:
        work.records, table = logs[work.match.pk]
        work.before, work.secret, work.looked_at = table, secrets[work.match.pk], table.number
        work.loaded = Draft(work.rules, table, MatchDice(work.secret, table.opened.words))
        work.orders, work.orders_before = orders[work.match.pk], dict(orders[work.match.pk])
    _lay_out_sealed(workspaces)


def _lay_out_sealed(workspaces: Sequence[Workspace]) -> None:
    """Put the latest sealed answer to each open question into its workspace."""
    open_now = {
        (work.match.pk, label(name)): (work, name)
        for work in workspaces
        for name, one in work.questions().items()
        if one.together
    }
    if not open_now:
        return
    labels = {question for _, question in open_now}
    for row in _sealed({pk for pk, _ in open_now}, labels):
        work, name = open_now.get((row.match_id, row.question), (None, None))
        if work and name and row.generation == work.seats[name.seat].generation:
            work.sealed[name] = codec(work.rules).command(row.command)


@kept
def _sealed(matches: Iterable[int], questions: Iterable[str]) -> QuerySet[SealedAnswer]:
    return SealedAnswer.objects.filter(match__in=matches, question__in=questions).order_by("pk")


def begin(match: Match, now: datetime) -> Workspace:
    """Open a match; raise Refused for seats or options its game doesn't have."""
    work = Workspace.at(match, now)
    work.secret = history.memo.secrets([match])[match.pk]
    words = [chain.words_digest(work.seats[number].words) for number in sorted(work.seats)]
    dice = MatchDice(work.secret, words)
    work.loaded = turn.begin(match.rules, len(work.seats), match.options, match.commitment, words, dice)
    work.orders = Order.objects.latest_of([match], {match.pk: work.seats})[match.pk]
    key = work.own_key("start")
    started = Submission(match=match, door=Door.START, key=key, outcome=Outcome.PLAYED, at=now)
    work.steps.append(Step(started, 0))
    return work
