"""Who plays which seat: leave, come back, offer a seat, take one over. Rows, no events.

When a seat's player changes, its generation goes up. Links, orders and sessions carry the generation they
were made for, so those of the former player stop working at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from games.disputes import impartiality
from games.infra import limits
from games.mail import queue
from games.mail.kinds import News
from games.match import presence, stand_ins
from games.match.actions import Did, Pressed, act
from games.models import (
    UNDERWAY,
    UNFINISHED,
    ActKind,
    Departure,
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
from games.players import robot_accounts, suspensions
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew


def give_up(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Leave a match: automatic play continues until somebody takes the seat. Raises Refused."""

    def leave(work: Workspace, seat: Seat) -> Did:
        return (ActKind.GAVE_UP, "") if empty(work, seat.number) else None

    act(match_id, number, now, pressed, leave)


def empty(work: Workspace, number: int) -> bool:
    """Free a seat, and tell whether it had a player. Raises Refused."""
    seat = _load(work, number)
    if seat.player is None:
        return False
    _note_departure(work, seat)
    work.change(seat, player=None, gave_up=True, on_autopilot=True)
    _change_hands(work, seat)
    work.notify(News.GAVE_UP, queue.about_hands(seat), _there_beside(work, seat))
    return True


def get_up(work: Workspace, seat: Seat) -> None:
    """Free a seat of a match that isn't being played or can't be loaded; set clocks once it goes on."""
    if work.match.status in UNFINISHED:
        _note_departure(work, seat)
    work.change(seat, player=None, generation=seat.generation + 1, **presence.NOBODY)
    if work.match.status == MatchStatus.LOBBY:
        work.change(seat, words="", invited="")
    elif work.match.status in UNFINISHED:
        work.change(seat, gave_up=True, on_autopilot=True, offer="", seeks=False, holidays=[])
        effects.come_back_to(work)
        _call_by_who_plays(work)


