"""A change to who can sign in to an account, with the state before it; kept while it can be undone."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class AccountChangeKind(models.TextChoices):
    """Each also names the kind of the email about it."""

    ADDRESS_ADDED = "address_added", _("added an address")
    ADDRESS_REMOVED = "address_removed", _("removed an address")
    MAIN_MOVED = "address_moved", _("changed the main email address")
    FACTOR_ADDED = "factor_added", _("added a passkey or an authenticator app")
    FACTOR_REMOVED = "factor_removed", _("removed a passkey or an authenticator app")
    CODES_RENEWED = "spare_codes", _("created new backup codes")
    TOKEN_MADE = "token_made", _("created an API token")
    DEVICE_ADDED = "device_added", _("added a browser for notifications")
    SERVICE_CONNECTED = "service_joined", _("connected a sign-in service")
    UNDONE = "account_undone", _("undid changes")


class AccountChange(models.Model):
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16, choices=AccountChangeKind)
    main = models.EmailField()  # the address that emails went to before
    others = models.JSONField(default=list)  # the others it had then
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[AccountChange]] = models.Manager()

    class Meta:
        indexes = (models.Index(fields=["at"], name="old_account_changes"),)

    def __str__(self) -> str:
        return f"account change {self.pk}"
