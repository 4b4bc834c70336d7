"""Chat in a match, whom a player has hidden there, and private notes.

Players' free text: kept in rows, never in events, so that it can be deleted.
"""

from __future__ import annotations

import re
import unicodedata
from typing import ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.expressions import Combinable
from django.utils import timezone

from games.models.block import Block
from games.models.match import Match
from games.models.player import Player
from games.models.seat import Seat
from games.rules.kernel.refusal import Refused

#: The longest message, and the longest note, in characters.
LONGEST_TALK, LONGEST_NOTE = 1000, 5000
#: Joins letters and pictures in some scripts: invisible itself, but its neighbours look different.
_JOINS = frozenset("\u200c\u200d")
_MANY_LINES = re.compile(r"\n{3,}")


def read_text(told: str) -> str:
    """Read what a player wrote, without invisible characters, which hide things or reverse lines."""
    lines = unicodedata.normalize("NFC", told).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    seen = "".join(sign for sign in lines if sign.isprintable() or sign == "\n" or sign in _JOINS)
    return _MANY_LINES.sub("\n\n", seen).strip("\n \u200c\u200d")


def read_at_most(told: str, most: int) -> str:
    """Read what a player wrote; raise Refused if it is too long.

    Text that is far too long isn't even read: normalizing accents takes time that grows with its square.
    """
    text = read_text(told) if len(told) <= 2 * most else told
    if len(text) > most:
        raise Refused("too_long", most=most, over=len(text) - most)
    return text


def _hushed_by(reader: Player) -> Combinable | Q:
    """Match messages the reader hides: from players hidden in this match, or blocked everywhere."""
    hushed = Hush.objects.filter(match=OuterRef("match"), by=reader, whose=OuterRef("player"))
    blocked = Block.objects.filter(player=reader, blocked=OuterRef("player"))
    return Exists(hushed) | Exists(blocked)


class TalkQuerySet(models.QuerySet["Talk"]):
    def to_all(self) -> TalkQuerySet:
        """Leave out private messages."""
        return self.filter(to=None)

    def private_of(self, player: Player) -> TalkQuerySet:
        """Find the private messages that a player wrote or got."""
        return self.filter(Q(player=player) | Q(to=player), to__isnull=False)

    def at_table(self, match: Match, reader: Player) -> TalkQuerySet:
        """Find the messages in a match that a player may read, the latest first; mark those they hide."""
        readable = self.filter(Q(to=None) | Q(to=reader) | Q(player=reader), match=match)
        return readable.annotate(is_hushed=_hushed_by(reader)).order_by("-pk")

    def told_to(self, reader: Player) -> TalkQuerySet:
        """Leave out the reader's own messages, those to others alone, and those the reader hides."""
        others = self.filter(Q(to=None) | Q(to=reader)).exclude(player=reader)
        return others.exclude(_hushed_by(reader)).order_by("-pk")


class Talk(models.Model):
    """A message in a match, to all its players or to one; the generation tells who had the seat then."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="talk", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="talk")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="talk")
    # Who alone may read it besides its author; None: all players. It goes with either of the two.
    to = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = models.TextField(max_length=LONGEST_TALK)
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[TalkQuerySet] = TalkQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = "talk"
        ordering = ("pk",)
        indexes = (models.Index(fields=["match", "at"], name="talk_at_a_table"),)

    def __str__(self) -> str:
        return f"something said in match {self.match_id}"


class Hush(models.Model):
    """A player who hides another's messages in one match; nobody else is told."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="hushes")
    whose = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    objects: ClassVar[models.Manager[Hush]] = models.Manager()

    class Meta:
        verbose_name_plural = "hushes"
        constraints = (models.UniqueConstraint(fields=["match", "by", "whose"], name="one_hush_a_pair"),)

    def __str__(self) -> str:
        return f"a hush in match {self.match_id}"


class Note(models.Model):
    """A player's private notes about a match: they belong to the player, not to the seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=LONGEST_NOTE, blank=True)
    edition = models.PositiveIntegerField(default=0)  # how often it was written, to recognize a stale form
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Note]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "player"], name="one_note_a_match"),)

    def __str__(self) -> str:
        return f"a note on match {self.match_id}"
