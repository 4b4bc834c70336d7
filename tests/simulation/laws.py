"""What must be true after every step, whatever went wrong in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games import history, news
from games.follow_ups import label
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Door,
    Event,
    Match,
    MatchStatus,
    Outbox,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.play import Receipt
from games.rules.kernel.codec import codec
from games.rules.kernel.table import fold, questions


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
        """Each answer somebody waits for has exactly one clock, and nothing else has any."""
        running = Deadline.objects.filter(match=match, state=DeadlineState.RUNNING)
        found = Counter(
            running.exclude(kind=DeadlineKind.LATE).exclude(question="").values_list("kind", "question")
        )
        wanted = Counter(awaited(match)) if match.is_running else Counter[tuple[str, str]]()
        require(found == wanted, f"clocks {dict(found)} run, and {dict(wanted)} should")

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


def awaited(match: Match) -> list[tuple[str, str]]:
    """List the clocks that should run: people's by hours, robots' for a moment."""
    _, table = history.load(match)
    seats = {seat.number: seat for seat in Seat.objects.filter(match=match)}
    sealed = set(SealedAnswer.objects.filter(match=match).values_list("question", flat=True))
    return [
        (DeadlineKind.CARRY_ON if seats[name.seat].plays_itself else DeadlineKind.QUESTION, label(name))
        for name, one in questions(match.rules, table).items()
        if one.awaited and not table.is_timed_out(one) and label(name) not in sealed
    ]


def check_mail(row: Outbox) -> None:
    """A mail that asks goes out only while somebody waits for the answer."""
    if row.kind in ("over", "ahead") or row.kind in news.KINDS or row.match is None:
        return
    match = Match.objects.get(pk=row.match.pk)
    asked = [question for _, question in awaited(match)]
    require(
        match.is_running and row.question in asked, f"a {row.kind} mail about {row.question}, which is closed"
    )
