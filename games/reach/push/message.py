"""What a device is sent: a notice that Safari shows by itself, and other browsers by our service worker.

The form is Declarative Web Push. Safari 18.4 reads the badge as a text in the notification, the draft of the
standard as a number beside it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.translation import gettext

from games.infra.statements import kept
from games.mail.kinds import ASKING_IN_TURN
from games.models import Dispatch, MatchStatus, Outbox, Player, Seat
from games.reach.wording import clock_of, wording_of, written_for

CONTENT_TYPE = "application/notification+json"
DECLARATIVE = 8030
#: How long a push service keeps what a device doesn't fetch: until the deadline, at least and at most this.
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=7)
_TOPIC = 24  # letters; 32 are allowed


@dataclass(frozen=True, repr=False)
class PushMessage:
    """What is to be encrypted, and what the push service has to know."""

    content: bytes
    topic: str  # a later message of the same topic replaces one that wasn't fetched yet
    keep_for: timedelta
    is_urgent: bool


def message_of(dispatch: Dispatch, now: datetime) -> PushMessage:
    """Write the message of a dispatch in its reader's language and time zone."""
    notice, reader = dispatch.notice, _reader(dispatch.notice)
    with written_for(reader.language, reader.time_zone):
        wording = wording_of(notice)
        content = _content(
            wording.what,
            wording.body,
            wording.url,
            tag=notice.match.public_id if notice.match else "account",
            waiting=matches_waiting_for(reader),
            key=str(dispatch.key),
        )
    clock = clock_of(notice)
    left = clock.due_at - now if clock else LONGEST
    return PushMessage(
        content, _topic(notice), min(max(left, SHORTEST), LONGEST), notice.kind in ASKING_IN_TURN
    )


def trial_message(reader: Player) -> PushMessage:
    """Write the message that shows a player that a device works."""
    with written_for(reader.language, reader.time_zone):
        content = _content(
            gettext("Push notifications work"),
            gettext("This browser will tell you when it's your turn."),
            f"{settings.SITE_URL}/mails/",
            tag="test",
            waiting=matches_waiting_for(reader),
            key="",
        )
    return PushMessage(content, "test", timedelta(minutes=5), is_urgent=True)


def _content(title: str, body: str, url: str, *, tag: str, waiting: int, key: str) -> bytes:
    notification = {
        "title": title,
        "body": body,
        "navigate": url,
        "lang": translation.get_language(),
        "dir": "auto",
        "tag": tag,
        "silent": False,
        "app_badge": str(waiting),
        "data": {"key": key},
    }
    told = {"web_push": DECLARATIVE, "notification": notification, "app_badge": waiting}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _reader(notice: Outbox) -> Player:
    """Find who reads a personal notice: the player of its seat, or the owner of its address."""
    if notice.seat is not None:
        assert notice.seat.player is not None
        return notice.seat.player
    return Player.objects.get(email__lower=notice.to.lower())


def _topic(notice: Outbox) -> str:
    """Name a match so that the push service can't tell which it is."""
    told = f"games.reach.topic:{notice.match.public_id if notice.match else notice.pk}"
    digest = hmac.digest(force_bytes(settings.SECRET_KEY), told.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode()[:_TOPIC]


def matches_waiting_for(player: Player) -> int:
    """Count the matches that wait for a player, for the badge."""
    return sum(number in awaited for number, awaited in _seats(player))


@kept
def _seats(player: Player) -> QuerySet[Seat, tuple[int, list[int]]]:
    seats = Seat.objects.filter(player=player, match__status=MatchStatus.RUNNING, match__is_scratch=False)
    return seats.order_by().values_list("number", "match__awaited")
