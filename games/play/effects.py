"""The effects of what was done: clocks start and stop, emails are queued."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet

from games.infra.statements import kept, new_row
from games.mail import queue
from games.mail.kinds import RECEIPT
from games.match import clocks as timing
from games.models import Deadline, DeadlineKind, DeadlineState, Door, Seat
from games.models.submission import IN_PERSON
from games.play.diff import Waiting, changes, label, mail_kind, wait_kind
from games.play.workspace import Workspace
from games.rules.kernel.questions import Question, QuestionName

BY_ITSELF = (Door.ORDER, Door.TIMER)  # the player may not know about a move made this way
#: What orders do goes into one email: players lay them so that they needn't look each time.
GATHERED = timedelta(minutes=30)
MORE = ""  # in place of a question: there is more to settle in this match
FROM_MAILS = (Door.LINK, Door.REPLY)  # needs no sign-in
ACKNOWLEDGED = (*FROM_MAILS, Door.STAND_IN)  # the player gets a receipt


def follow(work: Workspace) -> None:
    """Start and stop clocks and queue emails, depending on what was open before and is open now."""
    before = work.questions_before()
    if work.asks_anew:  # nobody answered what was asked, so no time bank is charged
        work.rows.stopped |= {label(name) for name in before}
        before = {}
    changed = changes(before, work.questions())
    stop_clocks(work, [*changed.closed, *work.sealed])
    for waiting in changed.opened:
        if work.awaits(waiting.name, waiting.question):
            wait_for(work, waiting)
    for seat in work.orders:
        warn_ahead(work, work.seats[seat])
    tell_what_was_done(work)
    if work.before is None:
        tell_of_the_start(work)


def tell_what_was_done(work: Workspace) -> None:
    """Email players what orders and silence did for them, or whose plan ended; only they see it."""
    for step in work.steps:
        seat, order = step.submission.seat, step.submission.order
        if seat is None or seat.plays_itself or step.submission.door not in BY_ITSELF:
            continue
        about = queue.AboutQuestion.parse(step.submission.question)
        if step.submission.door == Door.TIMER:
            work.notify("done", about, [seat])
        elif order is not None and order.at < work.now:  # else laid just now, and shown at once
            work.notify("done", about, [seat], wait=GATHERED)
    for number, order in work.disarmed.items():
        work.notify("put_off", queue.about_orders(order), [work.seats[number]])


def tell_of_the_start(work: Workspace) -> None:
    """Email the players who aren't asked anything yet that the match has begun."""
    asked = {one.seat for one in work.rows.notices}
    others = [seat for seat in work.seats.values() if seat not in asked]
    work.notify("started", queue.AboutNothing(), others)


def stop_clocks(work: Workspace, names: list[QuestionName]) -> None:
    """Stop the clocks of answered questions, and take the time they used from time banks."""
    labels = {label(name) for name in names}
    just_set = [clock for clock in work.rows.clocks if clock.question in labels]
    if timing.pace_of(work.match).bank is not None:  # without banks there is nothing to charge
        use_up_banks(work, [*_running(work.match.pk, labels - work.rows.stopped), *just_set])
    for clock in just_set:
        clock.state = DeadlineState.DONE
    work.rows.stopped |= labels


def banks_as_of(work: Workspace, to: int) -> None:
    """Reset every time bank to what it held after event `to`: what the next clock of its seat began with."""
    if timing.pace_of(work.match).bank is None:
        return
    open_then = {name.opened_by for name in work.questions()}
    clocks = Deadline.objects.filter(match=work.match, kind=DeadlineKind.QUESTION).exclude(clock="")
    seen = set[int]()
    for clock in clocks.order_by("pk"):
        opened, number = queue.AboutQuestion.parse(clock.question).name.opened_by
        if number not in seen and (opened > to or (opened, number) in open_then):
            seen.add(number)
            bank_as_before(work, clock, work.seats[number])


