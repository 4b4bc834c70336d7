"""A circle around a match: who belongs to it, its link, and what it has finished."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.circles import founding, joining
from games.models import Circle, CircleMatch, Match, Player
from tests.kit.cast import NOON, person
from tests.kit.finished import finished

CLUB = "Tuesday club"


def club(*names: str, keeper: str = "") -> Circle:
    """Found a circle of these people; the first keeps it."""
    first, *others = names or ("alice", "bob", "carol")
    made = founding.found(person(keeper or first), CLUB, NOON)
    for name in others:
        joining.enter(made, person(name), made.door, NOON)
    return made


def around(found: Match, reader: Player | None = None) -> dict[str, str]:
    """Found a circle of a match's people and its reader; give what addresses need of it."""
    people = [seat.player for seat in found.seats.select_related("player").order_by("number") if seat.player]
    made = founding.found(people[0], CLUB, NOON)
    for one in (*people[1:], *([reader] if reader else [])):
        joining.enter(made, one, made.door, NOON)
    CircleMatch.objects.get_or_create(match=found, circle=made)
    return {"circle": made.public_id, "circle_door": made.door, "player": str(people[1].pk)}


def play_season(made: Circle, people: Sequence[Player], matches: int = 6) -> None:
    """Let a circle finish some matches, each won by another."""
    for number in range(matches):
        ranks = [(one, 1 + (place + number) % len(people)) for place, one in enumerate(people)]
        answers = [600 + 900 * number, 7200]
        finished(ranks, circle=made, ended=NOON - timedelta(hours=matches - number), answers=answers)
