"""What is done about a player: a warning, a while without new tables, the end of their being here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.disputes import impartiality
from games.disputes.moderation.frame import By, check_may_act, guarded, heard_before, note_refused, write_down
from games.lobby import before_start
from games.mail import queue
from games.match import seats
from games.models import UNDERWAY, Match, MatchStatus, Player, Ruling, RulingKind, Seat
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import HistoryBroken, Refused


def warn(by: By, player: Player, now: datetime) -> Ruling:
    """Tell a player what isn't done here. Raises Refused."""
    return about_player(by, RulingKind.WARNED, player, now, lambda locked: "")


def suspend(by: By, player: Player, until: datetime, now: datetime) -> Ruling:
    """Let a player play on where they sit, but open, join and say nothing until then. Raises Refused."""

    def do(locked: Player) -> str:
        if until <= now:
            raise Refused("past")
        return until.isoformat()

    return about_player(by, RulingKind.SUSPENDED, player, now, do)


def ban(by: By, player: Player, now: datetime) -> Ruling:
    """Let a player in no more: every seat is freed, and links and sessions die. Raises Refused."""

    def do(locked: Player) -> str:
        mine = Seat.objects.filter(player=locked).order_by("match", "pk")
        matches = Match.objects.select_for_update().filter(pk__in=mine.values("match")).order_by("pk")
        tables = {match.pk: match for match in matches}
        for seat in mine:
            _get_up(tables[seat.match_id], seat, now)
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        return ""

    return about_player(by, RulingKind.BANNED, player, now, do)


def _get_up(match: Match, seat: Seat, now: datetime) -> None:
    if match.status == MatchStatus.LOBBY:
        before_start.get_up(match, seat, now)
        return
    work = Workspace.at(match, now)
    if match.status in UNDERWAY:
        seats.empty(work, seat.number)
    elif match.ended_at is None:
        seats.get_up(work, work.seats[seat.number])
    write([work])


def readmit(by: By, player: Player, now: datetime) -> Ruling:
    """Let a player in again, to all there is; the seats they had aren't given back. Raises Refused."""

    def do(locked: Player) -> str:
        locked.is_active = True
        locked.save(update_fields=["is_active"])
        return ""

    return about_player(by, RulingKind.READMITTED, player, now, do)


def about_player(
    by: By, kind: RulingKind, player: Player, now: datetime, do: Callable[[Player], str]
) -> Ruling:
    """Do something about a locked player, and email them why. Raises Refused."""

    def act() -> Ruling:
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if heard := heard_before(by):
            return heard
        check_about(by, locked)
        ruling = write_down(by, kind, now, player=locked, about=do(locked))
        queue.tell_ruled(ruling, [], [locked], now)
        return ruling

    try:
        return guarded(by, kind, now, act, player=player)
    except HistoryBroken:  # one of their matches has to be stopped and seen to first
        note_refused(by, kind, "fault", now, player=player)
        raise Refused("fault") from None


def check_about(by: By, player: Player) -> None:
    """Raise Refused for oneself, who is staff, and whom one plays with."""
    check_may_act(By(by.player, by.reason, None, by.key))
    if player == by.player:
        raise Refused("oneself")
    if player.is_staff:
        raise Refused("is_staff")
    if plays_with(by.player, player):
        raise Refused("plays_with_you")


def plays_with(one: Player, other: Player) -> bool:
    """Tell whether somebody sits at a table that isn't over, and at which the other sits or sat.

    Who gets up there is part of that match too, and so is who may take the seat.
    """
    return Seat.objects.filter(
        player=other, match__ended_at=None, match__in=impartiality.tables_of(one)
    ).exists()
