"""Everything that happened around a match, in order; of the game itself only what onlookers see.

Orders are listed without their content, emails with recipient and delivery but without their text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import (
    Act,
    Deadline,
    DeadlineKind,
    Event,
    Look,
    Match,
    Order,
    Outcome,
    Pause,
    Ruling,
    Talk,
)
from games.present.refusals import SENTENCES
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.staff import choices_in_match
from games.staff.choices_in_match import mail_seen

#: Each page shows the latest rows of each kind, up to this many.
MOST = 300
ONE_TICK = timedelta(microseconds=1)


@dataclass(frozen=True)
class Entry:
    at: datetime
    what: str  # the kind of entry, as a word
    text: str
    seat: str = ""
    event: int | None = None  # the event as of which the table may be looked at


class Window:
    """How far back a page reaches: it ends where the first kind of row reaches its limit."""

    def __init__(self, until: datetime | None) -> None:
        self.until = until
        self.edge: datetime | None = None

    def rows(self, found: QuerySet[Any], when: str = "at", order: str = "-pk") -> list[Any]:
        if self.until:
            found = found.filter(**{f"{when}__lte": self.until})
        got = list(found.order_by(order)[:MOST])
        if len(got) == MOST:
            ends = getattr(got[-1], when)
            self.edge = max(self.edge or ends, ends)
        return got


def entries(
    match: Match, names: Mapping[int, str], until: datetime | None = None
) -> tuple[list[Entry], datetime | None]:
    """Gather all entries until then, latest first; also return from when the next, older page starts.

    The number of queries is the same for any match.
    """
    window = Window(until)
    found = [
        *_events(match, window),
        *_submissions(match, window),
        *_orders(match, window),
        *_deadlines(match, window),
        *_mails(match, window),
        *_beside(match, window),
        *_moderators(match, window),
    ]
    shown, edge = _whole(found, window.edge)
    called = [replace(one, seat=names.get(int(one.seat), "") if one.seat else "") for one in shown]
    return sorted(called, key=lambda one: one.at, reverse=True), edge


def _whole(found: list[Entry], edge: datetime | None) -> tuple[list[Entry], datetime | None]:
    """Drop entries as old as the edge; the next page has all of them."""
    if edge is None:
        return found, None
    newer = [one for one in found if one.at > edge]
    return (newer, edge) if newer else (found, edge - ONE_TICK)  # more rows at one moment than a page holds


def _events(match: Match, window: Window) -> Iterator[Entry]:
    """List events as onlookers read them, with the door they came through; undone ones too."""
    try:
        lines = choices_in_match.lines(match)
    except (HistoryBroken, TooNew):
        return
    rows = Event.objects.filter(match=match).defer("payload").select_related("submission")
    for row in window.rows(rows, order="-number"):
        door = row.submission.get_door_display() if row.submission else ""
        if row.number in lines:
            yield Entry(row.at, _("event"), f"{row.number}: {lines[row.number]} ({door})", event=row.number)


def _submissions(match: Match, window: Window) -> Iterator[Entry]:
    """List submissions that were sealed or refused; those that were played are among the events.

    Why a game refuses something may depend on a hand, so only the service's own reasons are shown.
    """
    rows = match.submissions.exclude(outcome=Outcome.PLAYED).select_related("seat").defer("command")
    for row in window.rows(rows):
        code = row.refusal.get("code", "")
        code = code if code in SENTENCES else ""
        text = f"{row.get_door_display()}: {row.get_outcome_display()} {code}".strip()
        yield Entry(row.at, _("submission"), text, _seat(row.seat))


def _orders(match: Match, window: Window) -> Iterator[Entry]:
    for row in window.rows(Order.objects.filter(match=match).select_related("seat").defer("content")):
        yield Entry(row.at, _("plan or standing order"), _("updated"), _seat(row.seat))


def _deadlines(match: Match, window: Window) -> Iterator[Entry]:
    """List the deadlines of questions; the hours a plan waits are private to its owner."""
    for row in window.rows(match.deadlines.filter(kind=DeadlineKind.QUESTION).defer("clock"), "asked_at"):
        text = _("due %(due)s UTC, %(state)s") % {
            "due": _when(row.due_at),
            "state": row.get_state_display().lower(),
        }
        pushed = f" ({row.pushed_by})" if row.pushed_by else ""
        yield Entry(row.asked_at, _("clock"), f"{text}{pushed}", _number(row))


def _mails(match: Match, window: Window) -> Iterator[Entry]:
    rows = match.mails.defer("rendered").select_related("seat").prefetch_related("steps")
    for row in window.rows(rows, "created_at"):
        steps = ", ".join(f"{one.get_step_display()} {_when(one.at)}" for one in row.steps.all())
        text = f"{row.pk}: {mail_seen(row)}, {row.get_state_display().lower()} {row.error}".strip()
        yield Entry(row.created_at, _("email"), f"{text}{': ' if steps else ''}{steps}", _seat(row.seat))


def _beside(match: Match, window: Window) -> Iterator[Entry]:
    """List acts, chat and pauses, which all players know about."""
    for row in window.rows(Act.objects.filter(match=match).select_related("seat")):
        yield Entry(row.at, _("action"), row.get_kind_display(), _seat(row.seat))
    for row in window.rows(Talk.objects.to_all().filter(match=match).select_related("seat")):
        yield Entry(row.at, _("chat message"), row.text, _seat(row.seat))
    for row in window.rows(Pause.objects.filter(match=match), "began"):
        until = _when(row.ended) if row.ended else "…"
        yield Entry(row.began, _("pause"), _("until %(until)s") % {"until": until})


def _moderators(match: Match, window: Window) -> Iterator[Entry]:
    for row in window.rows(Ruling.objects.filter(match=match).select_related("seat", "moderator")):
        refused = f" [{row.refused}]" if row.refused else ""
        text = f"{_by(row)}: {row.done}{refused}. {row.reason}"
        yield Entry(row.at, _("decision"), text, _seat(row.seat))
    for look in window.rows(Look.objects.filter(match=match).select_related("moderator")):
        text = f"{_by(look)}: {look.done}. {look.reason}"
        yield Entry(look.at, _("view"), text, "" if look.seat is None else str(look.seat))


def _by(row: Ruling | Look) -> str:
    return str(row.moderator) if row.moderator else _("someone who has left")


def _when(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _seat(seat: Any) -> str:
    return "" if seat is None else str(seat.number)


def _number(row: Deadline) -> str:
    return "" if row.seat is None else str(row.seat)