@kept
def _running(match: int, questions: Iterable[str]) -> QuerySet[Deadline]:
    return Deadline.objects.filter(match=match, question__in=questions, state=DeadlineState.RUNNING)


def use_up_banks(work: Workspace, clocks: Iterable[Deadline]) -> None:
    in_person = {step.submission.question for step in work.steps if step.submission.door in IN_PERSON}
    for clock in clocks:
        if clock.clock and clock.kind == DeadlineKind.QUESTION and clock.state == DeadlineState.RUNNING:
            seat = work.seats[clock.seat or 0]
            left = timing.bank_after(clock, seat, work.now, in_person=clock.question in in_person)
            if left is not None:
                work.change(seat, bank=left)


def bank_as_before(work: Workspace, clock: Deadline, seat: Seat) -> None:
    """Reset a seat's time bank to what it held when this was asked, because it is asked again.

    What the question costs or earns is settled when it is answered for good.
    """
    left = timing.bank_at_the_start(clock)
    if left is not None:
        work.change(seat, bank=left)


def wait_for(work: Workspace, waiting: Waiting, stopped: Deadline | None = None) -> None:
    """Start a clock, or continue a stopped one, and email the player; robots move in a later transaction."""
    seat = work.seats[waiting.name.seat]
    if seat.plays_itself:
        carry_on(work)
        return
    goes_on = set_clock(work, waiting, seat, stopped)
    give_plan_time(work, waiting)
    if waiting.instead_of is None or not goes_on:  # an autopilot's had no clock
        ask(work, seat, waiting.name, waiting.question)
    elif answered_by_letter(work, seat):  # another one takes the next step
        ask(work, seat, waiting.name, waiting.question, queue.AT_ONCE)
    else:
        work.rows.renamed[label(waiting.instead_of)] = label(waiting.name)


def answered_by_letter(work: Workspace, seat: Seat) -> bool:
    """Tell whether this seat has just replied to an email: then no page shows it what is next."""
    return any(one.submission.seat == seat and one.submission.door == Door.REPLY for one in work.steps)


def carry_on(work: Workspace) -> None:
    """Settle the rest of this match in another transaction, as soon as possible."""
    later = Deadline(
        match=work.match, kind=DeadlineKind.CARRY_ON, question=MORE, asked_at=work.now, due_at=work.now
    )
    work.rows.clocks.append(later)


def come_back_to(work: Workspace) -> None:
    """Look at a match again once it goes on: it can't be loaded now to see which seats it waits for."""
    later = Deadline(match=work.match, kind=DeadlineKind.CARRY_ON, asked_at=work.now, due_at=work.now)
    work.rows.clocks.append(later)


def set_clock(work: Workspace, waiting: Waiting, seat: Seat, stopped: Deadline | None) -> bool:
    """Start a clock, or inherit the one of the question this one replaces; tell whether it was inherited."""
    old = stopped or clock_before(work, waiting)
    clock = new_row(
        Deadline,
        match=work.match,
        kind=DeadlineKind.QUESTION,
        question=label(waiting.name),
        seat=seat.number,
    )
    if old:
        timing.hand_on(old, clock, work.now)
        bank_as_before(work, old, seat)
    else:
        timing.start(clock, work.match, seat, wait_kind(waiting.question, work.rules.core.windows), work.now)
    work.rows.clocks.append(clock)
    return old is not None


def clock_before(work: Workspace, waiting: Waiting) -> Deadline | None:
    """Find the clock a question inherits: from the one it replaces, or its own from before an undo."""
    if waiting.instead_of is not None:
        old = label(waiting.instead_of)
        just_set = [
            one for one in work.rows.clocks if (one.kind, one.question) == (DeadlineKind.QUESTION, old)
        ]
        return just_set[-1] if just_set else _last_set.first(work.match.pk, old)
    if work.went_back:
        opened, seat = waiting.name.opened_by
        again = _set(work.match.pk).filter(question__endswith=queue.AboutQuestion.ending(opened, seat))
        return again.filter(due_at__gt=work.now).first()
    return None


