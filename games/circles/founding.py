"""Founding a circle, and what only its keeper may do with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from games.infra import limits
from games.infra.locks import writing
from games.models import Circle, Membership, MembershipState, Player, RatingPool, new_door
from games.rules.kernel.refusal import Refused


def found(keeper: Player, name: str, now: datetime) -> Circle:
    """Found a circle, once for each name; raise Refused after too many."""
    with writing():
        Player.objects.select_for_update().get(pk=keeper.pk)
        if earlier := Circle.objects.filter(keeper=keeper, name=name).first():
            return earlier
        limits.take("circles of a player", str(keeper.pk), now)
        circle = Circle.objects.create(keeper=keeper, name=name, founded_at=now)
        facts = {"state": MembershipState.MEMBER, "asked_by": keeper, "at": now}
        Membership.objects.create(circle=circle, player=keeper, **facts)
        return circle


def rename(circle: Circle, keeper: Player, name: str) -> None:
    """Give a circle another name; raise Refused."""
    _as_keeper(circle, keeper, lambda held: _change(held, name=name))


def open_door(circle: Circle, keeper: Player) -> None:
    """Make a new link to join; the one before stops working. Raise Refused."""
    _as_keeper(circle, keeper, lambda held: _change(held, door=new_door()))


def shut_door(circle: Circle, keeper: Player) -> None:
    """Let nobody join by link any more; raise Refused."""
    _as_keeper(circle, keeper, lambda held: _change(held, door=""))


def keep_ratings(circle: Circle, keeper: Player, wanted: bool) -> None:
    """Begin or stop to keep ratings of a circle's own; raise Refused."""

    def switch(held: Circle) -> None:
        _change(held, has_ratings=wanted)
        if not wanted:
            RatingPool.objects.filter(circle=held).delete()

    _as_keeper(circle, keeper, switch)


def hand_over(circle: Circle, keeper: Player, to: UUID) -> None:
    """Make another member the keeper; raise Refused."""

    def pass_on(held: Circle) -> None:
        theirs = held.memberships.filter(player=to, state=MembershipState.MEMBER).first()
        if theirs is None:
            raise Refused("not_a_member")
        _change(held, keeper=theirs.player)

    _as_keeper(circle, keeper, pass_on)


def pass_on_or_end(circle: Circle) -> None:
    """Make the member who came first the keeper; without members, a circle ends."""
    first = circle.memberships.filter(state=MembershipState.MEMBER).order_by("at", "pk").first()
    if first is None:
        circle.delete()
    else:
        _change(circle, keeper=first.player)


def _change(circle: Circle, **facts: object) -> None:
    for name, value in facts.items():
        setattr(circle, name, value)
    circle.save(update_fields=[*facts])


def _as_keeper(circle: Circle, keeper: Player, do: Callable[[Circle], None]) -> None:
    with writing():
        held = Circle.objects.select_for_update().filter(pk=circle.pk, keeper=keeper).first()
        if held is None:
            raise Refused("not_the_keeper")
        do(held)
