"""The page of a stand-in: the match as the seat they play for sees it, and the questions it is asked.

Like every page behind a link it needs no sign-in, and opening it changes nothing. It answers questions and
does nothing else: no plans, votes, chat, settings or undoing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import play
from games.mail.press.outcome import read
from games.match import stand_ins
from games.models import Door, Link, Player, StandIn
from games.play.diff import label
from games.present import choices, commands, generic_view
from games.present.plan_drafts import Posted
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.links import link_parts, play_link
from games.web.links.dead_link import DeadLink
from games.web.match import pressed as press
from games.web.site.visitor import address_of

OK, CONFLICT, UNPROCESSABLE, UNAVAILABLE = 200, 409, 422, 503
MOST_LINES = 40


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show what the seat sees and is asked, or answer for it; raise DeadLink when its time is over."""
    stand_in = stand_ins.of_link(link, now)
    if stand_in is None or link.seat is None:
        raise DeadLink
    try:
        if isinstance(request.user, Player) and request.user.pk != stand_in.player_id:
            stand_ins.check_may_play(link.seat, request.user, now)
        return (_answer if request.method == "POST" else _show)(request, link, stand_in, now)
    except Refused as refused:
        return play_link.plain(request, link, play_link.refusal_sentence(link, refused.code), UNPROCESSABLE)
    except HistoryBroken as fault:
        if request.method == "POST":
            play.quarantine(link.seat.match_id, fault, now)
        return play_link.plain(request, link, play_link.refusal_sentence(link, "fault"), UNAVAILABLE)
    except TooNew:
        return play_link.plain(request, link, play_link.refusal_sentence(link, "try_again"), UNAVAILABLE)


def _answer(request: HttpRequest, link: Link, stand_in: StandIn, now: datetime) -> HttpResponse:
    """Play what was chosen, once; a first press only shows it again to be confirmed."""
    assert link.seat is not None
    pressed = press.read(request.POST.get("press", ""), link.seat)
    if pressed is None:
        return _show(request, link, stand_in, now, "malformed", status=UNPROCESSABLE)
    if play_link.LOOK in request.POST:
        return _show(request, link, stand_in, now, asked=pressed.question)
    try:
        command = choices.command_text(link.seat.match.rules, request.POST, link.seat.match.options_read)
    except choices.Incomplete as open_:
        return _show(request, link, stand_in, now, "incomplete", {"what": str(open_)}, status=UNPROCESSABLE)
    if isinstance(request.user, Player):
        stand_ins.note_by(stand_in, request.user)
    wish = play.Wish(
        match=link.seat.match_id,
        seat=link.seat.number,
        generation=link.generation,
        question=pressed.name,
        command=command,
        key=pressed.key,
        door=Door.STAND_IN,
        address=address_of(request),
    )
    receipt = play.submit(wish, now)
    fresh = play_link.reload(link)
    if receipt.refused:
        return _show(request, fresh, stand_in, now, receipt.code, receipt.details, status=CONFLICT)
    return _show(request, fresh, stand_in, now, done=command)


def _show(
    request: HttpRequest,
    link: Link,
    stand_in: StandIn,
    now: datetime,
    refused: str = "",
    details: dict[str, Any] | None = None,
    *,
    asked: str = "",
    done: str = "",
    status: int = OK,
) -> HttpResponse:
    """Draw the page; `asked` is the question of a choice to confirm, `done` the move that was just played."""
    seat = link.seat
    assert seat is not None
    context = play_link.frame(link) | {"stand_in": stand_in, "player": seat.name, "refused": "", "now": now}
    if refused:
        context["refused"] = play_link.refusal_sentence(link, refused, details)
    if seat.match.status in WITHOUT_TABLE:
        return render(request, "pages/stand_in.html", context, status=status)
    seat_view = SeatView.of(seat, now)
    question = next((label(name) for name in seat_view.mine), "")
    if asked and asked != question:
        context["refused"], status = play_link.refusal_sentence(link, "stale"), CONFLICT
    link.question = question  # of this page alone: the row stays without one
    context |= _asking(request, link, seat_view, is_look=bool(asked) and asked == question)
    context |= {
        "done": commands.describe_command(seat_view.names, read(done)) if done else "",
        "press": press.draw(seat, question) if question else "",
        "lines": [line.text for line in seat_view.story.lines[-MOST_LINES:]],
        **generic_view.board_context(seat_view.view, seat_view.names),
    }
    return render(request, "pages/stand_in.html", context, status=status)


def _asking(request: HttpRequest, link: Link, seat_view: SeatView, *, is_look: bool) -> dict[str, Any]:
    """Draw the question, or the choice that is to be confirmed."""
    found = link_parts.question_of(link, seat_view)
    if found is None:
        return {"asking": None}
    posted: Posted | None = None
    if is_look:
        posted = request.POST.copy()
        posted["do"] = request.POST[play_link.LOOK]
    shown: dict[str, Any] = {"asking": link_parts.asking(link, seat_view, posted), "all": True}
    if posted is None:
        return shown
    try:
        return shown | {"chosen": link_parts.chosen(seat_view, found[1], posted)}
    except choices.Incomplete as open_:
        return shown | {"refused": play_link.refusal_sentence(link, "incomplete", {"what": str(open_)})}
    except Refused:
        return shown | {"refused": _("That isn't one of the choices here.")}
