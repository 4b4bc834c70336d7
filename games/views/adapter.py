"""What we tell the sign-in library: who may join, where a visitor comes from, what its mails say."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathImage

from games.mails.code import coded
from games.mails.frame import host
from games.models import Player
from games.views import opened
from games.views.codes import hashed
from games.views.visitor import address_of


class Adapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Leave it to our own page for signing in, which tells nobody whether an address is known."""
        return False

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign in whoever typed the code, which opens their seats in this browser."""
        super().login(request, user)
        opened.open_all(request.session, user, timezone.now())

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def add_message(self, request: HttpRequest, *args: Any, **named: Any) -> None:
        """Say nothing on the next page: the pages themselves say where one is."""

    def generate_login_code(self) -> str:
        """Make a code; the library keeps only its hash, and the mail takes it from this request."""
        code: str = super().generate_login_code()
        vars(context.request)["code"] = code
        return hashed(code)

    def send_mail(self, template_prefix: str, email: str, told: dict[str, Any]) -> None:
        """Keep the mail until the answer is out; the only one of the library's that we send is the code's."""
        assert template_prefix == "account/email/login_code"
        code, language = vars(context.request)["code"], translation.get_language()
        vars(context.request).setdefault("mails", []).append(partial(code_mail, email, code, language))

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


def code_mail(to: str, code: str, language: str) -> EmailMultiAlternatives:
    with translation.override(language):
        why = _("Somebody, hopefully you, wants to sign in at %(site)s.") % {"site": settings.SITE_URL}
        holds = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
        return coded(to, _("Your code to sign in"), why, code.replace("-", ""), holds)
