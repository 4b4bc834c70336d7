"""Demo matches: robots play through the real door while a made-up clock runs ahead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from games.infra import bell
from games.lobby.match_settings import MatchSettings
from games.models import Deadline, DeadlineState, Match, Player, Seat
from games.ops import open_match as hosting
from games.ops.open_match import People
from games.play import deadlines
from games.players import accounts
from games.rules.tools import shelf
from games.rules.tools.shelf import ToolError

#: More steps than any match takes; a match that needs more would never end.
MOST_STEPS = 20_000
PEOPLE = {"ana": "Ana", "bruno": "Bruno", "chika": "Chika"}
HOST = "host"
DOMAIN = "demo.invalid"
ROBOTS = 2
GAME = "quartz"

Watch = Callable[[int], None]


def open_match(game: str, seats: int, now: datetime) -> Match:
    """Start a match of sensible robots; raise ToolError."""
    robot = shelf.find(shelf.CATALOGUE, game).automation.sensible
    with bell.silenced():
        return hosting.create_match(MatchSettings(game, seats, (robot,) * seats), People(), now)


def play_on(match: Match, now: datetime, watch: Watch = lambda done: None) -> datetime:
    """Let everything that waits for a clock happen at once until the match is over; return the time then."""
    for done in range(MOST_STEPS):
        match.refresh_from_db()
        clock = _next_clock(match)
        if not match.is_running or clock is None:
            return now
        now = max(now, clock.due_at, (clock.lease_until or now) + timedelta(microseconds=1))
        with bell.silenced():
            deadlines.close_first_of(match, now)
        watch(done + 1)
    raise ToolError(f"{match} does not end")


def _next_clock(match: Match) -> Deadline | None:
    running = Deadline.objects.filter(match=match, state=DeadlineState.RUNNING)
    return running.order_by("due_at", "pk").first()


def address(name: str) -> str:
    """Return a demo player's address, one that no email can reach."""
    return f"{name}@{DOMAIN}"


def players() -> list[Player]:
    """List the demo players: visitors can sign in as these and nobody else."""
    return list(Player.objects.filter(email__endswith=f"@{DOMAIN}", is_active=True).order_by("email"))


def open_demo_table(now: datetime) -> Match:
    """Open a new match for the demo players."""
    for name, shown in PEOPLE.items():
        if not Player.objects.filter(email=address(name)).exists():
            Player.objects.create_user(address(name), display_name=shown)
    return _open_for_all(now)


def fill_empty_site(now: datetime) -> Match | None:
    """Give an empty site three players and a match among them and robots; None if it isn't empty."""
    if settings.ENV.production:
        raise ToolError("demo players are only for your own machine, and this is a production site")
    if Player.objects.exists():
        return None
    for name, shown in PEOPLE.items():
        Player.objects.create_user(address(name), display_name=shown)
    robot = shelf.find(shelf.CATALOGUE, GAME).automation.sensible
    return _open_for_all(now, (robot,) * ROBOTS)


def _open_for_all(now: datetime, robots: tuple[str, ...] = ()) -> Match:
    people = People([address(name) for name in PEOPLE])
    return hosting.create_match(MatchSettings(GAME, len(PEOPLE) + len(robots), robots), people, now)


def appoint() -> Player | None:
    """Give a demo site its first operator, whom visitors can sign in as too; None if it has one."""
    if settings.ENV.production or accounts.operators().exists():
        return None
    operator = accounts.first_operator(address(HOST))
    Player.objects.filter(pk=operator.pk).update(display_name=HOST.title())
    return operator


def demo_matches() -> list[Match]:
    """Find the running matches in which all demo players sit."""
    people = [address(name) for name in PEOPLE]
    seats = Seat.objects.filter(player__email__in=people, match__status="running")
    ids = list(seats.values_list("match", flat=True))
    return list(Match.objects.filter(pk__in={one for one in ids if ids.count(one) == len(people)}))


def first_player() -> Player:
    """Return the demo player for a visitor who wants to play at once."""
    name, shown = next(iter(PEOPLE.items()))
    found = Player.objects.filter(email=address(name)).first()
    return found or Player.objects.create_user(address(name), display_name=shown)
