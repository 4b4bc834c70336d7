"""The rows that follow from a transaction: clocks set and stopped, emails queued."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from games.mail import queue
from games.mail.kinds import RECEIPT
from games.match import clocks as timing
from games.models import Deadline, DeadlineKind, DeadlineState, Door, Match, Seat
from games.play import writer
from games.play.diff import Waiting, changes, label, mail_kind, wait_kind
from games.play.workspace import Desk
from games.rules.kernel.questions import QuestionName

IN_PERSON = (Door.PAGE, Door.LINK, Door.REPLY)
BY_ITSELF = (Door.ORDER, Door.TIMER)  # who is moved for so may not know it
#: What orders do is told together: they are laid so that one needn't look.
GATHERED = timedelta(minutes=30)
MORE = ""  # in place of a question: there is more to settle at the match
FROM_MAILS = (Door.LINK, Door.REPLY)  # who acts through these hasn't signed in


def follow(desk: Desk) -> None:
    """Set and drop clocks, and queue emails, by what is open before and after."""
    before = desk.questions_before()
    if desk.asks_anew:  # whoever was asked hasn't answered: that takes nothing from a time bank
        desk.stopped |= {label(name) for name in before}
        before = {}
    changed = changes(before, desk.questions())
    stop_clocks(desk, [*changed.closed, *desk.sealed])
    for waiting in changed.opened:
        if desk.awaits(waiting.name, waiting.question):
            wait_for(desk, waiting)
    for seat in desk.orders:
        warn_ahead(desk, desk.seats[seat])
    tell_what_was_done(desk)
    if desk.before is None:
        tell_of_the_start(desk)


def tell_what_was_done(desk: Desk) -> None:
    """Email players what orders and silence did for them, and whose plan ended; nobody else sees anything."""
    for deed in desk.deeds:
        seat, order = deed.submission.seat, deed.submission.order
        if seat is None or seat.plays_itself or deed.submission.door not in BY_ITSELF:
            continue
        if deed.submission.door == Door.TIMER:
            mail(desk, seat, "done", deed.submission.question)
        elif order is not None and order.at < desk.now:  # who lays it at this moment is told at once
            mail(desk, seat, "done", deed.submission.question, after=GATHERED)
    for number, order in desk.disarmed.items():
        mail(desk, desk.seats[number], "put_off", queue.about_orders(order).text())


def tell_of_the_start(desk: Desk) -> None:
    """Email those who aren't asked anything yet that the match has begun."""
    asked = {mail.seat_id for mail in desk.mails}
    for seat in desk.seats.values():
        if seat.player_id is not None and seat.pk not in asked:
            mail(desk, seat, "started")


def stop_clocks(desk: Desk, names: list[QuestionName]) -> None:
    """Stop the clocks of questions that are answered; what an answer used of the time bank is taken."""
    labels = {label(name) for name in names}
    just_set = [clock for clock in desk.clocks if clock.question in labels]
    if timing.pace_of(desk.match).bank is not None:  # else nothing is used up, and no need to look
        use_up_banks(desk, [*running_clocks(desk, labels - desk.stopped), *just_set])
    for clock in just_set:
        clock.state = DeadlineState.DONE
    desk.stopped |= labels


def banks_as_of(desk: Desk, to: int) -> None:
    """Give every time bank back what it held after event `to`: that is what the next clock began with."""
    if timing.pace_of(desk.match).bank is None:
        return
    open_then = {name.opened_by for name in desk.questions()}
    clocks = Deadline.objects.filter(match=desk.match, kind=DeadlineKind.QUESTION).exclude(clock="")
    seen = set[int]()
    for clock in clocks.order_by("pk"):
        opened, number = queue.AboutQuestion.parse(clock.question).name.opened_by
        if number not in seen and (opened > to or (opened, number) in open_then):
            seen.add(number)
            timing.bank_as_before(clock, desk.seats[number])


