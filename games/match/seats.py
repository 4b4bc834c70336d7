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
    Match,
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
    """Leave a match: the autopilot plays on until somebody takes the seat. Raises Refused."""

    def leave(match: Match, _: Seat) -> Did:
        return (ActKind.GAVE_UP, "") if empty(match, number, now) else None

    act(match_id, number, now, pressed, leave)


def empty(match: Match, number: int, now: datetime) -> bool:
    """Free a seat of a locked match, and tell whether anybody sat there. Raises Refused."""
    work, seat = _load_with_seat(match, number, now)
    if seat.player is None:
        return False
    seat.player, seat.gave_up, seat.on_autopilot = None, True, True
    _change_hands(work, seat)
    queue.tell(match, _there_beside(work, seat), News.GAVE_UP, queue.about_hands(seat), now)
    return True


def get_up(match: Match, seat: Seat, now: datetime) -> None:
    """Free a seat of a locked match that isn't played, or can't be loaded: who is waited for shows later."""
    seat.player, seat.generation, seat.seen_at = None, seat.generation + 1, None
    if match.status == MatchStatus.LOBBY:
        seat.words, seat.invited = "", ""
    elif match.status in UNFINISHED:
        seat.gave_up, seat.on_autopilot, seat.offer, seat.holidays = True, True, "", []
        effects.come_back_to(match, now)
    seat.save()
    if match.status in UNFINISHED:
        _call_by_who_plays(match, match.seats.select_related("player"))


