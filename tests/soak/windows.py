"""Windows that close within seconds instead of hours, and how late each was closed."""

from __future__ import annotations

import random
import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from games.models import Deadline, DeadlineKind, DeadlineState, Match, Seat, Submission
from tests.chaos.books import Watch

EVERY = 0.5  # seconds
SILENT = (1.0, 6.0)  # seconds that somebody is given who never answers
RACE = (4.0, 15.0)  # and somebody who may answer at the last moment
RACES = 0.05  # of all other questions


@dataclass
class Windows:
    """Moves due times forward, once each, as if a day had gone by; nothing else of a row."""

    silent: Collection[str]
    dice: random.Random
    watch: Watch = field(default_factory=lambda: Watch({}))
    last: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        while not self.ended.wait(EVERY):
            try:
                self.allow_silences()
                self.hasten()
                self.watch.look()
            except DatabaseError:
                pass
            close_old_connections()

    def allow_silences(self) -> None:
        """Let nobody go on automatic play, or hardly a window would close."""
        Match.objects.filter(silences_allowed__lt=1000).update(silences_allowed=30_000)

    def hasten(self) -> None:
        new = Deadline.objects.filter(
            pk__gt=self.last, state=DeadlineState.RUNNING, kind=DeadlineKind.QUESTION, match__status="running"
        )
        found = list(new.order_by("pk").values_list("pk", "match_id", "seat"))
        seats = Seat.objects.filter(match__in={match for _, match, _ in found}, player__email__in=self.silent)
        silent = set(seats.values_list("match_id", "number"))
        for pk, match, seat in found:
            self.last = max(self.last, pk)
            if (match, seat) in silent:
                self.set(pk, self.dice.uniform(*SILENT))
            elif self.dice.random() < RACES:
                self.set(pk, self.dice.uniform(*RACE))

    def set(self, pk: int, seconds: float) -> None:
        due = timezone.now() + timedelta(seconds=seconds)
        mine = Deadline.objects.filter(pk=pk, state=DeadlineState.RUNNING)
        if mine.update(due_at=due, remind_at=None, reminders=[]):
            self.watch.due[pk] = due

    def late(self) -> list[float]:
        """Tell how late those were that time closed; the others were answered before."""
        closed = set(Submission.objects.filter(door="timer").values_list("match", "question"))
        looked_at = Deadline.objects.filter(pk__in=[*self.watch.late]).values_list("pk", "match", "question")
        return [self.watch.late[pk] for pk, match, question in looked_at if (match, question) in closed]
