"""What there was to do, and what has come of it: nothing lost, nothing done twice but for a kill."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from games import play
from games.models import Deadline, DeadlineState, Event, MailState, Match, Outbox, Seat, Submission
from games.play import history
from games.titles.quartz_cards.rules.commands import Explore
from tests.chaos.player import told
from tests.kit.mail_server import Box
from tests.kit.opened import open_table
from tests.kit.play_people import answer, open_questions, player

#: What is played at the tables, one after the other, with what they choose.
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("quartz", {}),
    ("quartz_cards", {"windows": "full"}),
    ("quartz", {}),
    ("quartz_cards", {"windows": "light"}),
)


def tables(number: int, at: datetime) -> list[Match]:
    """Begin matches of all games by turns, whose first windows are open since `at`."""
    games = itertools.islice(itertools.cycle(GAMES), number)
    found = [
        open_table(game, [player() for _ in range(3)], [], now=at, options=options) for game, options in games
    ]
    for one in found:
        Match.objects.filter(pk=one.pk).update(silences_allowed=30000)
        play.start(one.pk, at)
        if one.options.get("windows") == "full":
            explore(one, at)
    return found


def explore(found: Match, at: datetime) -> None:
    """Let the first of the card game announce it: then all the others are asked at once, in secret."""
    (turn,) = open_questions(found)
    answer(found, turn, Explore(), at)


def news(found: Match, number: int, at: datetime) -> None:
    """Queue emails that nothing makes superfluous."""
    seats = list(Seat.objects.filter(match=found))
    Outbox.objects.bulk_create(
        Outbox(
            match=found,
            seat=seats[n % len(seats)],
            kind="over",
            dedupe=f"chaos {found.pk} {n}",
            send_after=at,
            created_at=at,
        )
        for n in range(number)
    )


def due_soon(matches: list[Match], within: float) -> dict[int, datetime]:
    """Let the windows of matches be due one after the other in the next seconds."""
    clocks = list(Deadline.objects.filter(match__in=matches, state=DeadlineState.RUNNING).order_by("pk"))
    now, due = timezone.now(), {}
    for place, clock in enumerate(clocks):
        due[clock.pk] = now + timedelta(seconds=within * place / len(clocks))
        Deadline.objects.filter(pk=clock.pk).update(due_at=due[clock.pk], remind_at=None, reminders=[])
    return due


@dataclass
class Watch:
    """Looks when each window was closed: the log says by which sweep, not when."""

    due: dict[int, datetime]
    late: dict[int, float] = field(default_factory=dict)

    def look(self) -> bool:
        """Note what has been closed since; tell whether all is."""
        left = [pk for pk in self.due if pk not in self.late]
        done = Deadline.objects.filter(pk__in=left).exclude(state=DeadlineState.RUNNING)
        now = timezone.now()
        for pk in done.values_list("pk", flat=True):
            self.late[pk] = (now - self.due[pk]).total_seconds()
        return len(self.late) == len(self.due)


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def lateness(values: list[float]) -> str:
    return f"late p50 {percentile(values, 0.5):.1f} s, p99 {percentile(values, 0.99):.1f} s"


@dataclass
class Mails:
    """What became of the rows that were queued."""

    rows: dict[str, str]  # message id -> state
    box: Box

    @classmethod
    def of(cls, box: Box) -> Mails:
        rows = Outbox.objects.filter(send_after__lte=timezone.now()).values_list("message_id", "state")
        return cls({str(name): state for name, state in rows}, box)

    def lost(self) -> list[str]:
        """List those of which there is no letter, and no word why not."""
        came = {name.strip("<>").partition("@")[0] for name in self.box.copies()}
        explained = {MailState.SUPERSEDED, MailState.FAILED}
        return [name for name, state in self.rows.items() if name not in came and state not in explained]

    def doubled(self) -> int:
        return sum(copies - 1 for copies in self.box.copies().values())

    def differing(self) -> list[str]:
        """List letters that came twice and were not the same."""
        return [name for name, versions in self.box.versions().items() if versions > 1]

    def late(self) -> list[float]:
        due = dict(Outbox.objects.values_list("message_id", "send_after"))
        by_name = {str(name): at.timestamp() for name, at in due.items()}
        came: dict[str, float] = {}
        for letter in self.box.letters:
            came.setdefault(letter.message_id.strip("<>").partition("@")[0], letter.at)
        return [at - by_name[name] for name, at in came.items() if name in by_name]


def nothing_left(seconds: float) -> bool:
    """Wait until no email is due any more."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        due = Outbox.objects.filter(state=MailState.QUEUED, send_after__lte=timezone.now())
        if not due.exists():
            return True
        time.sleep(0.2)
    return False


def closed_once(matches: list[Match]) -> None:
    """Check that each window was closed by one event, one submission, and no more."""
    times = Submission.objects.filter(match__in=matches, door="timer").values_list("match", "question")
    assert {*Counter(times).values()} <= {1}
    up = Event.objects.filter(match__in=matches, kind="time_up")
    assert up.count() == len(times)
    logs_are_whole(matches)


def logs_are_whole(matches: list[Match]) -> None:
    history.memo.clear()
    for found in Match.objects.filter(pk__in=[one.pk for one in matches]):
        assert found.status != "quarantined", found.fault
        numbers = Event.objects.filter(match=found).values_list("number", flat=True)
        assert [*numbers] == [*range(1, found.version + 1)]
        history.check_chain(found)
        history.load(found)


def moves_are_kept(notes: Path) -> tuple[int, int]:
    """Check that each acknowledged move is in the log once, as its receipt says; give both numbers."""
    acknowledged, sent = told(notes, "acknowledged"), told(notes, "sent")
    kept = {one.key: one for one in Submission.objects.filter(key__in=[form["key"] for form in sent])}
    for form in acknowledged:
        one = kept[form["key"]]
        assert form["receipt"] == [one.outcome, one.first_event, one.last_event]
    return len(acknowledged), len(sent)
