"""What must be true after every step, whatever went wrong in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import F

from games.mail.kinds import KINDS
from games.match import clocks
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Door,
    Event,
    MailState,
    Match,
    MatchStatus,
    Outbox,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.play import Receipt, history
from games.play.diff import label
from games.rules.kernel.codec import codec
from games.rules.kernel.fold import fold
from games.rules.kernel.table import questions


class Broken(BaseException):
    """Raised when something is as it must never be; what survives any exception must not survive this."""


def require(holds: bool, law: str) -> None:
    if not holds:
        raise Broken(law)


@dataclass
class Book:
    """What has been acknowledged and seen so far: none of it may ever be different."""

    match: int
    version: int = 0
    head: str = ""
    receipts: dict[str, Receipt] = field(default_factory=dict)
    closed: dict[str, int] = field(default_factory=dict)  # question -> the submission that closed it
    last_submission: int = 0
    paused_at: datetime | None = None

    def acknowledge(self, key: str, receipt: Receipt) -> None:
        """Note an answer a person was given; the same key is given the same one for ever."""
        before = self.receipts.setdefault(key, receipt)
        require(before == receipt, f"{key} was answered {before} and then {receipt}")

    def check(self) -> None:
        """Look at everything that can have changed in one step."""
        match = Match.objects.get(pk=self.match)
        require(match.status != MatchStatus.QUARANTINED, f"the match was stopped: {match.fault}")
        self.check_log(match)
        self.check_closings()
        self.check_clocks(match)
        self.check_pause(match)
        self.check_banks(match)
        self.check_mails(match)

    # --- pauses, rests and banks

    def pause(self, now: datetime) -> None:
        self.paused_at = now

    def resume(self) -> None:
        self.paused_at = None

    def check_pause(self, match: Match) -> None:
        """Nothing moves while all have agreed to pause: nobody times out, no robot goes on."""
        if self.paused_at is None:
            return
        moved = match.submissions.filter(at__gt=self.paused_at).exclude(outcome=Outcome.REFUSED)
        require(not moved.exists(), "something was played in a pause")

    def check_banks(self, match: Match) -> None:
        """A bank holds from nothing to its cap, and grows once for each question answered in person."""
        bank = clocks.pace_of(match).bank
        if bank is None:
            return
        for seat in Seat.objects.filter(match=match, bank__isnull=False):
            mine = match.submissions.filter(seat=seat, door=Door.PAGE).exclude(outcome=Outcome.REFUSED)
            # After going back the same question has another name: the part after the first dash stays.
            answered = {one.partition("-")[2] for one in mine.values_list("question", flat=True)}
            most = min(bank.cap, bank.start + len(answered) * bank.increment)
            assert seat.bank is not None
            require(
                timedelta(0) <= seat.bank <= most,
                f"seat {seat.number} has {seat.bank} in its bank after {len(answered)} answers",
            )

    def check_mails(self, match: Match) -> None:
        """Whoever is waited for has been asked: no email is dropped whose question is still open."""
        if not match.is_running:
            return
        asked, _ = awaited(match)
        dropped = Outbox.objects.filter(match=match, question__in=asked, state=MailState.SUPERSEDED)
        asking = [kind for kind, one in KINDS.items() if one.is_asking and kind != "reminder"]
        for row in dropped.filter(kind__in=asking).select_related("seat"):
            held = row.seat.player_id and row.seat.generation == row.generation
            require(not held, f"the {row.kind} mail about {row.question} was dropped, and it is still open")

    def check_log(self, match: Match) -> None:
        """The log only grows: its head then is in it still, and so all before it."""
        if match.version != self.version:
            require(match.version > self.version, "the log has become shorter")
            if self.version:
                event = Event.objects.get(match=match, number=self.version)
                require(event.digest == self.head, "an event that was seen is another one now")
            self.version, self.head = match.version, match.head

    def check_closings(self) -> None:
        """No question is closed twice, nor answered after it was closed."""
        new = Submission.objects.filter(match=self.match, pk__gt=self.last_submission).exclude(question="")
        for one in new.exclude(outcome=Outcome.REFUSED).exclude(door=Door.TAKE_BACK).order_by("pk"):
            self.last_submission = one.pk
            before = self.closed.get(one.question)
            require(before is None, f"{one.question} was closed by {before}, then answered by {one.pk}")
            if one.outcome == Outcome.PLAYED:
                self.closed[one.question] = one.pk

    def check_clocks(self, match: Match) -> None:
        """Each answer that a person owes has exactly one clock; robots are settled, or soon will be."""
        running = Deadline.objects.filter(match=match, state=DeadlineState.RUNNING)
        found = Counter(running.filter(kind=DeadlineKind.QUESTION).values_list("question", flat=True))
        goes_on = match.status in (MatchStatus.RUNNING, MatchStatus.PAUSED)
        people, robots = awaited(match) if goes_on else ([], [])
        require(found == Counter(people), f"clocks {dict(found)} run, and {people} should")
        carried_on = running.filter(kind=DeadlineKind.CARRY_ON).exists()
        require(carried_on or not robots, f"nothing will answer {robots}")
        for row in running.exclude(clock=""):
            check_rest(row)

    def check_memory(self, memos: list[history.Memo]) -> None:
        """Replay equals the memo of each process, and what was acknowledged is there."""
        match = Match.objects.get(pk=self.match)
        read = codec(match.rules).read
        records = tuple(read(line) for line in history.stored(match))
        table = fold(match.rules, records)
        for memo in memos:
            kept = memo.get(match)
            require(kept is None or kept[0] == records, "a memo holds another log than the database")
            require(kept is None or kept[1] == table, "a memo holds another table than the log tells")
        rows = {one.key: one for one in Submission.objects.filter(match=match, key__in=self.receipts)}
        for key, receipt in self.receipts.items():
            require(key in rows, f"{key} was acknowledged and is gone")
            require(rows[key].outcome == receipt.outcome, f"{key} has another outcome than acknowledged")

    def check_end(self) -> None:
        """Look at what only the end can show."""
        match = Match.objects.get(pk=self.match)
        history.check_chain(match)
        stuck = Deadline.objects.filter(match=match, state=DeadlineState.STUCK)
        require(not stuck.exists(), "a deadline is stuck")


def check_rest(row: Deadline) -> None:
    """No time runs out in a player's night or day off, and holidays hold up no window for long."""
    clock = clocks.clock_of(row)
    rhythm, local = clock.rhythm, row.due_at.astimezone(clock.rhythm.place)
    if rhythm.quiet is not None:
        into = timedelta(hours=local.hour - rhythm.quiet.start.hour, minutes=local.minute)
        require(into % timedelta(days=1) >= rhythm.quiet.length, f"time for {row.question} is up at night")
    require(local.weekday() not in rhythm.free_days, f"time for {row.question} is up on a free day")
    if clock.wait != "window":
        require(local.date() not in clock.holidays.taken, f"time for {row.question} is up in holidays")
    elif set(row.pushed_by.split(",")) <= {"", "holiday"}:
        longest = clock.pace.grace + 3 * clock.pace.window
        require(row.due_at <= clock.asked + longest, f"holidays hold the window {row.question} open")


def awaited(match: Match) -> tuple[list[str], list[str]]:
    """List the questions that wait for a person, and those that wait for a seat that plays itself."""
    _, table = history.load(match)
    robots = {seat.number for seat in Seat.objects.filter(match=match) if seat.plays_itself}
    sealed = lying_sealed(match)
    waiting = [
        name
        for name, one in questions(match.rules, table).items()
        if one.awaited and not table.is_timed_out(one) and label(name) not in sealed
    ]
    by_people = [label(name) for name in waiting if name.seat not in robots]
    return by_people, [label(name) for name in waiting if name.seat in robots]


def lying_sealed(match: Match) -> set[str]:
    """Name the questions whose answer lies sealed: one of a former player binds nobody."""
    laid = SealedAnswer.objects.filter(match=match, generation=F("seat__generation"))
    return set(laid.values_list("question", flat=True))


def check_mail(row: Outbox) -> None:
    """An email that asks goes out only while somebody waits for the answer."""
    if not KINDS[row.kind].is_asking or row.match is None:
        return
    match = Match.objects.get(pk=row.match.pk)
    asked, _ = awaited(match)
    require(
        match.is_running and row.question in asked, f"a {row.kind} mail about {row.question}, which is closed"
    )
