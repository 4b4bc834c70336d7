"""Pages every site has: robots.txt, security.txt, icons, 404, and help with the games' rules."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from games.present.names import Names
from games.present.title_files import title_file
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.messages import Words
from games.web.match.players_only import nothing_here
from games.web.site.visitor import use_settings_of_player

#: Matches are for their players, and links in emails for their readers: index nothing.
ROBOTS = "User-agent: *\nDisallow: /\n"
#: How long security.txt is valid; it is renewed each day.
HOLDS = timedelta(days=180)
A_DAY = cache_control(public=True, max_age=86400)


@A_DAY
@require_safe
@login_not_required
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain")


@A_DAY
@require_safe
@login_not_required
def security(request: HttpRequest) -> HttpResponse:
    """Say whom to tell about a security hole (RFC 9116); 404 if the host hasn't set a contact."""
    if not settings.SECURITY_CONTACT:
        return nothing_here(request)
    until = (timezone.now() + HOLDS).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(language for language, _name in settings.LANGUAGES),
        "Canonical": f"{settings.SITE_URL}/.well-known/security.txt",
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@A_DAY
@require_safe
@login_not_required
def icon(request: HttpRequest, name: str) -> HttpResponse:
    """Redirect browsers that guess an icon's address to its real one."""
    return HttpResponsePermanentRedirect(static(f"games/{name}"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Give the 404 page in the player's language, also for addresses that match no pattern."""
    use_settings_of_player(request)
    return page_not_found(request, exception)


# --- how to play


@never_cache
@require_safe
@login_not_required
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/help.html", {"games": [rules.meta for rules in GAMES]})


@never_cache
@require_safe
@login_not_required
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules in short, and what each of its cards does."""
    game = by_slug().get(slug)
    if game is None:
        return nothing_here(request)
    names = Names(game, ())
    cards = [(names.word(f"card.{key}"), names.word(f"help.{key}"), key) for key in _cards(game.core.words)]
    told = [f"{slug}/help.html", "pages/_no_help.html"]
    drawing = {"names": names, "board_style": title_file(slug, "style.css")}
    context = {"game": game.meta, "cards": sorted(cards), "told": told, **drawing}
    return render(request, "pages/rules.html", context)


def _cards(words: Words) -> list[str]:
    """List the keys of the cards that have both a name and a help text."""
    keys = [key.partition(".")[2] for key in words if key.startswith("card.") and "|" not in key]
    return [key for key in keys if f"help.{key}" in words]
