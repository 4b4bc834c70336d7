"""What we tell the sign-in library: who may join, where a visitor comes from, what its mails say."""

from __future__ import annotations

from email.utils import formatdate
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.views.accounts import hashed
from games.views.visitor import address_of


class Adapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """People join by being invited to a table."""
        return False

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
        vars(context.request).setdefault("mails", []).append(code_mail(email, vars(context.request)["code"]))


def code_mail(to: str, code: str) -> EmailMessage:
    """Write the mail with the code; the subject, which stands on locked screens, doesn't hold it."""
    subject, body = _("Your code to sign in"), told_code(code)
    headers = {"Date": formatdate(), "Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [to], headers=headers)


def told_code(code: str) -> str:
    return _(
        "Somebody, hopefully you, wants to sign in at %(site)s\n"
        "\n"
        "Your code: %(code)s\n"
        "\n"
        "It holds for %(minutes)d minutes, in the browser that asked for it. If it wasn't you, do nothing: "
        "without the code nobody gets in.\n"
    ) % {"site": settings.SITE_URL, "code": code, "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60}
