"""What the list of matches draws of each that is underway: where it is, and what its player has to decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.play import history
from games.present import glances
from games.rules.kernel.drawing import Glance
from games.templating.environment import boards
from games.web.site.match_list import ListedMatch


@dataclass(frozen=True)
class MatchPicture:
    glance: Glance | None
    asked: str


def pictures(found: Sequence[ListedMatch]) -> Mapping[int, MatchPicture]:
    """Draw matches by what an onlooker sees, with one statement; leave out those whose log can't be read."""
    tables, shown = history.load_readable([one.match for one in found]), boards()
    return {
        one.match.pk: MatchPicture(
            glances.glance(shown, one.seat, tables[one.match.pk][1]),
            glances.asked(one.seat, tables[one.match.pk][1]),
        )
        for one in found
        if one.match.pk in tables
    }