def _set(match: int) -> QuerySet[Deadline]:
    return Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION).order_by("-pk")


@kept
def _last_set(match: int, question: str) -> QuerySet[Deadline]:
    return _set(match).filter(question=question)


def give_plan_time(work: Workspace, waiting: Waiting) -> None:
    """Set the deadline after which a plan that asks acts anyway; only its owner may know of it."""
    name = waiting.name
    hours = work.rules.automation.patience(work.orders_of(name.seat), waiting.question)
    if hours is not None:
        clock = Deadline(match=work.match, kind=DeadlineKind.LATE, question=label(name), seat=name.seat)
        timing.start_plans_own(clock, hours, work.now)
        work.rows.clocks.append(clock)


def warn_ahead(work: Workspace, seat: Seat) -> None:
    """Email a player whose plan is now sure to stop and wasn't before; only they see it."""
    if seat.plays_itself or seat.player_id is None:
        return
    if work.will_stop(seat.number) and not work.would_stop(seat.number):
        about = queue.about_orders(work.orders[seat.number], work.draft.table.number)
        work.notify("ahead", about, [seat])


def ask(
    work: Workspace, seat: Seat, name: QuestionName, question: Question, wait: timedelta | None = None
) -> None:
    """Email a question to its player; a short wait gathers quick moves in one email and allows for undo."""
    kind = mail_kind(question, work.rules.core.windows)
    work.notify(kind, queue.AboutQuestion(name), [seat], wait=wait)


def acknowledge(work: Workspace, seat: Seat, about: queue.About, key: str = "") -> None:
    """Queue the receipt for what was done from an email; at once, because it says how to undo it."""
    work.notify(RECEIPT, about, [seat], reason=key, wait=queue.AT_ONCE)


def notify_everybody(work: Workspace, kind: str) -> None:
    """Email all players of a match."""
    work.notify(kind, queue.AboutNothing(), work.seats.values())


def ask_again(work: Workspace, seat: Seat) -> None:
    """Email a seat its questions again, and restart the clocks that its sealed answers had stopped.

    They go on as if no answer had been given: otherwise a player who has answers dropped again and again
    would never run out of time.
    """
    open_now = work.questions()
    waits = [name for name, one in open_now.items() if name.seat == seat.number and work.awaits(name, one)]
    running = {one.question for one in _running(work.match.pk, {label(name) for name in waits})}
    for name in waits:
        if label(name) in running:
            ask(work, seat, name, open_now[name])
        else:
            wait_for(work, Waiting(name, open_now[name], None), clock_that_stopped(work, name))


def clock_that_stopped(work: Workspace, name: QuestionName) -> Deadline | None:
    """Find the clock that an answer stopped, as if it had run on; return None if its time would be up."""
    old = _last_set.first(work.match.pk, label(name))
    if old is None:
        return None
    for stop in timing.stopped_since(old):
        timing.stand_still(old, stop, work.now)
    return old if old.due_at > work.now else None


def wait_again(work: Workspace, seat: Seat) -> None:
    """Replace the clocks of a seat with a new or returned player; `follow` starts those of new questions."""
    open_now = work.questions()
    waits = [name for name, one in open_now.items() if name.seat == seat.number and work.awaits(name, one)]
    names = [name for name in waits if name in work.questions_before()]
    stop_clocks(work, names)
    for name in names:
        wait_for(work, Waiting(name, open_now[name], None))


def wait_where_nobody_does(work: Workspace) -> None:
    """Start missing clocks: a seat may have lost or found a player while the match couldn't be loaded."""
    running = Deadline.objects.filter(
        match=work.match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING
    )
    set_already = {*running.values_list("question", flat=True)}
    for name, one in work.questions().items():
        by_player = work.awaits(name, one) and not work.seats[name.seat].plays_itself
        if by_player and label(name) not in set_already:
            wait_for(work, Waiting(name, one, None))
