"""Talk in a match: read it, say something."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop
from ninja import Status

from games.api import describe
from games.api.operation import CREATED, endpoint, key_header
from games.api.playing import key_of
from games.api.problems import of_refused
from games.api.reader import seat_of
from games.api.shapes.basis import DoneShape
from games.api.shapes.table_talk import TalkLines, TalkSent
from games.infra.statements import kept
from games.match import chat
from games.match.actions import Pressed
from games.models import Match, Player, Scope, Talk, names_of
from games.rules.kernel.refusal import Refused

MOST = 300


@endpoint(
    "GET matches/{match_id}/talk",
    Scope.READ,
    TalkLines,
    told=gettext_noop("The chat of a match, the oldest message first"),
)
def talk(request: HttpRequest, match_id: str) -> dict[str, Any]:
    seat = seat_of(request, match_id)
    assert seat.player is not None
    table = list(seat.match.seats.select_related("player"))
    return {"talk": describe.talk(_latest(seat.match, seat.player), seat, table, names_of(table))}


@kept
def _latest(match: Match, reader: Player) -> QuerySet[Talk]:
    return Talk.objects.at_table(match, reader)[:MOST]


@endpoint(
    "POST matches/{match_id}/talk",
    Scope.PLAY,
    DoneShape,
    status=CREATED,
    told=gettext_noop("Say something to everyone in the match, or to one player; the same key says it once"),
)
def say(
    request: HttpRequest,
    match_id: str,
    sent: TalkSent,
    idempotency_key: str | None = key_header(),
) -> Status[Any]:
    seat = seat_of(request, match_id)
    pressed = Pressed(seat.generation, key_of(seat, idempotency_key, sent.key))
    try:
        chat.say(seat.match_id, seat.number, sent.text, timezone.now(), pressed, to=sent.to)
    except Refused as refused:
        raise of_refused(refused, seat.match) from None
    return Status(CREATED, {"done": True})
