"""More than a code from an email: passkeys and codes of an app, for who wants them and for all who are staff.

The library keeps keys and codes. Ours are how often one may guess, and that nobody opens what is for staff
without having shown a second factor in this browser.
"""

from __future__ import annotations

from typing import Any

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
from games.models import Change, Player
from games.players import account_changes, codes
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers
from games.web.account.sign_in import KEPT, on_this_site, settled
from games.web.match.players_only import player_of
from games.web.match.seat_actions import too_many
from games.web.site.visitor import address_of

OK, UNPROCESSABLE = 200, 422


class Answer(JSONField):
    """JSON of which the parser's own limits are none of our faults: how deep it is, how long a number."""

    widget = HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except (RecursionError, ValueError):
            raise unreadable() from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Draw none of it again: it would be read once more for that, and holds for one press only."""
        return initial


class Readable(Form):
    """What a browser says of a key, of which the library expects that it is well formed."""

    credential = Answer()

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
    """A new key; one with a name that can be read and isn't long."""

    name = CharField(required=False, max_length=60)
    credential = Answer()

    def clean(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = super().clean()
        except (AttributeError, KeyError, TypeError, ValueError):
            raise unreadable() from None
        return told


def unreadable() -> ValidationError:
    return ValidationError(_("The browser's answer could not be read. Nothing has changed; try again."))


class Counted:
    """A page at which a code is tried: each try is counted, for the player and for where it comes from.

    Beyond that the form is not even filled in again: it would look whether the code is right.
    """

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            take(request, self.tried_by(request))
        except Refused as refused:
            return too_many(request, refused)
        answer: HttpResponse = super().post(request, *args, **named)  # type: ignore[misc]
        if answer.status_code == OK:  # refused, and shown again
            answer.status_code = UNPROCESSABLE
        return answer

    def tried_by(self, request: HttpRequest) -> Player:
        return player_of(request)


@method_decorator([never_cache, login_not_required], name="dispatch")
class Authenticate(Counted, AuthenticateView):
    """Ask for the second factor, after the code from the email was right."""

    def tried_by(self, request: HttpRequest) -> Player:
        player: Player = self.stage.login.user
        return player

    def form_valid(self, form: Form) -> HttpResponse:
        return settled(self.request, super().form_valid(form))


@method_decorator(never_cache, name="dispatch")
class Reauthenticate(Counted, ReauthenticateView):
    """Ask for it again before something is changed that depends on it."""


@method_decorator([never_cache, login_not_required], name="dispatch")
class Passkey(LoginWebAuthnView):
    """Sign in with a passkey alone: whoever unlocks it has shown both that they have it and who they are."""

    def get(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Ask for a key, in a session that ends soon: anybody may have one, but not without end."""
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
            take(request, None)
        except Refused as refused:
            return too_many(request, refused)
        request.session[KEPT] = {"remember": "remember" in request.POST}
        return super().post(request, *args, **named)

    def get_success_url(self) -> str:
        return on_this_site(self.request, self.request.POST.get("next", ""))

    def form_valid(self, form: Form) -> HttpResponse:
        return settled(self.request, super().form_valid(form))

    def form_invalid(self, form: Form) -> HttpResponse:
        return redirect(f"{resolve_url('account_login')}?passkey")


class Noted:
    """A page that changes how somebody signs in: written down with it, and told to them by email."""

    change: Change

    def form_valid(self, form: Form) -> HttpResponse:
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        with writing():
            account_changes.note(player_of(request), self.change, timezone.now())
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return answer


class NewApp(Noted, ActivateTOTPView):
    """Set up an app; the code that does so has shown it in this browser, and opens nothing a second time."""

    change = Change.FACTOR_ADDED

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        app = Authenticator.objects.get(user=player_of(self.request), type=Authenticator.Type.TOTP)
        if app.wrap().validate_code(form.cleaned_data["code"]):
            post_authentication(self.request, app, reauthenticated=True)
        return answer


class NoApp(Noted, DeactivateTOTPView):
    change = Change.FACTOR_REMOVED


class NewKey(Noted, AddWebAuthnView):
    change = Change.FACTOR_ADDED


class NoKey(Noted, RemoveWebAuthnView):
    change = Change.FACTOR_REMOVED


class NewSpareCodes(Noted, GenerateRecoveryCodesView):
    change = Change.CODES_RENEWED


def take(request: HttpRequest, player: Player | None) -> None:
    """Count one try, whether it is right or wrong; raise Refused."""
    now = timezone.now()
    with writing():
        limits.take("codes tried from an address", known_browsers.place(request, player), now)
        limits.take("second factors of a player", str(player.pk) if player else "", now)
