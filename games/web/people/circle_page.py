"""The page of a circle: its standings over a season, its matches, and the way to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.circles import belonging, joining, series
from games.circles.series import SeriesScore
from games.models import ENDED, Circle, Match, MatchStatus, Membership, Player, Seat, SeatRecord, names_of
from games.present.refusals import plainly
from games.records.seasons import Season
from games.records.standings import points_of_places, season_of, standings
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.refusal import Refused
from games.web.lobby.new_match import new_key
from games.web.match.players_only import WATCHABLE, nothing_here, player_of
from games.web.match.seat_actions import too_many
from games.web.people.paging import Paging, page_asked

MOST_MATCHES = 20
OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
CirclePage = Callable[[HttpRequest, Circle], HttpResponse]


def of_members(page: CirclePage) -> Callable[[HttpRequest, str], HttpResponse]:
    """Call a page with a circle the reader belongs to; 404 for everybody else."""

    @wraps(page)
    def find(request: HttpRequest, public_id: str) -> HttpResponse:
        found = belonging.find(player_of(request), public_id)
        return page(request, found) if found else nothing_here(request)

    return find


@never_cache
@require_safe
@of_members
def circle(request: HttpRequest, found: Circle) -> HttpResponse:
    player = player_of(request)
    season, game = _season(request, found), _game(request)
    records = season_of(found, season, game)
    members = belonging.members(found, player)
    number = page_asked(request.GET)
    listed, more = _listed(found, player, number)
    context = {
        "circle": found,
        "members": members,
        "table": standings(records, [one.player for one in members]),
        "counted": len(records),
        "season": season,
        "before": season.before if season.began > found.founded_at else None,
        "after": season.next if season.ended <= timezone.now() else None,
        "games": [rules.meta for rules in GAMES],
        "game": by_slug()[game].meta if game else None,
        "places": [(people, points_of_places(people)) for people in (2, 3, 4, 5)],
        "matches": listed,
        "paging": Paging(number, more),
        "last": belonging.last_played(found, player),
        "key": new_key(),
    }
    return render(request, "pages/circle.html", context)


def _season(request: HttpRequest, found: Circle) -> Season:
    """Read the season an address asks for; the current one if none, or one before the circle was."""
    now = Season.of(timezone.now())
    asked = Season.read(request.GET.get("season", "")) or now
    return min(max(asked, Season.of(found.founded_at)), now)


def _game(request: HttpRequest) -> str:
    asked = request.GET.get("game", "")
    return asked if asked in by_slug() else ""


@dataclass(frozen=True)
class CircleMatchLine:
    """One match of a circle, as a member sees it."""

    match: Match
    winners: list[str]
    free: int
    is_mine: bool
    may_look: bool  # at the match's page
    series: SeriesScore | None

    @property
    def offers_next(self) -> bool:
        """Tell whether this member may open the next match of the series from here."""
        return self.is_mine and self.match.status in ENDED and bool(self.series and self.series.offers_next)

    @property
    def door(self) -> str:
        """Give the secret of the link by which this member may join; "" if there is none."""
        is_free = self.match.status == MatchStatus.LOBBY and self.free > 0 and not self.is_mine
        return self.match.lobby.door if is_free else ""


def _listed(found: Circle, reader: Player, number: int) -> tuple[list[CircleMatchLine], bool]:
    """List one page of a circle's matches; the same few statements, however many there are."""
    first = (number - 1) * MOST_MATCHES
    matches = list(belonging.matches(found, reader)[first : first + MOST_MATCHES + 1])
    shown = matches[:MOST_MATCHES]
    seats, firsts = Seat.objects.at(shown), _firsts(shown)
    scores = series.scores_at(seats)
    lines = [
        _line(one, list(seats[one.pk].values()), firsts.get(one.pk, []), reader, scores.get(one.pk))
        for one in shown
    ]
    return lines, len(matches) > MOST_MATCHES


def _firsts(matches: Sequence[Match]) -> dict[int, list[int]]:
    """Return the seats that came first in each finished match."""
    found: dict[int, list[int]] = {}
    first = SeatRecord.objects.filter(record__in=[one.pk for one in matches], rank=1).order_by("number")
    for record, number in first.values_list("record", "number"):
        found.setdefault(record, []).append(number)
    return found


def _line(
    match: Match, seats: list[Seat], firsts: list[int], reader: Player, score: SeriesScore | None
) -> CircleMatchLine:
    names, is_mine = names_of(seats), any(seat.player_id == reader.pk for seat in seats)
    is_open = match.spectators and match.status in WATCHABLE
    return CircleMatchLine(
        match,
        [names[number] for number in firsts],
        sum(not seat.player_id and not seat.robot and not seat.invited for seat in seats),
        is_mine,
        is_mine or is_open,
        score,
    )


# --- joining by link


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_circle(request: HttpRequest, public_id: str, door: str) -> HttpResponse:
    """Offer to join by the secret link of a circle; 404 if it doesn't work, or not for this player."""
    player = player_of(request)
    found = Circle.objects.filter(public_id=public_id).select_related("keeper").first()
    if found is None or not joining.may_enter(found, player, door):
        return nothing_here(request)
    if belonging.find(player, public_id):
        return redirect("circle", public_id)
    if request.method != "POST":
        return _offer(request, found)
    try:
        joining.enter(found, player, door, timezone.now())
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        return _offer(request, found, plainly(refused.code), CONFLICT)
    return redirect("circle", public_id)


def _offer(request: HttpRequest, found: Circle, refused: str = "", status: int = OK) -> HttpResponse:
    count = Membership.objects.filter(belonging.MEMBER, circle=found).count()
    context = {"circle": found, "count": count, "refused": refused}
    return render(request, "pages/circle_join.html", context, status=status)
