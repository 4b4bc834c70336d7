"""One email a day for players who chose that: which matches wait for them, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from games.mail import links
from games.mail.compose import spoken
from games.mail.compose.email_draft import LONGEST_STEM, EmailDraft, listed, moment, safe, zone
from games.models import Deadline, DeadlineState, MatchStatus, Purpose, Seat, names_of
from games.play.diff import label
from games.present.match_names import full_name
from games.present.names import readable
from games.present.seat_view import SeatView


@dataclass(frozen=True)
class WaitingMatch:
    """One match in a digest."""

    name: str
    asked: str
    due: str
    others: str
    url: str
    said: list[str]


def digest(draft: EmailDraft) -> dict[str, Any]:
    """List the matches that wait for a player, the most urgent first; count the rest."""
    seats = Seat.objects.filter(
        player=draft.player, muted=False, match__status=MatchStatus.RUNNING, match__is_scratch=False
    )
    mine = list(seats.select_related("match", "player"))
    dues = {seat.pk: _due(seat) for seat in mine if seat.number in seat.match.awaited}
    waiting = sorted((seat for seat in mine if seat.pk in dues), key=lambda seat: _when(dues[seat.pk]))
    return {
        "title": ngettext(
            "%(count)d match is waiting for you", "%(count)d matches are waiting for you", len(waiting)
        )
        % {"count": len(waiting)},
        "lines": [_quiet(len(mine) - len(waiting))],
        "matches": [_waiting(draft, seat, dues[seat.pk]) for seat in waiting],
        "zone": zone(),
    }


def _due(seat: Seat) -> Deadline | None:
    clocks = Deadline.objects.filter(
        match=seat.match, seat=seat.number, kind="question", state=DeadlineState.RUNNING
    )
    return clocks.order_by("due_at", "pk").first()


def _when(clock: Deadline | None) -> float:
    return clock.due_at.timestamp() if clock else float("inf")


def _quiet(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "In %(count)d other match, it's someone else's turn.",
        "In %(count)d other matches, it's someone else's turn.",
        count,
    ) % {"count": count}


def _waiting(draft: EmailDraft, seat: Seat, clock: Deadline | None) -> WaitingMatch:
    seat_view = SeatView.by_mail(seat, draft.now)
    kinds = [
        one.kind for name, one in seat_view.mine.items() if clock is None or label(name) == clock.question
    ]
    asked = seat_view.names.word(f"asked.{kinds[0]}", otherwise=readable(kinds[0])) if kinds else ""
    made = links.of_seat(
        seat,
        Purpose.SEAT,
        draft.row,
        at=draft.now,
        since=seat.match.version,
        question=clock.question if clock else "",
    )
    draft.links.append(made)
    called = names_of(seat_view.seats)
    return WaitingMatch(
        safe(full_name(seat.match), LONGEST_STEM),
        asked,
        moment(clock.due_at) if clock else "",
        listed([safe(name) for number, name in sorted(called.items()) if number != seat.number]),
        links.url(made),
        spoken.since_last_digest(draft, seat.match, seat_view.seats),
    )
