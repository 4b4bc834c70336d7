"""The browsers and phones that a player's push notices go to."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.player import Player


class Device(models.Model):
    """One browser that gets push notices. Its endpoint is a secret: it is shown to nobody."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices", db_index=False)
    name = models.CharField(max_length=40)  # as its player calls it
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)  # what only it can decrypt is encrypted with these
    auth = models.CharField(max_length=40)
    server_key = models.CharField(max_length=100)  # the key of ours that it trusts
    browser = models.CharField(max_length=64, blank=True)  # a digest: signing out there drops the device
    error = models.CharField(max_length=40, blank=True)  # why the last notice didn't get there
    added_at = models.DateTimeField(default=timezone.now)
    reached_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Device]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["endpoint"], name="one_device_an_endpoint"),)
        indexes = (models.Index(fields=["player", "id"], name="devices_of_a_player"),)

    def __str__(self) -> str:
        return f"device {self.pk}"
