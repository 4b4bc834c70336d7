"""Disputes as they come up among people, from the flag to the closing: by page and by mail."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client

from games import cases, talking
from games.cases import By
from games.models import CaseState, Event, Outbox, Ruling, RulingKind, Verdict
from games.rules.kernel.refusal import Refused
from tests.cases.people import (
    SENT,
    SOON,
    address,
    at,
    browser,
    flag,
    judge,
    lines_of,
    link_in,
    mailed,
    match_of,
    moderator,
    person,
    send,
    the_case,
    words,
)
from tests.views.cast import play_on, turn_seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def soon():
    with at():
        yield


def page_of_case() -> str:
    return f"/cases/{the_case().public_id}/"


def test_i_never_got_that_mail():
    """Flagged from the list of mails that were sent; answered; settled, and closed by who flagged it."""
    found, judge_of_it = match_of(), moderator()
    play_on(found, 3)
    asked = Outbox.objects.filter(match=found, kind="turn").latest("pk")
    name = asked.seat.player.email.split("@")[0]
    with at(SENT):
        mailed("turn")
        client = browser(name)
        listed = client.get("/mails/sent/").content.decode()
        about = f"?mail={asked.message_id}"
        assert f"{address(found, 'flag/')}{about}" in listed
        answer = flag(client, found, "delivery", "I never got that mail.", about)
        case = the_case()
        assert answer["Location"] == f"/cases/{case.public_id}/?done=flagged"
        assert (case.mail, case.line, case.seat, case.state) == (asked, None, asked.seat, CaseState.OPEN)
        cases.take(case.pk, By(judge_of_it, "I'll look at its way."), SENT)
        cases.answer(case.pk, By(judge_of_it, "Your mail server has put it off; it will come."), SENT)
        seen = words(client.get(page_of_case()))
        assert "Your mail server has put it off" in seen and "A moderator looks into it." in seen
        send(client, page_of_case(), do="say", text="It came just now.")
        cases.decide(case.pk, By(judge_of_it, "It came in the end."), Verdict.SETTLED, SENT)
        send(client, page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED
    assert "The case is closed" in words(client.get(page_of_case()))


def test_the_steal_was_unfair():
    """Flagged from a line of the log; decided; appealed; another moderator decides, and that is final."""
    found, first, second = match_of(), moderator("mo"), moderator("max")
    play_on(found, 40)
    client = browser("alice")
    about = lines_of(client, found)[-2]
    flag(client, found, "rules", "He may not steal from a cart that is full.", about)
    case = the_case()
    assert case.line and Event.objects.filter(match=found, number=case.line).exists()
    judge(first, Verdict.STANDS, "R14: any cart may be stolen from.")
    seen = words(client.get(page_of_case()))
    assert "Everything went by the rules" in seen and "R14" in seen
    send(client, page_of_case(), do="appeal", text="R14 speaks of the last turn.")
    assert the_case().state == CaseState.APPEALED and the_case().moderator is None
    with pytest.raises(Refused) as refused:
        cases.take(case.pk, By(first, "Again."), SOON)
    assert refused.value.code == "decided_before"
    judge(second, Verdict.RIGHTED, "It was the last turn: play has been taken back.")
    page = client.get(page_of_case())
    assert "this is final" in words(page)
    assert "You were right" in words(page) and "R14: any cart" in words(page), "both decisions are to be read"
    assert send(client, page_of_case(), do="appeal", text="Once more!").status_code == 409
    cases.close_decided(case.pk, By(second, "Nothing else came."), SOON)
    assert the_case().state == CaseState.CLOSED


def test_she_vanished_from_a_mail_signed_out():
    """Flagged behind the link of a mail, with no cookie; what comes of it is read behind links too."""
    found, judge_of_it = match_of(), moderator()
    play_on(found, 2)
    with at(SENT):
        asked = mailed("turn")
        link, client = link_in(asked, "flag"), Client()
        done = send(client, link, kind="absence", text="She vanished two days ago.")
        assert done.status_code == 200 and "It has come in" in words(done) and not client.cookies
        case = the_case()
        assert (case.opener, case.mail, case.kind) == (asked.seat.player, asked, "absence")
        judge(judge_of_it, Verdict.SETTLED, "Her seat plays itself from now on.", SENT)
    later = SENT + (SENT - SOON)
    with at(later):
        told = mailed("decided", later)
        assert told.to == asked.seat.player.email
        behind = link_in(told, "case")
        seen = words(client.get(behind))
        assert "Her seat plays itself" in seen and "She vanished two days ago." in seen
        done = send(client, behind, do="close")
        assert "The case is closed" in words(done) and not client.cookies
    assert the_case().state == CaseState.CLOSED


def test_is_the_bag_rigged():
    """Flagged from the match page; answered back and forth by mail and page."""
    found, judge_of_it = match_of(), moderator()
    client = browser("bob")
    flag(client, found, "fairness", "Is the bag rigged? Three rubies in a row!")
    case = the_case()
    cases.take(case.pk, By(judge_of_it, "I'll play the log again."), SOON)
    cases.answer(case.pk, By(judge_of_it, "The log checks; what would convince you?"), SOON)
    with at(SENT):
        behind = link_in(mailed("answered"), "case")
        assert "What you wrote has been added" in words(send(Client(), behind, do="say", text="The secret."))
        told = mailed("more_said", SENT + (SENT - SOON))
    assert told.to == judge_of_it.email
    cases.decide(case.pk, By(judge_of_it, "It is opened after the match."), Verdict.STANDS, SOON)
    assert "It is opened after the match." in words(client.get(page_of_case()))


def test_somebody_insults_the_table():
    found, judge_of_it = match_of(), moderator()
    talking.say(found.pk, 1, "You are all fools.", SOON)
    flag(browser("carol"), found, "conduct", "Bob insults us.")
    cases.answer(the_case().pk, By(judge_of_it, "He did so at other tables."), SOON, private=True)
    judge(judge_of_it, Verdict.RIGHTED, "He was warned.")
    seen = words(browser("carol").get(page_of_case()))
    assert "He was warned." in seen and "at other tables" not in seen, "what moderators note is theirs"
    assert Ruling.objects.filter(kind=RulingKind.NOTED).count() == 1


def test_my_time_ran_out_while_the_site_was_down():
    found, judge_of_it = match_of(), moderator()
    seat = turn_seat(found)
    client = browser(seat.player)
    flag(client, found, "absence", "The site was down when my time ran out.")
    judge(judge_of_it, Verdict.RIGHTED, "Your clock has been started anew.")
    assert "Your clock has been started anew." in words(client.get(page_of_case()))


def test_it_was_a_mistake_of_mine():
    """Taken back before anybody has looked."""
    found, judge_of_it = match_of(), moderator()
    client = browser("alice")
    flag(client, found, "rules", "I should have got a topaz.")
    send(client, page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED
    with pytest.raises(Refused) as refused:
        cases.take(the_case().pk, By(judge_of_it, "Late."), SOON)
    assert refused.value.code == "case_closed"
    kept = client.post(page_of_case(), {"do": "say", "text": "Or was it?", "key": "k"})
    assert kept.status_code == 409 and "Or was it?" in words(kept)


def test_the_match_stopped_by_a_fault():
    """A page without a table can be flagged too."""
    found, judge_of_it = match_of(), moderator()
    found.status = "quarantined"
    found.save()
    client = browser("alice")
    assert address(found, "flag/") in client.get(address(found)).content.decode()
    flag(client, found, "rules", "It has stopped. Is all lost?")
    judge(judge_of_it, Verdict.SETTLED, "Nothing is lost; it goes on tonight.")
    assert "it goes on tonight" in words(client.get(page_of_case()))


def test_after_the_match():
    found, judge_of_it = match_of(), moderator()
    play_on(found, 1000)
    found.refresh_from_db()
    assert found.status == "over"
    client = browser("alice")
    about = lines_of(client, found)[0]
    flag(client, found, "fairness", "Who won the draw for the first turn, and how?", about)
    judge(judge_of_it, Verdict.STANDS, "The secret is open now: anybody can check it.")
    assert "anybody can check it" in words(client.get(page_of_case()))


def test_a_moderator_who_plays_there_flags_like_anybody():
    found, plays, other = match_of("mo", "bob", "carol"), moderator("mo"), moderator("max")
    flag(browser(plays), found, "rules", "Is that so?")
    for act in (cases.take, cases.answer):
        with pytest.raises(Refused) as refused:
            act(the_case().pk, By(plays, "I'll do it myself."), SOON)
        assert refused.value.code == "plays_there"
    told = Outbox.objects.filter(kind="new_case")
    assert [row.to for row in told] == [other.email]
    assert judge(other, Verdict.STANDS, "It is.").decided_by == other


def test_nobody_moderates_here(settings):
    settings.ADMINS = [("Ada", "ada@example.org")]
    flag(browser("alice"), match_of(), "rules", "Is anybody there?")
    assert [row.to for row in Outbox.objects.filter(kind="new_case")] == ["ada@example.org"]


def test_moderators_are_mailed_no_word_of_it():
    moderator()
    flag(browser("alice"), match_of(), "conduct", "He showed me his topaz.")
    told = mailed("new_case")
    assert told.to == person("mo").email
    (found,) = [one for one in mail.outbox if one.to == [told.to]]
    assert the_case().public_id in found.body and "topaz" not in found.body and "Alice" not in found.body
    assert site.SITE_URL in found.body
