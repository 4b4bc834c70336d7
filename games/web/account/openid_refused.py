"""The page for somebody whom the site's sign-in service could not sign in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

FORBIDDEN = 403
OTHERWISE = "failed"
SENTENCES = {
    "failed": _("Signing in with %(service)s didn't work. Try again, or sign in with a code."),
    "cancelled": _("Signing in with %(service)s was cancelled. Try again, or sign in with a code."),
    "address_not_verified": _(
        "%(service)s doesn't confirm that your email address is yours, so it can't sign you in here. "
        "Sign in with a code."
    ),
    "code_first": _(
        "There is an account for your address, and nobody has ever signed in to it. The first time, sign in "
        "with a code; after that %(service)s works too."
    ),
    "not_to_join": _(
        "There is no account for your address here that %(service)s could sign you in to. "
        "Ask someone who plays here to invite you."
    ),
}


def refused_page(request: HttpRequest, code: str) -> HttpResponse:
    said = SENTENCES.get(code, SENTENCES[OTHERWISE]) % {"service": settings.OIDC_NAME}
    return render(request, "pages/openid_refused.html", {"said": said}, status=FORBIDDEN)
