"""Whose address it is that somebody types: whoever invites sees the same, whatever is known of it here."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.infra import limits
from games.lobby import invitations, join
from games.lobby.invitations import Guest
from games.mail import delivery
from games.mail.send import outbox
from games.models import Match, Outbox, WhyNot
from games.players import blocks, notification_settings
from games.present.match_names import tag
from games.rules.kernel.refusal import Refused
from tests.kit.cast import Page, address
from tests.kit.filling_tables import NO, NOON, SOON, browser, fresh, person, table
from tests.kit.lobby_forms import OPENING, act, form_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
TYPED = "known@example.org"


def as_second_address() -> None:
    EmailAddress.objects.create(user=person("guest"), email=TYPED, verified=True)


def asked_by_others() -> None:
    for _ in range(3):
        with suppress(Refused):
            limits.take("invitations to an address", TYPED, NOON)


KNOWN: dict[str, Callable[[], object]] = {
    "as nobody's": lambda: None,
    "as somebody's": lambda: person("known"),
    "as somebody's second one": as_second_address,
    "as somebody's who keeps away from whom asks": lambda: blocks.block(
        person("known"), person("alice"), NOON
    ),
    "as one never to be invited": lambda: notification_settings.never_invite(TYPED, NOON),
    "as one that bounces": lambda: delivery.leave_alone(TYPED, WhyNot.BOUNCED, NOON),
    "as one whose owner complained": lambda: delivery.leave_alone(TYPED, WhyNot.COMPLAINED, NOON),
    "as one that others have invited today": asked_by_others,
}


def waiting(*, sits: str = "bob", named: str = "carol") -> Match:
    """Open a table at which one guest sits, one was asked by name, and two seats are free."""
    match = table("alice", seats=5, is_open=True)
    join.join(match.pk, person(sits), "", NO, NOON)
    free = match.seats.filter(player=None).order_by("number").first()
    assert free is not None
    friend = person(named)
    invitations.ask(fresh(match), free, Guest(friend.email, friend), person("alice"), NOON)
    return match


def seen(match: Match) -> tuple[int, str, int]:
    """Invite, and give all that the host gets to see: answer, page, and how much was done for it."""
    client = browser("alice")
    page = client.get(address(match))
    with CaptureQueriesContext(connection) as statements:
        answer = act_on(client, match, page)
    count = len(statements)
    outbox.send_due(SOON)
    after = Page.of(client.get(address(match)))
    words = re.sub("[0-9a-f]{64}", "COMMITMENT", after.words)
    return answer.status_code, words.replace(tag(match), "LETTERS"), count


def act_on(client: Client, match: Match, page):
    form = next(one for one in Page.of(page).forms if ("do", "invite") in one.buttons)
    return client.post(address(match, "lobby/"), form.values() | {"do": "invite", "address": TYPED})


@pytest.mark.parametrize("how", KNOWN)
def test_an_address_known_here_looks_like_any_other(how):
    unknown = seen(waiting())
    Outbox.objects.all().delete()
    KNOWN[how]()
    assert seen(waiting()) == unknown
    assert unknown[0] == 302 and f"{TYPED}" in unknown[1]


@pytest.mark.parametrize("there", ["sits", "named"])
def test_so_does_that_of_somebody_who_is_at_the_table(there):
    match = waiting(**{there: "known"})
    status, words, statements = seen(match)
    other = "Bob" if there == "sits" else "Carol"
    assert (status, words.replace("Known", other), statements) == seen(waiting())


@pytest.mark.parametrize("how", KNOWN)
def test_a_table_is_opened_whoever_is_asked_to_it(how):
    KNOWN[how]()
    client = browser("alice")
    opened = client.post(OPENING, form_at(client) | {"invite": TYPED})
    assert opened.status_code == 302 and Match.objects.count() == 1


@pytest.mark.parametrize("how", KNOWN)
def test_a_stranger_at_the_door_is_answered_the_same(how):
    match = table("bob", has_door=True)
    door = address(match, f"join/{fresh(match).lobby.door}/")
    KNOWN[how]()
    with CaptureQueriesContext(connection) as statements:
        told = Client().post(door, {"email": TYPED})
    count = len(statements)
    with CaptureQueriesContext(connection) as statements:
        unknown = Client().post(door, {"email": "n@example.org"})
    assert told.status_code == 200 == unknown.status_code and len(statements) == count > 0
    assert Page.of(told).words.replace(TYPED, "") == Page.of(unknown).words.replace("n@example.org", "")


def test_each_try_counts_whatever_comes_of_it(settings):
    settings.LIMITS = settings.LIMITS | {"invitations of a player": (2, 86400)}
    match = waiting(sits="known")  # which takes one of the two
    client = browser("alice")
    assert act(client, match, "invite", address=TYPED).status_code == 302
    assert act(client, match, "invite", address="bob@example.org").status_code == 429


def test_what_came_back_before_is_not_told_and_what_comes_back_now_is():
    delivery.leave_alone(TYPED, WhyNot.BOUNCED, NOON)
    match, client = waiting(), browser("alice")
    for typed in (TYPED, "new@example.org"):
        act(client, match, "invite", address=typed)
    outbox.send_due(SOON)
    assert "Email doesn't reach" not in Page.of(client.get(address(match))).words
    delivery.leave_alone("new@example.org", WhyNot.BOUNCED, SOON)
    assert Page.of(client.get(address(match))).words.count("Email doesn't reach") == 1
