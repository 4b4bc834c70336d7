"""The rooms of staff, on Django's admin: here operators say who else is staff. Second factor: see views."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin import AdminSite, ModelAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver
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


class Rooms(AdminSite):
    site_title = site_header = _("Quartz by mail")
    index_title = _("Rooms of staff")

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.register(Player, Players)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Leave out what there is no password for."""
        return [one for one in super().get_urls() if not str(one.pattern).startswith("password_")]


def is_operator(request: HttpRequest) -> bool:
    return isinstance(request.user, Player) and request.user.is_active and request.user.is_operator
