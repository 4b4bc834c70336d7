"""Passkeys and authenticator apps: a second factor for players who want one, and for all staff.

The library stores keys and codes. We limit the tries, and note each change and email the player about it;
`site.middleware.SecondFactor` keeps everybody without one out of the staff's rooms.
"""

from __future__ import annotations

from typing import Any

import structlog
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.base.views import AuthenticateView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, RemoveWebAuthnView
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.forms import CharField, Form, HiddenInput, JSONField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.infra import limits
from games.infra.locks import writing
from games.models import AccountChangeKind, Player
from games.players import account_changes, codes
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers
from games.web.account.sign_in import KEPT, finish_sign_in, on_this_site
from games.web.match.players_only import player_of
from games.web.match.seat_actions import too_many
from games.web.site.visitor import address_of

log = structlog.get_logger(__name__)

OK, UNPROCESSABLE = 200, 422


class CredentialField(JSONField):
    """A JSON field that refuses what the parser can't take: too deep, or a number that is too long."""

    widget = HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (RecursionError, ValueError):
            raise unreadable() from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Leave the field as it was: the value can't be used twice, and drawing it would parse it again."""
        return initial


class Readable(Form):
    """A form with a browser's answer about a key; the library fails on malformed ones, so check it here."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise unreadable() from None


class PasskeyForm(Readable, LoginWebAuthnForm):
    pass


class KeyForm(Readable, AuthenticateWebAuthnForm):
    pass


class KeyAgainForm(Readable, ReauthenticateWebAuthnForm):
    pass


class NewKeyForm(AddWebAuthnForm):
    """A new key with a short name, or none."""

    name = CharField(required=False, max_length=60)
    credential = CredentialField()

    def clean(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = super().clean()
        except (AttributeError, KeyError, TypeError, ValueError):
            raise unreadable() from None
        return told


def unreadable() -> ValidationError:
    return ValidationError(_("We couldn't read your browser's response. Nothing has changed; try again."))


class Counted:
    """A page that takes a code: count each try, by the player and by where it comes from.

    Beyond the limit the form isn't validated at all, since that would check the code.
    """

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            count_try(request, self.tried_by(request))
        except Refused as refused:
            return too_many(request, refused)
        answer: HttpResponse = super().post(request, *args, **named)  # type: ignore[misc]
        if answer.status_code == OK:  # the form was refused and is shown again
            log.warning("second_factor_refused", player=str(self.tried_by(request).pk))
            answer.status_code = UNPROCESSABLE
        return answer

    def tried_by(self, request: HttpRequest) -> Player:
        return player_of(request)


@method_decorator([never_cache, login_not_required], name="dispatch")
class Authenticate(Counted, AuthenticateView):
    """Ask for the second factor after a correct code from the email."""

    def tried_by(self, request: HttpRequest) -> Player:
        player: Player = self.stage.login.user
        return player

    def form_valid(self, form: Form) -> HttpResponse:
        return finish_sign_in(self.request, super().form_valid(form), by="second factor")


@method_decorator(never_cache, name="dispatch")
class Reauthenticate(Counted, ReauthenticateView):
    """Ask for the second factor again before a change that requires it."""


@method_decorator([never_cache, login_not_required], name="dispatch")
class Passkey(LoginWebAuthnView):
    """Sign in with a passkey alone: unlocking it counts as both factors."""

    def get(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Start a sign-in; limit how many sessions a stranger can create, and let them end soon."""
        try:
            with writing():
                limits.take("passkeys asked from an address", address_of(request), timezone.now())
        except Refused as refused:
            return too_many(request, refused)
        answer: HttpResponse = super().get(request, *args, **named)
        if not request.session.is_empty():
            request.session.set_expiry(codes.HOLDS)
        return answer

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            count_try(request, None)
        except Refused as refused:
            return too_many(request, refused)
        request.session[KEPT] = {"remember": "remember" in request.POST}
        return super().post(request, *args, **named)

    def get_success_url(self) -> str:
        return on_this_site(self.request, self.request.POST.get("next", ""))

    def form_valid(self, form: Form) -> HttpResponse:
        return finish_sign_in(self.request, super().form_valid(form), by="passkey")

    def form_invalid(self, form: Form) -> HttpResponse:
        log.warning("passkey_refused")
        return redirect(f"{resolve_url('account_login')}?passkey")


class Noted:
    """A page that changes how a player signs in: note the change in the same transaction, and email them."""

    change: AccountChangeKind

    def form_valid(self, form: Form) -> HttpResponse:
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        with writing():
            account_changes.note(player_of(request), self.change, timezone.now())
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return answer


class NewApp(Noted, ActivateTOTPView):
    """Set up an app. Its first code counts as shown in this browser, and can't be used a second time."""

    change = AccountChangeKind.FACTOR_ADDED

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        app = Authenticator.objects.get(user=player_of(self.request), type=Authenticator.Type.TOTP)
        if app.wrap().validate_code(form.cleaned_data["code"]):
            post_authentication(self.request, app, reauthenticated=True)
        return answer


class NoApp(Noted, DeactivateTOTPView):
    change = AccountChangeKind.FACTOR_REMOVED


class NewKey(Noted, AddWebAuthnView):
    """Add a passkey. It was just used in this browser, so it counts as shown here, as an app's first code."""

    change = AccountChangeKind.FACTOR_ADDED

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        keys = Authenticator.objects.filter(user=player_of(self.request), type=Authenticator.Type.WEBAUTHN)
        post_authentication(self.request, keys.latest("pk"), reauthenticated=True)
        return answer


class NoKey(Noted, RemoveWebAuthnView):
    change = AccountChangeKind.FACTOR_REMOVED


class NewSpareCodes(Noted, GenerateRecoveryCodesView):
    change = AccountChangeKind.CODES_RENEWED


def count_try(request: HttpRequest, player: Player | None) -> None:
    """Count one try, right or wrong; raise Refused beyond the limit."""
    now = timezone.now()
    with writing():
        limits.take("codes tried from an address", known_browsers.limit_key(request, player), now)
        limits.take("second factors of a player", str(player.pk) if player else "", now)
