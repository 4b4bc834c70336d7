"""The page behind a link to the votes of a match: agree, propose, offer a seat, without signing in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.match import seats, votes
from games.match.actions import Pressed
from games.models import UNDERWAY, Link, Seat, Subject
from games.present import rewind_words
from games.present.seat_view import SeatView
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.links.play_link import frame, plain, refusal_sentence, reload, seat_of
from games.web.match import pressed as press
from games.web.match.seats_part import voting_of

OK, CONFLICT, UNPROCESSABLE, UNAVAILABLE = 200, 409, 422, 503
TOO_LATE = frozenset({"not_running", "moved_on", "another_moment"})
Do = Callable[[Pressed], object]


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show the votes, or do what was chosen. It never stops a match with a broken log."""
    if seat_of(link).match.status not in UNDERWAY:
        return plain(request, link, refusal_sentence(link, "not_running"))
    try:
        return _press(request, link, now) if request.method == "POST" else _show(request, link, now)
    except HistoryBroken:
        return plain(request, link, refusal_sentence(link, "fault"), UNAVAILABLE)
    except TooNew:
        return plain(request, link, refusal_sentence(link, "try_again"), UNAVAILABLE)


def _press(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    seat, chosen = seat_of(link), request.POST.get("do", "")
    pressed = press.read(request.POST.get("press", ""), seat)
    do = _chosen(chosen, seat, now) if pressed else None
    if pressed is None or do is None:
        nothing = _("Nothing was chosen, so nothing has changed.")
        return _show(request, link, now, refused=nothing, status=UNPROCESSABLE)
    if chosen == f"yes {Subject.END}" and "sure" not in request.POST:
        return _show(request, link, now, refused=refusal_sentence(link, "not_sure"), status=UNPROCESSABLE)
    try:
        do(Pressed(pressed.generation, pressed.key))
    except Refused as refused:
        said = refusal_sentence(link, refused.code, refused.plain_details())
        status = CONFLICT if refused.code in TOO_LATE else UNPROCESSABLE
        return _show(request, reload(link), now, refused=said, status=status)
    return _show(request, reload(link), now, done=True)


def _chosen(chosen: str, seat: Seat, now: datetime) -> Do | None:
    """Read what was chosen; None for nothing, or for something that isn't on offer."""
    what, _between, about = chosen.partition(" ")
    subject, _between, token = about.partition(" ")
    here = (seat.match_id, seat.number)
    if what in ("offer", "keep") and about.isascii() and about.isdigit() and len(about) < 3:
        act = seats.offer if what == "offer" else seats.keep_back
        return lambda pressed: act(*here, int(about), now, pressed)
    if subject not in Subject.values:
        return None
    if what == "no":
        return lambda pressed: votes.withdraw(*here, Subject(subject), now, pressed)
    moment = rewind_words.read_moment(token, seat.match)
    if what != "yes" or (subject == Subject.REWIND and moment is None):
        return None
    return lambda pressed: votes.vote(*here, Subject(subject), now, pressed, moment)


def _show(
    request: HttpRequest,
    link: Link,
    now: datetime,
    refused: str = "",
    status: int = OK,
    *,
    done: bool = False,
) -> HttpResponse:
    """Draw the open votes and the possible proposals; after a refusal, with what was chosen."""
    seat = seat_of(link)
    if seat.match.status not in UNDERWAY:
        return plain(request, link, _("The match has ended."))
    seat_view = SeatView.by_mail(seat, now)
    voting = voting_of(seat_view)
    context: dict[str, Any] = frame(link) | {
        "press": press.draw(seat),
        "refused": refused,
        "done": done,
        "chosen": "" if done else request.POST.get("do", ""),
        "voting": [one for one in voting if one.proposer],
        "proposals": [one for one in voting if not one.proposer and one.asked],
        "options": rewind_words.options(seat_view),
        "vacant": [
            {"number": one.number, "name": seat_view.names.seat(one.number), "offer": one.offer}
            for one in seat_view.seats
            if one.on_autopilot and one != seat and not seat.on_autopilot
        ],
    }
    return render(request, "pages/link_vote.html", context, status=status)
