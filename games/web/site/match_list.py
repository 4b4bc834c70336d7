"""A player's matches, first those that wait for the player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.circles import series
from games.circles.series import SeriesScore
from games.infra.statements import kept
from games.models import ENDED, Match, MatchStatus, Player, Seat, Talk, introduced, roster_of
from games.present.match_names import match_name
from games.web.match.waiting import Waited, clocks_at, cut_off_at, waited_at

MOST_OVER = 50


@dataclass(frozen=True)
class ListedMatch:
    """One match in a player's list."""

    seat: Seat
    name: str
    others: str
    waited: list[Waited]
    due: datetime | None  # my deadline
    taken: int  # of its seats
    seats: int
    unread: int  # chat lines since I last read the chat
    series: SeriesScore | None = None

    @property
    def match(self) -> Match:
        return self.seat.match

    @property
    def waits(self) -> bool:
        return any(one.mine for one in self.waited)

    @property
    def may_rematch(self) -> bool:
        """Tell whether there can be another: played, no daily try, and no later match in its series."""
        was_played = self.match.status in ENDED and self.match.started_at is not None
        return was_played and not self.match.is_daily and not (self.series and self.series.is_past)

    @property
    def urgency(self) -> tuple[bool, float]:
        """Sort key: the earliest deadline first."""
        return self.due is None, self.due.timestamp() if self.due else 0.0

    @property
    def shown(self) -> tuple[object, ...]:
        """Give everything that its line shows."""
        seat, match = self.seat, self.match
        return (
            seat.pk,
            match.status,
            match.version,
            match.ended_at,
            self.name,
            self.others,
            self.waited,
            self.due,
            self.taken,
            self.unread,
            self.series,
        )

    @property
    def patience(self) -> tuple[bool, float]:
        """Sort key: the match that has been waiting longest first."""
        since = min((one.since for one in self.waited if one.since), default=None)
        return since is None, since.timestamp() if since else 0.0


@dataclass
class Matches:
    """All of a player's matches, as the list shows them."""

    mine: list[ListedMatch] = field(default_factory=list)
    running: list[ListedMatch] = field(default_factory=list)
    to_start: list[ListedMatch] = field(default_factory=list)
    over: list[ListedMatch] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.mine or self.running or self.to_start or self.over)

    @property
    def underway(self) -> list[ListedMatch]:
        """List the matches that have begun and aren't over."""
        return [one for one in (*self.mine, *self.running) if one.match.started_at]

    @property
    def shown(self) -> list[tuple[object, ...]]:
        """Give everything that the list shows, in order."""
        return [one.shown for one in (*self.mine, *self.running, *self.to_start, *self.over)]


def matches_of(player: Player) -> Matches:
    """List a player's matches, with the same number of queries however many there are."""
    going, over = _going(player), _over(player)
    found = _listed([*going, *over])
    here, there = found[: len(going)], found[len(going) :]
    begun = [one for one in here if one.match.status != MatchStatus.LOBBY]
    return Matches(
        mine=sorted((one for one in begun if one.waits), key=lambda one: one.urgency),
        running=sorted((one for one in begun if not one.waits), key=lambda one: one.patience),
        to_start=[one for one in here if one.match.status == MatchStatus.LOBBY],
        over=there,
    )


@kept
def _going(player: Player) -> QuerySet[Seat]:
    return _seats_of(player).exclude(match__status__in=ENDED).order_by("-match_id")


@kept
def _over(player: Player) -> QuerySet[Seat]:
    ended = _seats_of(player).filter(match__status__in=ENDED)
    return ended.order_by("-match__ended_at", "-match_id")[:MOST_OVER]


def _seats_of(player: Player) -> QuerySet[Seat]:
    unread = (
        Talk.objects.told_to(player)
        .filter(
            match=OuterRef("match_id"),
            at__gt=Coalesce(OuterRef("read_chat_at"), OuterRef("match__created_at")),
        )
        .order_by()
        .values("match")
        .annotate(count=Count("pk"))
    )
    mine = Seat.objects.filter(player=player, match__is_scratch=False).select_related("match")
    mine = mine.exclude(match__status=MatchStatus.CLOSED, match__version=0)  # called off before it began
    return mine.annotate(unread=Coalesce(Subquery(unread.values("count")), 0))


def _listed(mine: list[Seat]) -> list[ListedMatch]:
    tables = Seat.objects.at(seat.match for seat in mine)
    scores = series.scores_at(tables)
    clocks, cut_off = clocks_at(seat.match for seat in mine), cut_off_at(tables)
    found = []
    for seat in mine:
        table = tables[seat.match_id]
        clock = clocks.get((seat.match_id, seat.number))
        found.append(
            ListedMatch(
                seat,
                match_name(seat.match),
                "" if _is_told_by_name(seat.match, table) else _others(table, seat),
                waited_at(seat.match, table, clocks, cut_off, seat),
                clock.due_at if clock else None,
                sum(bool(one.player_id or one.robot) for one in table.values()),
                len(table),
                getattr(seat, "unread", 0),
                scores.get(seat.match_id),
            )
        )
    return found


def _is_told_by_name(match: Match, table: Mapping[int, Seat]) -> bool:
    """Tell whether the match's name already says who plays, by their present names."""
    return not match.name and match.roster == roster_of(table.values())


def _others(table: Mapping[int, Seat], mine: Seat) -> str:
    called = introduced(one for one in table.values() if _is_taken(one))
    return ", ".join(name for number, name in called.items() if number != mine.number)


def _is_taken(seat: Seat) -> bool:
    """Tell whether a seat is or was taken; before the start, some are empty."""
    return seat.match.status != MatchStatus.LOBBY or bool(seat.player_id or seat.robot)


def waiting_for(player: Player) -> list[str]:
    """List the ids of the matches that wait for a player, the most urgent first."""
    mine = [seat for seat in _playing(player) if seat.number in seat.match.awaited]
    clocks = clocks_at(seat.match for seat in mine)
    dues = {key: clock.due_at.timestamp() for key, clock in clocks.items()}
    mine.sort(key=lambda seat: dues.get((seat.match_id, seat.number), 0.0))
    return [seat.match.public_id for seat in mine]


@kept
def _playing(player: Player) -> QuerySet[Seat]:
    seats = Seat.objects.filter(player=player, match__status=MatchStatus.RUNNING, match__is_scratch=False)
    return seats.select_related("match")
