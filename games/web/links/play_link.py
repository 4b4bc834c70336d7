"""The pages behind links that play a move, or save or cancel orders: one press to choose, one to confirm."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import play
from games.mail import links, press
from games.mail.press import LinkState, PressResult, What
from games.mail.press.outcome import read
from games.mail.queue import AboutOrders
from games.models import Door, Link, Match, Purpose
from games.play.diff import label
from games.players import notification_settings
from games.present import choices, commands
from games.present.match_names import unique_name
from games.present.plan_drafts import Posted
from games.present.plans_offered import orders_of
from games.present.refusals import sentence
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.rules.kernel.codec import canonical
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.links import link_parts
from games.web.links.turn_goes_on import GO_ON, go_on, next_step
from games.web.site.visitor import address_of

OK, CONFLICT, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 200, 409, 422, 429, 503
#: The value of the button on the page of a link with only one choice.
YES = "yes"
#: The name of the buttons that only show what a choice would do, and the query that shows every choice.
LOOK, ALL = "look", "all"


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show what a link would do or has done, or do it. Only POST stops a match with a broken log."""
    try:
        return _answer(request, link, now) if request.method == "POST" else show(request, link, now)
    except Refused as refused:
        return plain(request, link, refusal_sentence(link, refused.code), UNPROCESSABLE)
    except HistoryBroken as fault:
        if request.method == "POST":
            play.quarantine(match_of(link).pk, fault, now)
        return plain(request, link, refusal_sentence(link, "fault"), UNAVAILABLE)
    except TooNew:
        return plain(request, link, refusal_sentence(link, "try_again"), UNAVAILABLE)


