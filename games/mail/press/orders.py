"""Saving orders by a link, and undoing orders or moves."""

from __future__ import annotations

from django.db.models import QuerySet

from games import play
from games.mail.press.outcome import TOO_LATE, LinkState, Press, PressResult, What, open_questions
from games.mail.queue import AboutOrders
from games.models import Order, Outbox, Outcome, Purpose, Submission
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.refusal import Refused

OWN = frozenset({Purpose.ORDERS, Purpose.CONFIRM})  # these only save the orders in them


def save(one: Press) -> PressResult:
    """Save orders, if none were saved since and their turn hasn't come; raise Refused."""
    if one.link.purpose in OWN and one.told != one.link.content:
        raise Refused("malformed")
    codec(one.seat.match.rules).orders(one.told)
    if last := _saved_since(one):
        return _if_in_force(one, last, one.told)
    return _save(one, one.told) if _may_save(one) else PressResult(What.STALE, one.told)


def _save(one: Press, orders: str) -> PressResult:
    seat = one.seat
    receipt = play.lay_orders(
        seat.match_id, seat.number, one.link.generation, orders, one.door, one.now, one.address
    )
    if receipt.code in TOO_LATE:
        return PressResult(What.STALE, orders)
    if receipt.refused:
        return PressResult(What.REFUSED, orders, receipt.code, receipt.details)
    return _saved(_orders(one).last(), orders)


def _saved(order: Order | None, orders: str) -> PressResult:
    """Report that orders are saved, and what they did at once."""
    did = order.did_at_once() if order else []
    first, last = (did[0][0], did[-1][1]) if did else (None, None)
    return PressResult(What.LAID, orders, first_event=first, last_event=last)


def _if_in_force(one: Press, last: Order, wanted: str) -> PressResult:
    """If the orders in force are the wanted ones, report them as saved; otherwise the link is stale."""
    return _saved(last, wanted) if _is_same(one, last, wanted) else PressResult(What.STALE, wanted)


def _is_same(one: Press, saved: Order, wanted: str) -> bool:
    read = codec(one.seat.match.rules).orders
    return bool(read(saved.content) == read(wanted))


def _orders(one: Press) -> QuerySet[Order]:
    mine = Order.objects.filter(match=one.seat.match_id, seat=one.seat, generation=one.link.generation)
    return mine.order_by("pk")


def _saved_since(one: Press) -> Order | None:
    return _orders(one).filter(at__gt=one.link.at).last()


def _may_save(one: Press) -> bool:
    """Tell whether the question that offered them is open; if they were offered ahead, that none has come."""
    if one.link.question:
        return one.name in open_questions(one.seat)
    asked = Outbox.objects.filter(seat=one.seat, generation=one.link.generation, kind="turn")
    return one.seat.match.is_running and not asked.filter(created_at__gt=one.link.at).exists()


def look(one: Press) -> LinkState:
    """Return the state of a link that saves orders; raise HistoryBroken or TooNew."""
    if last := _saved_since(one):
        return LinkState.DONE if one.told and _is_same(one, last, one.told) else LinkState.CLOSED
    return LinkState.OPEN if _may_save(one) else LinkState.CLOSED


# --- undoing


def undo_receipt(one: Press) -> PressResult:
    """Undo what a receipt is about: restore the orders before, or take the move back."""
    if about_orders(one) is None:
        return _take_back(one)
    saved, last = _its_order(one), _orders(one).last()
    if saved is None or last is None:
        return PressResult(What.STALE)
    before = _before(one, saved)
    return _save(one, before) if last == saved else _if_in_force(one, last, before)


def about_orders(one: Press) -> AboutOrders | None:
    """Return which orders a receipt is about, if any."""
    return AboutOrders.find(one.link.question)


def _its_order(one: Press) -> Order | None:
    about = about_orders(one)
    return _orders(one).filter(pk=about.number).first() if about else None


def _before(one: Press, saved: Order) -> str:
    before = _orders(one).filter(pk__lt=saved.pk).last()
    return before.content if before else canonical(one.seat.match.rules.automation.orders()).decode()


def _take_back(one: Press) -> PressResult:
    match, key = one.seat.match, one.own_key()
    if not Submission.objects.filter(match=match, key=key).exists() and not is_last_move(one):
        return PressResult(What.STALE)
    receipt = play.take_back(match.pk, one.seat.number, one.link.generation, key, one.now)
    if receipt.refused:
        return PressResult(What.STALE if receipt.code in TOO_LATE else What.REFUSED, code=receipt.code)
    return PressResult(What.TAKEN_BACK, first_event=receipt.first_event, last_event=receipt.last_event)


def undo(one: Press) -> bool:
    """Undo what was played if possible, whoever has the seat now."""
    match, key = one.seat.match, one.own_key("undo")
    if not Submission.objects.filter(match=match, key=key).exists() and not is_last_move(one):
        return False
    return not play.take_back(match.pk, one.seat.number, one.seat.generation, key, one.now).refused


def have_played(one: Press) -> bool:
    """Tell whether the orders a receipt is about played anything before they were removed."""
    return Submission.objects.filter(order=_its_order(one), outcome=Outcome.PLAYED).exists()


def is_last_move(one: Press) -> bool:
    """Tell whether a link's question was answered by the move its player may undo now."""
    last = play.may_take_back(one.seat.match, one.seat, one.now)
    return last is not None and last.move.question == one.link.question


def look_at_undoing(one: Press) -> LinkState:
    """Return whether what a receipt is about can be undone, or was; raise HistoryBroken or TooNew."""
    if about_orders(one) is None:
        if Submission.objects.filter(match=one.seat.match, key=one.own_key()).exists():
            return LinkState.DONE
        return LinkState.OPEN if is_last_move(one) else LinkState.CLOSED
    saved, last = _its_order(one), _orders(one).last()
    if saved is None or last is None:
        return LinkState.CLOSED
    if last == saved:
        return LinkState.OPEN
    return LinkState.DONE if _is_same(one, last, _before(one, saved)) else LinkState.CLOSED