def running_clocks(desk: Desk, labels: set[str]) -> QuerySet[Deadline]:
    return Deadline.objects.filter(match=desk.match, question__in=labels, state=DeadlineState.RUNNING)


def use_up_banks(desk: Desk, clocks: Iterable[Deadline]) -> None:
    in_person = {deed.submission.question for deed in desk.deeds if deed.submission.door in IN_PERSON}
    for clock in clocks:
        if clock.clock and clock.kind == DeadlineKind.QUESTION and clock.state == DeadlineState.RUNNING:
            seat = desk.seats[clock.seat or 0]
            timing.bank_after(clock, seat, desk.now, in_person=clock.question in in_person)


def wait_for(desk: Desk, waiting: Waiting, stopped: Deadline | None = None) -> None:
    """Give somebody a clock, or one that was stopped, and an email; robots are settled soon."""
    seat = desk.seats[waiting.name.seat]
    if seat.plays_itself:
        carry_on(desk)
        return
    goes_on = set_clock(desk, waiting, seat, stopped)
    give_plan_time(desk, waiting)
    if waiting.instead_of is not None and goes_on:  # it may have been an autopilot's, who has no clock
        desk.renamed[label(waiting.instead_of)] = label(waiting.name)
    else:
        mail(desk, seat, mail_kind(waiting.question, desk.rules.core.windows), label(waiting.name))


def carry_on(desk: Desk) -> None:
    """Settle the rest of this match in a transaction of its own, as soon as possible."""
    later = Deadline(
        match=desk.match, kind=DeadlineKind.CARRY_ON, question=MORE, asked_at=desk.now, due_at=desk.now
    )
    desk.clocks.append(later)


def come_back_to(match: Match, now: datetime) -> None:
    """Look at a match again as soon as it goes on, for nobody can load it now and see whom it waits for."""
    later = Deadline(match=match, kind=DeadlineKind.CARRY_ON, asked_at=now, due_at=now)
    Deadline.objects.bulk_create([later], ignore_conflicts=True)


def set_clock(desk: Desk, waiting: Waiting, seat: Seat, stopped: Deadline | None) -> bool:
    """Start a clock, or let the question that this one replaces hand on its own; tell whether it did."""
    old = stopped or clock_before(desk, waiting)
    clock = Deadline(
        match=desk.match,
        kind=DeadlineKind.QUESTION,
        question=label(waiting.name),
        seat=seat.number,
    )
    if old:
        timing.hand_on(old, clock, desk.now)
        timing.bank_as_before(old, seat)
    else:
        timing.start(clock, desk.match, seat, wait_kind(waiting.question, desk.rules.core.windows), desk.now)
    desk.clocks.append(clock)
    return old is not None


def clock_before(desk: Desk, waiting: Waiting) -> Deadline | None:
    """Find the clock that a question takes over: of the one it replaces, or its own before a take-back."""
    if waiting.instead_of is not None:
        old = label(waiting.instead_of)
        just_set = [one for one in desk.clocks if (one.kind, one.question) == (DeadlineKind.QUESTION, old)]
        return just_set[-1] if just_set else _clocks_set(desk).filter(question=old).first()
    if desk.went_back:
        opened, seat = waiting.name.opened_by
        again = _clocks_set(desk).filter(question__endswith=queue.AboutQuestion.ending(opened, seat))
        return again.filter(due_at__gt=desk.now).first()
    return None


def _clocks_set(desk: Desk) -> QuerySet[Deadline]:
    return Deadline.objects.filter(match=desk.match, kind=DeadlineKind.QUESTION).order_by("-pk")


def give_plan_time(desk: Desk, waiting: Waiting) -> None:
    """A plan that asks may act some hours later all the same: its own deadline, private to its owner."""
    name = waiting.name
    hours = desk.rules.automation.patience(desk.orders_of(name.seat), waiting.question)
    if hours is not None:
        clock = Deadline(match=desk.match, kind=DeadlineKind.LATE, question=label(name), seat=name.seat)
        timing.start_plans_own(clock, hours, desk.now)
        desk.clocks.append(clock)


