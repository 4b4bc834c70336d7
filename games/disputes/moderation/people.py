"""Actions on players: warn, suspend, ban, readmit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.disputes import impartiality
from games.disputes.moderation.frame import (
    By,
    check_may_act,
    note_refused,
    recording_refusals,
    ruling_of_press,
    write_down,
)
from games.lobby import before_start
from games.mail import queue
from games.match import seats
from games.models import UNDERWAY, Match, MatchStatus, Player, Ruling, RulingKind, Seat
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import HistoryBroken, Refused


def warn(by: By, player: Player, now: datetime) -> Ruling:
    """Warn a player by email. Raises Refused."""
    return about_player(by, RulingKind.WARNED, player, now, lambda locked: "")


def suspend(by: By, player: Player, until: datetime, now: datetime) -> Ruling:
    """Suspend a player from opening matches, joining and chat; they may play on. Raises Refused."""

    def do(locked: Player) -> str:
        if until <= now:
            raise Refused("past")
        return until.isoformat()

    return about_player(by, RulingKind.SUSPENDED, player, now, do)


def ban(by: By, player: Player, now: datetime) -> Ruling:
    """Ban a player: free every seat and end links and sessions. Raises Refused."""

    def do(locked: Player) -> str:
        mine = Seat.objects.filter(player=locked).order_by("match", "pk")
        matches = (
            Match.objects.select_for_update(no_key=True).filter(pk__in=mine.values("match")).order_by("pk")
        )
        tables = {match.pk: match for match in matches}
        for seat in mine:
            _free_seat(tables[seat.match_id], seat, now)
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        return ""

    return about_player(by, RulingKind.BANNED, player, now, do)


def _free_seat(match: Match, seat: Seat, now: datetime) -> None:
    if match.status == MatchStatus.LOBBY:
        before_start.vacate(match, seat, now)
        return
    work = Workspace.at(match, now)
    if match.status in UNDERWAY:
        seats.empty(work, seat.number)
    elif match.ended_at is None:
        seats.get_up(work, work.seats[seat.number])
    write([work])


def readmit(by: By, player: Player, now: datetime) -> Ruling:
    """Lift a suspension or a ban; seats aren't given back. Raises Refused."""

    def do(locked: Player) -> str:
        locked.is_active = True
        locked.save(update_fields=["is_active"])
        return ""

    return about_player(by, RulingKind.READMITTED, player, now, do)


def about_player(
    by: By, kind: RulingKind, player: Player, now: datetime, do: Callable[[Player], str]
) -> Ruling:
    """Act on a locked player, and email them the reason. Raises Refused."""

    def act() -> Ruling:
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if earlier := ruling_of_press(by):
            return earlier
        check_about(by, locked)
        ruling = write_down(by, kind, now, player=locked, about=do(locked))
        queue.tell_ruled(ruling, [], [locked], now)
        return ruling

    try:
        return recording_refusals(by, kind, now, act, player=player)
    except HistoryBroken:  # a moderator has to stop and repair one of their matches first
        note_refused(by, kind, "fault", now, player=player)
        raise Refused("fault") from None


def check_about(by: By, player: Player) -> None:
    """Raise Refused if the player is oneself, is staff, or plays with the moderator."""
    check_may_act(By(by.player, by.reason, None, by.key))
    if player == by.player:
        raise Refused("oneself")
    if player.is_staff:
        raise Refused("is_staff")
    if plays_with(by.player, player):
        raise Refused("plays_with_you")


def plays_with(one: Player, other: Player) -> bool:
    """Check whether two people share a match that isn't over; it counts even if one of them has left it.

    A player who left, and anyone who takes over that seat, are part of the match too.
    """
    return Seat.objects.filter(
        player=other, match__ended_at=None, match__in=impartiality.tables_of(one)
    ).exists()
