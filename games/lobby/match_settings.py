"""What a host chooses when opening a match: one record, however the match is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.circles import belonging, series
from games.clocks import DAILY, Pace
from games.match import clocks
from games.models import Autopilot, Match, Seat
from games.rules.catalogue import by_slug
from games.rules.kernel import turn
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused

MOST_SILENCES, MOST_HOLIDAYS = 20, 60
USUAL_SEATS = 3


@dataclass(frozen=True)
class Away:
    """What a match does about players who stay away."""

    holidays_allowed: int = 7  # days a seat
    silences_allowed: int = 2  # missed turns in a row before the autopilot takes over
    autopilot: str = Autopilot.ROBOT


@dataclass(frozen=True)
class MatchSettings:
    """How a match is to be. People have its first seats, robots the last; those in between are free."""

    game: str
    seats: int
    robots: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)  # the game's own, where not its defaults
    pace: Pace = DAILY
    away: Away = Away()
    name: str = ""  # if empty, a match is named after its players
    greeting: str = ""  # what the host tells people who are invited; said again for each match
    is_open: bool = False  # anyone here may take a free seat
    has_door: bool = False  # a link lets people in
    spectators: bool = False
    spectators_signed_out: bool = False  # anyone with the address
    private_messages: bool = False  # players may write to each other alone
    robot_accounts: bool = False  # accounts marked as robots may take seats
    circle: str = ""  # the address of the circle it is for
    best_of: int = 1  # so many matches of the same people, until somebody has won the majority

    def free(self, people: int) -> int:
        """Count the seats left besides these people and the robots."""
        return self.seats - people - len(self.robots)


def usual(rules: AnyRules) -> MatchSettings:
    """Return the settings a host is offered first."""
    return MatchSettings(rules.meta.slug, usual_seats(rules), has_door=True)


def usual_seats(rules: AnyRules) -> int:
    return min(max(USUAL_SEATS, rules.meta.least_seats), rules.meta.most_seats)


def against_robots(rules: AnyRules) -> MatchSettings:
    """Return the settings for a match of one person against sensible robots."""
    seats = usual_seats(rules)
    return MatchSettings(rules.meta.slug, seats, (rules.automation.sensible,) * (seats - 1))


def settings_of(match: Match, seats: Sequence[Seat]) -> MatchSettings:
    """Copy the settings of a match for another like it; who may join is chosen again."""
    return MatchSettings(
        match.game,
        len(seats),
        robots=tuple(seat.robot for seat in seats if seat.robot),
        options=match.options,
        pace=clocks.pace_of(match),
        away=Away(match.holidays_allowed, match.silences_allowed, match.autopilot),
        name=match.name,
        has_door=True,
        spectators=match.spectators,
        spectators_signed_out=match.spectators_signed_out,
        private_messages=match.private_messages,
        robot_accounts=match.robot_accounts,
        circle=circle.public_id if (circle := belonging.circle_of(match)) else "",
        best_of=series.best_of(match),
    )


def check(settings: MatchSettings) -> None:
    """Raise Refused for what the game doesn't offer."""
    rules = by_slug()[settings.game]
    turn.check_opening(rules, settings.seats, dict(settings.options))
    if not all(robot in rules.robots for robot in settings.robots):
        raise Refused("no_such_robot")
    if settings.best_of not in series.LENGTHS:
        raise Refused("malformed")
