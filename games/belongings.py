"""Everything this site keeps about a player, as they may have it: for a file of their own.

The one list of what is kept: each field of each row either stands here or says below why it doesn't. Of
games it holds what the player's own seats have seen, from their view and never from the state of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Q

from games import delivery, history
from games.models import Act, ActKind, Outbox, Player, Seat, names_of
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.table import played
from games.telling import tell

Row = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of rows: under which name they stand in the file, which fields, and whose they are."""

    name: str
    model: str
    fields: tuple[str, ...]
    mine: Callable[[Player], Q]

    def rows(self, player: Player) -> list[Row]:
        found = apps.get_model(self.model)._default_manager.filter(self.mine(player)).order_by("pk")
        return list(found.values(*self.fields))


@dataclass(frozen=True)
class OfSeat:
    """One kind of rows of a seat; only those from the time its player has sat there."""

    name: str
    model: str
    fields: tuple[str, ...]
    by_time: bool = False  # where rows don't bear the seat's generation

    def rows(self, seat: Seat, taken: Act | None) -> list[Row]:
        found = apps.get_model(self.model)._default_manager.filter(seat=seat).order_by("pk")
        if taken is not None:
            found = (
                found.filter(at__gt=taken.at)
                if self.by_time
                else found.filter(generation__gt=taken.generation)
            )
        return list(found.values(*self.fields))


def _of_user(player: Player) -> Q:
    return Q(user=player)


def _at_my_addresses(player: Player) -> Q:
    return Q(address__in=delivery.verified(player))


ME = (
    *(
        "email",
        "display_name",
        "language",
        "time_zone",
        "zone_confirmed",
        "quiet_from",
        "quiet_to",
        "free_days",
    ),
    *("muted", "digest", "unwanted", "hand_in_mail", "beard", "is_moderator", "is_operator", "is_active"),
    *("joined", "last_login"),
)
KINDS = (
    Kind("account", "games.Player", ME, lambda player: Q(pk=player.pk)),
    Kind("addresses", "account.EmailAddress", ("email", "verified", "primary"), _of_user),
    Kind("addresses_left_alone", "games.Unreachable", ("address", "why", "since"), _at_my_addresses),
    Kind(
        "browsers",
        "usersessions.UserSession",
        ("created_at", "last_seen_at", "ip", "user_agent"),
        _of_user,
    ),
    Kind("second_factors", "mfa.Authenticator", ("type", "created_at", "last_used_at"), _of_user),
    Kind("blocked", "games.Block", ("blocked__display_name", "at"), lambda player: Q(player=player)),
    Kind("said", "games.Talk", ("match__public_id", "text", "at"), lambda player: Q(player=player)),
    Kind("notes", "games.Note", ("match__public_id", "text", "at"), lambda player: Q(player=player)),
    Kind(
        "not_read",
        "games.Hush",
        ("match__public_id", "whose__display_name"),
        lambda player: Q(by=player),
    ),
    Kind(
        "tables_opened",
        "games.Lobby",
        ("match__public_id", "is_open", "moved_at"),
        lambda player: Q(host=player),
    ),
    Kind(
        "invitations_sent",
        "games.Invitation",
        ("match__public_id", "address", "state", "sent_at", "reminded_at"),
        lambda player: Q(sender=player, by_name=None),  # who was asked by name has kept their address
    ),
    Kind(
        "flagged",
        "games.Case",
        (
            *("public_id", "match__public_id", "kind", "state", "verdict", "reason"),
            *("opened_at", "changed_at", "decided_at"),
        ),
        lambda player: Q(opener=player),
    ),
    Kind(
        "said_of_cases",
        "games.CaseWord",
        ("case__public_id", "as_moderator", "private", "text", "at"),
        lambda player: Q(author=player),
    ),
    Kind(
        "rulings_as_moderator",
        "games.Ruling",
        ("kind", "reason", "refused", "at"),
        lambda player: Q(moderator=player),
    ),
    Kind("looks_as_moderator", "games.Look", ("seat", "reason", "at"), lambda player: Q(moderator=player)),
    Kind("acts_as_staff", "admin.LogEntry", ("action_time", "action_flag"), _of_user),
)
SEAT = (
    *("number", "words", "brought", "silences", "on_autopilot", "gave_up", "bank", "holidays"),
    *("hand_in_mail", "muted", "seen_at", "match__public_id", "match__game", "match__status"),
)
OF_SEAT = (
    OfSeat("moves", "games.Submission", ("door", "command", "outcome", "refusal", "at"), by_time=True),
    OfSeat("orders", "games.Order", ("content", "door", "at")),
    OfSeat("sealed_answers", "games.SealedAnswer", ("command", "at")),
    OfSeat("acts", "games.Act", ("kind", "about", "at")),
    OfSeat("votes", "games.Vote", ("subject", "at")),
)
MAIL = ("kind", "state", "to", "created_at", "sent_at")
REPLY = ("state", "why", "door", "received_at")
STEP = ("step", "at")

