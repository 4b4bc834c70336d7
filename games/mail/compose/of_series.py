"""How a series stands, in the email that says a match of it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.circles import series
from games.circles.series import SeriesScore, SideScore
from games.mail.compose.email_draft import Button, EmailDraft, safe
from games.present.ranking import Ranked


def score_after(draft: EmailDraft, ranked: Sequence[Ranked]) -> SeriesScore | None:
    """Count the wins of a series, this match included; return None for a match of no series."""
    first = [one.seat for one in ranked if one.rank == 1]
    return series.score_of(draft.match, draft.seats, first)


def told(score: SeriesScore | None) -> dict[str, Any]:
    """Say who has won how many matches, and what decides the series."""
    if score is None:
        return {}
    title = _("Series, best of %(best_of)s: match %(number)s")
    return {
        "series_title": title % {"best_of": score.best_of, "number": score.number},
        "series": [_line(side) for side in score.sides],
        "series_note": _decided(score) or _undecided(score),
    }


def _line(side: SideScore) -> str:
    won = ngettext("%(count)s win", "%(count)s wins", side.wins) % {"count": side.wins}
    return f"{safe(side.name)}: {won}"


def _decided(score: SeriesScore) -> str:
    winner = next((safe(side.name) for side in score.sides if side.has_won), "")
    return _("%(name)s wins the series.") % {"name": winner} if winner else ""


def _undecided(score: SeriesScore) -> str:
    needed = score.wins_needed
    return ngettext(
        "The first to win %(count)s match wins the series.",
        "The first to win %(count)s matches wins the series.",
        needed,
    ) % {"count": needed}


def what_next(score: SeriesScore | None, page: str) -> list[Button]:
    """Lead to the next match of the series, or to a rematch; a series that went on already needs neither."""
    if score and score.is_past:
        return []
    if score and score.offers_next:
        return [Button(_("Next match of the series"), page)]
    return [Button(_("Rematch"), f"{page}again/")]
