"""Who sits where: giving up a seat, and taking over one. Rows under the match's lock, no events.

Everything of the former player dies at once: the seat's generation goes up, and links, orders and
sessions carry the one they were made for.
"""

from __future__ import annotations

from datetime import datetime

from games import follow
from games.desk import Desk
from games.locks import writing
from games.models import Match, Player, Seat, Vote
from games.rules.kernel.refusal import Refused


def give_up(match_id: int, number: int, now: datetime) -> None:
    """Leave a running match: the autopilot plays on until somebody takes the seat. Raises Refused."""
    with writing():
        desk, seat = _desk_and_seat(match_id, number, now)
        seat.player, seat.gave_up, seat.on_autopilot = None, True, True
        _change_hands(desk, seat)


def substitute(match_id: int, number: int, player: Player, now: datetime) -> None:
    """Take over a seat that is on autopilot; raise Refused if it isn't, or the player sits there already."""
    with writing():
        desk, seat = _desk_and_seat(match_id, number, now)
        if not seat.on_autopilot:
            raise Refused("seat_is_taken")
        if any(other.player_id == player.pk for other in desk.seats.values()):
            raise Refused("sits_here_already")
        seat.player, seat.gave_up, seat.on_autopilot, seat.silences = player, False, False, 0
        _change_hands(desk, seat)


def _desk_and_seat(match_id: int, number: int, now: datetime) -> tuple[Desk, Seat]:
    match = Match.objects.select_for_update().get(pk=match_id)
    if not match.is_running:
        raise Refused("not_running")
    desk = Desk.of(match, now)
    seat = desk.seats.get(number)
    if seat is None or seat.robot:
        raise Refused("not_a_seat")
    return desk, seat


def _change_hands(desk: Desk, seat: Seat) -> None:
    seat.generation += 1
    seat.save()
    desk.orders.pop(seat.number, None)
    desk.sealed = {name: command for name, command in desk.sealed.items() if name.seat != seat.number}
    Vote.objects.filter(seat=seat).delete()
    follow.clock_anew(desk, seat)
    desk.match.awaited = desk.waited_for()
    desk.match.save(update_fields=["awaited"])