def come_back(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """End automatic play for the seat's player; any move or order of theirs does so too. Raises Refused."""

    def be_there(work: Workspace, _: Seat) -> Did:
        seat = _load(work, number)
        if seat.player is None or not seat.on_autopilot:
            return None
        work.change(seat, silences=0, on_autopilot=False, offer=seat.offer if seat.seeks else "")
        effects.wait_again(work, seat)
        return ActKind.CAME_BACK, ""

    act(match_id, number, now, pressed, be_there)


def offer(match_id: int, number: int, free: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Offer a seat on automatic play to anyone who has the offer's link. Raises Refused."""

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
    """Withdraw the offer of a seat; its link stops working. Raises Refused."""

    def call_off(work: Workspace, mine: Seat) -> Did:
        seat = _free_seat(work, free)
        _check_may_offer(mine)
        if not seat.offer:
            return None
        work.change(seat, offer="")
        return ActKind.KEPT_BACK, str(free)

    act(match_id, number, now, pressed, call_off)


def seek(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Offer one's own seat in the list of open seats, and play on until somebody takes it. Raises Refused."""

    def look_for_one(work: Workspace, _: Seat) -> Did:
        seat = _load(work, number)
        if seat.player is None or work.match.is_alone:
            raise Refused("not_a_seat")
        if seat.seeks:
            return None
        work.change(seat, seeks=True, offer=seat.offer or secrets.token_urlsafe(16))
        return ActKind.SOUGHT, ""

    act(match_id, number, now, pressed, look_for_one)


def stay(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Take one's own seat off the list of open seats. Raises Refused."""

    def keep(work: Workspace, _: Seat) -> Did:
        seat = _load(work, number)
        if not seat.seeks:
            return None
        work.change(seat, seeks=False, offer="")
        return ActKind.STAYED, ""

    act(match_id, number, now, pressed, keep)


def disown(
    match_id: int, number: int, now: datetime, pressed: Pressed, also: Callable[[Seat], None] | None = None
) -> None:
    """Revoke every link, code and address in this seat's emails so far, because somebody else had one.

    Keep orders laid on the page. Drop orders laid from an email, sealed answers and votes, and email the seat
    its questions again. Call `also` within the same action, so it happens once too. Raises Refused.
    """

    def disown_and(work: Workspace, seat: Seat) -> Did:
        _start_generation(work, seat, ActKind.DISOWNED, (Door.PAGE,))
        if also:
            also(seat)
        return ActKind.DISOWNED, ""

    act(match_id, number, now, pressed, disown_and)


def move(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Revoke what was emailed to a seat so far, because its emails go to another address now.

    Keep orders, however they were laid, and votes. Raises Refused.
    """

    def move_on(work: Workspace, seat: Seat) -> Did:
        _start_generation(work, seat, ActKind.MOVED, tuple(Door))
        return ActKind.MOVED, ""

    act(match_id, number, now, pressed, move_on)


def _start_generation(work: Workspace, seat: Seat, kind: ActKind, kept: Iterable[Door]) -> None:
    """Begin a seat's next generation, and ask it again: now, or once the match can be loaded."""
    is_loaded = _load_if_it_loads(work, seat.number)
    laid = _latest_orders(seat, kept)
    work.change(seat, generation=seat.generation + 1)
    if laid:
        work.add(laid)
    _hand_on_votes(work, seat, kind)
    if is_loaded:
        _forget_sealed(work, seat)
        effects.ask_again(work, seat)
    elif work.match.status in (*UNDERWAY, MatchStatus.QUARANTINED):  # its sealed answers no longer count
        effects.come_back_to(work)


def _forget_sealed(work: Workspace, seat: Seat) -> None:
    work.sealed = {name: command for name, command in work.sealed.items() if name.seat != seat.number}


def _load_if_it_loads(work: Workspace, number: int) -> bool:
    """Load a match if it is underway; a broken log mustn't keep a stolen link alive. Raises Refused."""
    if work.match.status not in UNDERWAY:
        return False
    try:
        _load(work, number)
    except (HistoryBroken, TooNew):
        return False
    return True


def _hand_on_votes(work: Workspace, seat: Seat, kind: ActKind) -> None:
    """Keep the votes of a player who only moved to a new address; drop those a stranger may have cast."""
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
    """Take over a seat on automatic play, or one whose player seeks a substitute; raise Refused for others.

    Refuse an offer that isn't the open one; a host needs no offer.
    """

    def take_over(work: Workspace, _: Seat) -> Did:
        seat = _load(work, number) if offered else _free_seat(work, number)
        if not (seat.on_autopilot or seat.seeks):
            raise Refused("seat_is_taken")
        if offered is not None and (not offered or seat.offer != offered):
            raise Refused("seat_is_taken")
        suspensions.check(player, now)
        former = hand_over(work, number, player)
        if former is not None:
            work.rows.notices.append(queue.to_replaced(former, seat))
        return ActKind.TOOK_SEAT, ""

    act(match_id, number, now, None, take_over)


def hand_over(work: Workspace, number: int, player: Player) -> Player | None:
    """Give a seat to another player; return the former one. Raises Refused."""
    seat = _load(work, number)
    if any(other.player_id == player.pk for other in work.seats.values()):
        raise Refused("sits_here_already")
    robot_accounts.check(work.match, player)
    if impartiality.has_judged_at(work.match, player):
        raise Refused("judged_there")
    if stand_ins.has_stood_in(work.match, player, number):
        raise Refused("stood_in_here")
    former = seat.player
    if seat.on_autopilot:  # a moderator may replace somebody for other reasons
        _note_departure(work, seat)
    work.change(seat, player=player, hand_in_mail=None, muted=False, named_on_card=False)
    work.change(seat, gave_up=False, on_autopilot=False, silences=0)
    _change_hands(work, seat)
    work.notify(News.TAKEN, queue.about_hands(seat), _there_beside(work, seat))
    return former


def _note_departure(work: Workspace, seat: Seat) -> None:
    """Write down who leaves a match before its end."""
    if seat.player is not None:
        work.add(Departure(match=work.match, player=seat.player, at=work.now))


def _load(work: Workspace, number: int) -> Seat:
    """Load a match that is underway, and find a seat for people; raise Refused, HistoryBroken or TooNew."""
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
    """Raise Refused unless the offering player is there."""
    if seat.player_id is None or seat.on_autopilot:
        raise Refused("not_a_seat")


def _tell_offered(work: Workspace, mine: Seat, seat: Seat) -> None:
    """Email the seat's own player and the others; raise Refused after too many offers."""
    limits.take("mails to the table", str(mine.pk), work.now)
    about = queue.about_seat_now(seat, work.now)
    others = [one for one in work.seats.values() if one not in (mine, seat) and not one.on_autopilot]
    work.notify(News.OFFERED, about, others)
    work.notify(News.ON_OFFER, about, [seat])


def _there_beside(work: Workspace, seat: Seat) -> list[Seat]:
    """List the other seats whose players are there."""
    return [one for one in work.seats.values() if one != seat and not one.plays_itself]


def _change_hands(work: Workspace, seat: Seat) -> None:
    """Start a seat over: drop what its former player left, and hide from the next what only they saw."""
    work.change(seat, generation=seat.generation + 1, since=work.match.version, offer="", holidays=[])
    work.change(seat, seeks=False, **presence.NOBODY)
    work.orders.pop(seat.number, None)
    _forget_sealed(work, seat)
    work.drop(Vote.objects.filter(seat=seat))
    _call_by_who_plays(work)
    effects.wait_again(work, seat)


def _call_by_who_plays(work: Workspace) -> None:
    """Update the names shown on pages and in subjects, so that players who left aren't named."""
    work.change(work.match, roster=roster_of(work.seats.values()))
