"""Pages every site has: robots.txt, security.txt, icons, 404, and help with the games' rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from games.present.examples import example_names, examples
from games.present.names import Names
from games.present.title_files import title_file
from games.rules.catalogue import GAMES, by_slug
from games.rules.guided_match import seats_of
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.messages import Words
from games.templating.drawing import board_of
from games.web.match.players_only import nothing_here
from games.web.site import link_preview
from games.web.site.visitor import use_settings_of_player

#: What messengers may fetch to show where a link leads. They know a secret address only if they were sent it.
MAY = (
    "Allow: /$",
    "Allow: /help/",
    "Allow: /tables/",
    "Allow: /rules/",
    "Allow: /static/",
    "Allow: /m/*/join/",
)
#: Matches are for their players, and links in emails for their readers: index nothing.
ROBOTS = "User-agent: *\n" + "".join(f"{line}\n" for line in (*MAY, "Disallow: /"))
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
    preview = link_preview.of_site(
        gettext("Play board games with friends by email."), gettext("How to play here")
    )
    return render(request, "pages/help.html", {"games": [one.meta for one in GAMES], "preview": preview})


@never_cache
@require_safe
@login_not_required
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules in short, with examples from real positions."""
    game = by_slug().get(slug)
    if game is None:
        return nothing_here(request)
    told = [f"{slug}/help.html", "pages/_no_help.html"]
    more = {"told": told, "examples": examples(game), "has_cards": bool(_cards(game.core.words))}
    more["preview"] = link_preview.of_game(game, gettext("The rules in short"))
    return render(request, "pages/rules.html", _drawing(game, example_names(game)) | more)


@never_cache
@require_safe
@login_not_required
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's cards: what each does, and how many there are; 404 for a game without any."""
    game = by_slug().get(slug)
    if game is None or not _cards(game.core.words):
        return nothing_here(request)
    names = Names(game, ())
    found = [
        CardShown(key, names.word(f"card.{key}"), names.word(f"help.{key}"), copies(game, key))
        for key in _cards(game.core.words)
    ]
    more: dict[str, Any] = {"cards": sorted(found, key=lambda card: card.name.casefold())}
    more["preview"] = link_preview.of_game(game, gettext("What each card does"))
    return render(request, "pages/cards.html", _drawing(game, names) | more)


@dataclass(frozen=True)
class CardShown:
    """A card on the page of cards; without a number, each player has one."""

    key: str
    name: str
    use: str
    copies: int


def copies(game: AnyRules, key: str) -> int:
    """Count how many there are of a card, in its pile or as its game says; 0 if each player has one."""
    counted = getattr(board_of(game.meta.slug), "card_copies", None)
    if counted is not None:
        return int(counted(key))
    piles = game.core.urns(seats_of(game), game.core.options())
    return sum(pile.get(key, 0) for pile in piles.values())


def _drawing(game: AnyRules, names: Names) -> dict[str, Any]:
    """Gather what pictures of a game need."""
    style = title_file(game.meta.slug, "style.css")
    return {"game": game.meta, "names": names, "board_style": style}


def _cards(words: Words) -> list[str]:
    """List the keys of the cards that have both a name and a help text."""
    keys = [key.partition(".")[2] for key in words if key.startswith("card.") and "|" not in key]
    return [key for key in keys if f"help.{key}" in words]
