"""What we tell the sign-in library: who may join, where a visitor comes from, that it emails nothing."""

from __future__ import annotations

from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from qrcode.image.svg import SvgPathImage

from games.mail.compose.email_draft import host
from games.models import Player
from games.web.match.players_only import open_hands
from games.web.site.visitor import address_of


class Adapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Leave it to our own page for signing in, which tells nobody whether an address is known."""
        return False

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign in whoever has shown who they are, which opens their seats in this browser."""
        super().login(request, user)
        open_hands(request.session, user, timezone.now())

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def add_message(self, request: HttpRequest, *args: Any, **named: Any) -> None:
        """Say nothing on the next page: the pages themselves say where one is."""

    def send_mail(self, *_: Any) -> None:
        """Send nothing of the library's own: each of our emails is a row, and a worker's to send."""

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Tell who is barred no more than a stranger."""
        return redirect("account_login")


class MfaAdapter(DefaultMFAAdapter):
    """What we tell the library about the second factor."""

    def build_totp_svg(self, url: str) -> str:
        """Draw the code as a picture that stands in the page: from an address, our policy would refuse it."""
        image = qrcode.make(url, image_factory=SvgPathImage, border=2)
        return image.to_string(encoding="unicode")

    def get_totp_issuer(self) -> str:
        return settings.HOST_NAME or host()
