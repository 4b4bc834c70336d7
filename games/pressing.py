"""What comes of pressing a link, or of answering a mail with its code: the same for both.

Whoever holds a link may do what its row says and nothing else, while that makes sense. Pressing twice is
pressing once: what was done before is found by what lies in the rows, whatever key a press has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from games import history, links, play
from games.follow_ups import Questions
from games.models import Door, Link, Order, Outbox, Outcome, Purpose, SealedAnswer, Seat, Submission
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.questions import Choice, QuestionName
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions

SALT = "games.pressing"
ORDER = "order-"  # how a receipt names the orders it is about
#: Refusals that say no more than that the moment has passed.
TOO_LATE = frozenset({"stale", "not_running", "too_late"})


class What(StrEnum):
    """What came of a press."""

    PLAYED = "played"
    SEALED = "sealed"  # lies there until the last answer is in
    LAID = "laid"  # orders or a plan
    TAKEN_BACK = "taken_back"
    STALE = "stale"  # its moment has passed: it shows what anybody may know
    DEAD = "dead"  # the seat is in other hands, or the match long over: the page for bad links
    REFUSED = "refused"  # with a code and details
    NEEDS_PAGE = "needs_page"  # something is still to be chosen, or hangs on the hand


@dataclass(frozen=True)
class Pressed:
    what: What
    told: str = ""  # what was asked for: a command or orders, as JSON
    code: str = ""
    details: dict[str, Any] | None = None
    first_event: int | None = None
    last_event: int | None = None


@dataclass(frozen=True)
class Press:
    """One press: through which door, and as of when."""

    link: Link
    seat: Seat
    told: str
    door: Door
    key: str
    now: datetime
    address: str = field(default="", repr=False)

    @property
    def name(self) -> QuestionName:
        rewound, opened, seat = map(int, self.link.question.split("-"))
        return QuestionName(EventNumber(rewound), EventNumber(opened), SeatNumber(seat))


def press(
    link: Link, told: str | None = None, *, door: Door, now: datetime, key: str = "", address: str = ""
) -> Pressed:
    """Do what a link is for; `told` is what was chosen where it leaves something open.

    Never raises for anything somebody can send.
    """
    do = DOING.get(Purpose(link.purpose))
    if do is None or link.seat is None or links.is_dead(link, now):
        return Pressed(What.DEAD)
    seat = Seat.objects.select_related("match", "player").get(pk=link.seat.pk)  # as it is now
    one = Press(link, seat, told or link.content, door, key, now, address)
    try:
        return do(one)
    except Refused as refused:
        return Pressed(What.REFUSED, one.told, refused.code, refused.plain_details())
    except HistoryBroken as fault:
        play.quarantine(seat.match_id, fault, now)
        return Pressed(What.REFUSED, one.told, "fault")
    except TooNew:
        return Pressed(What.REFUSED, one.told, "try_again")


# --- answering a question


def answer(one: Press) -> Pressed:
    """Answer the link's question with its choice, or with what was chosen on its page."""
    command = _read(one.told)
    if not fits(one.link.content, command):
        raise Refused("malformed")
    if links.hides_hand(one.seat) and command.get("kind") in one.seat.match.rules.from_hand:
        return Pressed(What.NEEDS_PAGE, one.told)
    is_open = one.name in _open(one.seat)
    sealed = _last_sealed(one)
    if not is_open:
        return _what_was_done(one, sealed)
    if sealed is not None and _is_same(one, sealed.command):
        return Pressed(What.SEALED, sealed.command)
    if has_blanks(one.seat, one.name, command):
        return Pressed(What.NEEDS_PAGE, one.told)
    return _submit(one, sealed)


def _submit(one: Press, sealed: SealedAnswer | None) -> Pressed:
    wish = play.Wish(
        match=one.seat.match_id,
        seat=one.seat.number,
        generation=one.link.generation,
        question=one.name,
        command=one.told,
        key=one.key or _key(one, sealed.pk if sealed else 0),
        door=one.door,
        address=one.address,
    )
    receipt = play.submit(wish, one.now)
    if receipt.code in TOO_LATE:  # somebody was faster
        return _what_was_done(one, _last_sealed(one))
    if receipt.refused:
        return Pressed(What.REFUSED, one.told, receipt.code, receipt.details)
    what = What.SEALED if receipt.outcome == Outcome.SEALED else What.PLAYED
    return Pressed(what, one.told, first_event=receipt.first_event, last_event=receipt.last_event)


def _what_was_done(one: Press, sealed: SealedAnswer | None) -> Pressed:
    """Look at how a closed question was answered: this very answer has its receipt, any other is too late."""
    found = sealed.submission if sealed else _played(one)
    if found is None or not _is_same(one, found.command):
        return Pressed(What.STALE, one.told)
    return Pressed(What.PLAYED, found.command, first_event=found.first_event, last_event=found.last_event)


def _played(one: Press) -> Submission | None:
    mine = Submission.objects.filter(match=one.seat.match_id, seat=one.seat, question=one.link.question)
    return mine.filter(outcome=Outcome.PLAYED).order_by("pk").last()


def _last_sealed(one: Press) -> SealedAnswer | None:
    mine = SealedAnswer.objects.filter(
        match=one.seat.match_id,
        seat=one.seat,
        generation=one.link.generation,
        question=one.link.question,
    )
    return mine.select_related("submission").order_by("pk").last()


def _open(seat: Seat) -> Questions:
    _, table = history.load(seat.match)
    return questions(seat.match.rules, table) if seat.match.is_running else {}


