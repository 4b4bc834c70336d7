"""Collect everything that is stored about a player.

Of games that is what the player's own seats have seen, from their view and never from the state of a match.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.mail import delivery
from games.models import Act, ActKind, Outbox, Player, Seat, names_of
from games.play import history
from games.players.export.included import DISPATCH, KINDS, MAIL, OF_SEAT, REPLY, SEAT, STEP, Row
from games.present.words import describe_event
from games.rules.kernel.fold import played
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import HistoryBroken, TooNew


def everything(player: Player) -> Row:
    """Collect everything stored about a player, in the current language."""
    return {
        **{kind.name: kind.rows(player) for kind in KINDS},
        "seats": [_seat(seat) for seat in _seats(player)],
        "mails": [_mail(row) for row in _mails(player)],
    }


def _seats(player: Player) -> list[Seat]:
    mine = Seat.objects.filter(player=player).select_related("match", "player")
    return list(mine.order_by("match_id"))


def _seat(seat: Seat) -> Row:
    facts = Seat.objects.filter(pk=seat.pk).values(*SEAT)[0]
    taken = Act.objects.filter(seat=seat, kind=ActKind.TOOK_SEAT).order_by("pk").last()
    rows: Row = {kind.name: kind.rows(seat, taken) for kind in OF_SEAT}
    return {**facts, **rows, "seen": list(_seen(seat))}


def _seen(seat: Seat) -> Iterator[Row]:
    """List the events a seat has seen, as its player would count them; none if the log can't be read."""
    match = seat.match
    try:
        records, table = history.load(match) if match.version else ((), None)
    except (HistoryBroken, TooNew):
        return
    called = names_of(match.seats.select_related("player"))
    for record in played(records):
        assert table is not None
        event = seen(match.rules, record, seat.reader_of(record.number), table.options)
        if event is not None:
            said = describe_event(match.rules, event, lambda number: called[number], table.options)
            fields = msgspec.to_builtins(event.fields, str_keys=True)
            yield {"kind": event.kind, "fields": fields, "said": said}


def _mails(player: Player) -> list[Outbox]:
    """List the emails that went to a player's own addresses."""
    return [row for row in delivery.mails_to(player) if row.to]


def _mail(row: Outbox) -> Row:
    facts = {name: getattr(row, name) for name in MAIL}
    steps = [{name: getattr(step, name) for name in STEP} for step in row.steps.all()]
    replies = list(row.replies.order_by("pk").values(*REPLY))
    own = sorted((one for one in row.dispatches.all() if one.is_personal), key=lambda one: one.pk)
    beside = [{name: getattr(one, name) for name in DISPATCH} for one in own]
    match = row.match.public_id if row.match else None
    return facts | {"match": match, "steps": steps, "replies": replies, "by_other_channels": beside}
