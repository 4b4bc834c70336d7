"""Who is staff, and who may sign in."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin import ModelAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.disputes.moderation.frame import LONGEST_REASON
from games.disputes.moderation.people import plays_with
from games.models import Player, Ruling, RulingKind, read_text
from games.players import accounts
from games.rules.kernel.refusal import Refused
from games.staff import entrance
from games.web.account import staff_attempts


class RolesForm(forms.ModelForm):  # type: ignore[type-arg]
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea({"rows": 4}))

    class Meta:
        model = Player
        fields = ("is_moderator", "is_operator", "is_active")

    def clean_reason(self) -> str:
        if not (reason := read_text(self.cleaned_data["reason"])):
            raise ValidationError(self.fields["reason"].error_messages["required"], "required")
        return reason

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        stays = cleaned.get("is_operator") and cleaned.get("is_active")
        before = Player.objects.get(pk=self.instance.pk)
        if accounts.is_last_operator(before) and not stays:
            raise ValidationError(_("The site needs an operator. Appoint another one first."))
        return cleaned


class Players(ModelAdmin):  # type: ignore[type-arg]
    """Who is staff, and who may sign in: for operators only."""

    form = RolesForm
    fields = ("display_name", "email", "joined", "is_moderator", "is_operator", "is_active", "reason")
    readonly_fields = ("display_name", "email", "joined")
    list_display = ("__str__", "is_moderator", "is_operator", "is_active", "joined")
    list_filter = ("is_moderator", "is_operator", "is_active")
    search_fields = ("display_name", "email")

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest | None = None) -> bool:
        """Allow only the filters of the list: Django would let a query string filter by any column."""
        return lookup.partition("__")[0] in self.list_filter

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Player | None:
        """Find a player by primary key, whatever field the URL names."""
        return super().get_object(request, object_id)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **named: Any
    ) -> HttpResponse:
        """Show the form or save it, if two-step verification is recent."""
        if not entrance.is_recent(request):
            if request.method == "POST":
                staff_attempts.note(request, None, {"object_id": object_id}, staff_attempts.TOO_OLD)
            return entrance.ask_for_verification(request)
        if request.method == "POST" and _shuts_out_a_rival(request, object_id):
            return entrance.refuse_entry(request, Refused("plays_with_you"), kind=RulingKind.APPOINTED)
        return super().changeform_view(request, object_id, *args, **named)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """List the players under a heading of our own: Django declines no nouns."""
        titled = {"title": _("Players and their roles"), **(extra_context or {})}
        return super().changelist_view(request, titled)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the form under a heading of our own."""
        titled = {"title": _("Role and access"), **(extra_context or {})}
        return super().change_view(request, object_id, form_url, titled)

    def get_form(self, request: HttpRequest, *args: Any, **named: Any) -> Any:
        """Restore what was typed before verification was asked for."""
        form = super().get_form(request, *args, **named)
        if request.method == "GET":
            form.base_fields["reason"].initial = entrance.kept(request).get("reason", "")
        return form

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save, and record who changed what and why; nobody can change a ruling."""
        super().save_model(request, obj, form, change)
        Ruling.objects.create(
            moderator=entrance.moderator_of(request),
            player=obj,
            kind=RulingKind.APPOINTED,
            reason=form.cleaned_data["reason"],
            about=" ".join(name for name in RolesForm.Meta.fields if getattr(obj, name)),
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return is_operator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players delete their own accounts: see `players.delete`."""
        return False


def _shuts_out_a_rival(request: HttpRequest, object_id: str | None) -> bool:
    """Check whether an operator would close or open the account of somebody they play with."""
    try:
        player = Player.objects.filter(pk=UUID(object_id or "")).first()
    except ValueError:
        return False
    ticked = forms.CheckboxInput().value_from_datadict(request.POST, request.FILES, "is_active")
    changes = player is not None and player.is_active != ticked
    return player is not None and changes and plays_with(entrance.moderator_of(request), player)


def is_operator(request: HttpRequest) -> bool:
    return isinstance(request.user, Player) and request.user.is_active and request.user.is_operator
