"""Our answers to the sign-in library about OpenID Connect: which service, how to ask it, whom it signs in.

The library keeps the state of a sign-in in the session, where it works once, and proves with PKCE that we are
who asked. It wouldn't look at the signature of a token, nor at a nonce: we do.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import requests
import structlog
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.base.constants import AuthError
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone, translation

from games.infra import outgoing
from games.infra.outgoing import HttpAnswer, NotReached
from games.players import openid
from games.rules.kernel.refusal import Refused
from games.web.account import openid_token
from games.web.account.openid_refused import refused_page

log = structlog.get_logger(__name__)
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
BAD = 400


class ServiceAnswer:
    """What the service answered, as the library expects it."""

    def __init__(self, answer: HttpAnswer) -> None:
        self.status_code, self.content, self.is_whole = answer.status, answer.body, answer.whole
        self.headers = {"content-type": "", **answer.headers}

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def json(self) -> dict[str, Any]:
        """Read an object; raise RequestException, also for anything else that is JSON."""
        try:
            found = json.loads(self.content)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise requests.RequestException("no JSON object")
        return found

    def raise_for_status(self) -> None:
        if self.status_code >= BAD or not self.is_whole:
            raise requests.RequestException(f"status {self.status_code}")


class Session:
    """Asks the service by the one way out (games/infra/outgoing.py); the library would follow it anywhere."""

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> ServiceAnswer:
        return self.request("GET", url, headers=headers)

    def request(
        self,
        method: str,
        url: str,
        *,
        data: Any = None,
        headers: Any = None,
        auth: Any = None,
        params: Any = None,
    ) -> ServiceAnswer:
        """Send a request; raise RequestException."""
        body = urlencode(data or {}).encode()
        more = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        if auth is not None:
            told = base64.b64encode(f"{auth.username}:{auth.password}".encode()).decode()
            more["Authorization"] = f"Basic {told}"
        try:
            to = outgoing.destination(url, ours=settings.OIDC_ISSUER)
            return ServiceAnswer(
                outgoing.send(to, method, {"Accept": "application/json", **more, **(headers or {})}, body)
            )
        except NotReached as fault:
            raise requests.RequestException(str(fault)) from None


class OpenIDAdapter(OpenIDConnectOAuth2Adapter):
    """Asks the service, and believes only what it has signed for this very sign-in."""

    nonce = ""

    @property
    def openid_config(self) -> dict[str, Any]:
        """Give the service's description of itself; raise OAuth2Error or RequestException."""
        found: dict[str, Any] = super().openid_config
        if found.get("issuer") != settings.OIDC_ISSUER:
            raise OAuth2Error("another issuer")
        if not all(isinstance(found.get(one), str) for one in ENDPOINTS):
            raise OAuth2Error("endpoints missing")
        return found

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return f"{settings.SITE_URL}{resolve_url('openid_callback')}"

    def parse_token(self, data: Mapping[str, Any]) -> SocialToken:
        """Keep nothing: we act for nobody at the service."""
        return SocialToken()

    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: SocialToken, **given: Any
    ) -> SocialLogin:
        with Session() as session:
            keys = session.get(self.openid_config["jwks_uri"])
            keys.raise_for_status()
        told = given["response"].get("id_token", "")
        claims = openid_token.read(
            told, keys.json(), issuer=settings.OIDC_ISSUER, client=app.client_id, nonce=self.nonce
        )
        login = self.get_provider().sociallogin_from_response(request, {"id_token": claims})
        login.account.extra_data = {}
        login.claims = claims
        return login


class OpenIDService(OpenIDConnectProvider):
    oauth2_adapter_class = OpenIDAdapter


class Callback(OAuth2CallbackView):
    """Where the service sends people back to."""

    def _get_state(self, request: HttpRequest, provider: OpenIDService) -> tuple[Any, Any]:
        state, answer = super()._get_state(request, provider)
        self.adapter.nonce = str((state or {}).get("nonce", ""))
        return state, answer


class SocialAdapter(DefaultSocialAccountAdapter):
    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> Any:
        """Give the one service of the settings. Subjects are kept by issuer: another's are other people."""
        if not settings.OIDC_ISSUER:
            return []
        return [
            SocialApp(
                provider=OpenIDConnectProvider.id,
                provider_id=settings.OIDC_ISSUER,
                name=settings.OIDC_NAME,
                client_id=settings.OIDC_CLIENT_ID,
                secret=settings.OIDC_CLIENT_SECRET,
                settings={
                    "server_url": settings.OIDC_ISSUER.rstrip("/"),
                    "oauth_pkce_enabled": True,
                    "fetch_userinfo": False,
                },
            )
        ]

    def get_provider(
        self, request: HttpRequest, provider: str, client_id: str | None = None
    ) -> OpenIDService:
        return OpenIDService(request, app=self.get_app(request, provider))

    def get_requests_session(self) -> Session:
        return Session()

    def send_notification_mail(self, *args: Any, **named: Any) -> None:
        """Drop the library's emails: ours are rows that a worker sends."""

    def authenticate_by_email(self, login: SocialLogin) -> None:
        """Find nobody by address: we do that ourselves, with conditions of our own."""

    def pre_social_login(self, request: HttpRequest, login: SocialLogin) -> None:
        """Decide whom this signs in; raise ImmediateHttpResponse with a page that says why it is nobody."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        try:
            login.user = openid.find_or_connect(settings.OIDC_ISSUER, login.claims, language, timezone.now())
        except Refused as refused:
            raise ImmediateHttpResponse(refused_page(request, refused.code)) from None

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> None:
        """Say that it failed; log why, in words that hold nothing of the answer."""
        code = "cancelled" if error == AuthError.CANCELLED else "failed"
        why = str(exception) if isinstance(exception, openid_token.BadToken) else type(exception).__name__
        log.warning("openid_sign_in_failed", why=why if exception else code)
        raise ImmediateHttpResponse(refused_page(request, code))
