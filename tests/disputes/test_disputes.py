"""Disputes as they come up among people, from the flag to the closing: by page and by email, in the rooms."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client

from games import play
from games.disputes import cases
from games.disputes.cases import JudgedBy
from games.mail import delivery
from games.mail.receive.parsing.bounces import BounceReport
from games.match import chat, seats, votes
from games.match.rewind_points import choosable
from games.models import (
    TO_APPEAL,
    CaseState,
    Deadline,
    Event,
    Look,
    Match,
    Outbox,
    Ruling,
    Seat,
    Subject,
    Unreachable,
    Verdict,
)
from games.ops import sweep
from games.play import deadlines
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.titles.quartz.rules import commands as c
from tests.kit.cast import answer, open_questions, play_on, turn_seat
from tests.kit.flagging import (
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
from tests.kit.match_tabs import all_tabs
from tests.kit.moderator import Judge, done_for, seat_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
MINUTE = timedelta(minutes=1)


def page_of_case() -> str:
    return f"/cases/{the_case().public_id}/"


def read_by_mail(kind: str, now=SENT) -> tuple[str, str]:
    """Let emails go out; open the link to the case in the latest of a kind, signed out; give both."""
    with at(now):
        link = link_in(mailed(kind, now), "case")
        client = Client()
        page = client.get(link)
        assert page.status_code == 200 and not client.cookies
        return link, words(page)


def waits_again(found: Match) -> Deadline:
    return Deadline.objects.get(match=found, state="running", kind="question")


def test_i_never_got_that_mail():
    """Flagged from the list of emails; its way is looked at, it is sent again, and all is well."""
    found, mo = match_of(), Judge()
    play_on(found, 3)
    with at(SENT):
        asked = mailed("turn")
        client = browser(asked.seat.player)
        about = f"?mail={asked.message_id}"
        assert f"{address(found, 'flag/')}{about}" in client.get("/mails/sent/").content.decode()
        flag(client, found, "delivery", "I never got that mail.", about)
        case = the_case()
        assert (case.mail, case.line, case.seat) == (asked, None, asked.seat)
        mo.act("take", "I look at its way.")
        assert "The reported email: Your turn, sent." in mo.reads()
        mo.act("answer", "It went out; here it is again.")
        mo.on_match("resend", "It never came.", mail=str(asked.pk))
        send(client, page_of_case(), do="say", text="It came just now.")
        mo.act("decide", "It came in the end.", verdict=Verdict.RIGHTED)
    later = SENT + 3 * MINUTE
    with at(later):
        assert mailed("turn", later).pk != asked.pk
        assert "It never came." in words(browser("alice").get(address(found))), "the table reads why"
        link, told = read_by_mail("decided", later)
        assert "It came in the end." in told and "It came just now." in told
        assert "The case is closed" in words(send(Client(), link, do="close"))
    assert the_case().state == CaseState.CLOSED
    assert done_for(case) == ["took", "answered", "resent", "decided"]


def test_the_steal_was_unfair():
    """Flagged from a line of the log; appealed by email, won by another moderator, who takes play back."""
    found, first, second = match_of(), Judge("mo"), Judge("max")
    play_on(found, 12)
    client = browser("alice")
    flag(client, found, "rules", "He may not steal from a full cart.", lines_of(client, found)[-2])
    case = the_case()
    assert case.line and Event.objects.filter(match=found, number=case.line).exists()
    first.act("take", "I look.")
    first.act("decide", "R14: any cart may be stolen from.", verdict=Verdict.STANDS)
    link, told = read_by_mail("decided")
    assert "Everything followed the rules" in told and "The case closes" in told
    with at(SENT):
        send(Client(), link, do="appeal", text="R14 speaks of the last turn.")
        again = first.client.post(f"{first.room}take/", {"reason": "Me again.", "key": "k"})
        assert again.status_code == 422 and "another moderator" in words(again)
        second.act("take", "I look.")
        second.on_match("rewind", "That steal could not be.")
        second.act("decide", "It was the last turn: play is taken back.", verdict=Verdict.RIGHTED)
    told = words(client.get(page_of_case()))
    assert "this decision is final" in told and "R14: any cart" in told, "both decisions are to be read"
    assert send(client, page_of_case(), do="appeal", text="Once more!").status_code == 409
    page = words(client.get(address(found)))
    assert "That steal could not be." in page and "taken the match back" in page
    sweep.sweep(SENT + TO_APPEAL - MINUTE)
    assert the_case().state == CaseState.DECIDED
    sweep.sweep(SENT + TO_APPEAL)
    assert the_case().state == CaseState.CLOSED
    assert "closed automatically" in words(client.get(page_of_case()))
    assert "The time for an appeal is over." in second.reads()


def test_she_vanished():
    """Flagged behind the link of an email, with no cookie; her seat is freed, and somebody else goes on."""
    found, mo = match_of(), Judge()
    play_on(found, 2)
    with at(SENT):
        asked = mailed("turn")
        link, client = link_in(asked, "flag"), Client()
        done = send(client, link, kind="absence", text="She vanished two days ago.")
        assert "We have received your report" in words(done) and not client.cookies
        case = the_case()
        assert (case.opener, case.mail, case.kind) == (asked.seat.player, asked, "absence")
        gone = found.seats.exclude(pk=asked.seat.pk).earliest("number")
        mo.act("take", "I look.")
        mo.on_match("replace", "Nobody hears of her.", seat=seat_in(found, gone.number))
        mo.act("decide", "Her seat is free: offer it to somebody.", verdict=Verdict.SETTLED)
    seats.offer(found.pk, asked.seat.number, gone.number, SENT)
    seats.substitute(found.pk, gone.number, person("dora"), SENT, Seat.objects.get(pk=gone.pk).offer)
    link, told = read_by_mail("decided", SENT + 3 * MINUTE)
    assert "Her seat is free" in told and "She vanished two days ago." in told
    with at(SENT + 3 * MINUTE):
        assert "The case is closed" in words(send(client, link, do="close")) and not client.cookies
    assert play_on(found, 3) == 3 and done_for(case) == ["took", "replaced", "decided"]


def test_is_the_bag_rigged():
    """Flagged from the page; the log is played again, the evidence taken, and it is talked about by mail."""
    found, mo = match_of(), Judge()
    play_on(found, 10)
    client = browser("bob")
    flag(client, found, "fairness", "Is the bag rigged? Three rubies in a row!")
    mo.act("take", "I play the log again.")
    shown = mo.on_match("check", "Three rubies in a row.")
    assert "fingerprints, draws, clocks and emails all match" in words(mo.client.get(shown))
    assert "replayed and checked the log: no problems found." in mo.reads()
    mo.act("evidence", "For Bob to check it himself.")
    mo.act("answer", "The log checks; what would convince you?")
    behind, _ = read_by_mail("answered")
    with at(SENT):
        assert "Your message has been added" in words(send(Client(), behind, do="say", text="The secret."))
        told = mailed("more_said", SENT + 3 * MINUTE)
    assert told.to == mo.player.email
    mo.act("decide", "It is opened after the match.", verdict=Verdict.STANDS)
    assert "It is opened after the match." in words(client.get(page_of_case()))
    mo.act("shut", "Nothing is left.")
    assert "A moderator has closed the case." in words(client.get(page_of_case()))
    assert "For Bob to check it" not in all_tabs(client, found).words, "not while it is played"
    Match.objects.filter(pk=found.pk).update(status="closed")
    assert "For Bob to check it" in all_tabs(client, found).words


def test_somebody_insults_the_table():
    """Whoever insults is warned by email; what moderators say among themselves stays there."""
    found, mo = match_of(), Judge()
    chat.say(found.pk, 1, "You are all fools.", SOON)
    flag(browser("carol"), found, "conduct", "Bob insults us.")
    mo.act("confer", "He did so at other tables.")
    mo.act("take", "I look.")
    mo.on_player("warn", person("bob"), "Nobody is called a fool here.")
    assert "warned a player, Bob. Nobody is called a fool here." in mo.reads()
    mo.act("decide", "He was warned.", verdict=Verdict.RIGHTED)
    _, told = read_by_mail("decided")
    assert "He was warned." in told and "at other tables" not in told
    (letter,) = [one for one in mail.outbox if one.to == ["bob@example.org"] and "decision" in one.subject]
    assert "Nobody is called a fool here." in letter.body and "Carol" not in letter.body
    mo.on_player("suspend", person("bob"), "He went on.")
    with pytest.raises(Refused):
        chat.say(found.pk, 1, "Fools!", SOON)
    send(browser("carol"), page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED and play_on(found, 4) == 4, "who is suspended plays on"


def test_my_time_ran_out_while_the_site_was_down():
    """The silence is undone, and with it that it was counted; the time begins anew."""
    found, mo = match_of(), Judge()
    play_on(found, 2)
    seat = turn_seat(found)
    due = waits_again(found).due_at
    assert deadlines.close_due(due + MINUTE)
    seat.refresh_from_db()
    assert seat.silences == 1
    client = browser(seat.player)
    flag(client, found, "absence", "The site was down when my time ran out.")
    mo.act("take", "I look at the clocks.")
    mo.on_match("rewind", "We were down.")
    mo.act("decide", "Your turn again, with all your time.", verdict=Verdict.RIGHTED)
    seat.refresh_from_db()
    assert (seat.silences, waits_again(found).seat) == (0, seat.number)
    link, told = read_by_mail("decided")
    assert "with all your time" in told
    with at(SENT):
        assert "The case is closed" in words(send(Client(), link, do="close"))


def test_i_pressed_the_wrong_button():
    """No moderator undoes a slip, but the table may: it agrees, and whoever slipped closes the case."""
    found, mo = match_of(), Judge()
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    answer(found, name, c.Leave())
    client = browser(found.seats.get(number=name.seat).player)
    flag(client, found, "rules", "I wanted to mine, not to leave!")
    mo.act("take", "I look.")
    mo.act("decide", "It was your press. Propose to the table to go back.", verdict=Verdict.STANDS)
    found.refresh_from_db()
    back = choosable(found)[0].moment
    for number in range(3):
        votes.vote(found.pk, number, Subject.REWIND, SOON, None, back)
    assert turn_seat(found).number == name.seat
    send(client, page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED


def test_no_mail_reaches_me_any_more():
    """Her address bounced once; emails to it are allowed again, and she is asked anew."""
    found, mo = match_of(), Judge()
    with at(SENT):
        asked = mailed("turn")
        player = asked.seat.player
        delivery.came_back(asked, BounceReport("failed", "5.1.1"), "told", SENT)
        assert Unreachable.objects.filter(address=player.email).exists()
        flag(browser(player), found, "delivery", "My mailbox was full, and now I get nothing.")
        mo.act("take", "I look.")
        assert "Email doesn't reach this address." in words(mo.client.get(f"/admin/people/{player.pk}/"))
        mo.on_address("allow", player.email, "Her mailbox has room again.")
        mo.on_match("resend", "It came back.", mail=str(asked.pk))
        mo.act("decide", "Mails reach you again.", verdict=Verdict.RIGHTED)
    later = SENT + 3 * MINUTE
    link, told = read_by_mail("decided", later)
    assert "Mails reach you again." in told and not Unreachable.objects.exists()
    with at(later):
        assert "The case is closed" in words(send(Client(), link, do="close"))


def test_the_match_has_stopped():
    """A page without a table can be flagged too; the match is let go on, and everybody is told."""
    found, mo = match_of(), Judge()
    play_on(found, 3)
    play.quarantine(found.pk, HistoryBroken("torn"), SOON)
    client = browser("alice")
    assert address(found, "flag/") in client.get(address(found)).content.decode()
    flag(client, found, "rules", "It has stopped. Is all lost?")
    mo.act("take", "I look.")
    mo.on_match("release", "Its log is whole again.")
    mo.act("decide", "Nothing is lost; it goes on.", verdict=Verdict.SETTLED)
    mo.act("shut", "It runs.")
    assert "Its log is whole again." in words(client.get(address(found)))
    with at(SENT):
        mailed("ruled")
    assert len([one for one in mail.outbox if "A moderator's decision" in one.subject]) == 3
    assert play_on(found, 2) == 2 and "A moderator has closed the case." in words(client.get(page_of_case()))


def test_i_took_a_seat_whose_time_was_nearly_up():
    """A substitute asks for more time, and has it."""
    found, mo = match_of(), Judge()
    seat = turn_seat(found)
    seats.give_up(found.pk, seat.number, SOON)
    seats.substitute(found.pk, seat.number, person("dora"), SOON)
    client, before = browser("dora"), waits_again(found)
    flag(client, found, "absence", "I have to read all of it first: may I have two days?")
    mo.act("take", "I look.")
    mo.on_match("extend", "Dora has just come.", hours="48")
    assert waits_again(found).due_at == before.due_at + timedelta(days=2)
    mo.act("decide", "Two days more.", verdict=Verdict.RIGHTED)
    _, told = read_by_mail("decided")
    assert "Two days more." in told
    assert "Dora has just come." in words(
        browser(found.seats.exclude(pk=seat.pk)[0].player).get(address(found))
    )
    send(client, page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED


def test_my_seat_was_given_away():
    """Whoever was replaced still can say so, from the email that told her; her seat is given back."""
    found, mo = match_of(), Judge()
    alice = found.seats.get(player=person("alice"))
    Seat.objects.filter(pk=alice.pk).update(on_autopilot=True)
    seats.substitute(found.pk, alice.number, person("dora"), SOON)
    with at(SENT):
        lost = mailed("replaced")
    (letter,) = [one for one in mail.outbox if one.to == [lost.to]]
    assert f"{address(found, 'flag/')}" in letter.body and f"{address(found)}\n" not in letter.body
    client = browser("alice")
    assert client.get(address(found)).status_code == 404
    flag(client, found, "absence", "I was away for three days, as I had said.")
    assert (the_case().seat, the_case().generation) == (alice, alice.generation)
    mo.act("take", "I look.")
    mo.on_match(
        "replace", "Alice had said so.", seat=seat_in(found, alice.number), address="alice@example.org"
    )
    mo.act("decide", "Your seat is yours again.", verdict=Verdict.RIGHTED)
    assert client.get(address(found)).status_code in (200, 302)
    link, told = read_by_mail("decided", SENT + 3 * MINUTE)
    assert "Your seat is yours again." in told
    with at(SENT + 3 * MINUTE):
        assert "The case is closed" in words(send(Client(), link, do="close"))
    assert not Look.objects.exists()


def test_after_the_match():
    """It is over, and can be looked into all the same; nothing about it can be changed."""
    found, mo = match_of(), Judge()
    play_on(found, 6)
    for number in range(3):
        votes.vote(found.pk, number, Subject.END, SOON)
    client = browser("alice")
    flag(client, found, "fairness", "Who won the draw for the first turn?", lines_of(client, found)[0])
    mo.act("take", "I look.")
    mo.on_match("check", "The first draw.")
    assert "replayed and checked the log: no problems found." in mo.reads()
    late = mo.client.post(
        f"/admin/matches/{found.public_id}/rewind/", {"reason": "Again.", "key": "k", "to": "2"}
    )
    assert late.status_code == 422 and not Event.objects.filter(match=found, kind="rewound").exists()
    mo.act("decide", "Chance has chosen, and its log checks.", verdict=Verdict.STANDS)
    assert "its log checks" in words(client.get(page_of_case()))
    mo.act("shut", "Done.")
    assert the_case().state == CaseState.CLOSED


def test_it_was_a_mistake_of_mine():
    """Taken back before anybody has looked."""
    found, mo = match_of(), Judge()
    client = browser("alice")
    flag(client, found, "rules", "I should have got a topaz.")
    send(client, page_of_case(), do="close")
    assert the_case().state == CaseState.CLOSED
    late = mo.client.post(f"{mo.room}take/", {"reason": "Late.", "key": "k"})
    assert late.status_code == 422 and Ruling.objects.get().refused == "case_closed"
    kept = client.post(page_of_case(), {"do": "say", "text": "Or was it?", "key": "k"})
    assert kept.status_code == 409 and "Or was it?" in words(kept)


def test_a_moderator_who_plays_there_flags_like_anybody():
    found, plays, other = match_of("mo", "bob", "carol"), moderator("mo"), moderator("max")
    flag(browser(plays), found, "rules", "Is that so?")
    for act in (cases.take, cases.answer):
        with pytest.raises(Refused) as refused:
            act(the_case().pk, JudgedBy(plays, "I'll do it myself."), SOON)
        assert refused.value.code == "plays_there"
    told = Outbox.objects.filter(kind="new_case")
    assert [row.to for row in told] == [other.email]
    assert judge(other, Verdict.STANDS, "It is.").decided_by == other


def test_nobody_moderates_here(settings):
    settings.ADMINS = [("Ada", "ada@example.org")]
    flag(browser("alice"), match_of(), "rules", "Is anybody there?")
    assert mailed("new_case").to == "ada@example.org"
    (found,) = [one for one in mail.outbox if one.to == ["ada@example.org"]]
    assert f"{site.SITE_URL}/admin/\n" in found.body, "who operates appoints somebody there"


def test_moderators_are_mailed_no_word_of_it():
    moderator()
    flag(browser("alice"), match_of(), "conduct", "He showed me his topaz.")
    told = mailed("new_case")
    assert told.to == person("mo").email
    (found,) = [one for one in mail.outbox if one.to == [told.to]]
    assert the_case().public_id in found.body and "topaz" not in found.body and "Alice" not in found.body
    assert f"{site.SITE_URL}/admin/cases/{the_case().public_id}/" in found.body


def test_no_mail_leads_to_a_page_that_its_reader_has_not():
    """Moderators don't sit there, and find the page of the match no more than anybody who doesn't."""
    found = match_of()
    moderator()
    flag(browser("alice"), found, "rules", "Is that so?")
    page = f"{site.SITE_URL}{address(found)}"
    mailed("new_case")
    told = {one.to[0]: page in one.body for one in mail.outbox}
    assert (told[person("mo").email], told[person("alice").email]) == (False, True)