def _answer(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    if "snooze" in request.POST:
        return _snooze(request, link, now)
    if GO_ON in request.POST:
        return _go_on(request, link, now)
    if LOOK in request.POST:
        return _preview(request, link, now)
    try:
        wanted = asked_for(link, request.POST, now)
    except choices.Incomplete as open_:
        return show(
            request, link, now, refusal_sentence(link, "incomplete", {"what": str(open_)}), UNPROCESSABLE
        )
    pressed = press.press(link, wanted, door=Door.LINK, now=now, address=address_of(request))
    return outcome(request, link, now, pressed)


def _go_on(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    about = next_step(link, SeatView.by_mail(seat_of(link), now))
    return go_on(link, about, now) if about else show(request, link, now, status=CONFLICT)


def _preview(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show what a filled-in choice would do, with one button that does it. Change nothing."""
    try:
        return show(request, link, now)
    except choices.Incomplete as open_:
        refused = refusal_sentence(link, "incomplete", {"what": str(open_)})
    except Refused:
        refused = _("To do this, open the page with your hand.")
    return show(request, link, now, refused, UNPROCESSABLE)


def asked_for(link: Link, posted: Posted, now: datetime) -> str:
    """Read what was chosen on the page of a link; raise Incomplete for a form without a choice."""
    match = match_of(link)
    if link.purpose in (Purpose.ORDERS, Purpose.LIFT):
        if posted.get("do") != YES:
            raise choices.Incomplete(_("whether you want this"))
        return link.content
    if "plan" in posted:
        orders = orders_of(SeatView.by_mail(seat_of(link), now), str(posted["plan"]))
        return canonical(orders).decode() if orders is not None else "{"
    if posted.get("do") == YES and link.purpose == Purpose.CONFIRM:
        return link.content
    return choices.command_text(match.rules, posted, match.options_read)


def outcome(request: HttpRequest, link: Link, now: datetime, pressed: PressResult) -> HttpResponse:
    """Show the result of a press."""
    if pressed.what in (What.STALE, What.DEAD):
        return show(request, reload(link), now, refusal_sentence(link, "stale"), CONFLICT)
    if pressed.what == What.NEEDS_PAGE:
        return show(request, link, now, _("To do this, open the page with your hand."), UNPROCESSABLE)
    if pressed.what == What.REFUSED:
        status = TOO_MANY if pressed.code == "too_many" else UNPROCESSABLE
        refused = show(
            request, reload(link), now, refusal_sentence(link, pressed.code, pressed.details), status
        )
        if status == TOO_MANY:
            refused["Retry-After"] = str((pressed.details or {}).get("seconds", 60))
        return refused
    return done(request, reload(link), now, pressed)


def done(request: HttpRequest, link: Link, now: datetime, pressed: PressResult) -> HttpResponse:
    seat_view = SeatView.by_mail(seat_of(link), now)
    first = (pressed.first_event or seat_view.match.version + 1) - 1
    context = frame(link) | link_parts.public(seat_view, first)
    context |= {"what": pressed.what.value, "said": _said(seat_view, pressed)}
    context |= _undoing(link, pressed, now) | _next(link, seat_view, pressed)
    if not context.get("asking") and link.is_current:
        context["waits_too"] = link_parts.waits_too(link)
    return render(request, "pages/link_done.html", context)


def _undoing(link: Link, pressed: PressResult, now: datetime) -> dict[str, Any]:
    """Offer to undo the move that was just made, as its receipt does, if that is possible."""
    undo = press.undoing(link, now) if pressed.what == What.PLAYED and link.is_current else None
    return {"undo": links.token(undo) if undo else ""}


def _next(link: Link, seat_view: SeatView, pressed: PressResult) -> dict[str, Any]:
    """Show the seat's next question or its plans at once, so that nobody has to wait for an email."""
    waiting = (label(name) for name, one in seat_view.mine.items() if one.awaited)
    about = next((one for one in waiting if one not in seat_view.sealed), "")
    may_plan = seat_view.match.is_running and bool(seat_view.match.rules.automation.ready_made)
    has_answered = pressed.what in (What.PLAYED, What.SEALED)
    if not link.is_current or not (about or (may_plan and has_answered)):
        return {}
    onward = press.onward(link, about, seat_view.now)
    return frame(onward) | _asking(onward, seat_view, None) | {"now": seat_view.now}


def _said(seat_view: SeatView, pressed: PressResult) -> str:
    """Repeat the move that was just chosen."""
    command = read(pressed.told) if pressed.told else {}
    return commands.describe_command(seat_view.names, command) if "kind" in command else ""


# --- looking


def show(
    request: HttpRequest, link: Link, now: datetime, refused: str = "", status: int = OK
) -> HttpResponse:
    """Draw the page of a link; after a refusal, with what was sent."""
    seat = seat_of(link)
    if seat.match.status in WITHOUT_TABLE:
        return plain(request, link, refused or refusal_sentence(link, "not_running"), status)
    seat_view = SeatView.by_mail(seat, now)
    state = press.look(link, now)
    context = frame(link) | {"refused": refused, "now": now, "state": state.value}
    if state != LinkState.OPEN:
        context |= link_parts.public(seat_view, link.since) | {
            "said": _public_receipt(link, seat_view, state),
            "turn_goes_on": bool(next_step(link, seat_view)),
        }
        return render(request, "pages/link_closed.html", context, status=status)
    posted = _posted(request)
    context["has_moved"] = bool(seat_view.last_move)
    context |= link_parts.public(seat_view, seat_view.last_move) | OPENED[Purpose(link.purpose)](
        link, seat_view, posted
    )
    if context.get("asking"):
        context |= _chosen(request, link, seat_view, context["asking"], posted, refused)
    return render(request, "pages/link_open.html", context, status=status)


def _posted(request: HttpRequest) -> Posted | None:
    """Read what was chosen, whichever button sent it."""
    if LOOK not in request.POST:
        return request.POST if "do" in request.POST else None
    posted = request.POST.copy()
    posted["do"] = request.POST[LOOK]
    return posted


def _chosen(
    request: HttpRequest,
    link: Link,
    seat_view: SeatView,
    asking: link_parts.LinkQuestion,
    posted: Posted | None,
    refused: str,
) -> dict[str, Any]:
    """Decide what the page is about: one choice to confirm, one to complete, or all of them."""
    found = link_parts.question_of(link, seat_view)
    assert found is not None
    if LOOK in request.POST and posted is not None and not refused:
        return {"chosen": link_parts.chosen(seat_view, found[1], posted), "is_preview": True}
    if refused or ALL in request.GET or not asking.own:
        return {"all": True}
    if len(asking.own) == 1 and not asking.own[0].blanks:
        return {"chosen": link_parts.chosen_by(link, seat_view, found[1], asking.own[0])}
    return {}


def _public_receipt(link: Link, seat_view: SeatView, state: LinkState) -> str:
    return link_parts.named(link, seat_view) if state == LinkState.DONE else ""


def _asking(link: Link, seat_view: SeatView, posted: Posted | None) -> dict[str, Any]:
    asking = link_parts.asking(link, seat_view, posted)
    heading = asking.named or asking.title if asking else link_parts.named(link, seat_view)
    return {
        "asking": asking,
        "heading": heading or _("Your seat"),
        "plans": link_parts.plans(seat_view) if link.purpose != Purpose.CONFIRM else [],
        "hides_hand": not seat_view.shows_hand,
        **link_parts.snoozing(link, seat_view.now),
    }


def _orders(link: Link, seat_view: SeatView, posted: Posted | None) -> dict[str, Any]:
    heading, changes = link_parts.orders_named(link, seat_view)
    return {"heading": heading or _("Save these orders"), "yes": _("Save changes"), "changes": changes}


def _confirming(link: Link, seat_view: SeatView, posted: Posted | None) -> dict[str, Any]:
    return (_asking if link_parts.read(link) else _orders)(link, seat_view, posted)


def _lifting(link: Link, seat_view: SeatView, posted: Posted | None) -> dict[str, Any]:
    is_order = AboutOrders.find(link.question) is not None
    heading = _("Cancel saved orders") if is_order else _("Undo the move")
    return {"heading": heading, "yes": heading, "changes": []}


OPENED = {
    Purpose.CHOICE: _asking,
    Purpose.SEAT: _asking,
    Purpose.CONFIRM: _confirming,
    Purpose.ORDERS: _orders,
    Purpose.LIFT: _lifting,
}


def _snooze(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    if request.POST["snooze"] != YES:
        return show(
            request, link, now, refusal_sentence(link, "incomplete", {"what": _("when")}), UNPROCESSABLE
        )
    try:
        notification_settings.snooze(link, now)
    except Refused as refused:
        return show(request, link, now, refusal_sentence(link, refused.code), CONFLICT)
    return show(request, link, now)


def plain(request: HttpRequest, link: Link, said: str, status: int = OK) -> HttpResponse:
    """Show one sentence, when there is no table to show."""
    return render(request, "pages/link_plain.html", frame(link) | {"said": said}, status=status)


def frame(link: Link) -> dict[str, Any]:
    match = match_of(link)
    return {
        "link": links.token(link),
        "match": match,
        "title": unique_name(match),
        "zone": link.player.time_zone if link.player else "UTC",
    }


def refusal_sentence(link: Link, code: str, details: dict[str, Any] | None = None) -> str:
    """Give the sentence for a refusal, in the words of the match's game."""
    match = match_of(link)
    return sentence(match.rules, code, details, match.options_read)


def match_of(link: Link) -> Match:
    assert link.match is not None
    return link.match


def seat_of(link: Link) -> Any:
    assert link.seat is not None
    return link.seat


def reload(link: Link) -> Link:
    """Load a link with its seat and match again, since a request may have changed them."""
    again = links.find(links.token(link))
    assert again is not None
    return again
