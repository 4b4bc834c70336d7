"""A problem that somebody in a match reported, and what was said about it. What moderators do is a ruling."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match, new_public_id
from games.models.outbox import Outbox
from games.models.player import Player
from games.models.seat import Seat
from games.rules.kernel.seats import PUBLIC, Reader

#: The longest message in a case, in characters.
LONGEST_WORD = 4000
#: How often a case is decided at most: once, and once more on appeal.
MOST_DECISIONS = 2
#: If the moderator of a case does nothing for this long, another one may take it.
PATIENCE = timedelta(days=4)
#: This long after its decision a case closes by itself.
TO_APPEAL = timedelta(days=14)


class CaseKind(models.TextChoices):
    RULES = "rules", _("A rule wasn't followed")
    DELIVERY = "delivery", _("An email didn't arrive, or came too late")
    CONDUCT = "conduct", _("How someone behaves")
    ABSENCE = "absence", _("Someone has stopped playing")
    FAIRNESS = "fairness", _("Luck or fairness")
    NOT_ME = "not_me", _("Someone else moved for me")


class CaseState(models.TextChoices):
    OPEN = "open", _("waiting for a moderator")
    LOOKING = "looking", _("under review by a moderator")
    DECIDED = "decided", _("decided")
    APPEALED = "appealed", _("waiting for another moderator")
    CLOSED = "closed", _("closed")


class Verdict(models.TextChoices):
    """What was decided, in a few words; the reason is stored beside it."""

    RIGHTED = "righted", _("You were right, and what could be fixed was fixed.")
    STANDS = "stands", _("Everything followed the rules, so nothing changes.")
    SETTLED = "settled", _("This has been settled. There is nothing else to do.")


class Case(models.Model):
    """The seat and its generation tell who reported it; the player may be deleted."""

    public_id = models.CharField(max_length=24, default=new_public_id, editable=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="cases")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    generation = models.PositiveIntegerField()
    opener = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="cases")
    kind = models.CharField(max_length=10, choices=CaseKind)
    state = models.CharField(max_length=10, choices=CaseState, default=CaseState.OPEN)
    line = models.PositiveIntegerField(null=True)  # the event shown on the reported line of the log
    mail = models.ForeignKey(Outbox, on_delete=models.SET_NULL, null=True, related_name="+")
    moderator = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    decided_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True)
    reason = models.TextField(blank=True)  # why it was decided so; shown to its opener
    opened_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Case]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["public_id"], name="one_case_an_id"),)
        indexes = (models.Index(fields=["opened_at"], condition=~Q(state="closed"), name="cases_not_closed"),)

    def __str__(self) -> str:
        return f"case {self.public_id}"

    @property
    def waits(self) -> bool:
        """Tell whether the case needs a moderator to take it."""
        return self.state in (CaseState.OPEN, CaseState.APPEALED)

    def is_held(self, now: datetime) -> bool:
        """Tell whether an active moderator has it and has done something about it lately."""
        there = self.moderator
        if self.state != CaseState.LOOKING or there is None or not (there.is_moderator and there.is_active):
            return False
        return self.rulings.filter(moderator=there, refused="", at__gt=now - PATIENCE).exists()

    @property
    def may_appeal(self) -> bool:
        """Tell whether another moderator may be asked: it was decided, and not on appeal already."""
        rulings = self.rulings.filter(kind="decided", refused="")
        is_open = self.state == CaseState.DECIDED or self._was_shut_early
        return is_open and rulings.count() < MOST_DECISIONS

    @property
    def _was_shut_early(self) -> bool:
        """Tell whether a moderator closed it before the time to appeal was over; an appeal stays possible."""
        if self.state != CaseState.CLOSED or self.decided_at is None:
            return False
        shut = self.rulings.filter(kind="closed_case", refused="", moderator__isnull=False)
        return timezone.now() < self.decided_at + TO_APPEAL and shut.exists()

    @property
    def closes_at(self) -> datetime | None:
        """Return when it closes by itself; None while it is undecided."""
        is_decided = self.state == CaseState.DECIDED and self.decided_at is not None
        return self.decided_at + TO_APPEAL if is_decided and self.decided_at else None

    @property
    def reader(self) -> Reader:
        """Return its opener's reader for the reported event: the seat, or the public if they left it."""
        line, seat = self.line or 0, self.seat
        return seat.reader_of(line) if seat.generation == self.generation else PUBLIC


class CaseWord(models.Model):
    """A message in a case: from its opener, or from a moderator to the opener or to other moderators."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="words", db_index=False)
    author = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="case_words")
    as_moderator = models.BooleanField(default=False)
    private = models.BooleanField(default=False)  # visible to moderators only
    text = models.TextField(max_length=LONGEST_WORD)
    key = models.CharField(max_length=64)  # made by the page; the same key means the same press
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[CaseWord]] = models.Manager()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["case", "key"], name="one_word_a_key"),)

    def __str__(self) -> str:
        return f"something said about case {self.case_id}"
