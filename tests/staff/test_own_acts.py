"""What a moderator has done is judged by another, whichever way it is flagged, as the email about it says."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games.disputes import cases, moderation
from games.disputes.cases import Flag, JudgedBy
from games.models import CaseKind, Event, Match, Outbox, Verdict
from games.rules.kernel.refusal import Refused
from tests.kit.cast import play_on
from tests.kit.flagging import (
    SENT,
    SOON,
    address,
    at,
    browser,
    link_in,
    mailed,
    match_of,
    moderator,
    person,
    send,
    the_case,
    words,
)

pytestmark = pytest.mark.django_db
WHY = "She was ill."


@pytest.fixture
def found() -> Match:
    made = match_of()
    play_on(made, 6)
    made.refresh_from_db()
    moderator("mo"), moderator("max")
    return made


def by(name: str) -> moderation.By:
    return moderation.By(person(name), WHY)


def is_for_another() -> None:
    """Look that whoever has acted can't take the case and wasn't asked to; somebody else can."""
    case = the_case()
    told = Outbox.objects.filter(kind="new_case").values_list("to", flat=True)
    assert [*told] == [person("max").email]
    with pytest.raises(Refused, match="own_act"):
        cases.take(case.pk, JudgedBy(person("mo"), "I was right."), SENT)
    cases.take(case.pk, JudgedBy(person("max"), "I look."), SENT)
    cases.decide(case.pk, JudgedBy(person("max"), "She was."), Verdict.STANDS, SENT)


def test_flagged_from_the_mail_about_it(found):
    moderation.extend(by("mo"), found.pk, found.awaited[0], timedelta(days=1), SOON)
    with at(SENT):
        told = mailed("ruled")
        send(Client(), link_in(told, "flag"), kind="fairness", text="Why she, and not me?")
        assert the_case().mail == told
        is_for_another()


def test_flagged_beside_the_act_on_the_page(found):
    moderation.extend(by("mo"), found.pk, found.awaited[0], timedelta(days=1), SOON)
    with at(SENT):
        alice = browser("alice")
        page = alice.get(address(found)).content.decode()
        assert "Appeal to another moderator" in page
        (about,) = re.findall(r"flag/(\?mail=[\w-]+)", page)
        send(alice, address(found, f"flag/{about}"), kind="fairness", text="Why she, and not me?")
        is_for_another()


def test_flagged_by_the_line_of_what_it_did_to_the_game(found):
    moderation.end_waiting(by("mo"), found.pk, found.awaited[0], SOON)
    line = Event.objects.filter(match=found).latest("number").number
    seat = found.seats.get(number=0)
    cases.flag(seat, seat.player, Flag(CaseKind.RULES, "Who says so?", line=line), SENT)
    is_for_another()


def test_flagged_by_whoever_was_replaced(found):
    alice = found.seats.get(player=person("alice"))
    moderation.replace(by("mo"), found.pk, alice.number, alice.generation, "", SOON)
    with at(SENT):
        mailed("ruled")
        (letter,) = [one for one in mail.outbox if one.to == ["alice@example.org"]]
        (about,) = re.findall(r"flag/(\?mail=[\w-]+)", letter.body)
        client = browser("alice")
        assert "A moderator's decision" in words(client.get(address(found, f"flag/{about}")))
        send(client, address(found, f"flag/{about}"), kind="absence", text="I was there!")
        assert the_case().mail == Outbox.objects.get(to="alice@example.org", kind="ruled", seat=None)
        is_for_another()


def test_what_somebody_was_told_in_a_mail_is_not_anothers_to_flag(found):
    alice = found.seats.get(player=person("alice"))
    moderation.replace(by("mo"), found.pk, alice.number, alice.generation, "", SOON)
    lost = Outbox.objects.get(kind="ruled", to="alice@example.org")
    with at(SENT):
        shown = words(browser("bob").get(address(found, f"flag/?mail={lost.message_id}")))
        assert "A moderator's decision" not in shown


def test_other_cases_of_that_table_may_be_the_same_moderators(found):
    moderation.extend(by("mo"), found.pk, found.awaited[0], timedelta(days=1), SOON)
    seat = found.seats.get(number=0)
    cases.flag(seat, seat.player, Flag(CaseKind.ABSENCE, "She never plays.", line=3), SENT)
    cases.take(the_case().pk, JudgedBy(person("mo"), "I look."), SENT)
