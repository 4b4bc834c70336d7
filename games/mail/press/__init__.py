"""What happens when somebody uses a link, or replies with its code: the same for both.

A link allows what its row says and nothing else, while that makes sense. Pressed twice counts once: an
earlier press is recognized by the rows it left, even if the two have different keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from games import play
from games.disputes import cases
from games.infra.locks import writing
from games.mail import delivery, links
from games.mail.press import answers, orders
from games.mail.press.outcome import LinkState, Press, PressResult, What, read
from games.match import seats
from games.match.actions import Pressed
from games.models import Case, CaseKind, Door, Link, Purpose, Seat
from games.players import revocation
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew

__all__ = [
    "DONE",
    "Disowned",
    "LinkState",
    "PressResult",
    "What",
    "disown",
    "look",
    "onward",
    "press",
    "undoing",
]

DONE = frozenset({What.PLAYED, What.SEALED, What.LAID, What.TAKEN_BACK})


def press(
    link: Link, told: str | None = None, *, door: Door, now: datetime, key: str = "", address: str = ""
) -> PressResult:
    """Do what a link is for; `told` is what was chosen if the link leaves a choice.

    Raise nothing, whatever somebody sends.
    """
    do = DOING.get(Purpose(link.purpose))
    if do is None or link.seat is None or links.is_dead(link, now):
        return PressResult(What.DEAD)
    one = Press(link, _as_it_is(link), told or link.content, now, door, key, address)
    try:
        pressed = do(one)
        if pressed.what in DONE:
            with writing():
                delivery.acted(link.mail, now)
        return pressed
    except Refused as refused:
        return PressResult(What.REFUSED, one.told, refused.code, refused.plain_details())
    except HistoryBroken as fault:
        play.quarantine(one.seat.match_id, fault, now)
        return PressResult(What.REFUSED, one.told, "fault")
    except TooNew:
        return PressResult(What.REFUSED, one.told, "try_again")


def look(link: Link, now: datetime) -> LinkState:
    """Return the state of a link without changing anything; raise HistoryBroken or TooNew."""
    return LOOKING[Purpose(link.purpose)](Press(link, _as_it_is(link), link.content, now))


def onward(link: Link, about: str, now: datetime) -> Link:
    """Return a link to the seat's next question for somebody who has just used one; the same for each press.

    If there is no question, the link is for making a plan until the seat's turn.

    It has the generation of the first link, so whatever made that one invalid makes this one invalid too.
    """
    assert link.seat is not None
    since = link.seat.match.version
    return _same_or_new(
        link, links.of_seat(link.seat, Purpose.SEAT, link.mail, question=about, since=since, at=now)
    )


def undoing(link: Link, now: datetime) -> Link | None:
    """Return a link that undoes the move somebody has just made; None if that isn't possible any more.

    Like `onward`, the same for each press, and as valid as the first link.
    """
    seat = _as_it_is(link)
    if not orders.is_last_move(Press(link, seat, "", now)):
        return None
    return _same_or_new(link, links.of_seat(seat, Purpose.LIFT, link.mail, question=link.question, at=now))


def _same_or_new(link: Link, made: Link) -> Link:
    made.generation = link.generation
    facts = ("purpose", "seat", "generation", "mail", "question", "since")
    same = {name: getattr(made, name) for name in facts}
    with writing():
        return Link.objects.filter(**same).first() or links.write([made])[0]


class Disowned(NamedTuple):
    undone: bool  # the move was undone
    stands: bool = False  # the player can't undo it alone any more
    case: Case | None = None  # where moderators look into it


def disown(link: Link, said: str, now: datetime) -> Disowned | None:
    """Record that it wasn't the player who acted: all links so far die, and the move is undone if possible.

    If the move can't be undone, report it as a problem with these words. None if this link is no longer
    valid.
    """
    seat = _as_it_is(link)
    one = Press(link, seat, "", now)
    try:
        pressing = Pressed(link.generation, one.own_key())
        seats.disown(seat.match_id, seat.number, now, pressing, lambda mine: _revoke_access(mine, link, now))
        one = replace(one, seat=_as_it_is(link))
        if orders.undo(one):
            return Disowned(undone=True)
    except Refused:
        return None
    return _reported(one, said) if _stands(one) else Disowned(undone=False)


def _revoke_access(seat: Seat, link: Link, now: datetime) -> None:
    """Revoke what opens the account, because somebody else may be signed in or read its emails."""
    if seat.player is not None:
        revocation.revoke(seat.player, link.mail.created_at if link.mail else link.at, now)


def _stands(one: Press) -> bool:
    """Tell whether what a receipt is about has changed the game and hasn't been undone."""
    if orders.about_orders(one):
        return orders.have_played(one)
    return bool(one.link.question) and answers.still_counts(one)


def _reported(one: Press, said: str) -> Disowned:
    """Ask moderators to look into it, unless its player has reported too much lately."""
    found = Disowned(undone=False, stands=True)
    if one.seat.player is None or one.seat.player != one.link.player:
        return found
    told = cases.Flag(CaseKind.NOT_ME, said, mail=one.link.mail, key=one.own_key("flag"))
    try:
        return found._replace(case=cases.flag(one.seat, one.seat.player, told, one.now).case)
    except Refused:
        return found


def _as_it_is(link: Link) -> Seat:
    """Read the seat and its match again: they may have changed since the link was read."""
    assert link.seat is not None
    return Seat.objects.select_related("match", "player").get(pk=link.seat.pk)


def _answer_or_save(one: Press) -> PressResult:
    """Do what was chosen on a page that offers answers and plans; without a choice, show the page."""
    if not one.told:
        return PressResult(What.NEEDS_PAGE)
    return answers.answer(one) if "kind" in read(one.told) else orders.save(one)


def _look_at_both(one: Press) -> LinkState:
    is_answer = "kind" in read(one.told) if one.told else bool(one.link.question)
    return answers.look(one) if is_answer else orders.look(one)


DOING: dict[Purpose, Callable[[Press], PressResult]] = {
    Purpose.CHOICE: _answer_or_save,
    Purpose.SEAT: _answer_or_save,
    Purpose.CONFIRM: _answer_or_save,
    Purpose.ORDERS: orders.save,
    Purpose.LIFT: orders.undo_receipt,
}
LOOKING: dict[Purpose, Callable[[Press], LinkState]] = {
    Purpose.CHOICE: answers.look,
    Purpose.SEAT: _look_at_both,
    Purpose.CONFIRM: _look_at_both,
    Purpose.ORDERS: orders.look,
    Purpose.LIFT: orders.look_at_undoing,
}