def warn_ahead(desk: Desk, seat: Seat) -> None:
    """Email a player whose plan is now sure to stop and wasn't before; nobody else sees anything."""
    if seat.plays_itself or seat.player_id is None:
        return
    if desk.will_stop(seat.number) and not desk.would_stop(seat.number):
        about = queue.about_orders(desk.orders[seat.number], desk.draft.table.number)
        mail(desk, seat, "ahead", about.text())


def mail(desk: Desk, seat: Seat, kind: str, about: str = "", after: timedelta | None = None) -> None:
    """Queue an email; a short constant wait lets quick moves make one email and a slip be taken back."""
    wait = timedelta(seconds=settings.SEND_AFTER) if after is None else after
    _queue(desk, seat, kind, about, about, wait)


def acknowledge(desk: Desk, seat: Seat, about: str, key: str) -> None:
    """Queue the receipt of what was done from an email; at once, for it says how to undo it."""
    _queue(desk, seat, RECEIPT, key, about, queue.AT_ONCE)


def _queue(desk: Desk, seat: Seat, kind: str, why: str, about: str, wait: timedelta) -> None:
    reason = f"{desk.match.pk}:{kind}:{why}:{seat.number}:{seat.generation}"
    desk.mails.append(
        queue.email(kind, reason, desk.now, match=desk.match, seat=seat, about=about, wait=wait)
    )


def mail_everybody(desk: Desk, kind: str) -> None:
    for seat in desk.seats.values():
        if seat.player_id is not None:
            mail(desk, seat, kind)


def clock_anew(desk: Desk, seat: Seat) -> None:
    """Wait for a seat in another way from now on: its player left, or was replaced."""
    wait_anew(desk, seat)
    writer.write_what_follows([desk])


def ask_again(desk: Desk, seat: Seat) -> None:
    """Email a seat anew what it is asked, and let the clocks go on that its sealed answers had stopped.

    As if no answer had been given: who could have one taken off as often as they like would never run out of
    time.
    """
    open_now = desk.questions()
    waits = [name for name, one in open_now.items() if name.seat == seat.number and desk.awaits(name, one)]
    running = set(running_clocks(desk, {label(name) for name in waits}).values_list("question", flat=True))
    for name in waits:
        if label(name) in running:
            mail(desk, seat, mail_kind(open_now[name], desk.rules.core.windows), label(name))
        else:
            wait_for(desk, Waiting(name, open_now[name], None), clock_that_stopped(desk, name))
    writer.write_what_follows([desk])


def clock_that_stopped(desk: Desk, name: QuestionName) -> Deadline | None:
    """Find the clock that an answer has stopped, as it would show by now; none if its time would be over."""
    old = _clocks_set(desk).filter(question=label(name)).first()
    if old is None:
        return None
    for stop in timing.stopped_since(old):
        timing.stand_still(old, stop, desk.now)
    return old if old.due_at > desk.now else None


def wait_anew(desk: Desk, seat: Seat) -> None:
    """Set other clocks for a seat whose player came back; what this transaction opens is left to `follow`."""
    open_now = desk.questions()
    waits = [name for name, one in open_now.items() if name.seat == seat.number and desk.awaits(name, one)]
    names = [name for name in waits if name in desk.questions_before()]
    stop_clocks(desk, names)
    for name in names:
        wait_for(desk, Waiting(name, open_now[name], None))


def wait_where_nobody_does(desk: Desk) -> None:
    """Set the clocks that are missing: a seat may have lost its player, or found one, unseen."""
    running = Deadline.objects.filter(
        match=desk.match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING
    )
    set_already = {*running.values_list("question", flat=True)}
    for name, one in desk.questions().items():
        by_player = desk.awaits(name, one) and not desk.seats[name.seat].plays_itself
        if by_player and label(name) not in set_already:
            wait_for(desk, Waiting(name, one, None))
