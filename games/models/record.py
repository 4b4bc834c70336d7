"""What is kept of a finished match, so that no page folds its log: results, answer times, figures.

All of it follows from the log and other rows, and `manage.py recount` works it out again.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.match import Match
from games.models.player import Player


class MatchRecord(models.Model):
    """One finished match. It is written empty with the last move, and filled in by the next sweep."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="record", primary_key=True)
    is_due = models.BooleanField(default=True)  # nothing below is filled in yet
    is_counted = models.BooleanField(default=True)  # a moderator may take a match out of all figures
    game = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField(default=0)
    people = models.PositiveSmallIntegerField(default=0)  # seats that no robot had from the start
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(default=timezone.now)
    moves = models.PositiveIntegerField(default=0)  # what was answered, by whomever
    chosen = models.JSONField(default=dict)  # how often each kind of command was played
    cards = models.JSONField(default=dict)  # how often people played each card

    objects: ClassVar[models.Manager[MatchRecord]] = models.Manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(ended_at__gte=models.F("started_at")), name="ends_after_start"
            ),
        )
        indexes = (
            models.Index(fields=["match"], condition=Q(is_due=True), name="due_records"),
            models.Index(fields=["game", "ended_at", "match"], name="records_in_order"),
        )

    def __str__(self) -> str:
        return f"record of match {self.match_id}"


class SeatRecord(models.Model):
    """How one seat finished. A deleted account leaves it without a name."""

    record = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="places", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="records", db_index=False
    )
    is_robot = models.BooleanField(default=False)  # from the start
    rank = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    stayed = models.BooleanField(default=True)  # it wasn't on automatic play at the end
    answers = models.JSONField(default=list)  # its player's own answer times, in seconds, sorted

    objects: ClassVar[models.Manager[SeatRecord]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["record", "number"], name="one_record_a_seat"),)
        indexes = (models.Index(fields=["player", "record"], name="records_of_a_player"),)

    def __str__(self) -> str:
        return f"place {self.rank} in match {self.record_id}"


class Departure(models.Model):
    """A player who left a match before its end, or was replaced while on automatic play."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="departures", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Departure]] = models.Manager()

    class Meta:
        indexes = (models.Index(fields=["player", "match"], name="departures_of_a_player"),)

    def __str__(self) -> str:
        return f"departure from match {self.match_id}"


class Figure(models.Model):
    """A count over all finished matches of a game, under a name that `games.records.figures` makes."""

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    times = models.IntegerField(default=0)

    objects: ClassVar[models.Manager[Figure]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "name"], name="one_figure_a_name"),)

    def __str__(self) -> str:
        return f"{self.game} {self.name}: {self.times}"
