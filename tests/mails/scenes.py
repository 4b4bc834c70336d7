"""One mail of every kind, of both games, the same each time: for snapshots, pictures and tests of frames."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

from games import play
from games.mails import frame
from games.models import Link, Match, Outbox, Player
from games.tables import open_table
from tests.play.people import NOON

GAMES = ("quartz", "quartz_cards")
NAMES = ("Alice", "Bob", "Carol")
LATER = NOON + timedelta(minutes=5)


@contextmanager
def fixed(language: str = "en") -> Iterator[None]:
    """Let what is made at random be the same each time."""
    count = iter(range(1, 1_000_000))
    name = Link._meta.get_field("name")
    with (
        mock.patch.object(name, "default", lambda: next(count).to_bytes(8, "big")),
        mock.patch.object(name, "_get_default", lambda: next(count).to_bytes(8, "big")),
        mock.patch("games.mails.frame.settings.SECRET_KEY", "the key of the snapshots"),
    ):
        yield


def table(game: str, language: str = "en", secret: bytes = bytes(32), **options: Any) -> Match:
    """Begin a match whose ids and people are always the same."""
    people = [
        Player.objects.create_user(
            f"{name.lower()}@example.org",
            display_name=name,
            language=language,
            time_zone="America/Sao_Paulo",
            id=uuid.UUID(int=number),
        )
        for number, name in enumerate(NAMES, 1)
    ]
    found = open_table(game, people, [], now=NOON, secret=secret, options=options)
    Match.objects.filter(pk=found.pk).update(public_id=f"k7Qz-{game}")
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def row(found: Match, seat: int | None, kind: str, question: str = "", to: str = "") -> Outbox:
    """Queue a mail of a kind to a seat."""
    sits = found.seats.select_related("player").get(number=seat) if seat is not None else None
    return Outbox.objects.create(
        match=found,
        seat=sits,
        generation=sits.generation if sits else 1,
        kind=kind,
        question=question,
        to=to or (sits.player.email if sits and sits.player else ""),
        dedupe=f"{found.pk} {kind} {question} {seat}",
        message_id=uuid.UUID(int=7),
        send_after=NOON,
        created_at=NOON,
    )


def finished(one: Outbox, now: datetime = LATER) -> frame.Finished:
    found = Outbox.objects.select_related("match", "seat__player").get(pk=one.pk)
    return frame.finish(found, now)