def come_back(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Take the seat back from the autopilot; whoever acts in any other way comes back too. Raises Refused."""

    def be_there(match: Match, _: Seat) -> Did:
        work, seat = _load_with_seat(match, number, now)
        if seat.player is None or not seat.on_autopilot:
            return None
        seat.silences, seat.on_autopilot, seat.offer = 0, False, ""
        seat.save(update_fields=["silences", "on_autopilot", "offer"])
        _wait_anew(work, seat)
        return ActKind.CAME_BACK, ""

    act(match_id, number, now, pressed, be_there)


def offer(match_id: int, number: int, free: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Let whoever is given its address take a seat that plays itself. Raises Refused."""

    def make_offer(match: Match, mine: Seat) -> Did:
        seat = _free_seat(match, free, now)
        _check_may_offer(mine)
        if seat.offer:
            return None
        seat.offer = secrets.token_urlsafe(16)
        seat.save(update_fields=["offer"])
        _tell_offered(match, mine, seat, now)
        return ActKind.OFFERED, str(free)

    act(match_id, number, now, pressed, make_offer)


def keep_back(match_id: int, number: int, free: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Call the offer of a seat off; its address leads nowhere any more. Raises Refused."""

    def call_off(match: Match, mine: Seat) -> Did:
        seat = _free_seat(match, free, now)
        _check_may_offer(mine)
        if not seat.offer:
            return None
        seat.offer = ""
        seat.save(update_fields=["offer"])
        return ActKind.KEPT_BACK, str(free)

    act(match_id, number, now, pressed, call_off)


def disown(
    match_id: int, number: int, now: datetime, pressed: Pressed, also: Callable[[Seat], None] | None = None
) -> None:
    """Make every link, code and address of this seat's emails so far worthless: somebody else had one.

    Orders laid on the page stay; what was laid from an email, or lies sealed, is taken off, so is each yes to
    a vote, and the seat is asked anew by an email of its own. What is done `also` is done once, and only with
    it. Raises Refused.
    """

    def disown_and(match: Match, row: Seat) -> Did:
        _begin_anew(match, row, now, ActKind.DISOWNED, (Door.PAGE,))
        if also:
            also(row)
        return ActKind.DISOWNED, ""

    act(match_id, number, now, pressed, disown_and)


def move(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Make what was emailed to a seat so far worthless, because its emails go to another address now.

    Orders stay, whichever way they were laid, and so does each yes to a vote. Raises Refused.
    """

    def move_on(match: Match, row: Seat) -> Did:
        _begin_anew(match, row, now, ActKind.MOVED, tuple(Door))
        return ActKind.MOVED, ""

    act(match_id, number, now, pressed, move_on)


def _begin_anew(match: Match, row: Seat, now: datetime, kind: ActKind, kept: Iterable[Door]) -> None:
    """Let a seat's next generation begin, and ask it anew; where no table can be loaded, once one can."""
    work = _load_if_it_loads(match, row.number, now)
    seat = work.seats[row.number] if work else row
    _re_lay(seat, kept)
    seat.generation += 1
    seat.save(update_fields=["generation"])
    _hand_on_votes(seat, kind)
    if work:
        _ask_without_what_lay_sealed(work, seat)
    elif match.status in (*UNDERWAY, MatchStatus.QUARANTINED):  # what lay sealed there counts no more
        effects.come_back_to(match, now)


def _ask_without_what_lay_sealed(work: Workspace, seat: Seat) -> None:
    work.sealed = {name: command for name, command in work.sealed.items() if name.seat != seat.number}
    effects.ask_again(work, seat)
    work.match.awaited = work.waited_for()
    work.match.save(update_fields=["awaited"])


def _load_if_it_loads(match: Match, number: int, now: datetime) -> Workspace | None:
    """Load a match that goes on; a broken log must not keep a stolen link alive. Raises Refused."""
    if match.status not in UNDERWAY:
        return None
    try:
        return _load_with_seat(match, number, now)[0]
    except (HistoryBroken, TooNew):
        return None


def _hand_on_votes(seat: Seat, kind: ActKind) -> None:
    """Leave each yes to who has only moved; take off what somebody else may have said."""
    said = Vote.objects.filter(seat=seat)
    if kind == ActKind.DISOWNED:
        said.delete()
    else:
        said.update(generation=seat.generation)


def _re_lay(seat: Seat, doors: Iterable[Door]) -> None:
    """Hand the orders that were laid through these doors on to the seat's next generation."""
    mine = Order.objects.filter(match=seat.match_id, seat=seat, generation=seat.generation)
    if kept := mine.filter(door__in=doors).order_by("pk").last():
        Order.objects.create(
            match=seat.match,
            seat=seat,
            generation=seat.generation + 1,
            content=kept.content,
            since=kept.since,
            door=kept.door,
            at=kept.at,
        )


def substitute(match_id: int, number: int, player: Player, now: datetime, offered: str | None = None) -> None:
    """Take over a seat that is on autopilot; raise Refused if it isn't, or the player sits there already.

    Who comes by an offer has to come by the one that stands; a host needs none.
    """

    def take_over(match: Match, _: Seat) -> Did:
        seat = _free_seat(match, number, now)
        if offered is not None and (not offered or seat.offer != offered):
            raise Refused("seat_is_taken")
        suspensions.check(player, now)
        former = hand_over(match, number, player, now)
        if former is not None:
            queue.tell_replaced(match, former, match.seats.get(number=number), now)
        return ActKind.TOOK_SEAT, ""

    act(match_id, number, now, None, take_over)


def hand_over(match: Match, number: int, player: Player, now: datetime) -> Player | None:
    """Let somebody else play a seat of a locked match from now on; give who did. Raises Refused."""
    work, seat = _load_with_seat(match, number, now)
    if any(other.player_id == player.pk for other in work.seats.values()):
        raise Refused("sits_here_already")
    if impartiality.has_judged_at(match, player):
        raise Refused("judged_there")
    former, seat.player = seat.player, player
    seat.hand_in_mail, seat.muted, seat.seen_at = None, False, None
    seat.gave_up, seat.on_autopilot, seat.silences = False, False, 0
    _change_hands(work, seat)
    queue.tell(match, _there_beside(work, seat), News.TAKEN, queue.about_hands(seat), now)
    return former


def _load_with_seat(match: Match, number: int, now: datetime) -> tuple[Workspace, Seat]:
    if match.status not in UNDERWAY:
        raise Refused("not_running")
    work = loading.load(match, now)
    seat = work.seats.get(number)
    if seat is None or seat.robot:
        raise Refused("not_a_seat")
    return work, seat


def _free_seat(match: Match, number: int, now: datetime) -> Seat:
    _, seat = _load_with_seat(match, number, now)
    if not seat.on_autopilot:
        raise Refused("seat_is_taken")
    return seat


def _check_may_offer(seat: Seat) -> None:
    """Let only those offer a seat who are there themselves; raise Refused."""
    if seat.player_id is None or seat.on_autopilot:
        raise Refused("not_a_seat")


def _tell_offered(match: Match, mine: Seat, seat: Seat, now: datetime) -> None:
    """Email whose seat it is, and the others; raise Refused for one offer after the other."""
    limits.take("mails to the table", str(mine.pk), now)
    about, others = queue.about_seat_now(seat, now), match.seats.exclude(pk__in=(mine.pk, seat.pk))
    queue.tell(match, others.filter(on_autopilot=False), News.OFFERED, about, now)
    queue.tell(match, [seat], News.ON_OFFER, about, now)


def _there_beside(work: Workspace, seat: Seat) -> list[Seat]:
    """List the others who play themselves."""
    return [one for one in work.seats.values() if one != seat and not one.plays_itself]


def _change_hands(work: Workspace, seat: Seat) -> None:
    """Begin anew with a seat: nothing of who sat there counts, and what they alone saw stays theirs."""
    seat.generation += 1
    seat.since, seat.offer, seat.holidays = work.match.version, "", []
    seat.save()
    work.orders.pop(seat.number, None)
    work.sealed = {name: command for name, command in work.sealed.items() if name.seat != seat.number}
    Vote.objects.filter(seat=seat).delete()
    _call_by_who_plays(work.match, work.seats.values())
    _wait_anew(work, seat)


def _call_by_who_plays(match: Match, table: Iterable[Seat]) -> None:
    """Name nobody any more who has left the table, on no page and in no subject."""
    match.roster = roster_of(table)
    match.save(update_fields=["roster"])


def _wait_anew(work: Workspace, seat: Seat) -> None:
    effects.clock_anew(work, seat)
    work.match.awaited = work.waited_for()
    work.match.save(update_fields=["awaited"])
