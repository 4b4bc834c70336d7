"""Rows to workspaces: a locked match with its log, seats, orders and sealed answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Door, Match, Order, Outcome, SealedAnswer, Seat, Submission
from games.play import history
from games.play.diff import label
from games.play.workspace import Step, Workspace
from games.rules.kernel import chain, turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import codec
from games.rules.kernel.draft import Draft


def load(match: Match, now: datetime) -> Workspace:
    """Load a locked match; raise HistoryBroken or TooNew."""
    (work,) = load_all([match], now)
    return work


def load_all(matches: Sequence[Match], now: datetime) -> list[Workspace]:
    """Load some locked matches, with as many statements as one; raise HistoryBroken or TooNew."""
    logs, secrets = history.load_all(matches), history.memo.secrets(matches)
    seats = Seat.objects.at(matches)
    orders = Order.objects.latest_of(matches, seats)
    workspaces = []
    for match in matches:
        (records, table), secret = logs[match.pk], secrets[match.pk]
        draft = Draft(match.rules, table, MatchDice(secret, table.opened.words))
        laid = orders[match.pk]
        work = Workspace(match, now, records, table, draft, seats[match.pk], secret, {}, laid, dict(laid))
        work.looked_at = table.number
        workspaces.append(work)
    _lay_out_sealed(workspaces)
    return workspaces


def _lay_out_sealed(workspaces: Sequence[Workspace]) -> None:
    """Put into each workspace the latest sealed answer to each question that is still open."""
    open_now = {
        (work.match.pk, label(name)): (work, name)
        for work in workspaces
        for name, one in work.questions().items()
        if one.together
    }
    if not open_now:
        return
    labels = {question for _, question in open_now}
    rows = SealedAnswer.objects.filter(match__in={pk for pk, _ in open_now}, question__in=labels)
    for row in rows.order_by("pk"):
        work, name = open_now.get((row.match_id, row.question), (None, None))
        if work and name and row.generation == work.seats[name.seat].generation:
            work.sealed[name] = codec(work.rules).command(row.command)


def begin(match: Match, now: datetime) -> Workspace:
    """Open a match; raise Refused for seats or options its game doesn't have."""
    secret = history.memo.secrets([match])[match.pk]
    all_seats = Seat.objects.at([match])
    seats = all_seats[match.pk]
    words = [chain.words_digest(seats[number].words) for number in sorted(seats)]
    dice = MatchDice(secret, words)
    draft = turn.begin(match.rules, len(seats), match.options, match.commitment, words, dice)
    orders = Order.objects.latest_of([match], all_seats)[match.pk]
    work = Workspace(match, now, (), None, draft, seats, secret, {}, orders)
    key = work.own_key("start")
    started = Submission(match=match, door=Door.START, key=key, outcome=Outcome.PLAYED, at=now)
    work.steps.append(Step(started, 0))
    return work
