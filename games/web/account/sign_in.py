"""Sign in by a code that is emailed and typed in.

Nothing here reveals whether an address has an account: pages and rows are the same for all, and the worker
that sends the emails decides who gets one. The library keeps the list of signed-in browsers and asks for the
second factor.
"""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import structlog
from allauth.account.utils import perform_login
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail.kinds import Errand
from games.models import Player, read_address
from games.models.address import LONGEST_ADDRESS, NO_ADDRESS
from games.ops import demo
from games.players import accounts
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers, recent_proof, typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries

log = structlog.get_logger(__name__)

REMEMBERED = timedelta(days=90)
KEPT = "sign_in"  # session key while a code is on its way: whether to remember, and where to continue
OK, GONE, UNPROCESSABLE = 200, 410, 422


class AskForm(forms.Form):
    """The address to send a code to, and whether to remember this browser."""

    email = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), NO_ADDRESS),
    )
    remember = forms.BooleanField(required=False)

    def clean_email(self) -> str:
        return read_address(self.cleaned_data["email"])


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for the address; for any valid one, continue to the page that asks for the code."""
    if request.user.is_authenticated:
        return redirect("home")
    if request.method != "POST":
        return _ask(request, AskForm())
    form = AskForm(request.POST)
    if not form.is_valid():
        return _ask(request, form, status=UNPROCESSABLE)
    try:
        typed_code.mail_to_sign_in(request, form.cleaned_data["email"], timezone.now())
    except Refused as refused:
        form.add_error(None, too_many_codes(refused))
        return too_many(_ask(request, form), refused)
    then = on_this_site(request, request.POST.get("next", ""))
    request.session[KEPT] = {"remember": form.cleaned_data["remember"], "next": then}
    return redirect("account_confirm_login_code")


def _ask(request: HttpRequest, form: AskForm, *, is_over: bool = False, status: int = OK) -> HttpResponse:
    then = request.POST.get("next", request.GET.get("next", ""))
    context = {
        "form": form,
        "out_of_date": is_over,
        "next": "/" if is_over else on_this_site(request, then),
        "signup": settings.SIGNUP,
        "service": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        "passkey_failed": "passkey" in request.GET,
        "demo": settings.DEMO,
        "demo_players": demo.players() if settings.DEMO else [],
    }
    return render(request, "pages/sign_in.html", context, status=status)


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code and check it; it expires after five wrong tries or ten minutes."""
    if typed_code.pending_code(request, Errand.SIGN_IN, timezone.now()) is None:
        return _out_of_date(request)
    if request.method != "POST":
        return _page(request)
    try:
        address = typed_code.take(request, Errand.SIGN_IN, timezone.now())
        player = accounts.join(address, translation.get_language())
    except typed_code.Wrong as wrong:
        return _out_of_date(request) if wrong.is_over else _page(request, str(wrong), wrong.status)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(_page(request, too_many_tries(refused)), refused)
        return _out_of_date(request)  # the address may no longer have an account
    return _sign_in_player(request, player, address)


def _sign_in_player(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    """Sign in the player who typed the code, or ask for the second factor first."""
    is_new = player.last_login is None and not player.display_name
    kept = request.session.get(KEPT, {})
    request.session[KEPT] = kept | {"address": address}
    then = str(kept.get("next", "/"))
    return finish_sign_in(
        request, perform_login(request, player, redirect_url=then, email=address), is_new=is_new
    )


def _page(request: HttpRequest, refused: str = "", status: int = OK) -> HttpResponse:
    asked = typed_code.pending_code(request, Errand.SIGN_IN, timezone.now())
    context = {
        "email": asked.address if asked else "",
        "is_shared": asked is not None and asked.is_shared,
        "refused": refused,
        "demo": settings.DEMO,
    }
    return render(request, "pages/code.html", context, status=status)


def _out_of_date(request: HttpRequest) -> HttpResponse:
    """Show the first page again, and say that the code has expired."""
    return _ask(request, AskForm(), is_over=True, status=GONE)


def finish_sign_in(
    request: HttpRequest, answer: HttpResponse, is_new: bool = False, by: str = "code"
) -> HttpResponse:
    """Once somebody is signed in, remember the browser if they asked for it; ask new players for a name."""
    if not isinstance(request.user, Player):
        return answer
    kept = request.session.pop(KEPT, {})
    log.info("signed_in", player=str(request.user.pk), by=by)
    if address := kept.get("address"):
        recent_proof.note(request.session, request.user, address, timezone.now())
    request.session.set_expiry(REMEMBERED if kept.get("remember") else 0)
    answer = HttpResponseRedirect(ask_name(answer["Location"])) if is_new else answer
    known_browsers.remember(request, request.user, answer)
    return answer


def on_this_site(request: HttpRequest, address: str) -> str:
    """Give the address to continue to, or "/" if it isn't on this site."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return address if ours else "/"


def ask_name(then: str) -> str:
    return f"{resolve_url('name')}?{urlencode({'next': then})}"
