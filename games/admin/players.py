"""Who is staff, and who may sign in at all."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin import ModelAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import joining
from games.models import Player


class RolesForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Player
        fields = ("is_moderator", "is_operator", "is_active")

    def clean(self) -> dict[str, Any] | None:
        told = super().clean() or {}
        stays = told.get("is_operator") and told.get("is_active")
        before = Player.objects.get(pk=self.instance.pk)
        if joining.is_last_operator(before) and not stays:
            raise ValidationError(_("Somebody has to run this site: appoint another operator first."))
        return told


class Players(ModelAdmin):  # type: ignore[type-arg]
    """Who is staff, and who may sign in at all: for operators alone."""

    form = RolesForm
    fields = ("display_name", "email", "joined", "is_moderator", "is_operator", "is_active")
    readonly_fields = ("display_name", "email", "joined")
    list_display = ("__str__", "is_moderator", "is_operator", "is_active", "joined")
    list_filter = ("is_moderator", "is_operator", "is_active")
    search_fields = ("display_name", "email")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return is_operator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players delete themselves: see farewell."""
        return False


def is_operator(request: HttpRequest) -> bool:
    return isinstance(request.user, Player) and request.user.is_active and request.user.is_operator
