"""What moderators did, and what they looked at. Rows that are only ever added.

They store the ids of persons without a database constraint, so that deleting a player doesn't change them;
the reference then gives None.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.models.case import Case
from games.models.match import Match
from games.models.player import Player
from games.models.seat import Seat


class RulingKind(models.TextChoices):
    TOOK = "took", _("took the case")
    ANSWERED = "answered", _("replied")
    DECIDED = "decided", _("decided the case")
    CLOSED_CASE = "closed_case", _("closed the case")
    EXTENDED = "extended", _("gave more time")
    RESTARTED = "restarted", _("restarted a deadline")
    PAUSED = "paused", _("paused the match")
    RESUMED = "resumed", _("resumed the match")
    FORCED = "forced", _("stopped waiting for a player")
    REWOUND = "rewound", _("moved the match back to an earlier moment")
    REPLACED = "replaced", _("gave a seat to someone else")
    RELEASED = "released", _("resumed the match after an error")
    ENDED = "ended", _("ended the match without a result")
    UNCOUNTED = "uncounted", _("took the match out of records and ratings")
    COUNTED = "counted", _("counted the match again")
    WARNED = "warned", _("warned a player")
    SUSPENDED = "suspended", _("suspended a player")
    BANNED = "banned", _("banned a player")
    READMITTED = "readmitted", _("lifted a suspension or ban")
    SUPPRESSED = "suppressed", _("stopped emails to an address")
    UNSUPPRESSED = "unsuppressed", _("allowed emails to an address again")
    RESENT = "resent", _("sent an email again")
    LOOKED = "looked", _("viewed a match")
    CHECKED = "checked", _("replayed and checked the log")
    NOTED = "noted", _("added a note")
    APPOINTED = "appointed", _("changed staff roles, or who may sign in")


def new_key() -> str:
    return get_random_string(32)


def _somebody(**facts: Any) -> models.ForeignKey[Player | None, Player | None]:
    """Make a reference to a player who may be deleted later, although this row can't change."""
    return models.ForeignKey(
        Player, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+", **facts
    )


class Ruling(AppendOnly):
    """One action of a moderator, or an attempt that was refused."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="rulings")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="rulings")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    player = _somebody()  # the player it is about
    moderator = _somebody()
    kind = models.CharField(max_length=14, choices=RulingKind)
    reason = models.TextField()
    about = models.CharField(max_length=200, blank=True)  # a time, an event, an email: depends on the kind
    refused = models.CharField(max_length=40, blank=True)  # why it was not done, as a code
    key = models.CharField(max_length=64, default=new_key)  # the same key is the same press
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Ruling]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["key"], name="one_ruling_a_key"),
            models.CheckConstraint(
                condition=~models.Q(reason="") | ~models.Q(refused=""), name="ruling_says_why"
            ),
        )

    def __str__(self) -> str:
        return f"a moderator {self.kind}"

    @property
    def done(self) -> str:
        """Describe what was done; for a check, include what it found."""
        done = str(self.get_kind_display())
        if self.wrong is None:
            return done
        wrong = ngettext("%(count)d problem found", "%(count)d problems found", self.wrong)
        found = wrong % {"count": self.wrong} if self.wrong else gettext("no problems found")
        return f"{done}: {found}"

    @property
    def wrong(self) -> int | None:
        """Return how many things a check found wrong."""
        _version, _between, wrong = self.about.partition(" ")
        return int(wrong) if self.kind == RulingKind.CHECKED and wrong else None


class Look(AppendOnly):
    """A moderator looked at more of a match than its players show everybody."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="looks")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="looks")
    moderator = _somebody()
    seat = models.PositiveSmallIntegerField(null=True)  # the seat looked at as; None: as any spectator
    event = models.PositiveIntegerField()  # the event looked at
    reason = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Look]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"a look at match {self.match_id}"

    @property
    def done(self) -> str:
        """Describe what was done; the seat is named elsewhere."""
        took, looked = gettext("downloaded the evidence"), gettext("viewed the match as of event %(event)d")
        return took if self.seat is None else looked % {"event": self.event}