_INNER = "a mark of the program's own, which says nothing about anybody"
_KEY = "a key: whoever reads it could act for the player"
_COUNT = "a count of events, which would tell of some that the reader may not see"
_TABLE = "what belongs to the table and to nobody alone; what the player may know of it is in `seen`"
#: What doesn't stand in the file, by model or field, and why.
LEFT_OUT = {
    "Player.id": _INNER,
    "Player.password": "there is none",
    "Player.is_superuser": "said by `is_operator`",
    "Player.groups": "there are none",
    "Player.user_permissions": "there are none",
    "EmailAddress.id": _INNER,
    "EmailAddress.user": "the player",
    "Unreachable.id": _INNER,
    "UserSession.id": _INNER,
    "UserSession.user": "the player",
    "UserSession.session_key": _KEY,
    "UserSession.data": "empty",
    "Authenticator.id": _INNER,
    "Authenticator.user": "the player",
    "Authenticator.data": _KEY,
    "Block.id": _INNER,
    "Block.player": "the player",
    "Case.id": _INNER,
    "Case.seat": "said beside it",
    "Case.generation": _INNER,
    "Case.opener": "the player",
    "Case.line": _COUNT,
    "Case.mail": _INNER,
    "Case.moderator": "somebody else",
    "Case.decided_by": "somebody else",
    "CaseWord.id": _INNER,
    "CaseWord.author": "the player",
    "CaseWord.key": _INNER,
    "Ruling.id": _INNER,
    "Ruling.match": "somebody else's table",
    "Ruling.case": "somebody else's",
    "Ruling.seat": "somebody else's",
    "Ruling.player": "somebody else",
    "Ruling.moderator": "the player",
    "Ruling.about": "about somebody else",
    "Ruling.key": _INNER,
    "Look.id": _INNER,
    "Look.match": "somebody else's table",
    "Look.case": "somebody else's",
    "Look.moderator": "the player",
    "Look.event": _COUNT,
    "LogEntry.id": _INNER,
    "LogEntry.user": "the player",
    "LogEntry.content_type": _INNER,
    "LogEntry.object_id": "somebody else",
    "LogEntry.object_repr": "somebody else",
    "LogEntry.change_message": "about somebody else",
    "Talk.id": _INNER,
    "Talk.seat": "the player's at that table",
    "Talk.generation": _INNER,
    "Talk.player": "the player",
    "Note.id": _INNER,
    "Note.player": "the player",
    "Note.edition": _INNER,
    "Hush.id": _INNER,
    "Hush.by": "the player",
    "Lobby.host": "the player",
    "Lobby.door": _KEY,
    "Lobby.key": _INNER,
    "Invitation.id": _INNER,
    "Invitation.seat": _INNER,
    "Invitation.generation": _INNER,
    "Invitation.sender": "the player",
    "Invitation.by_name": "somebody else",
    "Seat.id": _INNER,
    "Seat.player": "the player",
    "Seat.robot": "none sits where a player does",
    "Seat.invited": "an address that somebody else has typed",
    "Seat.salt": _KEY,
    "Seat.generation": _INNER,
    "Seat.since": _COUNT,
    "Seat.offer": _KEY,
    "Submission.id": _INNER,
    "Submission.match": "said beside it",
    "Submission.seat": "said beside it",
    "Submission.key": _INNER,
    "Submission.question": _COUNT,
    "Submission.first_event": _COUNT,
    "Submission.last_event": _COUNT,
    "Submission.order": _INNER,
    "Order.id": _INNER,
    "Order.match": "said beside it",
    "Order.seat": "said beside it",
    "Order.generation": _INNER,
    "Order.since": _COUNT,
    "SealedAnswer.id": _INNER,
    "SealedAnswer.match": "said beside it",
    "SealedAnswer.seat": "said beside it",
    "SealedAnswer.generation": _INNER,
    "SealedAnswer.question": _COUNT,
    "SealedAnswer.submission": _INNER,
    "Act.id": _INNER,
    "Act.match": "said beside it",
    "Act.seat": "said beside it",
    "Act.generation": _INNER,
    "Act.key": _INNER,
    "Vote.id": _INNER,
    "Vote.match": "said beside it",
    "Vote.seat": "said beside it",
    "Vote.generation": _INNER,
    "Vote.to": _COUNT,
    "Vote.as_of": _COUNT,
    "Outbox.id": _INNER,
    "Outbox.match": "said beside it",
    "Outbox.seat": "said beside it",
    "Outbox.generation": _INNER,
    "Outbox.question": _COUNT,
    "Outbox.dedupe": _INNER,
    "Outbox.message_id": _INNER,
    "Outbox.send_after": _INNER,
    "Outbox.lease_until": _INNER,
    "Outbox.attempts": _INNER,
    "Outbox.rendered": "live links, thrown away after a week; the mail itself has come",
    "Outbox.error": _INNER,
    "Delivery.id": _INNER,
    "Delivery.mail": "said beside it",
    "Delivery.event": _INNER,
    "Inbound.id": _INNER,
    "Inbound.raw": "the player's own mail, thrown away after two weeks",
    "Inbound.digest": _INNER,
    "Inbound.recipient": _KEY,
    "Inbound.sender": "whoever a mail says it is from",
    "Inbound.verdict": _INNER,
    "Inbound.seat": "said beside it",
    "Inbound.mail": "said beside it",
    "Inbound.lease_until": _INNER,
    "Inbound.attempts": _INNER,
    "Match": _TABLE,
    "MatchSecret": _TABLE,
    "Event": _TABLE,
    "Deadline": _TABLE,
    "Pause": _TABLE,
    "Outage": _TABLE,
    "Link": _KEY,
    "Heard": _INNER,
    "Heartbeat": _INNER,
    "Tally": "counts under a key that names nobody",
    "EmailConfirmation": "there are none",
    "Session": _KEY,
    "ContentType": _INNER,
    "Group": _INNER,
    "Permission": _INNER,
}


def everything(player: Player) -> Row:
    """Gather all that is kept about a player, in the language in force."""
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
    """Tell what a seat has seen, counted as its player would count; nothing of a log that can't be read."""
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
            said = tell(match.rules, event, lambda number: called[number], table.options)
            yield {"kind": event.kind, "fields": event.fields, "said": said}


def _mails(player: Player) -> list[Outbox]:
    """List the mails that went to a player's own addresses."""
    return [row for row in delivery.mails_to(player) if row.to]


def _mail(row: Outbox) -> Row:
    facts = {name: getattr(row, name) for name in MAIL}
    steps = [{name: getattr(step, name) for name in STEP} for step in row.steps.all()]
    replies = list(row.replies.order_by("pk").values(*REPLY))
    return facts | {"match": row.match.public_id if row.match else None, "steps": steps, "replies": replies}
