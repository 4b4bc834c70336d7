"""What messengers show of a link: a title, a sentence and a picture, in the page's head.

Only invitations and public pages have one. It names no player: messengers keep previews, and show them to
everybody who gets the link.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.models import Match, Seat
from games.present import png
from games.present.game_picture import game_picture
from games.present.share_card import HEIGHT, WIDTH
from games.present.site_name import site_name
from games.present.words import title
from games.rules.catalogue import by_slug
from games.rules.kernel.contract import AnyRules
from games.web.match.players_only import nothing_here

A_DAY = 86_400  # seconds


@dataclass(frozen=True)
class LinkPreview:
    title: str
    text: str
    picture: str  # its whole address
    width: int
    height: int

    @property
    def is_wide(self) -> bool:
        return self.width > self.height


def of_site(text: str, called: str = "") -> LinkPreview:
    """Make the preview of a page that is about no game."""
    return LinkPreview(called or site_name(), text, _whole(static("games/icon-180.png")), 180, 180)


def of_game(rules: AnyRules, text: str, called: str = "") -> LinkPreview:
    """Make the preview of a page about a game."""
    if not png.can_write():
        return of_site(text, called or title(rules.meta))
    picture = _whole(resolve_url("game_picture", rules.meta.slug))
    return LinkPreview(called or title(rules.meta), text, picture, WIDTH, HEIGHT)


def of_invitation(match: Match) -> LinkPreview:
    """Make the preview of an invitation to a match: the game, and how many seats are free."""
    free = Seat.objects.filter(match=match, player=None, robot="", invited="").count()
    told = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free) % {"count": free}
    called = _("Join a match of %(game)s") % {"game": title(match.rules.meta)}
    return of_game(match.rules, told if free else _("All seats are taken."), called)


def _whole(path: str) -> str:
    return path if "://" in path else f"{settings.SITE_URL}{path}"


@cache_control(max_age=A_DAY, public=True)
@login_not_required
@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a game's picture; 404 if there is no such game, or no font to write with."""
    game = by_slug().get(slug)
    if game is None or not png.can_write():
        return nothing_here(request)
    return HttpResponse(png.kept(game_picture(game, site_name())), content_type="image/png")
