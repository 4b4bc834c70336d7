"""An invitation to a circle comes by email too: to whom it is welcome, and as long as it waits."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from games.circles import founding, joining
from games.mail import delivery
from games.mail.kinds import CIRCLE
from games.mail.send import outbox
from games.models import Circle, MailState, Match, Outbox, Player
from games.players import blocks, notification_settings
from games.rules.kernel.refusal import Refused
from tests.kit.cast import NOON, Page, browser, match_of, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played() -> Match:
    """A match of Alice, Bob and Carol, whose own emails don't count here."""
    found = match_of()
    Outbox.objects.all().delete()
    return found


LATER = NOON + timedelta(minutes=5)


def circle_of(keeper: str = "alice") -> Circle:
    return founding.found(person(keeper), "Tuesday club", NOON)


def ask(found: Circle, guest: str = "bob", host: str = "alice") -> None:
    joining.invite(found, person(host), person(guest), NOON)


def arrived(now=LATER) -> list[str]:
    """Send what is due; give the texts of the invitations that went out."""
    outbox.send_due(now)
    sent = [message_from_bytes(one.message().as_bytes(), policy=policy.default) for one in mail.outbox]
    found = [one for one in sent if "circle" in one["Subject"]]
    return [f"{one['Subject']}\n{one.get_body(('plain',)).get_content()}" for one in found]


def test_it_names_who_asks_and_the_circle_and_leads_to_the_answer(played):
    ask(circle_of())
    (told,) = arrived()
    assert told.startswith("An invitation to a circle: ")
    assert "Alice invites you to the circle “Tuesday club”" in told
    assert "alice@" not in told, "nobody's address is shown"
    assert "/circles/" in told and "/mails/" in told
    page = Page.of(browser("bob").get("/circles/"))
    assert "Tuesday club" in page.words and "from Alice" in page.words


def test_it_is_sent_once_for_each_invitation(played):
    found = circle_of()
    ask(found)
    ask(found)
    assert len(arrived()) == 1 and Outbox.objects.filter(kind=CIRCLE).count() == 1


def answer_it(found: Circle) -> None:
    joining.accept(person("bob"), found.public_id, NOON)


def decline_it(found: Circle) -> None:
    joining.decline(person("bob"), found.public_id)


def take_it_back(found: Circle) -> None:
    joining.remove(found, person("alice"), person("bob").pk)


def mute_all(_: Circle) -> None:
    notification_settings.mute_all(person("bob"))


def turn_off(_: Circle) -> None:
    notification_settings.choose(person("bob"), ["circle"], None)


def close_the_account(_: Circle) -> None:
    Player.objects.filter(pk=person("bob").pk).update(email="gone@example.org")


@pytest.mark.parametrize(
    "before_it_goes", [answer_it, decline_it, take_it_back, mute_all, turn_off, close_the_account]
)
def test_it_is_not_sent_once_it_is_of_no_use_or_unwanted(played, before_it_goes):
    found = circle_of()
    ask(found)
    before_it_goes(found)
    assert arrived() == []
    assert Outbox.objects.get(kind=CIRCLE).state == MailState.SUPERSEDED


def never(found: Circle) -> None:
    notification_settings.never_invite("BOB@example.org", NOON)


def block_who_asks(found: Circle) -> None:
    blocks.block(person("bob"), person("alice"), NOON)


@pytest.mark.parametrize("refuse", [never, block_who_asks])
def test_to_those_who_refuse_it_nothing_goes_and_nobody_can_tell(played, refuse):
    found = circle_of()
    refuse(found)
    before = said_of_invitations("alice", found)
    ask(found)
    assert arrived() == [] and not delivery.mails_to(person("bob")).exists()
    assert not Outbox.objects.filter(kind=CIRCLE).exists()
    assert said_of_invitations("alice", found) != before, "to whoever asks it looks as if it had worked"


def said_of_invitations(who: str, found: Circle) -> str:
    return Page.of(browser(who).get(f"/circles/{found.public_id}/members/")).words


@pytest.mark.parametrize(("who", "whom"), [("bob", "carol"), ("carol", "bob")])
def test_it_does_not_lead_to_somebody_else_there_whom_its_reader_does_not_meet(played, who, whom):
    found = circle_of()
    joining.enter(found, person("carol"), found.door, NOON)
    blocks.block(person(who), person(whom), NOON)
    ask(found)
    assert arrived() == []


def test_the_button_of_a_mail_program_stops_invitations_and_nothing_else(played):
    ask(circle_of())
    assert len(arrived()) == 1
    (sent,) = [message_from_bytes(one.message().as_bytes(), policy=policy.default) for one in mail.outbox]
    way_out = urlsplit(sent["List-Unsubscribe"].strip("<>")).path
    assert Client().post(way_out, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Player.objects.get(pk=person("bob").pk).muted
    assert notification_settings.is_never_invited("bob@example.org")


def test_nobody_is_asked_by_one_person_more_often_than_to_matches(played, settings):
    settings.LIMITS = settings.LIMITS | {"invitations of a player to an address": (2, 86400)}
    for number in range(2):
        ask(founding.found(person("alice"), f"Club {number}", NOON))
    with pytest.raises(Refused, match="too_many"):
        ask(founding.found(person("alice"), "Another club", NOON))


def test_more_in_a_day_than_anyone_wants_wait_for_the_next(played, settings):
    settings.LIMITS = settings.LIMITS | {"invitations to an address": (1, 86400)}
    ask(founding.found(person("alice"), "Club one", NOON))
    ask(founding.found(person("carol"), "Club two", NOON), host="carol")
    assert len(arrived()) == 1
    assert len(arrived(NOON + timedelta(days=1, hours=13))) == 2


def test_a_suspended_player_invites_nobody(played, monkeypatch):
    def suspended(player, now):
        raise Refused("suspended", day="2026-03-09")

    monkeypatch.setattr("games.players.suspensions.check", suspended)
    with pytest.raises(Refused, match="suspended"):
        ask(circle_of())
    assert not Outbox.objects.filter(kind=CIRCLE).exists()
