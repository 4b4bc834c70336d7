"""Flagging from pages and emails: nothing typed is lost, nothing is filed twice, nobody else learns of it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.disputes import cases
from games.disputes.cases import JudgedBy
from games.infra import bell
from games.mail import links
from games.mail.send import outbox
from games.match import seats
from games.match.actions import Pressed
from games.models import (
    TO_APPEAL,
    Case,
    CaseKind,
    CaseState,
    CaseWord,
    Link,
    Match,
    Outbox,
    Purpose,
    Seat,
    Verdict,
)
from games.play import history
from games.players import addresses
from games.players.delete import farewell
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from tests.kit.cast import play_on, turn_seat
from tests.kit.flagging import (
    SENT,
    SOON,
    Page,
    address,
    at,
    browser,
    flag,
    form_at,
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
from tests.kit.two_matches import covered, other_match
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def page_of(case: Case) -> str:
    return f"/cases/{case.public_id}/"


def flag_link(found: Match) -> tuple[Any, str]:
    """Give a seat, and the link of an email to it that flags a problem."""
    play_on(found, 3)
    with at(SENT):
        row = mailed("turn")
        return row.seat, link_in(row, "flag")


# --- nothing typed is lost


def test_what_is_incomplete_stays_in_its_form():
    found, client = match_of(), browser("alice")
    for said, told in (
        ({"text": "Nobody moves."}, "Choose what kind"),
        ({"kind": "rules", "text": " "}, "There is no text yet."),
        ({"kind": "rules", "text": "x" * 4001}, "Too long by 1"),
        ({"kind": "nonsense", "text": "Nobody moves."}, "Choose what kind"),
    ):
        answer = send(client, address(found, "flag/"), **said)
        assert answer.status_code == 422 and told in words(answer)
        assert said["text"] in answer.content.decode()
    assert 'value="rules" checked' in answer.content.decode() or said["kind"] != "rules"
    assert not Case.objects.exists() and not Outbox.objects.filter(kind="flagged").exists()


def test_a_link_needs_a_choice_and_keeps_what_was_typed():
    found, client = match_of(), Client()
    _, link = flag_link(found)
    assert client.get(link).status_code == 200 and not Case.objects.exists()
    answer = send(client, link, text="Nobody can read it.")
    assert answer.status_code == 422 and "Nobody can read it." in answer.content.decode()
    assert not Case.objects.exists()
    without = client.post(link, {"kind": "delivery", "text": "No token."})
    assert without.status_code == 410 and not Case.objects.exists()


def test_a_case_needs_a_choice_and_keeps_what_was_typed():
    found, client = match_of(), browser("alice")
    flag(client, found, "rules", "Look.")
    answer = send(client, page_of(the_case()), text="And there is more.")
    assert answer.status_code == 422 and "And there is more." in answer.content.decode()
    too_long = send(client, page_of(the_case()), do="say", text="y" * 4001)
    assert too_long.status_code == 422 and "y" * 4001 in too_long.content.decode()
    assert CaseWord.objects.count() == 1


def test_words_can_hide_nothing():
    found, client = match_of(), browser("alice")
    flag(client, found, "conduct", "He said:\u202e\r\n\r\n\r\n\r\n<b>no</b>\x07")
    assert CaseWord.objects.get().text == "He said:\n\n<b>no</b>"
    assert "&lt;b&gt;no&lt;/b&gt;" in client.get(page_of(the_case())).content.decode()


# --- once


def test_a_double_press_files_one_case():
    found, client = match_of(), browser("alice")
    form = form_at(client, address(found, "flag/"))
    sent = {name: values[0] for name, values in form.values().items()} | {"kind": "rules", "text": "Look."}
    first, second = (client.post(form.action, sent) for _ in range(2))
    assert first["Location"] == second["Location"] and first["Location"].endswith("done=flagged")
    assert CaseWord.objects.filter(case=the_case()).count() == 1
    for do in ("say", "say"):
        client.post(page_of(the_case()), {"do": do, "text": "More.", "key": "the same"})
    assert CaseWord.objects.filter(case=the_case()).count() == 2


def test_the_same_thing_flagged_again_is_added_to_it():
    found, client = match_of(), browser("alice")
    play_on(found, 20)
    one, other = lines_of(client, found)[:2]
    flag(client, found, "rules", "This is wrong.", one)
    again = flag(client, found, "rules", "It still is.", one)
    assert again["Location"] == f"{page_of(the_case())}?done=merged"
    assert "was added to the open case" in words(client.get(again["Location"]))
    assert [word.text for word in the_case().words.all()] == ["This is wrong.", "It still is."]
    assert Outbox.objects.filter(kind="flagged").count() == 1, "one receipt for one case"
    flag(client, found, "rules", "This too.", other)
    flag(client, found, "conduct", "And how he did it.", one)
    flag(browser("bob"), found, "rules", "I think so too.", one)
    assert Case.objects.count() == 4, "another line, another kind, another player"
    Case.objects.update(state=CaseState.CLOSED)
    flag(client, found, "rules", "It happened again.", one)
    assert Case.objects.count() == 5


def test_from_the_same_mail_twice_signed_out():
    found = match_of()
    _, link = flag_link(found)
    send(Client(), link, kind="delivery", text="It came late.")
    answer = send(Client(), link, kind="delivery", text="Very late.")
    assert "was added to the open case" in words(answer)
    assert the_case().words.count() == 2


def test_spam_is_stopped_and_said_when_to_come_again(settings):
    settings.LIMITS = {
        **settings.LIMITS,
        "cases of a player": (2, 86400),
        "words of a player about cases": (1, 3600),
    }
    found, client = match_of(), browser("alice")
    play_on(found, 20)
    for place, about in enumerate(lines_of(client, found)[:3]):
        last = flag(client, found, "rules", f"Wrong {place}", about)
    assert last.status_code == 429 and int(last["Retry-After"]) > 0
    assert "Wrong 2" in last.content.decode() and "Too many attempts" in words(last)
    assert Case.objects.count() == 2
    case = Case.objects.earliest("pk")
    assert send(client, page_of(case), do="say", text="One more.").status_code == 302
    stopped = send(client, page_of(case), do="say", text="And one.")
    assert stopped.status_code == 429 and "And one." in stopped.content.decode()
    assert flag(browser("bob"), found, "rules", "Me too.").status_code == 302, "others have theirs"


def test_two_tabs():
    """What one tab has changed the other learns, with what it typed."""
    found, client, judge_of_it = match_of(), browser("alice"), moderator()
    flag(client, found, "rules", "Look.")
    open_tab = form_at(client, page_of(the_case())).values()
    judge(judge_of_it, Verdict.STANDS, "It is so.")
    sent = {name: values[0] for name, values in open_tab.items()} | {"do": "say", "text": "And then…"}
    answer = client.post(page_of(the_case()), sent)
    assert answer.status_code == 409 and "decided in the meantime" in words(answer)
    assert "And then…" in answer.content.decode() and "Appeal to another moderator" in words(answer)
    first, second = (form_at(client, page_of(the_case())).values() for _ in range(2))
    for tab, status in ((first, 302), (second, 409)):
        sent = {name: values[0] for name, values in tab.items()} | {"do": "appeal", "text": "No."}
        assert client.post(page_of(the_case()), sent).status_code == status
    assert the_case().state == CaseState.APPEALED and Outbox.objects.filter(kind="appealed").count() == 1
    send(client, page_of(the_case()), do="close")
    assert client.post(page_of(the_case()), {"do": "close"}).status_code == 302, "closed is closed"


# --- nobody else


def test_to_everybody_else_there_is_no_case():
    found = match_of()
    flag(browser("alice"), found, "conduct", "Bob cheats.")
    there, nowhere = page_of(the_case()), "/cases/AAAAAAAAAAAAAAAA/"
    for name in ("bob", "carol", "eve"):
        client = browser(name)
        got = [client.get(path) for path in (there, nowhere)]
        assert [one.status_code for one in got] == [404, 404]
        assert client.post(there, {"do": "close"}).status_code == 404
        assert "Bob cheats" not in client.get("/cases/").content.decode()
        assert the_case().public_id not in client.get(address(found)).content.decode()
    assert Client().get(there).status_code == Client().get(nowhere).status_code == 302
    assert not Outbox.objects.filter(kind="flagged").exclude(to="alice@example.org").exists()
    assert the_case().state == CaseState.OPEN


def test_who_does_not_sit_there_flags_nothing():
    found = match_of()
    client = browser("eve")
    assert client.get(address(found, "flag/")).status_code == 404
    assert client.post(address(found, "flag/"), {"kind": "rules", "text": "Hm."}).status_code == 404
    assert not Case.objects.exists()


def test_the_line_and_the_mail_of_somebody_else_are_not_taken():
    """An address that was made for another seat names nothing here."""
    found = match_of()
    play_on(found, 20)
    theirs = lines_of(browser("bob"), found)[0]
    mail = Outbox.objects.filter(match=found).latest("pk")
    name = next(one for one in ("alice", "bob") if person(one).pk != mail.seat.player_id)
    flag(browser(name), found, "rules", "Look.", f"{theirs if name == 'alice' else ''}")
    assert the_case().line is None
    flag(browser(name), found, "delivery", "Look.", f"?mail={mail.message_id}")
    assert not Case.objects.exclude(mail=None).exists()
    for odd in ("?line=x", "?mail=x", "?line=%00", "?mail=1"):
        assert browser(name).get(address(found, f"flag/{odd}")).status_code == 200


def test_links_die_with_the_seat():
    found = match_of()
    seat, link = flag_link(found)
    assert Client().get(link).status_code == 200
    seats.give_up(found.pk, seat.number, SENT)
    assert Client().get(link).status_code == 410
    assert Client().post(link, {"kind": "rules", "text": "Hm.", "link": link}).status_code == 410


def test_a_case_stays_with_who_opened_it():
    """Whoever takes the seat over learns nothing of it; its opener still reads it."""
    found, client = match_of(), browser("alice")
    flag(client, found, "absence", "I'll be in hospital.")
    seats.give_up(found.pk, 0, SOON)
    seats.offer(found.pk, 1, 0, SOON)
    offer = Seat.objects.get(match=found, number=0).offer
    seats.substitute(found.pk, 0, person("dora"), SOON, offer)
    assert browser("dora").get(page_of(the_case())).status_code == 404
    assert send(client, page_of(the_case()), do="say", text="I'm back.").status_code == 302
    assert client.get(page_of(the_case())).status_code == 200


def test_a_link_to_a_case_opens_nobody_elses():
    found = match_of()
    flag(browser("alice"), found, "rules", "Look.")
    case = the_case()
    for player, content in ((person("bob"), case.public_id), (person("alice"), "none")):
        made = links.write([Link(purpose=Purpose.CASE, player=player, match=found, content=content)])
        assert Client().get(links.url(made[0]).split("testserver")[-1]).status_code in (404, 410)


@pytest.mark.parametrize("how", ["another address", "it wasn't me"])
def test_a_link_to_a_case_dies_when_somebody_else_may_have_it(how):
    found, client = match_of(), browser("alice")
    flag(client, found, "conduct", "I hold a topaz, and he knows.")
    old = link_in(mailed("flagged"), "case")
    assert "topaz" in words(Client().get(old))
    later = SENT + timedelta(minutes=1)
    if how == "another address":
        addresses.confirm(person("alice"), "alice@elsewhere.example", later)
    else:
        seats.disown(found.pk, 0, later, Pressed())
    assert Client().get(old).status_code == 410
    assert Client().post(old, {"link": old.split("/")[2], "do": "close"}).status_code == 410
    assert the_case().state == CaseState.OPEN
    cases.take(the_case().pk, JudgedBy(moderator(), "I look."), later)
    cases.answer(the_case().pk, JudgedBy(person("mo"), "Did you?"), later)
    new = link_in(mailed("answered", later + timedelta(minutes=3)), "case")
    assert "Did you?" in words(Client().get(new)), "the next mail leads there"


# --- two worlds


def private_line(found: Match, seat: Seat) -> int:
    """Find an event that this seat reads otherwise than everybody."""

    records, table = history.load(found)
    reads = [
        record.number
        for record in records
        if seen(found.rules, record, seat.reader_of(record.number), table.options)
        != seen(found.rules, record, PUBLIC, table.options)
    ]
    return reads[-1]


def test_a_case_shows_the_line_as_its_opener_may_have_it_and_behind_links_as_everybody():
    found = match_of(options=ONE_PRICE)
    play_on(found, 30)
    seat = turn_seat(found)
    line = private_line(found, seat)
    told = cases.Flag(CaseKind.RULES, "Look.", line=line)
    case, _ = cases.flag(seat, seat.player, told, SOON)
    own = words(browser(seat.player).get(page_of(case)))
    with at(SENT):
        link = link_in(mailed("flagged"), "case")
        behind = words(Client().get(link))
    remembered = Client()
    remembered.force_login(seat.player)
    elsewhere = words(remembered.get(page_of(case)))
    assert "shown in full only on the match page" in behind or own != behind
    assert "about this line" in own
    assert (elsewhere == own) == bool(seat.hand_in_mail)


@pytest.mark.parametrize("seed", range(3))
def test_two_worlds_look_the_same(seed):
    """Whoever reads a case learns from it nothing that they could not see at the table."""
    found = match_of(options=ONE_PRICE)
    play_on(found, 12 + 9 * seed, seed=seed)
    seat = turn_seat(found)
    other = None
    for dice in range(20):
        other = other or other_match(found, seat, random.Random(dice))
    assert other is not None
    pages = []
    for match in (found, other):
        mine = match.seats.select_related("player").get(number=seat.number)
        last = max(line for line in range(1, match.version + 1))
        told = cases.Flag(CaseKind.FAIRNESS, "How could that be?", line=last, key=f"k{match.pk}")
        case, _ = cases.flag(mine, mine.player, told, SOON)
        history.memo.clear()
        client = browser(mine.player)
        with CaptureQueriesContext(connection) as queries:
            got = client.get(page_of(case)).content.decode()
        flagging = client.get(f"{address(match)}?flag=1&lines=999").content.decode()
        plain = covered(got, match).replace(case.public_id, "CASE")
        pages.append((plain, len(queries), covered(flagging, match)))
    assert pages[0] == pages[1]


def test_a_list_of_cases_costs_the_same_however_many_there_are():
    found, client = match_of(), browser("alice")
    play_on(found, 20)
    about = lines_of(client, found)
    costs = []
    for one in about[:2]:
        flag(client, found, "rules", "Look.", one)
        with CaptureQueriesContext(connection) as queries:
            assert "waiting for a moderator" in words(client.get("/cases/"))
        costs.append(len(queries))
    assert costs[0] == costs[1]


# --- who judges


def test_only_moderators_who_hold_the_case_act_on_it():
    found, first, second = match_of(), moderator("mo"), moderator("max")
    flag(browser("alice"), found, "rules", "Look.")
    pk = the_case().pk

    def code(do) -> str:
        with pytest.raises(Refused) as refused:
            do()
        return refused.value.code

    assert code(lambda: cases.take(pk, JudgedBy(person("bob"), "Mine."), SOON)) == "not_a_moderator"
    assert code(lambda: cases.decide(pk, JudgedBy(first, "So."), Verdict.STANDS, SOON)) == "not_taken"
    assert code(lambda: cases.take(pk, JudgedBy(first, "  "), SOON)) == "nothing_said"
    press = JudgedBy(first, "I'll look.")
    for _ in range(2):
        cases.take(pk, press, SOON)
    assert code(lambda: cases.take(pk, JudgedBy(second, "Me."), SOON)) == "taken_already"
    assert code(lambda: cases.answer(pk, JudgedBy(second, "Hello."), SOON)) == "taken_already"
    assert code(lambda: cases.decide(pk, JudgedBy(second, "So."), Verdict.STANDS, SOON)) == "taken_already"
    assert code(lambda: cases.close_decided(pk, JudgedBy(first, "Over."), SOON)) == "not_decided"
    first.is_moderator = False
    first.save()
    cases.take(pk, JudgedBy(second, "They are none any more."), SOON)
    assert the_case().moderator == second
    assert the_case().rulings.count() == 2


def test_a_case_of_a_player_who_has_gone_can_still_be_decided():

    found, judge_of_it = match_of(), moderator()
    flag(browser("alice"), found, "conduct", "I leave because of him.")
    farewell(person("alice"), SOON)
    judge(judge_of_it, Verdict.RIGHTED, "He was warned.", SOON + timedelta(hours=1))
    assert the_case().opener is None and not Outbox.objects.filter(kind="decided").exists()


def test_every_control_has_a_label_and_every_page_one_heading():
    found, client = match_of(), browser("alice")
    play_on(found, 5)
    flag(client, found, "rules", "Look.", lines_of(client, found)[0])
    for path in (address(found, "flag/"), page_of(the_case()), "/cases/"):
        got = client.get(path)
        page = Page.of(got)
        assert got.content.count(b"<h1") == 1 and len(page.ids) == len(set(page.ids))
        assert {one["id"] for one in page.controls} <= page.labelled


def test_closing_a_case_takes_an_appeal_from_nobody_in_time():
    """A moderator who decides a case and closes it at once has not had the last word."""
    found, client, first, second = match_of(), browser("alice"), moderator("mo"), moderator("max")
    flag(client, found, "rules", "Look.")
    judge(first, Verdict.STANDS, "It is so.")
    cases.close_decided(the_case().pk, JudgedBy(first, "Over."), SOON)
    assert "another moderator will look into it" in words(client.get(page_of(the_case())))
    with at(SOON + TO_APPEAL):
        late = client.post(page_of(the_case()), {"do": "appeal", "text": "No.", "key": "late"})
        assert late.status_code == 409 and "closed" in words(late)
    assert send(client, page_of(the_case()), do="appeal", text="No.").status_code == 302
    cases.take(the_case().pk, JudgedBy(second, "I'll look."), SOON)
    cases.decide(the_case().pk, JudgedBy(second, "So it is."), Verdict.STANDS, SOON)
    cases.close_decided(the_case().pk, JudgedBy(second, "Over."), SOON)
    again = client.post(page_of(the_case()), {"do": "appeal", "text": "No!", "key": "again"})
    assert again.status_code == 409 and the_case().state == CaseState.CLOSED


def test_who_has_closed_their_case_has_left_it_at_that():
    found, client = match_of(), browser("alice")
    flag(client, found, "rules", "Look.")
    judge(moderator(), Verdict.STANDS, "It is so.")
    assert send(client, page_of(the_case()), do="close").status_code == 302
    answer = client.post(page_of(the_case()), {"do": "appeal", "text": "No.", "key": "k"})
    assert answer.status_code == 409 and the_case().state == CaseState.CLOSED


def test_who_looks_into_a_case_is_mailed_once_an_hour_however_much_is_said():
    found, mo = match_of(), moderator()
    flag(browser("alice"), found, "fairness", "Is the bag rigged?")
    cases.take(the_case().pk, JudgedBy(mo, "I look."), SOON)
    for minute in range(25):
        now = SOON + timedelta(minutes=minute)
        cases.say(the_case().pk, person("alice"), f"And {minute}!", f"key {minute}", now)
        mail_everything(SOON + timedelta(minutes=minute + 1))
    assert mails_of_more(mo) == ["sent", "queued"]
    mail_everything(SOON + timedelta(minutes=55))
    assert mails_of_more(mo) == ["sent", "queued"]
    mail_everything(SOON + timedelta(minutes=65))
    assert mails_of_more(mo) == ["sent", "sent"], "what was said last is told too"


def mail_everything(now) -> None:
    with bell.silenced():
        while outbox.send_due(now):
            pass


def mails_of_more(mo) -> list[str]:
    rows = Outbox.objects.filter(kind="more_said", to=mo.email).order_by("pk")
    return [*rows.values_list("state", flat=True)]


def test_what_nobody_would_read_is_not_asked_for():
    found, client = match_of(), browser("alice")
    flag(client, found, "rules", "He may not steal.")
    assert "Your message" in words(client.get(page_of(the_case())))
    for name in ("mo", "max"):
        judge(moderator(name), Verdict.STANDS, "He may.")
        if name == "mo":
            send(client, page_of(the_case()), do="appeal", text="He may not!")
    last = words(client.get(page_of(the_case())))
    assert "this decision is final" in last and "Your message" not in last
