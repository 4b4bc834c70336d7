"""A moderator, a match to judge, and every act there is: for tests that try them all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from games.disputes import moderation
from games.disputes.moderation import By
from games.models import Deadline, Match, Outbox, Player, Ruling
from tests.kit.play_people import NOON, player

LATER = NOON + timedelta(hours=2)
WHY = "It was asked for."
Act = Callable[[By, Match], Any]


def moderator(name: str = "mo") -> Player:
    made = player(name)
    made.is_moderator = True
    made.save()
    return made


def waited(found: Match) -> int:
    found.refresh_from_db()
    return int(found.awaited[0])


def somebody(found: Match) -> Player:
    """Give who sat there when the scene was set."""
    return found.seat_taken_by


def mail_of(found: Match) -> int:
    """Give the mail that asks what is asked now, which has gone out."""
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    mail = Outbox.objects.filter(match=found, question=clock.question).exclude(kind="ruled").earliest("pk")
    Outbox.objects.filter(pk=mail.pk, state="queued").update(state="sent")
    return mail.pk


def moment(found: Match) -> int:
    """Give the event after which the table was first asked something."""
    return found.submissions.filter(last_event__isnull=False).earliest("pk").last_event or 0


def replace(by: By, found: Match) -> Ruling:
    seat = found.seats.get(number=1)
    return moderation.replace(by, found.pk, 1, seat.generation, "", LATER)


#: Every act on a match that runs.
ON_MATCHES: dict[str, Act] = {
    "extend": lambda by, found: moderation.extend(by, found.pk, waited(found), timedelta(days=1), LATER),
    "restart": lambda by, found: moderation.restart(by, found.pk, waited(found), LATER),
    "pause": lambda by, found: moderation.pause(by, found.pk, LATER),
    "force": lambda by, found: moderation.end_waiting(by, found.pk, waited(found), LATER),
    "rewind": lambda by, found: moderation.rewind(by, found.pk, moment(found), LATER),
    "replace": replace,
    "close": lambda by, found: moderation.close(by, found.pk, LATER),
    "resend": lambda by, found: moderation.resend(by, found.pk, mail_of(found), LATER),
    "note": lambda by, found: moderation.note(by, LATER, found.pk),
    "check": lambda by, found: moderation.check(by, found.pk, LATER),
    "look": lambda by, found: moderation.take(by, found.pk, 0, found.version, LATER),
}
ON_PLAYERS: dict[str, Act] = {
    "warn": lambda by, found: moderation.warn(by, somebody(found), LATER),
    "suspend": lambda by, found: moderation.suspend(by, somebody(found), LATER + timedelta(days=7), LATER),
    "ban": lambda by, found: moderation.ban(by, somebody(found), LATER),
    "readmit": lambda by, found: moderation.readmit(by, somebody(found), LATER),
    "note on a player": lambda by, found: moderation.note(by, LATER, player=somebody(found)),
    "suppress": lambda by, found: moderation.suppress(by, somebody(found).email, LATER),
}
