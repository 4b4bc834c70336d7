"""A turn of several steps goes on behind the links of the email that asked for its first one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect

from games.infra.statements import kept
from games.mail import links, press
from games.models import Deadline, DeadlineKind, Link, Purpose
from games.play.diff import label
from games.present.seat_view import SeatView

#: The name of the button that goes on; opening the page alone changes nothing.
GO_ON: Final = "go_on"
ASKING: Final = frozenset({Purpose.CHOICE, Purpose.SEAT})


def next_step(link: Link, seat_view: SeatView) -> str:
    """Name the question with which the turn goes on that this link was for; "" if it is over.

    The steps of a turn share one clock, which says when the first of them was asked.
    """
    waiting = [label(name) for name, one in seat_view.mine.items() if one.awaited]
    if link.purpose not in ASKING or not link.is_current or not waiting or link.question in waiting:
        return ""
    (about, *_others) = waiting
    began = dict(_began(seat_view.match.pk, [link.question, about]))
    return about if began.get(about) is not None and began.get(about) == began.get(link.question) else ""


@kept
def _began(match: int, questions: Iterable[str]) -> QuerySet[Deadline, tuple[str, datetime]]:
    clocks = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, question__in=questions)
    return clocks.order_by("pk").values_list("question", "asked_at")


def go_on(link: Link, about: str, now: datetime) -> HttpResponse:
    """Lead to the next step, by a link of its own: a form that is sent twice counts once."""
    return HttpResponseRedirect(links.path(press.onward(link, about, now)))
