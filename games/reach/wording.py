"""The one short text of a notice: the match, what is asked or has happened, and until when. Never a card.

A chat or a locked phone may be read by others, so it holds nothing that only its reader may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.translation import gettext, pgettext

from games.infra.statements import kept
from games.mail.kinds import called
from games.models import Deadline, DeadlineKind, DeadlineState, Match, Outbox
from games.present.dates import in_words
from games.present.match_names import full_name, short_name


@dataclass(frozen=True)
class Wording:
    """A notice in a few words, in one language and time zone."""

    what: str  # "Your turn"
    match: str  # the game and the match, by name
    due: str  # "Due Tuesday 3 March, 01:05 (Europe/Paris)."; "" if no clock runs
    path: str  # of the page it is about

    @property
    def body(self) -> str:
        return f"{self.match}\n{self.due}" if self.due else self.match

    @property
    def url(self) -> str:
        return f"{settings.SITE_URL}{self.path}"


@contextmanager
def written_for(language: str, zone: str) -> Iterator[None]:
    """Write in this language and time zone."""
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        yield


def wording_of(notice: Outbox) -> Wording:
    """Put a notice in a few words, in the current language and time zone."""
    match = notice.match
    if match is None:
        return Wording(called(notice.kind), "", "", resolve_url("home"))
    clock = clock_of(notice)
    return Wording(
        what=called(notice.kind),
        # Only who has a seat reads the names of the others.
        match=full_name(match) if notice.seat_id else short_name(match),
        due=_due(clock.due_at) if clock else "",
        path=resolve_url("match", match.public_id) if notice.seat_id else resolve_url("home"),
    )


def _due(when: datetime) -> str:
    # Translators: letters as in Django's date filter, with the weekday
    told = in_words(when, pgettext("date format", "l j F, H:i"))
    zone = timezone.get_current_timezone_name()
    return gettext("Due %(when)s (%(zone)s).") % {"when": told, "zone": zone}


def clock_of(notice: Outbox) -> Deadline | None:
    """Find the running clock of the seat that a notice is for."""
    if notice.match is None or notice.seat is None:
        return None
    return _clocks.first(notice.match, notice.seat.number)


@kept
def _clocks(match: Match, number: int) -> QuerySet[Deadline]:
    running = Deadline.objects.filter(
        match=match, seat=number, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING
    )
    return running.order_by("due_at", "pk")
