"""The moments a match may go back to, in words that everyone may read, and as form tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core import signing

from games.match import rewind_points
from games.match.rewind_points import RewindPoint
from games.models import Match
from games.play.history import Records
from games.present.names import Names
from games.present.seat_view import SeatView
from games.present.story import MatchStory, StoryLine
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.seats import PUBLIC

SALT = "games.page.moment"


@dataclass(frozen=True)
class RewindOption:
    """One moment to choose."""

    moment: RewindPoint
    token: str
    first: str  # what happened next
    moved_at: datetime
    lines: int  # how many sentences of the log would be undone


def options(seat_view: SeatView) -> list[RewindOption]:
    """List the moments to choose from, latest first; leave out those that no sentence describes."""
    story = public_story(seat_view.match.rules, seat_view.records, seat_view.table, seat_view.names)
    found = []
    for one in rewind_points.choosable(seat_view.match):
        undone = undone_lines(story, one.moment)
        if undone:
            found.append(
                RewindOption(
                    one.moment,
                    sign_moment(seat_view.match, one.moment),
                    undone[0].text,
                    one.moved_at,
                    len(undone),
                )
            )
    return found


def public_story(rules: AnyRules, records: Records, table: Any, names: Names) -> MatchStory:
    """Build the story as onlookers may read it, so that all players choose by the same words."""
    return MatchStory(rules, records, table, lambda number: PUBLIC, names)


def undone_lines(story: MatchStory, moment: RewindPoint) -> list[StoryLine]:
    """List what going back would undo."""
    return [line for line in story.lines if line.number > moment.to]


def first_after(seat_view: SeatView, moment: RewindPoint) -> str:
    """Describe what happened right after a moment."""
    story = public_story(seat_view.match.rules, seat_view.records, seat_view.table, seat_view.names)
    return next((line.text for line in undone_lines(story, moment)), "")


def sign_moment(match: Match, moment: RewindPoint) -> str:
    """Sign a moment for a form, so that nobody can make one up."""
    return _signer(match).sign_object([moment.to, moment.as_of])


def read_moment(token: str, match: Match) -> RewindPoint | None:
    """Read a moment from a form; None unless we signed it for this match."""
    try:
        return RewindPoint(*_signer(match).unsign_object(token))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def _signer(match: Match) -> signing.Signer:
    return signing.Signer(salt=f"{SALT}.{match.public_id}")
