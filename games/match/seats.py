"""Who sits where: giving up a seat, coming back to it, offering one, taking over one. Rows, no events.

Everything of the former player dies at once: the seat's generation goes up, and links, orders and
sessions carry the one they were made for.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from games.disputes import impartiality
from games.infra import limits
from games.mail import queue
from games.mail.kinds import News
from games.match.actions import Did, Pressed, act
from games.models import (
    UNDERWAY,
    UNFINISHED,
    ActKind,
    Door,
    MatchStatus,
    Order,
    Player,
    Seat,
    Vote,
    roster_of,
)
from games.play import effects, loading
from games.play.workspace import Workspace
from games.players import suspensions
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew


def give_up(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Leave a match: automatic play goes on until somebody takes the seat. Raises Refused."""

    def leave(work: Workspace, seat: Seat) -> Did:
        return (ActKind.GAVE_UP, "") if empty(work, seat.number) else None

    act(match_id, number, now, pressed, leave)


def empty(work: Workspace, number: int) -> bool:
    """Free a seat, and tell whether it had a player. Raises Refused."""
    seat = _load(work, number)
    if seat.player is None:
        return False
    work.change(seat, player=None, gave_up=True, on_autopilot=True)
    _change_hands(work, seat)
    work.notify(News.GAVE_UP, queue.about_hands(seat), _there_beside(work, seat))
    return True


def get_up(work: Workspace, seat: Seat) -> None:
    """Free a seat of a match that isn't played, or can't be loaded: who is waited for shows later."""
    work.change(seat, player=None, generation=seat.generation + 1, seen_at=None)
    if work.match.status == MatchStatus.LOBBY:
        work.change(seat, words="", invited="")
    elif work.match.status in UNFINISHED:
        work.change(seat, gave_up=True, on_autopilot=True, offer="", holidays=[])
        effects.come_back_to(work)
        _call_by_who_plays(work)


