"""Draw the page of a match, of which one tab is open: only that tab is gathered and rendered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url

from games.circles import series
from games.circles.series import SeriesScore
from games.disputes.looks import looks_of
from games.disputes.rulings import rulings_of
from games.models import Match, MatchStatus, Seat, introduced, names_of, new_key
from games.play import outages
from games.play.history import secret_of
from games.present.match_names import match_name
from games.present.names import isolated
from games.present.plan_drafts import PlanDraft, Posted
from games.present.pointing import AT, pointed
from games.present.ranking import Ranked
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.present.words import title
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.lobby import lobby_page
from games.web.match import results
from games.web.match.conditional import marked
from games.web.match.mark import mark_of
from games.web.match.players_only import player_of
from games.web.match.questions import RECKON, question_forms
from games.web.match.refused import OK, STALE, Refusal, count_refusal, refusal_sentence
from games.web.match.seats_part import seats_context, votes_context
from games.web.match.story_part import history, recent
from games.web.match.table_part import has_plan, orders_context, table_context, take_back
from games.web.match.tabs import PROPOSING, Tab, tab_links, tab_of
from games.web.match.talk_part import chat_context, notes_context, nudges_context, unread
from games.web.site.section_note import SectionNote

log = structlog.get_logger(__name__)

UNAVAILABLE = 503
PREVIEW = re.compile(r"reckoned-[0-9]{1,3}-(g[0-9]{1,3})?s[0-9]{1,3}")  # its place on the page
TEMPLATE, RECKONED = "pages/match.html", "pages/_reckoned.html"


@dataclass(frozen=True)
class Filled:
    """What a form held, and the question it answers."""

    question: str
    posted: Posted | None


def preview(request: HttpRequest, seat: Seat, now: datetime, question: str) -> HttpResponse:
    """Say what an answer would do and bring, with the form as sent; write nothing."""
    filled = Filled(question, request.POST)
    if not request.headers.get("HX-Request"):
        return show(request, seat, now, filled=filled)
    page = _page(request, seat, now, filled=filled, template=RECKONED)
    page["HX-Push-Url"] = "false"
    return page


def show(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    refusal: Refusal | None = None,
    draft: PlanDraft | None = None,
    filled: Filled | None = None,
) -> HttpResponse:
    """Draw the page; after a refusal, or with a draft or a filled form, keep everything that was sent."""
    refusal = count_refusal(request, seat, now, refusal) if refusal else None
    page = _page(request, seat, now, refusal, draft, filled)
    if request.method == "POST":
        page["HX-Push-Url"] = "false"  # or the address bar would keep an address that takes only POST
    if refusal is None or page.status_code != OK:
        return page
    return refusal.mark(page)


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
    if template == RECKONED:
        return render(request, template, frame | _reckoned(seat_view, filled, pointed_at(request)))
    tab = frame["tab"]
    news, around = _news(request, seat_view, refusal), _around(seat_view, tab)
    page = PARTS[tab](seat_view, request, filled, draft)
    context = frame | news | around | page | _note_of(request, refusal, frame["refused"], news)
    drawn = render(request, TEMPLATE, context)
    return drawn if request.method == "POST" else marked(drawn, frame["mark"], frame["again"])


def _frame(request: HttpRequest, seat: Seat, now: datetime, refusal: Refusal | None) -> dict[str, Any]:
    """Gather what the page has even when there is no table to show."""
    shown = mark_of(seat, now)  # before the table is loaded, so that a change in between gives a new mark
    tab = tab_of(request)
    return {
        "mark": shown.mark,
        "again": shown.again,
        "now": now,
        "tab": tab,
        "seat": seat,
        "match": seat.match,
        "key": new_key(),  # of a rematch
        "game": title(seat.match.rules.meta),
        "here": resolve_url(str(tab.value), seat.match.public_id),
        "waiting": shown.waiting,
        "my_turn": is_asked(seat),
        "waits_elsewhere": 0 if is_asked(seat) else shown.waiting,
        "refused": refusal_sentence(seat.match, refusal.code, refusal.details) if refusal else "",
        "zone": player_of(request).time_zone,
    }


def is_asked(seat: Seat) -> bool:
    """Tell whether this match waits for the seat's player."""
    return seat.match.is_running and seat.number in seat.match.awaited


def _news(request: HttpRequest, seat_view: SeatView, refusal: Refusal | None) -> dict[str, Any]:
    """Say what the last press did, or what happened since the refused form was drawn."""
    receipt = results.find(request.GET, seat_view) if refusal is None else None
    begun = refusal.since if refusal else None
    return {
        "receipt": receipt,
        "mails_wait": receipt is not None and not outages.is_swept(seat_view.now),
        "since": None if begun is None else seat_view.story.since(begun),
        "stale": refusal is not None and refusal.code in STALE,
    }


def _note_of(
    request: HttpRequest, refusal: Refusal | None, refused: str, news: dict[str, Any]
) -> dict[str, Any]:
    """Move the result of a press from the top of the page to the section of its form."""
    receipt: results.ShownResult | None = news["receipt"]
    section = section_of(request) if refusal else receipt.section if receipt else ""
    if not section:
        return {}
    note = SectionNote(section, refused or (receipt.text if receipt else ""), refused=bool(refusal))
    return {"note": note, "refused": "", "receipt": None}


