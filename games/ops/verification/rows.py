"""Everything stored of one match, read at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, QuerySet

from games.infra.locks import writing
from games.mail.kinds import ASKING
from games.mail.send.outbox import UNREACHABLE
from games.models import (
    Deadline,
    DeadlineState,
    Event,
    MailState,
    Match,
    Outbox,
    Pause,
    SealedAnswer,
    Seat,
)
from games.play import history


@dataclass(frozen=True, repr=False)  # hidden from logs and error emails, which must not show these fields
class Rows:
    """All that is stored of one match at one moment."""

    match: Match
    secret: bytes
    seats: dict[int, Seat]
    events: list[Event]
    clocks: list[Deadline]
    mails: list[Outbox]  # still queued
    asking: list[Outbox]  # those that ask something, in any state
    given_up: list[Outbox]
    sealed: frozenset[str]
    went_on: datetime | None  # when its last pause ended

    @property
    def payloads(self) -> list[bytes]:
        return [bytes(event.payload) for event in self.events]


def read(match_id: int) -> Rows:
    """Read a match's rows while nobody writes any."""
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        return Rows(
            match=match,
            secret=history.secret_of(match),
            seats={seat.number: seat for seat in match.seats.all()},
            events=list(Event.objects.filter(match=match).order_by("number")),
            clocks=list(
                match.deadlines.filter(state__in=(DeadlineState.RUNNING, DeadlineState.STUCK)).order_by("pk")
            ),
            mails=list(match.mails.filter(state=MailState.QUEUED).order_by("pk")),
            asking=list(match.mails.filter(kind__in=ASKING).defer("rendered").order_by("pk")),
            # Unreachable addresses aren't a fault here: their owners are told on the page.
            given_up=list(
                match.mails.filter(state=MailState.FAILED)
                .exclude(error=UNREACHABLE)
                .select_related("seat")
                .order_by("pk")
            ),
            sealed=frozenset(_sealed(match).values_list("question", flat=True)),
            went_on=Pause.objects.filter(match=match).aggregate(last=Max("ended"))["last"],
        )


def _sealed(match: Match) -> QuerySet[SealedAnswer]:
    """Find the sealed answers; one from a former player of the seat doesn't count."""
    return SealedAnswer.objects.filter(match=match, generation=F("seat__generation"))