def _is_same(one: Press, command: str) -> bool:
    """Tell whether two commands say the same, whichever way they are spelled."""
    read = codec(one.seat.match.rules).command
    try:
        return bool(command) and read(one.told) == read(command)
    except Refused:
        return False


def _read(told: str) -> dict[str, Any]:
    """Read a command as it came; raise Refused."""
    try:
        read = msgspec.json.decode(told)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refused("malformed") from None
    if not isinstance(read, dict):
        raise Refused("malformed")
    return read


def fits(content: str, command: dict[str, Any]) -> bool:
    """Tell whether a command says what a link says, with no more than its blanks filled."""
    said = _read(content) if content else {}
    return all(command.get(name) == value for name, value in said.items() if value is not None)


def has_blanks(seat: Seat, name: QuestionName, command: dict[str, Any]) -> bool:
    """Tell whether a choice leaves something open that its player has to say."""
    _, table = history.load(seat.match)
    view = seat.match.rules.view(table.state, SeatNumber(seat.number))
    asked = next((one for one in view.asked if one.question.name(name.rewound) == name), None)
    meant = [one for one in asked.choices if is_meant(one, command)] if asked else []
    return bool(meant) and all(_is_open(one, command) for one in meant)


def is_meant(choice: Choice, command: dict[str, Any]) -> bool:
    """Tell whether a command, its blanks filled or not, is this choice."""
    settled = [one for one in choice.fields if not one.many and len(one.values) == 1]
    return choice.command == command.get("kind") and all(
        command.get(one.name, one.values[0]) == one.values[0] for one in settled
    )


def _is_open(choice: Choice, command: dict[str, Any]) -> bool:
    return any(command.get(one.name) is None for one in choice.fields)


def _key(one: Press, *more: object) -> str:
    """Make the key of a press: of the same link for the same thing it is the same."""
    told = "|".join(map(str, (one.link.pk, one.told, *more)))
    return salted_hmac(SALT, told, algorithm="sha256").hexdigest()[:40]


# --- laying orders, and lifting what was laid


def lay(one: Press) -> Pressed:
    """Lay a link's orders, while nothing has been laid since and the turn they are for hasn't come."""
    if one.link.content and one.told != one.link.content:
        raise Refused("malformed")
    if last := _orders(one).filter(at__gt=one.link.at).last():
        return _already(one, last, one.told)
    return _lay(one, one.told) if _may_lay(one) else Pressed(What.STALE, one.told)


def _lay(one: Press, orders: str) -> Pressed:
    seat = one.seat
    receipt = play.lay_orders(
        seat.match_id, seat.number, one.link.generation, orders, one.door, one.now, one.address
    )
    if receipt.code in TOO_LATE:
        return Pressed(What.STALE, orders)
    if receipt.refused:
        return Pressed(What.REFUSED, orders, receipt.code, receipt.details)
    return Pressed(What.LAID, orders)


def _already(one: Press, last: Order, wanted: str) -> Pressed:
    """Say of orders that lie there whether they are those that were wanted."""
    read = codec(one.seat.match.rules).orders
    return Pressed(What.LAID if read(last.content) == read(wanted) else What.STALE, wanted)


def _orders(one: Press) -> QuerySet[Order]:
    mine = Order.objects.filter(match=one.seat.match_id, seat=one.seat, generation=one.link.generation)
    return mine.order_by("pk")


def _may_lay(one: Press) -> bool:
    """Tell whether the question that offered them is open; for those offered ahead, whether none has come."""
    if one.link.question:
        return one.name in _open(one.seat)
    asked = Outbox.objects.filter(seat=one.seat, generation=one.link.generation, kind="turn")
    return not asked.filter(created_at__gt=one.link.at).exists()


def lift(one: Press) -> Pressed:
    """Undo what a receipt is about: put back the orders that lay before, or take the move back."""
    about = one.link.question
    if not about.startswith(ORDER):
        return _take_back(one)
    laid = _orders(one).filter(pk=about.split("-")[1]).first()
    if laid is None:
        return Pressed(What.STALE)
    before = _orders(one).filter(pk__lt=laid.pk).last()
    content = before.content if before else canonical(one.seat.match.rules.orders()).decode()
    last = _orders(one).last()
    return _lay(one, content) if last is None or last == laid else _already(one, last, content)


def _take_back(one: Press) -> Pressed:
    match, key = one.seat.match, _key(one)
    if not Submission.objects.filter(match=match, key=key).exists():
        last = play.may_take_back(match, one.seat, one.now)
        if last is None or last.question != one.link.question:
            return Pressed(What.STALE)
    receipt = play.take_back(match.pk, one.seat.number, one.link.generation, key, one.now)
    if receipt.refused:
        return Pressed(What.STALE if receipt.code in TOO_LATE else What.REFUSED, code=receipt.code)
    return Pressed(What.TAKEN_BACK, first_event=receipt.first_event, last_event=receipt.last_event)


# --- what each link is for


def answer_or_lay(one: Press) -> Pressed:
    """Do what was chosen on a page that offers both; without a choice there is nothing to do yet."""
    if not one.told:
        return Pressed(What.NEEDS_PAGE)
    return answer(one) if "kind" in _read(one.told) else lay(one)


DOING: dict[Purpose, Callable[[Press], Pressed]] = {
    Purpose.CHOICE: answer,
    Purpose.SEAT: answer_or_lay,
    Purpose.CONFIRM: answer_or_lay,
    Purpose.ORDERS: lay,
    Purpose.LIFT: lift,
}
