"""From rows to desks: a locked match with its log, seats, orders and sealed answers, ready to work on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Door, Match, Order, Outcome, SealedAnswer, Seat, Submission
from games.play import history
from games.play.diff import label
from games.play.workspace import Deed, Desk
from games.rules.kernel import chain, turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import codec
from games.rules.kernel.draft import Draft


def load(match: Match, now: datetime) -> Desk:
    """Load a locked match; raise HistoryBroken or TooNew."""
    (desk,) = load_all([match], now)
    return desk


def load_all(matches: Sequence[Match], now: datetime) -> list[Desk]:
    """Load some locked matches, with as many statements as one; raise HistoryBroken or TooNew."""
    logs, secrets = history.load_all(matches), history.memo.secrets(matches)
    seats = Seat.objects.at(matches)
    orders = Order.objects.latest_of(matches, seats)
    desks = []
    for match in matches:
        (records, table), secret = logs[match.pk], secrets[match.pk]
        draft = Draft(match.rules, table, MatchDice(secret, table.opened.words))
        laid = orders[match.pk]
        desk = Desk(match, now, records, table, draft, seats[match.pk], secret, {}, laid, dict(laid))
        desk.looked_at = table.number
        desks.append(desk)
    _lay_out_sealed(desks)
    return desks


def _lay_out_sealed(desks: Sequence[Desk]) -> None:
    """Put on each desk the latest sealed answer to each question that is still open."""
    open_now = {
        (desk.match.pk, label(name)): (desk, name)
        for desk in desks
        for name, one in desk.questions().items()
        if one.together
    }
    if not open_now:
        return
    labels = {question for _, question in open_now}
    rows = SealedAnswer.objects.filter(match__in={pk for pk, _ in open_now}, question__in=labels)
    for row in rows.order_by("pk"):
        desk, name = open_now.get((row.match_id, row.question), (None, None))
        if desk and name and row.generation == desk.seats[name.seat].generation:
            desk.sealed[name] = codec(desk.rules).command(row.command)


def begin(match: Match, now: datetime) -> Desk:
    """Open a match; raise Refused for seats or options its game doesn't have."""
    secret = history.memo.secrets([match])[match.pk]
    all_seats = Seat.objects.at([match])
    seats = all_seats[match.pk]
    words = [chain.words_digest(seats[number].words) for number in sorted(seats)]
    dice = MatchDice(secret, words)
    draft = turn.begin(match.rules, len(seats), match.options, match.commitment, words, dice)
    orders = Order.objects.latest_of([match], all_seats)[match.pk]
    desk = Desk(match, now, (), None, draft, seats, secret, {}, orders)
    key = desk.own_key("start")
    started = Submission(match=match, door=Door.START, key=key, outcome=Outcome.PLAYED, at=now)
    desk.deeds.append(Deed(started, 0))
    return desk
