"""What a device, and each kind of chat, is told to open by a notice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.conf import settings

from games.models import Channel, ChatTarget, Dispatch, Outbox
from games.reach.chat import saying
from games.reach.chat.message import ChatText
from games.reach.chat.secrets import Secret
from games.reach.chat.services import SERVICES
from games.reach.chat.services.service import Writing
from games.reach.push.message import message_of
from tests.kit.chats import nowhere
from tests.kit.every_mail import ADDRESS

SECRET = Secret("https://chat.example.org/hooks/x", "123456:token", "-100123")


def chats_of(rows: list[Outbox]) -> list[ChatTarget]:
    """Connect a chat to each match of these notices, and to each of their readers."""
    matches = {row.match for row in rows if row.match}
    readers = {row.seat.player for row in rows if row.seat and row.seat.player}
    return [*(nowhere(match=one) for one in matches), *(nowhere(player=one) for one in readers)]


def notice_paths(row: Outbox, chats: list[ChatTarget], now: datetime) -> set[str]:
    """List the site's addresses in what a notice becomes, without the host."""
    told = [*_of_push(row, now), *(text for one in chats for text in _of_chat(one, row, now))]
    found = {address.rstrip(".,") for text in told for address in ADDRESS.findall(text)}
    ours = {one.removeprefix(settings.SITE_URL) for one in found if one.startswith(settings.SITE_URL)}
    return {one or "/" for one in ours}


def _of_push(row: Outbox, now: datetime) -> Iterator[str]:
    if row.seat and row.seat.player:
        dispatch = Dispatch(notice=row, channel=Channel.PUSH, key=UUID(int=7))
        yield message_of(dispatch, now).content.decode()


def _of_chat(target: ChatTarget, row: Outbox, now: datetime) -> Iterator[str]:
    is_its = target.player == row.seat.player if target.player and row.seat else target.match == row.match
    said = saying.said(target, row) if is_its else None
    if said is not None:
        yield from _written(said, now)


def _written(said: ChatText, now: datetime) -> Iterator[str]:
    """Write a message as each service wants it."""
    for service in SERVICES.values():
        yield service.request(said, Writing(SECRET, now, "key")).body.decode()
