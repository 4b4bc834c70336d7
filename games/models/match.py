"""A match: one game that some people play for weeks. The row holds its status, the log what happened."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rules.catalogue import by_slug
from games.rules.kernel.codec import read_options
from games.rules.kernel.contract import AnyRules


def new_public_id() -> str:
    """Make an id nobody can guess or count: 96 bits. Never starts like a command-line option."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


class MatchStatus(models.TextChoices):
    LOBBY = "lobby", _("waiting for players")
    RUNNING = "running", _("in progress")
    PAUSED = "paused", _("paused")
    OVER = "over", _("over")
    CLOSED = "closed", _("ended without a result")
    QUARANTINED = "quarantined", _("stopped by an error")


#: It has begun and isn't over, even while its clocks stand still.
UNDERWAY = frozenset({MatchStatus.RUNNING, MatchStatus.PAUSED})
#: It has begun and isn't over; a fault may have stopped it.
UNFINISHED = UNDERWAY | {MatchStatus.QUARANTINED}
#: Nobody can answer for a while: emails that ask wait until the match continues.
RESTING = UNFINISHED - {MatchStatus.RUNNING}
ENDED = frozenset({MatchStatus.OVER, MatchStatus.CLOSED})


class Autopilot(models.TextChoices):
    """What plays for a seat that was silent too often."""

    ROBOT = "robot", "the game's robot"
    SILENCE = "silence", "the moves of silence"


class MatchKind(models.TextChoices):
    """What a match is for. Only ordinary ones are rated and counted in statistics."""

    ORDINARY = "", "a match"
    LESSON = "lesson", "a guided first match, whose secret everyone may know"
    DAILY = "daily", "a try at the daily mine"
    CANARY = "canary", "a match that the site plays with itself, to see that it can"


class MatchQuerySet(models.QuerySet["Match"]):
    def running(self) -> MatchQuerySet:
        return self.filter(status=MatchStatus.RUNNING)

    def counted(self) -> MatchQuerySet:
        """Leave out what ratings, records and statistics must not count: lessons, daily mines, copies."""
        return self.filter(kind=MatchKind.ORDINARY, is_scratch=False)


class Match(models.Model):
    public_id = models.CharField(max_length=24, default=new_public_id, editable=False)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60, blank=True)  # the name its host gave it
    # Who played when it began, which is its name if its host gave none. It doesn't change, or the emails of
    # one match would become several conversations. Ids in order, their names, and how many robots.
    roster = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict)
    pace = models.TextField(blank=True)  # for games.clocks to read
    holidays_allowed = models.PositiveSmallIntegerField(default=7)  # days per seat
    autopilot = models.CharField(max_length=10, choices=Autopilot, default=Autopilot.ROBOT)
    silences_allowed = models.PositiveSmallIntegerField(default=2)
    status = models.CharField(max_length=12, choices=MatchStatus, default=MatchStatus.LOBBY)
    commitment = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=0)  # the number of the last event
    head = models.CharField(max_length=64, blank=True)  # its digest
    awaited = models.JSONField(default=list)  # the seats whose turn it is
    fault = models.TextField(blank=True)  # why it is quarantined; for operators
    spectators = models.BooleanField(default=False)  # may other signed-in people watch, as the public sees it
    spectators_signed_out = models.BooleanField(default=False)  # and anyone who has the address
    private_messages = models.BooleanField(default=False)  # may two players write to each other alone
    robot_accounts = models.BooleanField(default=False)  # may accounts marked as robots take seats
    is_scratch = models.BooleanField(default=False)  # imported to look at, never played on
    kind = models.CharField(max_length=8, choices=MatchKind, default=MatchKind.ORDINARY, blank=True)
    sealed_until = models.DateTimeField(null=True, blank=True)  # others still play with the same secret
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Match]] = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = (models.UniqueConstraint(fields=["public_id"], name="one_match_an_id"),)
        indexes = (
            models.Index(fields=["id"], condition=models.Q(status="running"), name="running_matches"),
            models.Index(
                fields=["status"],
                condition=models.Q(status__in=["lobby", "paused", "quarantined"]),
                name="matches_that_wait",
            ),
            models.Index(fields=["ended_at"], name="ended_matches"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}{' (imported, to look at)' if self.is_scratch else ''}"

    @property
    def rules(self) -> AnyRules:
        """Return the game; raise KeyError for one this version doesn't have."""
        return by_slug()[self.game]

    @property
    def options_read(self) -> Any:
        """Return the options it is played with, read without loading its log."""
        return read_options(self.rules, self.options)

    @property
    def is_running(self) -> bool:
        return self.status == MatchStatus.RUNNING

    @property
    def is_lesson(self) -> bool:
        """Tell whether it is a guided match: its secret is no secret, so it proves nothing."""
        return self.kind == MatchKind.LESSON

    @property
    def is_daily(self) -> bool:
        return self.kind == MatchKind.DAILY

    @property
    def is_alone(self) -> bool:
        """Tell whether one person plays it against robots, for practice or for the table of the day."""
        return self.kind != MatchKind.ORDINARY

    def is_unsealed(self, now: datetime) -> bool:
        """Tell whether what its draws came from may be shown: it is over, and nobody else plays with it."""
        return self.status == MatchStatus.OVER and (self.sealed_until is None or self.sealed_until <= now)


class NoSecrets(models.Manager[Any]):
    """A manager that finds nothing, so dumps, admin pages and careless queries leak no secret."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().none()


class MatchSecret(models.Model):
    """The secret behind all chance of a match, kept apart from everything that is shown or dumped."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="+")
    secret = models.BinaryField()

    objects = NoSecrets()
    kept: ClassVar[models.Manager[MatchSecret]] = models.Manager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return "the secret of a match"

    __repr__ = __str__
