"""Who belongs to a circle, and what of it a reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from games.models import Circle, CircleMatch, Match, MatchStatus, Membership, MembershipState, Player, Seat
from games.players import blocks
from games.rules.kernel.refusal import Refused

MEMBER = Q(state=MembershipState.MEMBER)


def of_player(player: Player) -> list[Circle]:
    """List the circles somebody belongs to, by name, with the number of their members."""
    mine = list(Membership.objects.filter(MEMBER, player=player).values_list("circle", flat=True))
    members = Count("memberships", filter=Q(memberships__state=MembershipState.MEMBER))
    found = Circle.objects.filter(pk__in=mine).annotate(members=members)
    return list(found.order_by("name", "pk"))


def find(player: Player, public_id: str) -> Circle | None:
    """Find a circle by its address; None for somebody who doesn't belong to it."""
    mine = {"memberships__player": player, "memberships__state": MembershipState.MEMBER}
    return Circle.objects.filter(public_id=public_id, **mine).select_related("keeper").first()


def check_belongs(player: Player, public_id: str) -> None:
    """Raise Refused unless somebody belongs to this circle."""
    if find(player, public_id) is None:
        raise Refused("no_such_circle")


def members(circle: Circle, reader: Player) -> list[Membership]:
    """List who belongs to a circle, those who came first at the head, as one of them sees it."""
    found = Membership.objects.filter(MEMBER, circle=circle).exclude(player__in=blocks.apart(reader))
    return list(found.select_related("player").order_by("at", "pk"))


def invited(circle: Circle, reader: Player) -> list[Membership]:
    """List who hasn't answered an invitation yet; only the one who asked and the keeper see it."""
    found = Membership.objects.filter(circle=circle, state=MembershipState.INVITED)
    if circle.keeper_id != reader.pk:
        found = found.filter(asked_by=reader)
    found = found.exclude(player__in=blocks.hidden_by(reader))
    return list(found.select_related("player").order_by("at", "pk"))


def invitations(player: Player) -> list[Membership]:
    """List the invitations somebody may accept: none to a circle with anyone they don't meet."""
    mine = Membership.objects.filter(player=player, state=MembershipState.INVITED)
    return list(_without_apart(mine, blocks.apart(player)).order_by("-at", "-pk"))


def _without_apart(found: QuerySet[Membership], apart: set[UUID]) -> QuerySet[Membership]:
    crowded = Membership.objects.filter(MEMBER, player__in=apart).values("circle")
    return found.exclude(circle__in=crowded).select_related("circle", "asked_by")


def keeps_out(circle: Circle, player: Player) -> bool:
    """Tell whether a member has blocked this player."""
    return _any_of(circle, blocks.hidden_from(player))


def keeps_away(circle: Circle, player: Player) -> bool:
    """Tell whether this player has blocked a member."""
    return _any_of(circle, blocks.hidden_by(player))


def _any_of(circle: Circle, players: set[UUID]) -> bool:
    return Membership.objects.filter(MEMBER, circle=circle, player__in=players).exists()


# --- matches


def matches(circle: Circle, reader: Player) -> QuerySet[Match]:
    """List a circle's matches, the latest first, but for those of people the reader doesn't meet."""
    apart = Seat.objects.filter(player__in=blocks.apart(reader)).exclude(match__seats__player=reader)
    found = Match.objects.filter(circle_match__circle=circle).exclude(pk__in=apart.values("match"))
    called_off = Q(status=MatchStatus.CLOSED, started_at=None)
    return found.exclude(called_off).order_by("-pk").select_related("lobby")


def last_played(circle: Circle, player: Player) -> Match | None:
    """Find the match of a circle that somebody played last, for another like it."""
    mine = Match.objects.filter(circle_match__circle=circle, seats__player=player, status=MatchStatus.OVER)
    return mine.order_by("-pk").first()


def circle_of(match: Match) -> Circle | None:
    """Find the circle that a match was opened for."""
    found = CircleMatch.objects.filter(match=match).select_related("circle").first()
    return found.circle if found else None


def known_at(circle: Circle, reader: Player, players: Sequence[Player]) -> set[UUID]:
    """Return which of these players belong to a circle already or are asked to, as far as a reader knows."""
    there = Membership.objects.filter(circle=circle, player__in=players)
    there = there.exclude(state=MembershipState.DECLINED).exclude(player__in=blocks.apart(reader))
    return set(there.values_list("player", flat=True))
