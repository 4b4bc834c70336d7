"""A match and the links its emails would hold."""

from __future__ import annotations

import itertools
from datetime import datetime
from typing import Any

from games.mail import links
from games.models import Link, Match, Outbox, Purpose, Seat
from games.play.diff import label
from games.present.seat_view import SeatView
from games.rules.kernel.codec import canonical
from tests.kit.cast import NOON, SOON, at, match_of, open_questions, person, play_on, turn_seat

__all__ = ["NOON", "SOON", "at", "match_of", "person", "turn_seat"]
_mails = itertools.count()


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("match", "player").get(pk=seat.pk)


def mail_to(seat: Seat, kind: str = "turn", question: str = "") -> Outbox:
    """Queue an email that is never sent."""
    return Outbox.objects.create(
        match=seat.match,
        seat=seat,
        generation=seat.generation,
        kind=kind,
        question=question,
        dedupe=f"a mail of a test {next(_mails)}",
        send_after=NOON,
        to=seat.player.email if seat.player else "",
    )


def asked_of(seat: Seat, now: datetime = SOON) -> dict[str, Any]:
    """Return a seat's open questions with their choices, by the questions' labels."""
    seat_view = SeatView.of(fresh(seat), now)
    offers = {one.question: one.choices for one in seat_view.view.asked}
    return {label(name): offers[question] for name, question in seat_view.mine.items()}


def choice(seat: Seat, command: dict[str, Any] | str, question: str = "", **more: Any) -> Link:
    """Create a link that answers what the seat is asked now."""
    said = {"kind": command} if isinstance(command, str) else command
    about = question or next(iter(asked_of(seat)))
    (link,) = links.write(
        [
            links.of_seat(
                fresh(seat),
                more.pop("purpose", Purpose.CHOICE),
                more.pop("mail", None),
                question=about,
                content=canonical(said).decode(),
                at=more.pop("when", NOON),
                **more,
            )
        ]
    )
    return found(link)


def link_for(seat: Seat, purpose: Purpose, **more: Any) -> Link:
    (link,) = links.write([links.of_seat(fresh(seat), purpose, **{"at": NOON, **more})])
    return found(link)


def laying(seat: Seat, orders: Any, **more: Any) -> Link:
    return link_for(seat, Purpose.ORDERS, content=canonical(orders).decode(), **more)


def found(link: Link) -> Link:
    """Look up a link by its URL, as pressing it does."""
    again = links.find(links.token(link))
    assert again == link
    return again


def table(*names: str, **settings: Any) -> tuple[Match, Seat]:
    """Start a match; return it with the seat whose turn it is."""
    match = match_of(*names, **settings)
    return match, turn_seat(match)


def asked_what_to_give() -> tuple[Link, Seat]:
    """Play until somebody is asked in the evening what to store."""
    match, _ = table()
    match.seats.update(hand_in_mail=True)
    for _ in range(300):
        play_on(match, 1)
        waiting = {
            name: one for name, one in open_questions(match).items() if one.kind == "sell" and one.awaited
        }
        if waiting:
            break
    name = next(iter(waiting))
    seat = match.seats.get(number=name.seat)
    link = choice(seat, {"kind": "store"}, label(name))
    return link, seat
