"""Our answers to the sign-in library: who may sign up, a visitor's IP address, and that it sends no email."""

from __future__ import annotations

from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from qrcode.image.svg import SvgPathImage

from games.mail.compose.email_draft import host
from games.models import Player
from games.web.match.players_only import open_hands
from games.web.site.visitor import address_of


class Adapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Keep the library's sign-up closed: our own page doesn't reveal which addresses have an account."""
        return False

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign a player in, and let this browser show their hands."""
        super().login(request, user)
        open_hands(request.session, user, timezone.now())

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def add_message(self, request: HttpRequest, *args: Any, **named: Any) -> None:
        """Drop the library's messages: our pages say themselves what happened."""

    def send_mail(self, *_: Any) -> None:
        """Drop the library's emails: ours are rows that a worker sends."""

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Show an inactive player what a stranger sees."""
        return redirect("account_login")


class MfaAdapter(DefaultMFAAdapter):
    """Our answers to the library about the second factor."""

    def build_totp_svg(self, url: str) -> str:
        """Draw the QR code as SVG inside the page, since our content policy refuses a data: address."""
        image = qrcode.make(url, image_factory=SvgPathImage, border=2)
        return image.to_string(encoding="unicode")

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Suggest a name for a passkey in our words; the library says "Master key"."""
        made = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)d") % {"number": made + 1}

    def get_totp_issuer(self) -> str:
        return settings.HOST_NAME or host()
