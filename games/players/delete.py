"""Deleting an account for good.

The seats become a former player's, and the others keep their match. Logs hold seats and no persons, so they
stay untouched. What a player was emailed, and what names them, is deleted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from games.circles import joining
from games.infra.locks import writing
from games.lobby import before_start
from games.mail import delivery
from games.match import seats
from games.match.actions import Pressed
from games.models import (
    UNDERWAY,
    ChatTarget,
    Inbound,
    Invitation,
    Link,
    Lobby,
    MailState,
    Match,
    MatchStatus,
    Outbox,
    Player,
    Seat,
    Talk,
    Unreachable,
    WhyNot,
)
from games.play.transaction import write
from games.play.workspace import Workspace
from games.players import accounts
from games.records import ratings
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew

#: Of an address we keep only its owner's wish not to be emailed.
WISHES = (WhyNot.NEVER, WhyNot.COMPLAINED)


def farewell(player: Player, now: datetime) -> None:
    """Delete an account; a second attempt continues the first. Raises Refused for the last operator."""
    if accounts.is_last_operator(player):
        raise Refused("last_operator")
    mine, is_deleted = list[Seat](), False
    while not is_deleted:
        left = list(Seat.objects.filter(player=player).select_related("match"))
        for seat in left:
            _leave(seat, now)
        mine += left
        is_deleted = _delete(player, mine)


def _delete(player: Player, mine: Iterable[Seat]) -> bool:
    """Delete a player who has left every match, with what names them; return whether they had.

    Another tab may have taken a seat since. The row is locked last, as by those who take a seat.
    """
    with writing():
        addresses = delivery.verified(player)
        _forget_mails(mine, addresses)
        _forget_addresses(addresses)
        _forget_in_names(player)
        Talk.objects.filter(player=player).delete()
        joining.leave_all(player)
        ratings.forget(player)
        Lobby.objects.filter(host=player).update(greeting="")
        ChatTarget.objects.filter(set_by=player).delete()
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if has_left := not locked.seats.exists():
            locked.delete()
    return has_left


def _leave(seat: Seat, now: datetime) -> None:
    """Leave a match as any player would, whether it runs or still fills; otherwise just free the seat."""
    go = {MatchStatus.LOBBY: before_start.leave} | dict.fromkeys(UNDERWAY, seats.give_up)
    if seat.match.status in go:
        try:
            go[MatchStatus(seat.match.status)](seat.match_id, seat.number, now, Pressed(seat.generation))
            return
        except (Refused, HistoryBroken, TooNew):  # over by now, or stopped by a fault
            pass
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=seat.match_id)
        work = Workspace.at(match, now)
        if work.seats[seat.number].player_id == seat.player_id:  # nobody else has it by now
            seats.get_up(work, work.seats[seat.number])
            write([work])


def _forget_mails(mine: Iterable[Seat], addresses: set[str]) -> None:
    """Wipe emails sent to and received from the player; queued ones go to nobody."""
    to_me = Q(seat__in=[seat.pk for seat in mine]) | _at("to", addresses)
    mails = Outbox.objects.filter(to_me)
    Inbound.objects.filter(Q(mail__in=mails) | _at("sender", addresses)).update(
        raw=None, recipient="", sender=""
    )
    mails.filter(state=MailState.QUEUED).update(state=MailState.SUPERSEDED, lease_until=None)
    mails.update(to="", rendered=None)


def _forget_addresses(addresses: set[str]) -> None:
    Link.objects.filter(_at("address", addresses)).update(address="")
    Seat.objects.filter(_at("invited", addresses)).update(invited="")
    Invitation.objects.filter(_at("address", addresses)).update(address="")
    Unreachable.objects.filter(_at("address", addresses)).exclude(why__in=WISHES).delete()


def _forget_in_names(player: Player) -> None:
    """Remove a player's name from the names of matches."""
    me = str(player.pk)
    for match in (
        Match.objects.select_for_update(no_key=True).filter(roster__named__has_key=me).order_by("pk")
    ):
        del match.roster["named"][me]
        match.roster["players"] = ["" if one == me else one for one in match.roster["players"]]
        match.save(update_fields=["roster"])


def _at(field: str, addresses: set[str]) -> Q:
    """Match any of these addresses, however it is spelled."""
    wanted = Q(pk__in=[])
    for address in addresses:
        wanted |= Q(**{f"{field}__iexact": address})
    return wanted
