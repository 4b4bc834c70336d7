"""Make and write the rows of emails. Nothing else does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.conf import settings

from games.infra.statements import Insert, new_row, send
from games.mail.queue.about import About
from games.models import Match, Outbox, Seat

AT_ONCE = timedelta(0)
_FACTS = ("match", "seat", "generation", "kind", "question", "to", "message_id", "send_after", "created_at")


def email(
    kind: str,
    reason: str,
    now: datetime,
    *,
    match: Match | None = None,
    seat: Seat | None = None,
    generation: int | None = None,
    about: str = "",
    to: str = "",
    wait: timedelta = AT_ONCE,
    message_id: UUID | None = None,
) -> Outbox:
    """Make an email to a seat's player, or to an address; it is queued once for the same reason."""
    as_of_now = seat.generation if seat else 1
    return new_row(
        Outbox,
        kind=kind,
        dedupe=reason,
        match=match,
        seat=seat,
        generation=as_of_now if generation is None else generation,
        question=about,
        to=to,
        message_id=message_id or uuid4(),
        send_after=now + wait,
        created_at=now,
    )


@dataclass(frozen=True, repr=False)  # it may name an address
class Notice:
    """An email to be queued: its kind, what it is about, and its seat or address."""

    kind: str
    about: About
    seat: Seat | None = None
    to: str = ""
    reason: str = ""  # instead of `about`: each reader gets one email for one reason
    beside: str = ""  # tells readers without a seat apart
    wait: timedelta | None = None  # None: as long as a move can be undone
    not_before: datetime | None = None

    def row(self, match: Match | None, now: datetime) -> Outbox:
        """Make the row. Call this late: what it is about may get its primary key only when it is written."""
        wait = timedelta(seconds=settings.SEND_AFTER) if self.wait is None else self.wait
        text = self.about.text()
        whose = f"{self.seat.number}:{self.seat.generation}" if self.seat else "-"
        made = email(
            self.kind,
            f"{match.pk if match else '-'}:{self.kind}:{self.reason or text}:{whose}{self.beside}",
            now,
            match=match,
            seat=self.seat,
            about=text,
            to=self.to,
            wait=wait,
        )
        made.send_after = max(made.send_after, self.not_before or made.send_after)
        return made


def write(emails: Iterable[Outbox]) -> int:
    """Queue emails with one statement, each once for its reason; return how many were given."""
    queued = to_write(emails)
    if queued.rows:
        send([queued])
    return len(queued.rows)


def to_write(emails: Iterable[Outbox]) -> Insert:
    """Prepare emails to be queued together with other rows."""
    return Insert(Outbox, [*emails], ignore_conflicts=True)


def write_once(made: Outbox) -> tuple[Outbox, bool]:
    """Queue an email, or find the one already queued for its reason; tell whether it is new."""
    facts = {name: getattr(made, name) for name in _FACTS}
    return Outbox.objects.get_or_create(dedupe=made.dedupe, defaults=facts)
