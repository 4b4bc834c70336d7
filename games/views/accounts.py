"""Signing in by a code that is mailed and typed in, and signing out.

Nothing tells whether an address is known: the same pages, the same number of queries, and the mail goes
out after the answer has. What is kept lies in the visitor's session on the server: the address, a keyed
hash of the code, until when it holds, and how many tries are left.
"""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime, timedelta
from email.utils import formatdate
from typing import Any
from urllib.parse import urlencode

import structlog
from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import demo, limits
from games.locks import writing
from games.models import Player
from games.refusals import how_long
from games.rules.kernel.refusal import Refused
from games.views.visitor import address_of

log = structlog.get_logger(__name__)

LONGEST = 254
LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # no vowels, so no words; nothing that looks like a figure
LENGTH = 8
HOLDS = timedelta(minutes=10)
TRIES = 5
KEPT = "sign_in"
BACKEND = "django.contrib.auth.backends.ModelBackend"
NO_ADDRESS = "That is no mail address."
OUT_OF_DATE = "That code holds no longer. Ask for a new one."
NOT_THE_CODE = "That is not the code. Look again, or ask for a new one."
TOO_MANY_CODES = (
    "Many codes were asked for already. The last one that came still holds in the browser that asked for it; "
    "or ask for another in {wait}."
)
TOO_MANY_TRIES = "Many codes were tried from where you are. Nothing is lost: try again in {wait}."
BODY = """\
Somebody, hopefully you, wants to sign in at {site}

Your code: {code}

It holds for {minutes} minutes, in the browser that asked for it. If it wasn't you, do nothing: without
the code nobody gets in.
"""


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for the address; whatever it is, go on to ask for the code."""
    if request.method != "POST":
        return _ask_address(request)
    email = request.POST.get("email", "").strip()
    try:
        check_address(email)
    except ValidationError:
        return _ask_address(request, email, NO_ADDRESS, 422)
    now = timezone.now()
    try:
        with writing():
            limits.take("codes asked from an address", address_of(request), now)
            limits.take("codes for a mail address", email.lower(), now)
    except Refused as refused:
        return _too_many(request, email, TOO_MANY_CODES, refused)
    player = Player.objects.filter(email__iexact=email, is_active=True).first()
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    request.session[KEPT] = {
        "player": str(player.pk if player else uuid.uuid4()),
        "email": email,
        "code": _hashed(code),
        "until": (now + HOLDS).isoformat(),
        "tries": TRIES,
        "next": on_this_site(request, request.POST.get("next", "")),
    }
    return ThenMailed(resolve_url("type_code"), code_mail(player.email, code) if player else None)


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """Take the code; after five wrong ones or ten minutes it is worth nothing."""
    now = timezone.now()
    kept = _kept(request, now)
    if kept is None:
        request.session.pop(KEPT, None)
        return _ask_address(request, error=OUT_OF_DATE, status=410)
    if request.method != "POST":
        return render(request, "pages/code.html", {"email": kept["email"]})
    # Counted before it is compared, both times.
    try:
        with writing():
            limits.take("codes tried from an address", address_of(request), now)
    except Refused as refused:
        return _too_many(request, kept["email"], TOO_MANY_TRIES, refused)
    request.session[KEPT] = kept | {"tries": kept["tries"] - 1}
    request.session.save()
    typed = "".join(letter for letter in request.POST.get("code", "").upper() if letter.isalpha())
    player = Player.objects.filter(pk=kept["player"], is_active=True).first()
    if not constant_time_compare(_hashed(typed), kept["code"]) or player is None:
        context = {"email": kept["email"], "error": NOT_THE_CODE}
        return render(request, "pages/code.html", context, status=422)
    del request.session[KEPT]
    is_new = player.last_login is None
    login(request, player, BACKEND)
    return HttpResponseRedirect(
        _ask_name(kept["next"]) if is_new and not player.display_name else kept["next"]
    )


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


class ThenMailed(HttpResponseRedirect):
    """Goes on to the page for the code; the mail is sent when the answer is out.

    A mail server takes its time, and only for addresses that are known.
    """

    def __init__(self, to: str, message: EmailMessage | None) -> None:
        super().__init__(to)
        self._message = message

    def close(self) -> None:
        super().close()
        message, self._message = self._message, None
        if message is not None:
            try:
                message.send()
            except OSError as error:  # SMTP's errors are among them
                log.error("code_not_mailed", reason=type(error).__name__)


def code_mail(to: str, code: str) -> EmailMessage:
    """Write the mail with the code; the subject, which stands on locked screens, doesn't hold it."""
    half = LENGTH // 2
    body = BODY.format(
        site=settings.SITE_URL, code=f"{code[:half]}-{code[half:]}", minutes=HOLDS.seconds // 60
    )
    headers = {"Date": formatdate(), "Auto-Submitted": "auto-generated"}
    return EmailMessage("Your code to sign in", body, settings.DEFAULT_FROM_EMAIL, [to], headers=headers)


def check_address(email: str) -> None:
    """Raise ValidationError for what can't be a player's address."""
    if len(email) > LONGEST:
        raise ValidationError("too long")
    validate_email(email)


def _ask_address(request: HttpRequest, email: str = "", error: str = "", status: int = 200) -> HttpResponse:
    context = {
        "email": email,
        "error": error,
        "next": on_this_site(request, request.POST.get("next", "") or request.GET.get("next", "")),
        "demo": settings.DEMO,
        "demo_players": demo.players() if settings.DEMO else [],
    }
    return render(request, "pages/sign_in.html", context, status=status)


def _too_many(request: HttpRequest, email: str, told: str, refused: Refused) -> HttpResponse:
    seconds = int(str(refused.details["seconds"]))
    page = _ask_address(request, email, told.format(wait=how_long(seconds)), 429)
    page["Retry-After"] = str(seconds)
    return page


def _ask_name(then: str) -> str:
    return f"{resolve_url('name')}?{urlencode({'next': then})}"


def _hashed(code: str) -> str:
    return salted_hmac("games.views.accounts.code", code, algorithm="sha256").hexdigest()


def _kept(request: HttpRequest, now: datetime) -> dict[str, Any] | None:
    """Give what is kept of a code that still holds."""
    kept: dict[str, Any] | None = request.session.get(KEPT)
    if kept is None or kept["tries"] <= 0 or now >= datetime.fromisoformat(kept["until"]):
        return None
    return kept


def on_this_site(request: HttpRequest, address: str) -> str:
    """Keep an address to go on to only if it is one of ours."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return address if ours else "/"
