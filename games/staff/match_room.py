"""A match, for moderators: what happened around it, the table as of any event, looks, and actions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games.disputes import moderation
from games.mail import delivery
from games.models import CaseState, Deadline, Event, Match, Order, RulingKind, Seat, Talk, names_of
from games.models import Look as LookRow
from games.play import history
from games.present import generic_view
from games.present.match_names import unique_name
from games.present.names import Names
from games.present.story import MatchStory
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.staff import action_page, entrance, timeline, what_a_seat_sent
from games.staff.actions import ON_MATCHES
from games.web.match.players_only import nothing_here

MOST_SAID = 500
LONG = 9  # digits


@dataclass(frozen=True)
class SeatOverview:
    seat: Seat
    name: str
    is_reached: bool
    clock: Deadline | None


@require_safe
@entrance.at_match
def match(request: HttpRequest, found: Match) -> HttpResponse:
    names = names_of(found.seats.select_related("player"))
    entries, earlier = timeline.entries(found, names, _until(request))
    return entrance.shown(
        request,
        "rooms/match.html",
        title=unique_name(found),
        match=found,
        sitters=_seat_overviews(found, names),
        cases=found.cases.exclude(state=CaseState.CLOSED).order_by("opened_at", "pk"),
        acts=[(slug, one) for slug, one in ON_MATCHES.items() if one.is_for(found)],
        case=request.GET.get("case", ""),
        entries=entries,
        earlier=earlier.isoformat() if earlier else "",
        later="until" in request.GET,
        told=_notice(request, found),
        **_table(found, _event(request, found), PUBLIC),
    )


def _seat_overviews(found: Match, names: dict[int, str]) -> list[SeatOverview]:
    seats = list(found.seats.select_related("player"))
    gone = delivery.cut_off(seats)
    running = found.deadlines.filter(state="running", kind="question").order_by("-due_at", "-pk")
    clocks = {row.seat: row for row in running}
    return [
        SeatOverview(one, names[one.number], one.number not in gone, clocks.get(one.number)) for one in seats
    ]


def _event(request: HttpRequest, found: Match) -> int:
    """Read which event the table is wanted for; the last one if the query names none."""
    number = _number(request, "event")
    return number if number and 1 <= number <= found.version else found.version


def _number(request: HttpRequest, name: str) -> int | None:
    """Read a number from the query string; None if it is missing or malformed."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONG else None


def _until(request: HttpRequest) -> datetime | None:
    """Read up to when the timeline is wanted; None for all of it."""
    try:
        until = parse_datetime(request.GET.get("until", ""))
    except ValueError:
        return None
    return until if until and until.tzinfo else None


def _table(found: Match, event: int, reader: Reader) -> dict[str, Any]:
    """Draw the table as of an event for a reader; report a fault if the log can't be read."""
    if not found.version:
        return {}
    try:
        records, _now = history.load(found)
        table = fold(found.rules, records[:event])
    except (HistoryBroken, TooNew):
        return {"fault": True}
    names = Names(found.rules, found.seats.select_related("player"), table.options)
    seat = None if reader is PUBLIC else int(reader)  # type: ignore[arg-type]
    story = MatchStory(found.rules, records[:event], table, lambda number: reader, names)
    board = generic_view.board(found.rules.core.view(table.state, reader), names, seat)
    board_html = render_to_string("boards/_plain.html", {"board": board})
    return {"board": board_html, "event": event, "lines": story.lines}


def _notice(request: HttpRequest, found: Match) -> str:
    """Say what an action did; the result of a check is read from its ruling."""
    if (number := _number(request, "checked")) is not None:
        check = found.rulings.filter(pk=number, kind=RulingKind.CHECKED, refused="").first()
        return _checked(check.wrong) if check and check.wrong is not None else ""
    done = request.GET.get("done", "")
    return str(RulingKind(done).label) if done in RulingKind.values else ""


def _checked(faults: int) -> str:
    if not faults:
        return _("The log was replayed and is correct: fingerprints, draws, clocks and emails all match.")
    text = ngettext(
        "The log was replayed, and %(count)d error was found. Operators can see it with "
        "manage.py verify_matches.",
        "The log was replayed, and %(count)d errors were found. Operators can see them with "
        "manage.py verify_matches.",
        faults,
    )
    return text % {"count": faults}


@entrance.offers(ON_MATCHES)
@require_http_methods(["GET", "HEAD", "POST"])
@entrance.at_match
def act(request: HttpRequest, found: Match, act: str) -> HttpResponse:
    """Act on a match, by the action's own form."""
    if act not in ON_MATCHES:
        return nothing_here(request)
    return action_page.run(
        request, ON_MATCHES[act], found, resolve_url("admin:match", found.public_id), found
    )


# --- looks


@require_safe
@entrance.at_match
def look(request: HttpRequest, found: Match, look: int) -> HttpResponse:
    """Show what a look was recorded for: the table, and everything its seat sent."""
    mine = moderation.find_look(entrance.moderator_of(request), found, look, timezone.now())
    if mine is None or mine.seat is None:
        return nothing_here(request)
    seat = found.seats.select_related("player").get(number=mine.seat)
    names = Names(found.rules, found.seats.select_related("player"), found.options_read)
    return entrance.shown(
        request,
        "rooms/look.html",
        title=_("As %(name)s, after event %(event)d")
        % {"name": names_of(found.seats.select_related("player"))[mine.seat], "event": mine.event},
        match=found,
        look=mine,
        said=what_a_seat_sent.sent(found, _submissions_until(found, seat, mine), names),
        orders=what_a_seat_sent.ordered(_orders_until(found, seat, mine), names),
        messages=_private_messages_until(found, seat, mine),
        **_table(found, mine.event, SeatNumber(mine.seat)),
    )


def _private_messages_until(found: Match, seat: Seat, mine: LookRow) -> list[tuple[datetime, str, str, str]]:
    """List the private messages of a seat's player up to the look itself: when, from, to, text."""
    if seat.player is None:
        return []
    rows = Talk.objects.private_of(seat.player).filter(match=found, at__lte=mine.at)
    named = rows.select_related("player", "to").order_by("-pk")[:MOST_SAID]
    return [(row.at, str(row.player or _("a former player")), str(row.to), row.text) for row in named]


def _submissions_until(found: Match, seat: Seat, mine: LookRow) -> list[Any]:
    """List what a seat sent up to the event of the look; anything later takes another look."""
    until = Event.objects.get(match=found, number=mine.event).at
    return list(found.submissions.filter(seat=seat, at__lte=until).order_by("-pk")[:MOST_SAID])


def _orders_until(found: Match, seat: Seat, mine: LookRow) -> list[Order]:
    return list(
        Order.objects.filter(match=found, seat=seat, since__lte=mine.event).order_by("-pk")[:MOST_SAID]
    )