def come_back(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Take the seat back from automatic play; any other act of its player does so too. Raises Refused."""

    def be_there(work: Workspace, _: Seat) -> Did:
        seat = _load(work, number)
        if seat.player is None or not seat.on_autopilot:
            return None
        work.change(seat, silences=0, on_autopilot=False, offer="")
        effects.wait_again(work, seat)
        return ActKind.CAME_BACK, ""

    act(match_id, number, now, pressed, be_there)


def offer(match_id: int, number: int, free: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Let anyone with its address take a seat that plays automatically. Raises Refused."""

    def make_offer(work: Workspace, mine: Seat) -> Did:
        seat = _free_seat(work, free)
        _check_may_offer(mine)
        if seat.offer:
            return None
        work.change(seat, offer=secrets.token_urlsafe(16))
        _tell_offered(work, mine, seat)
        return ActKind.OFFERED, str(free)

    act(match_id, number, now, pressed, make_offer)


def keep_back(match_id: int, number: int, free: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Call the offer of a seat off; its address leads nowhere any more. Raises Refused."""

    def call_off(work: Workspace, mine: Seat) -> Did:
        seat = _free_seat(work, free)
        _check_may_offer(mine)
        if not seat.offer:
            return None
        work.change(seat, offer="")
        return ActKind.KEPT_BACK, str(free)

    act(match_id, number, now, pressed, call_off)


def disown(
    match_id: int, number: int, now: datetime, pressed: Pressed, also: Callable[[Seat], None] | None = None
) -> None:
    """Make every link, code and address of this seat's emails so far worthless: somebody else had one.

    Orders laid on the page stay. What was laid from an email or is sealed is dropped, so is each yes to a
    vote, and the seat is asked again by an email of its own. What is done `also` is done once, and only with
    it. Raises Refused.
    """

    def disown_and(work: Workspace, seat: Seat) -> Did:
        _start_generation(work, seat, ActKind.DISOWNED, (Door.PAGE,))
        if also:
            also(seat)
        return ActKind.DISOWNED, ""

    act(match_id, number, now, pressed, disown_and)


def move(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Make what was emailed to a seat so far worthless, because its emails go to another address now.

    Orders stay, whichever way they were laid, and so does each yes to a vote. Raises Refused.
    """

    def move_on(work: Workspace, seat: Seat) -> Did:
        _start_generation(work, seat, ActKind.MOVED, tuple(Door))
        return ActKind.MOVED, ""

    act(match_id, number, now, pressed, move_on)


def _start_generation(work: Workspace, seat: Seat, kind: ActKind, kept: Iterable[Door]) -> None:
    """Let a seat's next generation begin, and ask it again; at once, or when the match can be loaded."""
    is_loaded = _load_if_it_loads(work, seat.number)
    laid = _latest_orders(seat, kept)
    work.change(seat, generation=seat.generation + 1)
    if laid:
        work.add(laid)
    _hand_on_votes(work, seat, kind)
    if is_loaded:
        _forget_sealed(work, seat)
        effects.ask_again(work, seat)
    elif work.match.status in (*UNDERWAY, MatchStatus.QUARANTINED):  # its sealed answers count no more
        effects.come_back_to(work)


def _forget_sealed(work: Workspace, seat: Seat) -> None:
    work.sealed = {name: command for name, command in work.sealed.items() if name.seat != seat.number}


def _load_if_it_loads(work: Workspace, number: int) -> bool:
    """Load a match that goes on; a broken log must not keep a stolen link alive. Raises Refused."""
    if work.match.status not in UNDERWAY:
        return False
    try:
        _load(work, number)
    except (HistoryBroken, TooNew):
        return False
    return True


def _hand_on_votes(work: Workspace, seat: Seat, kind: ActKind) -> None:
    """Keep each yes of a player who has only moved; drop what somebody else may have said."""
    said = Vote.objects.filter(seat=seat)
    if kind == ActKind.DISOWNED:
        work.drop(said)
    else:
        for vote in said:
            work.change(vote, generation=seat.generation)


def _latest_orders(seat: Seat, doors: Iterable[Door]) -> Order | None:
    """Copy the orders that were laid through these doors for the seat's next generation."""
    mine = Order.objects.filter(match=seat.match_id, seat=seat, generation=seat.generation)
    kept = mine.filter(door__in=doors).order_by("pk").last()
    if kept:
        kept.pk, kept.generation, kept._state.adding = None, seat.generation + 1, True
    return kept


def substitute(match_id: int, number: int, player: Player, now: datetime, offered: str | None = None) -> None:
    """Take over a seat on automatic play; raise Refused for any other, or if the player has a seat.

    An offer has to be the one that is open now; a host needs none.
    """

    def take_over(work: Workspace, _: Seat) -> Did:
        seat = _free_seat(work, number)
        if offered is not None and (not offered or seat.offer != offered):
            raise Refused("seat_is_taken")
        suspensions.check(player, now)
        former = hand_over(work, number, player)
        if former is not None:
            work.rows.notices.append(queue.to_replaced(former, seat))
        return ActKind.TOOK_SEAT, ""

    act(match_id, number, now, None, take_over)


def hand_over(work: Workspace, number: int, player: Player) -> Player | None:
    """Let somebody else play a seat from now on; give its former player. Raises Refused."""
    seat = _load(work, number)
    if any(other.player_id == player.pk for other in work.seats.values()):
        raise Refused("sits_here_already")
    if impartiality.has_judged_at(work.match, player):
        raise Refused("judged_there")
    former = seat.player
    work.change(seat, player=player, hand_in_mail=None, muted=False, seen_at=None)
    work.change(seat, gave_up=False, on_autopilot=False, silences=0)
    _change_hands(work, seat)
    work.notify(News.TAKEN, queue.about_hands(seat), _there_beside(work, seat))
    return former


def _load(work: Workspace, number: int) -> Seat:
    """Load a match that goes on, and find a seat that people have; raise Refused, HistoryBroken or TooNew."""
    if work.match.status not in UNDERWAY:
        raise Refused("not_running")
    if work.loaded is None:
        loading.fill([work])
    seat = work.seats.get(number)
    if seat is None or seat.robot:
        raise Refused("not_a_seat")
    return seat


def _free_seat(work: Workspace, number: int) -> Seat:
    seat = _load(work, number)
    if not seat.on_autopilot:
        raise Refused("seat_is_taken")
    return seat


def _check_may_offer(seat: Seat) -> None:
    """Let only players who are there themselves offer a seat; raise Refused."""
    if seat.player_id is None or seat.on_autopilot:
        raise Refused("not_a_seat")


def _tell_offered(work: Workspace, mine: Seat, seat: Seat) -> None:
    """Email whose seat it is, and the others; raise Refused for one offer after the other."""
    limits.take("mails to the table", str(mine.pk), work.now)
    about = queue.about_seat_now(seat, work.now)
    others = [one for one in work.seats.values() if one not in (mine, seat) and not one.on_autopilot]
    work.notify(News.OFFERED, about, others)
    work.notify(News.ON_OFFER, about, [seat])


def _there_beside(work: Workspace, seat: Seat) -> list[Seat]:
    """List the others who play themselves."""
    return [one for one in work.seats.values() if one != seat and not one.plays_itself]


def _change_hands(work: Workspace, seat: Seat) -> None:
    """Start a seat over: nothing of its former player counts, and what they alone saw stays theirs."""
    work.change(seat, generation=seat.generation + 1, since=work.match.version, offer="", holidays=[])
    work.orders.pop(seat.number, None)
    _forget_sealed(work, seat)
    work.drop(Vote.objects.filter(seat=seat))
    _call_by_who_plays(work)
    effects.wait_again(work, seat)


def _call_by_who_plays(work: Workspace) -> None:
    """Name nobody any more who has left, on no page and in no subject."""
    work.change(work.match, roster=roster_of(work.seats.values()))
