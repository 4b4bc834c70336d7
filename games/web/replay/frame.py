"""What the pages that look back at a match share: its name, and the way between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.shortcuts import resolve_url
from django.utils.translation import gettext, gettext_noop

from games.models import Match
from games.present.match_names import match_name
from games.present.words import title
from games.web.replay.look import Viewpoint

REPLAY, CHARTS, STORY, CHECK = "replay", "charts", "match_story", "check"
CALLED = {
    REPLAY: gettext_noop("Replay"),
    CHARTS: gettext_noop("Charts"),
    STORY: gettext_noop("Story"),
    CHECK: gettext_noop("Draws"),
}


@dataclass(frozen=True)
class Way:
    """A link to another page, or to another reader's knowledge."""

    label: str
    address: str
    is_here: bool


def frame(look: Viewpoint, here: str) -> dict[str, Any]:
    """Gather what each of these pages has."""
    return {
        "match": look.match,
        "title": match_name(look.match),
        "game": title(look.match.rules.meta),
        "is_player": look.is_player,
        "is_over": look.match_view.is_over,
        "back": resolve_url("match" if look.is_player else "watch", look.match.public_id),
        "ways": ways(
            look.match, here, look.query(), is_player=look.is_player, is_over=look.match_view.is_over
        ),
        "names": look.match_view.names,
    }


def ways(match: Match, here: str, query: str, *, is_player: bool, is_over: bool) -> list[Way]:
    """List the pages that look back at a match; the story and the check come with its end."""
    pages = [(REPLAY, query), (CHARTS, query)]
    pages += [(STORY, "")] if is_over and not match.is_scratch else []
    pages += [(CHECK, "")] if is_player else []
    return [
        Way(gettext(CALLED[page]), resolve_url(page, match.public_id) + rest, page == here)
        for page, rest in pages
    ]


def readers(look: Viewpoint, here: str, place: int = 0) -> list[Way]:
    """Offer to look with other eyes, at the same moment; nothing where there are no others."""
    address = resolve_url(here, look.match.public_id)
    return [
        Way(look.called(one), address + look.query(place, one), one == look.eyes)
        for one in look.may
        if len(look.may) > 1
    ]
