"""Small middlewares: an access log, noindex, no-store for sessions, no NUL in cookies, no huge forms."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.cache import add_never_cache_headers

GetResponse = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger("quartz_site.access")
# Monitoring asks for these every few seconds, which would drown everything else.
UNLOGGED = {"/healthz", "/readyz", "/metrics"}
#: Several times the longest form here. Providers post whole emails, but at URLs of their own.
MOST_FORM = 256 * 1024
CALLS = "/mail/"
NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"  # as Django writes it
TOO_LARGE = 413


def access_log(get_response: GetResponse) -> GetResponse:
    """Log method, route, status and time. Never the path: paths of emailed links hold tokens."""

    def respond(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = f"/{match.route}" if match else "(no route)"
        is_file = match is None and response.status_code < 400
        if route not in UNLOGGED and not is_file:
            took = round((time.perf_counter() - start) * 1000)
            log.info("request", method=request.method, route=route, status=response.status_code, ms=took)
        return response

    return respond


def no_index(get_response: GetResponse) -> GetResponse:
    """Ask search engines to leave every page alone: matches are private to their players."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return respond


def personal_pages(get_response: GetResponse) -> GetResponse:
    """Forbid caching of responses to anyone with a session, unless they are marked public."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = settings.SESSION_COOKIE_NAME
        has_session = session in request.COOKIES or session in response.cookies
        decided = response.get("Cache-Control", "")
        if has_session and "public" not in decided and decided != NEVER:
            add_never_cache_headers(response)
        return response

    return respond


def readable_cookies(get_response: GetResponse) -> GetResponse:
    """Drop cookies that contain a NUL, spelled \\000: no database can look up a session of that name."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.COOKIES = {name: told for name, told in request.COOKIES.items() if "\0" not in told}
        return get_response(request)

    return respond


def small_forms(get_response: GetResponse) -> GetResponse:
    """Refuse requests larger than any form of ours before reading them."""

    def respond(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        is_huge = not length.isdecimal() or int(length[:20]) > MOST_FORM
        if is_huge and not request.path_info.startswith(CALLS):
            return HttpResponse(loader.get_template("400.html").render(), status=TOO_LARGE)
        return get_response(request)

    return respond
