"""What happens without a player: time runs out, a plan that has asked acts, a long settling goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime

import structlog
from django.db.models import QuerySet

from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.mail.kinds import News
from games.models import Deadline, DeadlineKind, DeadlineState, Match, Seat
from games.models.deadline import patience
from games.play import actions, effects, loading
from games.play.diff import label
from games.play.transaction import conclude, write
from games.play.workspace import Workspace
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

Act = Callable[[Workspace, Deadline], frozenset[QuestionName]]  # returns the questions that are late


def close(deadline_id: int, now: datetime) -> bool:
    """Do what one deadline is for, if it has passed; tell whether that led to something."""
    with writing():
        match = _locked.first([deadline_id], skip_locked=False)
        return match is not None and bool(_close([match], [deadline_id], now))


def close_together(deadline_ids: Collection[int], now: datetime) -> set[int]:
    """Do what some deadlines are for, one for each match, all or none; tell which led to something.

    Skip matches that are locked: waiting for one would hold up all the others.
    """
    with writing():
        matches = _locked(deadline_ids, skip_locked=True)
        return _close({match.pk: match for match in matches}.values(), deadline_ids, now)


@kept
def _locked(deadlines: Iterable[int], *, skip_locked: bool) -> QuerySet[Match]:
    matches = Match.objects.select_for_update(no_key=True, of=("self",), skip_locked=skip_locked)
    return matches.filter(deadlines__in=deadlines).order_by("pk")


def _close(matches: Collection[Match], deadline_ids: Collection[int], now: datetime) -> set[int]:
    """Do what is still due according to rows read under the lock: the log decides, not the clock."""
    # If a match has several, take the one that ran out first: it comes last here and replaces the others.
    due = {deadline.match_id: deadline for deadline in _due(deadline_ids, now, *patience(now))}
    workspaces = loading.load_all([match for match in matches if match.is_running and match.pk in due], now)
    for work in workspaces:
        _act(work, due[work.match.pk])
    if workspaces:
        write(workspaces)
    return {due[work.match.pk].pk for work in workspaces if work.steps}


@kept
def _due(
    deadlines: Iterable[int], now: datetime, read_since: datetime, patient_since: datetime
) -> QuerySet[Deadline]:
    running = Deadline.objects.filter(pk__in=deadlines, state=DeadlineState.RUNNING, due_at__lte=now)
    return running.ripe(read_since, patient_since).order_by("-due_at", "-pk")


def _act(work: Workspace, deadline: Deadline) -> None:
    try:
        late_names = ACTS[DeadlineKind(deadline.kind)](work, deadline)
    except Refused as refused:
        if refused.code != "stale":  # no player sent this: our own fault, so raise it
            raise
        late_names = frozenset()  # somebody was faster
    work.rows.done.append(deadline)
    conclude(work, late_names)


def _named(work: Workspace, deadline: Deadline) -> QuestionName:
    """Find the question of a deadline; raise Refused if it is no longer open."""
    for name in work.questions():
        if label(name) == deadline.question:
            return name
    raise Refused("stale")


def _close_question(work: Workspace, deadline: Deadline) -> frozenset[QuestionName]:
    let_time_run_out(work, _named(work, deadline))
    return frozenset()


def let_time_run_out(work: Workspace, name: QuestionName) -> None:
    """Make the silence move, and count the silence; raise Refused if play no longer waits for it."""
    actions.time_up(work, work.key_for("time up", name), name)
    effects.stop_clocks(work, [name])  # while they still run: silence has used up the time bank
    seat = work.seats[name.seat]
    if not seat.plays_itself:  # a robot that a moderator hurries on wasn't silent
        count_silence(work, seat, name)


def count_silence(work: Workspace, seat: Seat, name: QuestionName) -> None:
    """Count one silence; after too many in a row, switch the seat to automatic play and tell its player."""
    silences = seat.silences + 1
    work.change(seat, silences=silences, on_autopilot=silences >= work.match.silences_allowed)
    if seat.on_autopilot:
        work.notify(News.ON_AUTOPILOT, queue.AboutQuestion(name), [seat])


def _carry_on(work: Workspace, deadline: Deadline) -> frozenset[QuestionName]:
    """Settle what an earlier transaction left over, moments included; only old rows name a question here."""
    if not deadline.question:
        work.looked_at = 0
        effects.wait_where_nobody_does(work)
    return frozenset()


def _plan_acts(work: Workspace, deadline: Deadline) -> frozenset[QuestionName]:
    name = _named(work, deadline)
    hours = work.rules.automation.patience(work.orders_of(name.seat), work.questions()[name])
    return frozenset({name}) if hours is not None and deadline.gives(hours) else frozenset()


ACTS: dict[DeadlineKind, Act] = {
    DeadlineKind.QUESTION: _close_question,
    DeadlineKind.CARRY_ON: _carry_on,
    DeadlineKind.LATE: _plan_acts,
}
