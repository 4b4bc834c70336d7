"""What a page says after a press: the move or action, and what happened because of it.

It is found by the key of the press, so that reloading says the same, with what has happened since. Only the
player in that seat finds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop

from games.infra.statements import kept
from games.models import Act, ActKind, Door, Outcome, Submission
from games.present.commands import describe_command
from games.present.motion import motion_between
from games.present.seat_view import SeatView
from games.rules.kernel.messages import Motion

ACTED = {
    ActKind.SAID_YES: gettext_noop("Your vote is counted."),
    ActKind.CARRIED: gettext_noop("Everyone present has agreed, so the vote has passed."),
    ActKind.TOOK_YES_BACK: gettext_noop("Your vote is withdrawn."),
    ActKind.CALLED_OFF: gettext_noop("The vote is cancelled."),
    ActKind.CAME_BACK: gettext_noop("You're playing this seat yourself again. Automatic play is off."),
    ActKind.OFFERED: gettext_noop(
        "The seat is open. Send the link below to someone you'd like to play with."
    ),
    ActKind.KEPT_BACK: gettext_noop("The seat is no longer open, and its link no longer works."),
    ActKind.TOOK_SEAT: gettext_noop("The seat is yours."),
    ActKind.TOOK_DAYS: gettext_noop("Your holiday is saved."),
    ActKind.GAVE_DAYS: gettext_noop("Those holiday days are yours to use again."),
    ActKind.MUTED: gettext_noop("You won't get any more emails about this match."),
    ActKind.UNMUTED: gettext_noop("You'll get emails about this match again."),
    ActKind.NUDGED: gettext_noop("Your nudge is on its way. You can send one a day."),
    ActKind.NAMED: gettext_noop("The card may name you. It names everyone as soon as everyone has agreed."),
    ActKind.UNNAMED: gettext_noop("The card names nobody now."),
    ActKind.STAND_IN: gettext_noop("Your stand-in can play for you. Send them the link below."),
    ActKind.STOOD_DOWN: gettext_noop("Nobody stands in for you any more, and the link no longer works."),
    ActKind.SOUGHT: gettext_noop(
        "Your seat is in the list of open seats. You play on until someone takes it."
    ),
    ActKind.STAYED: gettext_noop("Your seat is no longer in the list of open seats."),
    ActKind.HAND: gettext_noop("Saved. This applies from the next email."),
}
#: The section of the page with the form of each of these; its result is shown there.
MY_SEAT, SITTERS = "my-seat", "sitters"
SECTIONS = {
    **dict.fromkeys((ActKind.TOOK_DAYS, ActKind.GAVE_DAYS), MY_SEAT),
    **dict.fromkeys((ActKind.MUTED, ActKind.UNMUTED, ActKind.HAND), MY_SEAT),
    **dict.fromkeys((ActKind.STAND_IN, ActKind.STOOD_DOWN, ActKind.SOUGHT, ActKind.STAYED), MY_SEAT),
    **dict.fromkeys((ActKind.OFFERED, ActKind.KEPT_BACK), SITTERS),
}
#: The section of the page that has the form sent to an address; the other forms are near the top.
SECTIONS_OF_FORMS = {"days_off": MY_SEAT, "stand_in": MY_SEAT, "mails": MY_SEAT, "offer": SITTERS}
TAKEN_BACK = gettext_noop("Your last move is undone.")
LAID = gettext_noop("Your orders are saved.")
MOST_OPEN = 6  # lines of what others did since; a longer list is folded


@dataclass(frozen=True)
class ShownResult:
    text: str
    lines: list[str]
    sealed: bool = False
    since: Sequence[str] = ()  # what others did since
    section: str = ""  # that shows it; "" for the top of the page
    is_move: bool = False
    came: Motion | None = None  # what it set in motion

    @property
    def is_long(self) -> bool:
        return len(self.since) > MOST_OPEN


def find(asked: Mapping[str, str], seat_view: SeatView) -> ShownResult | None:
    """Find the result that an address asks for by its key."""
    key = asked.get("done", "")
    if key == "orders":
        return _of_orders(seat_view)
    if not key or "\0" in key:  # what no database can look for
        return None
    found = _submissions.first(key, seat_view.seat.pk)
    return _of_submission(found, seat_view) if found else _of_act(key, seat_view)


def _of_orders(seat_view: SeatView) -> ShownResult:
    """Tell what the orders answered at once when they were saved."""
    did = seat_view.last_order.did_at_once() if seat_view.last_order else []
    lines = [line for first, last in did for line in seat_view.story.between(first, last)]
    return ShownResult(gettext(LAID), lines, since=seat_view.story.since(did[-1][1]) if did else ())


def _of_act(key: str, seat_view: SeatView) -> ShownResult | None:
    """Find an action beside the game, by this seat's present player."""
    seat = seat_view.seat
    acted = _acts.first(key, seat.pk, seat.generation)
    if acted is None:
        return None
    return ShownResult(_acted(acted), [], section=SECTIONS.get(ActKind(acted.kind), ""))


@kept
def _submissions(key: str, seat: int) -> QuerySet[Submission]:
    return Submission.objects.filter(key=key, seat=seat).exclude(outcome=Outcome.REFUSED)


@kept
def _acts(key: str, seat: int, generation: int) -> QuerySet[Act]:
    return Act.objects.filter(key=key, seat=seat, generation=generation)


def _acted(act: Act) -> str:
    told = ACTED.get(ActKind(act.kind), "")
    return gettext(told) if told else ""


def _of_submission(found: Submission, seat_view: SeatView) -> ShownResult:
    text, is_sealed = _text(found, seat_view), found.question in seat_view.sealed
    if not (found.first_event and found.last_event):
        return ShownResult(text, [], is_sealed)
    is_move = found.door != Door.TAKE_BACK
    did = seat_view.story.between(found.first_event, found.last_event)
    since = seat_view.story.since(found.last_event)
    first, last = found.first_event, found.last_event
    came = motion_between(seat_view, seat_view.reader_of, first, last) if is_move else None
    return ShownResult(text, did, is_sealed, since, is_move=is_move, came=came)


def _text(found: Submission, seat_view: SeatView) -> str:
    if found.door == Door.TAKE_BACK:
        return gettext(TAKEN_BACK)
    return describe_command(seat_view.names, msgspec.json.decode(found.command)) if found.command else ""
