"""The page of a match: whose turn it is, what I may answer, the table, the story, my orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import play
from games.disputes.looks import looks_of
from games.disputes.rulings import rulings_of
from games.infra import limits
from games.infra.locks import writing
from games.match import presence
from games.models import Door, Match, MatchStatus, Seat, names_of
from games.play import history, outages
from games.present import choices
from games.present.match_names import match_name
from games.present.names import options_of
from games.present.plan_drafts import PlanDraft, Posted
from games.present.refusals import sentence
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.present.words import title
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.lobby import lobby_page
from games.web.match import pressed as press
from games.web.match import results
from games.web.match.conditional import NOT_MODIFIED, marked, unchanged
from games.web.match.mark import mark_of
from games.web.match.players_only import player_of, seated
from games.web.match.pressed import Press
from games.web.match.questions import RECKON
from games.web.match.seats_part import affairs_of
from games.web.match.table_part import page_of
from games.web.match.talk_part import beside_of
from games.web.site.section_note import SectionNote
from games.web.site.visitor import address_of

log = structlog.get_logger(__name__)

#: A question that isn't open any more, and a form that leaves something open.
OK, CONFLICT, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 200, 409, 422, 429, 503
TEMPLATE, RECKONED = "pages/match.html", "pages/_reckoned.html"
#: What is no fault of who presses, an honest form left open, and what has been counted to the end already.
UNCOUNTED = frozenset({"too_many", "fault", "try_again", "incomplete", "not_laid"})
STALE = frozenset({"stale", "not_running", "too_late"})
#: In which section of the page the forms stand that are sent to an address; all others stand near its top.
SECTIONS = {"days_off": results.MY_SEAT, "mails": results.MY_SEAT, "offer": results.SITTERS}


@dataclass(frozen=True)
class Filled:
    """What a form held, and which question it answers."""

    question: str
    posted: Posted | None


@dataclass(frozen=True)
class Refusal:
    """Why something was not done, what has happened since the form was drawn, and what it held."""

    code: str
    details: dict[str, Any] | None = None
    since: int | None = None
    question: str = ""
    posted: Posted | None = None
    is_counted: bool = False  # by the door, which has written it down or found that it was too much

    @property
    def status(self) -> int:
        if self.code == "too_many":
            return TOO_MANY
        return CONFLICT if self.code in STALE else UNPROCESSABLE

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Give an answer this refusal's status, and say when to come again."""
        response.status_code = self.status
        if self.status == TOO_MANY:
            response["Retry-After"] = str((self.details or {}).get("seconds", 60))
        return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def match(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    if request.method == "POST":
        return answer(request, seat, now)
    known = unchanged(request, mark_of(seat, now).mark) if "If-None-Match" in request.headers else None
    page = known or show(request, seat, now)
    if request.method == "GET" and page.status_code in (OK, NOT_MODIFIED):
        presence.note(seat, now)
    return page


def answer(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    """Hand an answer to the door, and go on to what is next."""
    pressed = press.read(request.POST.get("press", ""), seat)
    if pressed is None:
        return show(request, seat, now, Refusal("malformed", posted=request.POST))
    if RECKON in request.POST:
        return reckon(request, seat, now, pressed)
    try:
        command = choices.command_text(seat.match.rules, request.POST, options_of(seat.match))
    except choices.Incomplete as open_:
        details = {"what": str(open_)}
        return show(request, seat, now, Refusal("incomplete", details, None, pressed.question, request.POST))
    receipt = play.submit(_wish(request, seat, pressed, command), now)
    if receipt.refused:
        refusal = Refusal(
            receipt.code, receipt.details, pressed.version, pressed.question, request.POST, is_counted=True
        )
        return show(request, fresh(seat), now, refusal)
    return HttpResponseRedirect(results.page_of(seat.match, pressed.key))


def reckon(request: HttpRequest, seat: Seat, now: datetime, pressed: Press) -> HttpResponse:
    """Say what an answer would do and come to, on a page that still holds it; nothing is written."""
    filled = Filled(pressed.question, request.POST)
    if not request.headers.get("HX-Request"):
        return show(request, seat, now, filled=filled)
    page = _page(request, seat, now, filled=filled, template=RECKONED)
    page["HX-Push-Url"] = "false"
    return page


def _wish(request: HttpRequest, seat: Seat, pressed: Press, command: str) -> play.Wish:
    return play.Wish(
        match=seat.match_id,
        seat=seat.number,
        generation=pressed.generation,
        question=pressed.name,
        command=command,
        key=pressed.key,
        door=Door.PAGE,
        address=address_of(request),
    )


def fresh(seat: Seat) -> Seat:
    """Look at a seat and its match anew, after somebody may have written."""
    return Seat.objects.select_related("match", "player").get(pk=seat.pk)


def show(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    refusal: Refusal | None = None,
    draft: PlanDraft | None = None,
    filled: Filled | None = None,
) -> HttpResponse:
    """Draw the page; with a refusal, a draft or a form, everything that was sent is still there."""
    refusal = counted(request, seat, now, refusal) if refusal else None
    page = _page(request, seat, now, refusal, draft, filled)
    if request.method == "POST":
        page["HX-Push-Url"] = "false"  # an address that is only for pressing would stay in the bar
    if refusal is None or page.status_code != OK:
        return page
    return refusal.mark(page)


def counted(request: HttpRequest, seat: Seat, now: datetime, refusal: Refusal) -> Refusal:
    """Count what was refused before the door, as the door counts what it refuses itself."""
    if refusal.is_counted or refusal.code in UNCOUNTED:
        return refusal
    try:
        with writing():
            limits.take("refusals of a seat", str(seat.pk), now)
            limits.take("refusals of an address", address_of(request), now)
    except Refused as too_many:
        return replace(refusal, code=too_many.code, details=too_many.plain_details())
    return refusal


def _page(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    refusal: Refusal | None = None,
    draft: PlanDraft | None = None,
    filled: Filled | None = None,
    template: str = TEMPLATE,
) -> HttpResponse:
    if refusal:
        filled = Filled(refusal.question, refusal.posted)
    frame = _frame(request, seat, now, refusal) | {"sent": filled is not None or draft is not None}
    if seat.match.status == MatchStatus.LOBBY or is_called_off(seat.match):
        return lobby_page.show(request, seat)
    if seat.match.status in WITHOUT_TABLE:
        seats = list(seat.match.seats.select_related("player"))
        more = {"title": match_name(seat.match), "rulings": rulings_of(seat, names_of(seats))}
        return render(request, TEMPLATE, frame | more)
    try:
        seat_view = SeatView.of(seat, now)
    except (HistoryBroken, TooNew) as fault:
        more = {"title": match_name(seat.match), "fault": _fault(seat.match, fault)}
        return render(request, TEMPLATE, frame | more, status=UNAVAILABLE)
    question, posted = (filled.question, filled.posted) if filled else ("", None)
    page = page_of(seat_view, request.GET, question, posted, draft)
    news, around = _news(request, seat_view, refusal), _around(seat_view, request)
    context = frame | news | page | around | _note_of(request, refusal, frame["refused"], news, around)
    if template == RECKONED:
        context["asking"] = next((one for one in page["asked"] if one.reckoned), None)
    drawn = render(request, template, context)
    return drawn if request.method == "POST" else marked(drawn, frame["mark"])


def _frame(request: HttpRequest, seat: Seat, now: datetime, refusal: Refusal | None) -> dict[str, Any]:
    """Gather what the page holds with or without a table to look at."""
    shown = mark_of(seat, now)  # before the table is looked at: what comes between is not missed
    return {
        "mark": shown.mark,
        "seat": seat,
        "match": seat.match,
        "game": title(seat.match.rules.meta),
        "here": resolve_url("match", seat.match.public_id),
        "waiting": shown.waiting,
        "waits_elsewhere": 0 if is_asked(seat) else shown.waiting,
        "refused": told(seat.match, refusal.code, refusal.details) if refusal else "",
        "zone": player_of(request).time_zone,
    }


def is_asked(seat: Seat) -> bool:
    """Tell whether this match waits for its reader."""
    return seat.match.is_running and seat.number in seat.match.awaited


def _news(request: HttpRequest, seat_view: SeatView, refusal: Refusal | None) -> dict[str, Any]:
    """Say what the press that led here did, or why it did nothing."""
    receipt = results.find(request.GET, seat_view) if refusal is None else None
    begun = refusal.since if refusal else None
    return {
        "receipt": receipt,
        "mails_wait": receipt is not None and not outages.is_swept(seat_view.now),
        "since": None if begun is None else seat_view.story.since(begun),
        "stale": refusal is not None and refusal.code in STALE,
    }


def _note_of(
    request: HttpRequest,
    refusal: Refusal | None,
    refused: str,
    news: dict[str, Any],
    around: dict[str, Any],
) -> dict[str, Any]:
    """Say what came of a press in the section of its form, instead of at the top of the page."""
    receipt: results.Receipt | None = news["receipt"]
    section = section_of(request) if refusal else receipt.section if receipt else ""
    if not section or not around["affairs"]:
        return {}
    note = SectionNote(section, refused or (receipt.text if receipt else ""), refused=bool(refusal))
    return {"note": note, "refused": "", "receipt": None}


def section_of(request: HttpRequest) -> str:
    """Say in which section of the page the form stands that was sent; none: at the top."""
    if "proposing" in request.POST:
        return results.MY_SEAT
    return SECTIONS.get(request.resolver_match.url_name or "", "") if request.resolver_match else ""


def _around(seat_view: SeatView, request: HttpRequest) -> dict[str, Any]:
    """Gather who sits here, and what goes on beside the game."""
    called = seat_view.names.seats
    return {
        "title": match_name(seat_view.match),
        "others": [seat_view.names.seat(one.number) for one in seat_view.seats if one != seat_view.seat],
        "rulings": rulings_of(seat_view.seat, called),
        "affairs": affairs_of(seat_view),
        "looks": looks_of(seat_view.match, called),
        "proof": proof_of(seat_view.match),
        "site": settings.SITE_URL,
        **beside_of(seat_view, request.POST),
    }


def proof_of(match: Match) -> dict[str, str]:
    """Give what all chance of a match came from, once it is over."""
    if match.status != MatchStatus.OVER:
        return {}
    return {"secret": history.secret_of(match).hex(), "commitment": match.commitment}


def is_called_off(match: Match) -> bool:
    """Tell whether a match was closed before it began: it has no table to look at."""
    return match.status == MatchStatus.CLOSED and match.started_at is None and not match.version


def _fault(match: Match, fault: Exception) -> str:
    code = "try_again" if isinstance(fault, TooNew) else "fault"
    log.error("match_page_without_table", match=match.pk, reason=type(fault).__name__)
    return told(match, code)


def told(match: Match, code: str, details: dict[str, Any] | None = None) -> str:
    """Say why something was refused, in the words of this table."""
    return sentence(match.rules, code, details, options_of(match))
