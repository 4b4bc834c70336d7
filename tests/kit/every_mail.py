"""Every kind of email that a match sends, and every URL in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from django.apps import apps
from django.conf import settings

from games import play
from games.infra import bell
from games.lobby import invitations
from games.mail import links, press
from games.mail.send import outbox, reminders
from games.match import votes
from games.models import Door, Match, MatchSecret, Outbox, Purpose, Seat, Subject
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.cast import play_on
from tests.kit.mailed_links import NOON, at, match_of, person
from tests.kit.opened import open_table

ADDRESS = re.compile(r"https?://[^\s\"'<>\])]+")


@contextmanager
def sent_mails(*, hand: bool | None = None, moves: int = 60) -> Iterator[dict[str, Outbox]]:
    """Run a match with its emails going out; yield the latest of each kind, a while later."""
    with at(NOON), bell.silenced():
        people = [person(name) for name in ("alice", "bob", "carol")]
        match = open_table("quartz", people, [], now=NOON, secret=bytes(32))
        match.seats.update(hand_in_mail=hand)
        play.start(match.pk, NOON)
        lay_plans(match)
    now = NOON
    for seed in range(moves):
        now += timedelta(seconds=settings.SEND_AFTER + 1)
        with at(now), bell.silenced():
            outbox.send_due(now)
            if seed % 7 == 3:
                press_one(match, now)
            play_on(match, 1, seed=seed, now=now)
    later = now + timedelta(hours=13)
    with at(later), bell.silenced():
        invite(later)
        play_to_the_end(later)
        vote_for_a_pause(later)
        reminders.queue_due(later)
    later += timedelta(seconds=settings.SEND_AFTER)
    with at(later), bell.silenced():
        while outbox.send_due(later):
            pass  # one batch is not enough
        rows = Outbox.objects.filter(state="sent").order_by("sent_at", "pk")
        yield {row.kind: row for row in rows}


def lay_plans(match: Match) -> None:
    """Give two seats plans, which move, stop, and are postponed."""
    for seat, plan in zip(match.seats.order_by("number")[1:], ("careful", "digger"), strict=True):
        content = canonical(READY_MADE_ORDERS[plan](None)).decode()
        play.lay_orders(match.pk, seat.number, seat.generation, content, Door.PAGE, NOON)


def play_to_the_end(now: datetime) -> None:
    play_on(match_of("dora", "emil", "fay"), 1000, now=now)


def vote_for_a_pause(now: datetime) -> None:
    """Vote in a match that has waited since noon, as the other one may be over by then."""
    match = match_of("gil", "hana", "ivo")
    votes.vote(match.pk, match.seats.earliest("number").number, Subject.PAUSE, now)


def press_one(match: Match, now: datetime) -> None:
    """Press a link of the latest turn email, so that there is a receipt."""
    latest = Outbox.objects.filter(match=match, kind="turn", state="sent").latest("pk")
    for link in latest.links.order_by("pk"):
        if link.purpose == Purpose.CHOICE and link.is_current:
            press.press(link, door=Door.LINK, now=now)


def invite(now: datetime) -> None:
    lobby = open_table("quartz", [person("alice"), person("bob")], [], now=now)
    Seat.objects.create(match=lobby, number=2)
    invitations.invite(lobby.pk, 2, "guest@example.org", person("alice"), now)


def read(row: Outbox) -> EmailMessage:
    return message_from_bytes(bytes(row.rendered), _class=EmailMessage, policy=policy.default)


def addresses(row: Outbox) -> list[str]:
    """List every URL in an email: in its headers, text and HTML."""
    message = read(row)
    parts = [str(value) for value in message.values()]
    parts += [str(part.get_content()) for part in message.walk() if part.get_content_maintype() == "text"]
    found = dict.fromkeys(one for part in parts for one in ADDRESS.findall(part))
    return [one.rstrip(".,") for one in found]


def paths(row: Outbox) -> list[str]:
    """List the site's URLs in an email, without the host."""
    ours = [
        one.removeprefix(settings.SITE_URL) for one in addresses(row) if one.startswith(settings.SITE_URL)
    ]
    return list(dict.fromkeys(one or "/" for one in ours))


def token_in(path: str) -> str:
    return path.removeprefix("/t/") if path.startswith("/t/") else ""


def everything() -> dict[str, list[Any]]:
    """Return the content of every table."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        manager = MatchSecret.kept if model is MatchSecret else model._base_manager
        found[model._meta.label] = sorted(repr([*map(plain, row)]) for row in manager.values_list())
    return found


def plain(value: Any) -> Any:
    """Turn a database's binary value into bytes."""
    return bytes(value) if isinstance(value, memoryview) else value


def is_link(path: str) -> bool:
    return links.find(token_in(path)) is not None


WANTED = {
    *("turn", "window", "secret", "reminder", "receipt", "ahead", "over"),
    *("invitation", "proposed"),
}
