"""A player's figures, from finished matches only, so they tell nothing of a match that is being played."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Circle, Departure, Membership, Player, SeatRecord
from games.players import blocks
from games.records import figures

#: Answer times come from so many matches, the latest.
LATEST = 100


@dataclass(frozen=True)
class OfGame:
    """What somebody has reached in one game."""

    game: str
    matches: int
    wins: int
    seconds: int  # places that were second


@dataclass(frozen=True)
class Profile:
    games: list[OfGame]
    answers: tuple[int, int, int] | None  # quartiles, in seconds
    answered: int  # how many answers those are of
    left: int
    finished: int  # with those they left

    @property
    def is_empty(self) -> bool:
        return not self.finished


def of_player(player: Player) -> Profile:
    """Gather a player's figures; four statements, however much they have played."""
    games = _games(player)
    gone, stayed_away = _departures(player), _stayed_away(player)
    seconds = _answers(player)
    played = sum(one.matches for one in games)
    return Profile(games, figures.quartiles(seconds), len(seconds), gone + stayed_away, played + gone)


def _games(player: Player) -> list[OfGame]:
    mine = SeatRecord.objects.filter(player=player, record__is_counted=True)
    found = mine.values("record__game").annotate(
        played=Count("pk"), wins=Count("pk", filter=Q(rank=1)), seconds=Count("pk", filter=Q(rank=2))
    )
    return [
        OfGame(row["record__game"], row["played"], row["wins"], row["seconds"])
        for row in sorted(found, key=lambda row: row["record__game"])
    ]


def _departures(player: Player) -> int:
    """Count the finished matches that a player left and didn't come back to."""
    left = Departure.objects.filter(player=player, match__record__is_counted=True)
    left = left.filter(match__record__is_due=False).exclude(match__seats__player=player)
    return left.values("match").distinct().count()


def _stayed_away(player: Player) -> int:
    """Count the matches that automatic play finished for a player."""
    return SeatRecord.objects.filter(player=player, record__is_counted=True, stayed=False).count()


def _answers(player: Player) -> list[int]:
    mine = SeatRecord.objects.filter(player=player, record__is_counted=True)
    latest = mine.order_by("-record", "number")[:LATEST].values_list("answers", flat=True)
    return [seconds for times in latest for seconds in times]


# --- who may look


def may_see(reader: Player, player: Player) -> bool:
    """Tell whether somebody may open a player's page: they know each other, and it isn't blocked."""
    if reader.pk == player.pk:
        return True
    return player.is_active and player.pk not in blocks.hidden_by(reader) and _know(reader, player)


def shows_figures(reader: Player, player: Player) -> bool:
    """Tell whether the page shows figures; to somebody who is blocked it looks as if they were hidden."""
    if reader.pk == player.pk:
        return True
    return not player.hides_figures and player.pk not in blocks.hidden_from(reader)


def _know(reader: Player, player: Player) -> bool:
    """Tell whether two players have shared a match, or share a circle."""
    mine = reader.seats.filter(match__is_scratch=False).values("match")
    return player.seats.filter(match__in=mine).exists() or bool(shared_circles(reader, player))


def shared_circles(reader: Player, player: Player) -> list[Circle]:
    """List the circles that both belong to."""
    mine = Membership.objects.filter(player=reader, state="member").values("circle")
    theirs = Membership.objects.filter(player=player, state="member", circle__in=mine)
    return [one.circle for one in theirs.select_related("circle").order_by("circle__name", "pk")]
