"""How a match is called: the name its host chose, or its players and the day it was opened."""

from __future__ import annotations

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext

from games.models import Match
from games.present.dates import in_words
from games.present.names import isolated
from games.present.words import title

LONGEST_PART = 24  # of one player's name


def match_name(match: Match) -> str:
    """Name a match; two matches of one player hardly ever get the same name."""
    return match.name or f"{_players(match)}, {_day(match)}"


def full_name(match: Match) -> str:
    """Name the game and the match, for places that don't show the game otherwise."""
    return f"{title(match.rules.meta)}: {match_name(match)}"


def unique_name(match: Match) -> str:
    """Name the game and the match, with the tag that tells it from others of the same name."""
    return f"{full_name(match)} ({tag(match)})"


def tag(match: Match) -> str:
    """Give a match's four-character code, for subjects and lists."""
    return "".join(sign for sign in match.public_id if sign.isalnum())[:4].upper()


def short_name(match: Match) -> str:
    """Name a match without naming its players."""
    return gettext("%(game)s, match %(tag)s") % {"game": title(match.rules.meta), "tag": tag(match)}


def _players(match: Match) -> str:
    players, named = match.roster.get("players", []), match.roster.get("named", {})
    parts = [isolated(_cut(named[one])) for one in players if one in named]
    if unnamed := len(players) - len(parts):
        parts.append(ngettext("%(count)d player", "%(count)d players", unnamed) % {"count": unnamed})
    if robots := match.roster.get("robots", 0):
        parts.append(ngettext("%(count)d robot", "%(count)d robots", robots) % {"count": robots})
    return str(get_text_list(parts, gettext("and"))) if parts else title(match.rules.meta)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_PART else f"{name[: LONGEST_PART - 1]}…"


def _day(match: Match) -> str:
    """Say when it was opened; to the minute if there is only one person, who may open several a day."""
    is_alone = len(match.roster.get("players", [])) < 2
    # Translators: letters as in Django's date filter
    letters = pgettext("date format", "j F, H:i") if is_alone else pgettext("date format", "j F")
    return in_words(match.created_at, letters)
