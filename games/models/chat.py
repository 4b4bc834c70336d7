"""Where messages go in somebody's chat: for a player, for everybody in a match, or for a circle."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.circle import Circle
from games.models.match import Match
from games.models.player import Language, Player


class ChatKind(models.TextChoices):
    DISCORD = "discord", "Discord"
    SLACK = "slack", _("Slack webhook")
    SLACK_BOT = "slack_bot", _("Slack bot")
    MATRIX = "matrix", "Matrix"
    TELEGRAM = "telegram", "Telegram"
    MATTERMOST = "mattermost", _("Mattermost and compatible")
    SIGNED = "signed", _("A program of my own (signed JSON)")


class ChatTargetQuerySet(models.QuerySet["ChatTarget"]):
    def working(self) -> ChatTargetQuerySet:
        return self.filter(off_at=None)

    def for_match(self, match: Match, reader: Player | None) -> ChatTargetQuerySet:
        """Find what hears of a match: its own targets, its circle's, and a reader's."""
        # Each by an index, where "or" had none.
        of_match = ChatTarget.objects.filter(match=match).values("pk")
        of_circle = ChatTarget.objects.filter(circle__matches__match=match).values("pk")
        of_reader = ChatTarget.objects.filter(player=reader, player__isnull=False).values("pk")
        return self.filter(pk__in=of_match.union(of_circle, of_reader)).order_by("pk")


class ChatTarget(models.Model):
    """A chat that messages go to. Of its address and its token, only the end is ever shown."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="chats")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="chats")
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, null=True, related_name="chats")
    kind = models.CharField(max_length=12, choices=ChatKind)
    secret = models.BinaryField()  # address, token and room, encrypted: see games.reach.chat.secrets
    shown = models.CharField(max_length=80)  # the host, and the last four characters
    set_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    language = models.CharField(max_length=8, choices=Language, default=Language.ENGLISH)
    time_zone = models.CharField(max_length=64, default="UTC")
    made_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True)
    ok_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=40, blank=True)  # why the last message didn't get there
    failing_since = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)  # its service takes nothing before
    off_at = models.DateTimeField(null=True)  # it failed for too long

    objects: ClassVar[ChatTargetQuerySet] = ChatTargetQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(player__isnull=False, match=None, circle=None)
                | Q(player=None, match__isnull=False, circle=None)
                | Q(player=None, match=None, circle__isnull=False),
                name="a_chat_is_of_one",
            ),
        )

    def __str__(self) -> str:
        return f"chat target {self.pk}"

    @property
    def is_personal(self) -> bool:
        return self.player_id is not None

    @property
    def owner(self) -> Player | None:
        """Give who is told when it no longer works."""
        if self.player is not None:
            return self.player
        return self.circle.keeper if self.circle is not None else self.set_by


class ChatMention(models.Model):
    """How a service calls a player, so that a message can ping them."""

    target = models.ForeignKey(ChatTarget, on_delete=models.CASCADE, related_name="mentions", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    called = models.CharField(max_length=255)

    objects: ClassVar[models.Manager[ChatMention]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["target", "player"], name="one_mention_a_player"),)

    def __str__(self) -> str:
        return f"mention {self.pk}"


class ChatMessage(models.Model):
    """The last message about a match in one chat, so that it can be edited."""

    target = models.ForeignKey(ChatTarget, on_delete=models.CASCADE, related_name="messages", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    receipt = models.CharField(max_length=255, blank=True)  # what the service calls it
    about = models.JSONField(default=list)  # what it is about: a message about more is a new one
    digest = models.CharField(max_length=64)  # of what it says
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[ChatMessage]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["target", "match"], name="one_message_a_match"),)

    def __str__(self) -> str:
        return f"chat message {self.pk}"