def section_of(request: HttpRequest) -> str:
    """Give the section of the page that has the form just sent; "" for the top."""
    if PROPOSING in request.POST:
        return results.MY_SEAT
    name = request.resolver_match.url_name if request.resolver_match else ""
    return results.SECTIONS_OF_FORMS.get(name or "", "")


def _around(seat_view: SeatView, tab: Tab) -> dict[str, Any]:
    """Gather what every tab has: the name of the match, and the bar of tabs with what is new in each."""
    new = recent(seat_view)
    counts = {
        Tab.HISTORY: new.count,
        Tab.CHAT: unread(seat_view.seat),
        Tab.PLAN: 1 if seat_view.ahead() else 0,
    }
    return {
        "title": match_name(seat_view.match),
        "others": others(seat_view),
        "tabs": tab_links(seat_view.match, tab, counts | {tab: 0}),
        "recent": new,
        "take_back": take_back(seat_view),
        "has_plan": has_plan(seat_view),
        "series": None if seat_view.is_over else series.score_of(seat_view.match, seat_view.seats),
    }


def others(seat_view: SeatView) -> list[str]:
    """Name the other players, with the robots marked."""
    called = introduced(seat_view.seats)
    return [isolated(called[one.number]) for one in seat_view.seats if one != seat_view.seat]


# --- one tab each


def _table(
    seat_view: SeatView, request: HttpRequest, filled: Filled | None, _: PlanDraft | None
) -> dict[str, Any]:
    question, posted = (filled.question, filled.posted) if filled else ("", None)
    table = table_context(seat_view, question, posted, pointed_at(request))
    return {
        **table,
        **_series_so_far(seat_view, table["ranking"]),
        "affairs": votes_context(seat_view),
        "rulings": rulings_of(seat_view.seat, seat_view.names.seats),
        **nudges_context(seat_view),
    }


def _series_so_far(seat_view: SeatView, ranking: Sequence[Ranked]) -> dict[str, SeriesScore | None]:
    """Tell how the series of a match that is over stands, with this very match."""
    if not seat_view.is_over:
        return {}
    first = [one.seat for one in ranking if one.rank == 1]
    return {"series": series.score_of(seat_view.match, seat_view.seats, first)}


def _history(
    seat_view: SeatView, request: HttpRequest, filled: Filled | None, _: PlanDraft | None
) -> dict[str, Any]:
    return {"story": history(seat_view, request.GET)}


def _chat(
    seat_view: SeatView, request: HttpRequest, filled: Filled | None, _: PlanDraft | None
) -> dict[str, Any]:
    return chat_context(seat_view, request.POST, request.GET.get("moment", ""))


def _plan(
    seat_view: SeatView, request: HttpRequest, filled: Filled | None, draft: PlanDraft | None
) -> dict[str, Any]:
    return orders_context(seat_view, filled.posted if filled else None, draft)


def _more(
    seat_view: SeatView, request: HttpRequest, filled: Filled | None, _: PlanDraft | None
) -> dict[str, Any]:
    called = seat_view.names.seats
    return {
        "affairs": seats_context(seat_view),
        "rulings": rulings_of(seat_view.seat, called),
        "looks": looks_of(seat_view.match, called),
        "proof": proof_of(seat_view.match, seat_view.now),
        "site": settings.SITE_URL,
        **notes_context(seat_view, request.POST),
    }


PARTS = {Tab.TABLE: _table, Tab.HISTORY: _history, Tab.CHAT: _chat, Tab.PLAN: _plan, Tab.MORE: _more}


def pointed_at(request: HttpRequest) -> tuple[str, ...]:
    """Read what was pointed at on the table, from the address or from the form that was sent."""
    return pointed((request.POST if request.method == "POST" else request.GET).getlist(AT))


def _reckoned(seat_view: SeatView, filled: Filled | None, at: Sequence[str]) -> dict[str, Any]:
    """Draw the preview alone: the form around it stays as it is."""
    question, posted = (filled.question, filled.posted) if filled else ("", None)
    asked = question_forms(seat_view, question, posted, at)
    found = next((one.reckoned for one in asked if one.reckoned), None)
    named = posted.get(RECKON, "") if posted else ""
    return {"reckoned": found, "preview": named if PREVIEW.fullmatch(named) else ""}


def proof_of(match: Match, now: datetime) -> dict[str, str]:
    """Give the secret that all dice and draws of a finished match came from; nothing before it is open."""
    if not match.is_unsealed(now):
        return {}
    return {"secret": secret_of(match).hex(), "commitment": match.commitment}


def is_called_off(match: Match) -> bool:
    """Tell whether a match was called off before it began, and so has no table to show."""
    return match.status == MatchStatus.CLOSED and match.started_at is None and not match.version


def _fault(match: Match, fault: Exception) -> str:
    code = "try_again" if isinstance(fault, TooNew) else "fault"
    log.error("match_page_without_table", match=match.pk, reason=type(fault).__name__)
    return refusal_sentence(match, code)
