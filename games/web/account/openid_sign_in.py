"""Signing in by a service that the host has named (OpenID Connect): there and back."""

from __future__ import annotations

import secrets

import requests
import structlog
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.infra import limits
from games.infra.locks import writing
from games.models import Player
from games.rules.kernel.refusal import Refused
from games.web.account.code_limits import too_many
from games.web.account.openid_adapter import Callback, OpenIDAdapter, SocialAdapter
from games.web.account.openid_refused import refused_page
from games.web.account.sign_in import finish_sign_in, on_this_site
from games.web.match.players_only import nothing_here
from games.web.site.visitor import address_of

log = structlog.get_logger(__name__)
NONCE = 24  # bytes


@never_cache
@login_not_required
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Send somebody to the service.

    By a link, not a form: our content policy lets no form lead to another site. A stranger who gets somebody
    to follow it has only begun.
    """
    if not settings.OIDC_ISSUER:
        return nothing_here(request)
    if request.user.is_authenticated:
        return redirect("home")
    try:
        with writing():
            limits.take("sign-ins by a service from an address", address_of(request), timezone.now())
    except Refused as refused:
        return too_many(refused_page(request, refused.code), refused)
    service = SocialAdapter(request).get_provider(request, settings.OIDC_ISSUER)
    then, nonce = on_this_site(request, request.GET.get("next", "")), secrets.token_urlsafe(NONCE)
    try:
        return service.redirect(
            request, AuthProcess.LOGIN, next_url=then, auth_params={"nonce": nonce}, nonce=nonce
        )
    except (requests.RequestException, OAuth2Error) as error:
        return _away(request, error)


@never_cache
@login_not_required
@require_safe
def callback(request: HttpRequest) -> HttpResponse:
    """Take somebody back from the service, and sign them in, or ask for the second factor first."""
    if not settings.OIDC_ISSUER:
        return nothing_here(request)
    try:
        answer = Callback.adapter_view(OpenIDAdapter(request, settings.OIDC_ISSUER))(request)
    except (requests.RequestException, OAuth2Error) as error:
        return _away(request, error)
    is_new = isinstance(request.user, Player) and not request.user.display_name
    return finish_sign_in(request, answer, is_new=is_new, by="service")


def _away(request: HttpRequest, error: Exception) -> HttpResponse:
    log.warning("openid_service_away", why=type(error).__name__)
    return refused_page(request, "failed")
