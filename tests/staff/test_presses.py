"""What people send to the rooms by mistake, or to see what happens: twice, somebody else's, or unreadable."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games import play
from games.disputes import moderation
from games.disputes.moderation import By
from games.lobby import before_start
from games.mail import links
from games.mail.send import outbox
from games.models import (
    LONGEST_WORD,
    CaseWord,
    Deadline,
    Event,
    Link,
    Look,
    Outbox,
    Player,
    Purpose,
    Ruling,
    Seat,
    Vote,
)
from games.players import feeds
from games.players.delete import farewell
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.web.match.mark import mark_of
from tests.kit.cast import NOON, Page, at, browser, match_of, person
from tests.kit.every_action import moderator
from tests.kit.filling_tables import link_to, table
from tests.kit.flagging import flagged
from tests.kit.moderator import filled, staff
from tests.kit.play_people import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_a_key_says_nothing_of_another_form_or_another_person():
    """The key in a form is whatever somebody sends: one that was heard elsewhere is a press all the same."""
    found, mo, other = match_of(), staff(), staff("max", is_moderator=True)
    note, pause = (f"/admin/matches/{found.public_id}/{act}/" for act in ("note", "pause"))
    sent = filled(mo, note)
    for client, path in ((mo, note), (other, note), (mo, pause), (mo, pause), (other, note)):
        assert client.post(path, sent).status_code == 302
    assert sorted(one.kind for one in Ruling.objects.all()) == ["noted", "noted", "paused"]
    case = flagged(found)
    take = f"/admin/cases/{case.public_id}/take/"
    assert mo.post(take, sent).status_code == 302
    case.refresh_from_db()
    assert case.state == "looking" and case.moderator == person("mo")


def test_the_same_look_pressed_twice_is_one_look():
    found, mo = match_of(), staff()
    play_on(found, 2)
    path = f"/admin/matches/{found.public_id}/look/"
    sent = filled(mo, path)
    first, second = (mo.post(path, sent)["Location"] for _ in range(2))
    assert first == second and Look.objects.count() == 1
    with at(NOON + timedelta(minutes=2)):
        assert mo.post(path, sent)["Location"] != first


@pytest.mark.parametrize("room", ["people", "matches"])
def test_whatever_is_looked_for_is_looked_for(room):
    mo = staff()
    for odd in ("a\0b", "\0", "\u202e", "%", "'; --", "x" * 5000, "/" * 50):
        assert mo.get(f"/admin/{room}/", {"find": odd}).status_code == 200


def test_nothing_unreadable_gets_into_a_row():
    found, mo = match_of(), staff()
    path = f"/admin/matches/{found.public_id}/pause/"
    sent = filled(mo, path)
    for field in ("key", "case", "reason"):
        assert mo.post(path, sent | {field: "a\0b"}).status_code == 422
    assert mo.post(path, sent | {"reason": "\u200b\u202e"}).status_code == 422
    assert mo.post(path, sent | {"key": "k" * 65}).status_code == 422
    for odd in ("\0", "²", "9" * 5000, "-1"):
        asked = dict.fromkeys(("event", "case", "done", "faults", "file"), odd)
        assert mo.get(f"/admin/matches/{found.public_id}/", asked).status_code == 200
    ban = f"/admin/people/{person('alice').pk}/suspend/"
    for day in ("9999-12-31", "0001-01-01", "2026-02-30", "\0"):
        assert mo.post(ban, filled(mo, ban, until=day)).status_code == 422, day


def test_a_reason_hides_nothing_and_writes_no_headers():
    found, mo = match_of(), staff()
    path = f"/admin/matches/{found.public_id}/pause/"
    told = "It\u202e was\x07 asked.\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>"
    assert mo.post(path, filled(mo, path, reason=told)).status_code == 302
    kept = Ruling.objects.get(kind="paused").reason
    assert kept == "It was asked.\nBcc: eve@example.org\n\n<script>alert(1)</script>"
    mail.outbox.clear()
    outbox.send_due(NOON + timedelta(minutes=3))
    letters = [one for one in mail.outbox if "A moderator's decision" in one.subject]
    assert len(letters) == 3
    for one in letters:
        message = one.message()
        assert "Bcc" not in message and "\n" not in message["Subject"]
        assert b"<script>alert" not in message.as_bytes() or not message.is_multipart()


def test_a_match_that_is_stopped_is_left_as_it_stands_till_it_is_released_or_closed():
    found, mo = match_of(), staff()
    play_on(found, 4)
    play.quarantine(found.pk, HistoryBroken("torn"), NOON)
    before = [list(one.objects.order_by("pk").values()) for one in (Event, Deadline, Seat, Outbox)]
    for act in ("extend", "restart", "pause", "force", "replace", "resume", "rewind"):
        path = f"/admin/matches/{found.public_id}/{act}/"
        assert mo.post(path, filled(mo, path)).status_code == 422, act
    assert before == [list(one.objects.order_by("pk").values()) for one in (Event, Deadline, Seat, Outbox)]
    close = f"/admin/matches/{found.public_id}/close/"
    assert mo.post(close, filled(mo, close)).status_code == 302


def test_play_does_not_go_back_to_what_was_taken_back_itself():
    found, mo = match_of(), staff()
    play_on(found, 8)
    ends = [one.last_event for one in found.submissions.order_by("pk") if one.last_event]
    moderation.rewind(By(person("mo"), "Back."), found.pk, ends[2], NOON)
    found.refresh_from_db()
    path = f"/admin/matches/{found.public_id}/rewind/"
    for undone in (ends[3], ends[4], found.version, "\0", "²", "-1", "9" * 50):
        assert mo.post(path, filled(mo, path, to=str(undone))).status_code == 422
        if isinstance(undone, int):
            with pytest.raises(Refused, match="no_moment"):
                moderation.rewind(By(person("mo"), "Back."), found.pk, undone, NOON)
    moderation.rewind(By(person("mo"), "Back."), found.pk, ends[1], NOON)


ODD = [
    {"kind": "rules\0", "text": "x"},
    {"kind": "rules", "text": "x" * 10**5},
    {"kind": "rules", "text": "\0"},
    {"kind": "rules", "text": "a\0b", "key": "\0", "line": "\0", "mail": "\0"},
    {"kind": "rules", "text": b"\xed\xa0\xbd", "key": "k" * 900},
]


@pytest.mark.parametrize("sent", ODD, ids=range(len(ODD)))
def test_an_odd_flag_is_filed_or_refused(sent):
    found, alice = match_of(), browser("alice")
    assert alice.post(f"/m/{found.public_id}/flag/", sent).status_code in (302, 422)
    for one in CaseWord.objects.all():
        assert "\0" not in one.text and len(one.text) <= LONGEST_WORD
    for path in (f"/m/{found.public_id}/rewind/", f"/m/{found.public_id}/vote/"):
        assert alice.post(path, sent | {"moment": "\0", "press": "x"}).status_code < 500


@pytest.mark.parametrize("purpose", list(Purpose))
def test_no_link_does_more_than_it_is_for_or_breaks(purpose):
    """A mail program's one click, a form without its choice, and unreadable ones, at each kind of link."""
    found = match_of()
    case, seat = flagged(found), found.seats.select_related("player", "match").get(number=0)
    content = {"content": case.public_id} if purpose == Purpose.CASE else {}
    made = links.write([links.of_seat(seat, purpose, address=seat.player.email, **content)])[0]
    way = f"/t/{links.token(made)}"
    before = (Event.objects.count(), CaseWord.objects.count(), Vote.objects.count())
    for sent in (
        {"List-Unsubscribe": "One-Click"},
        {"link": links.token(made)},
        {"link": links.token(made), "do": "\0", "text": "\0", "kind": "rules", "key": "\0"},
        {"link": links.token(made), "do": "yes rewind x", "press": "x"},
        {"link": "another", "do": "close", "kind": "rules", "text": "Hm."},
    ):
        assert Client().post(way, sent).status_code < 500, sent
    assert before == (Event.objects.count(), CaseWord.objects.count(), Vote.objects.count())


# --- who is let in no more


def test_the_links_and_feeds_of_whoever_is_banned_die_but_those_for_fewer_mails():
    found, mo = match_of(), staff()
    case = flagged(found)
    alice = case.opener
    made = [Link(purpose=one, player=alice, match=found) for one in (Purpose.CASE, Purpose.MUTE_ALL)]
    made[0].content = case.public_id
    ways = [links.url(one).partition("8000")[2] or links.url(one) for one in links.write(made)]
    feed = f"/feeds/{links.token(feeds.renew(alice, NOON))}/deadlines.ics"
    assert [Client().get(one).status_code for one in (*ways, feed)] == [200, 200, 200]
    ban = f"/admin/people/{alice.pk}/ban/"
    assert mo.post(ban, filled(mo, ban)).status_code == 302
    assert [Client().get(one).status_code for one in (*ways, feed)] == [410, 200, 404]


@pytest.mark.parametrize(
    ("act", "told"), [("ban", "Invitations can't be sent"), ("suspend", "You are suspended until 2026-03-10")]
)
def test_an_invitation_seats_nobody_who_is_kept_out(act, told):
    """Who is banned can't sign in, but an email may still come from somebody who doesn't know."""
    found, mo = table("alice", "bob"), staff()
    link, out = link_to(found, 1), f"/admin/people/{person('bob').pk}/{act}/"
    assert mo.post(out, filled(mo, out)).status_code == 302
    way = links.url(link).partition("8000")[2]
    answer = Client().post(way, {"link": links.token(link), "hand": "no_hand"})
    assert not found.seats.filter(player=person("bob")).exists()
    assert answer.status_code in (409, 422) and told in Page.of(answer).words


def test_a_mail_goes_again_to_its_own_reader_and_to_nobody_who_has_gone():
    found, mo = match_of(), staff()
    reader = flagged(found).opener
    row = Outbox.objects.get(kind="flagged")
    Outbox.objects.filter(pk=row.pk).update(state="sent")
    path = f"/admin/matches/{found.public_id}/resend/"
    assert mo.post(path, filled(mo, path, mail=str(row.pk))).status_code == 302
    again = Outbox.objects.filter(kind="flagged").latest("pk")
    assert (again.to, again.state) == (reader.email, "queued")
    farewell(reader, NOON)
    assert mo.post(path, filled(mo, path, mail=str(row.pk))).status_code == 422
    assert Outbox.objects.filter(kind="flagged").latest("pk") == again


def test_whoever_is_suspended_has_nobody_mailed_by_inviting_them():
    found, mo = table("alice"), staff()
    out = f"/admin/people/{person('alice').pk}/suspend/"
    assert mo.post(out, filled(mo, out)).status_code == 302
    with pytest.raises(Refused, match="suspended"):
        before_start.invite(found.pk, 0, "eve@example.org", NOON)
    assert not Outbox.objects.filter(to="eve@example.org").exists()


def test_a_ban_that_a_broken_log_forbids_changes_nothing_and_is_recorded(monkeypatch):
    found, mo = match_of(), staff()
    monkeypatch.setattr("games.match.seats.loading.fill", torn)
    ban = f"/admin/people/{person('alice').pk}/ban/"
    assert mo.post(ban, filled(mo, ban)).status_code == 422
    assert Ruling.objects.get().refused == "fault"
    assert Player.objects.get(email="alice@example.org").is_active
    assert found.seats.filter(player=person("alice")).exists()


def torn(*_: object) -> None:
    raise HistoryBroken("torn")


@pytest.mark.parametrize(("kind", "is_told"), [("turn", True), ("ahead", False), ("answered", False)])
def test_that_somebody_gets_mails_of_their_own_again_the_table_does_not_learn(kind, is_told, monkeypatch):
    """An email about a case, or that a plan will stop, is its reader's affair; so is that it came again."""
    found = match_of()
    monkeypatch.setattr("games.mail.send.outbox.still_makes_sense", lambda row, now: True)
    seat = None if kind == "answered" else found.seats.get(number=1)
    facts = {"match": found, "seat": seat, "kind": kind, "to": "bob@example.org", "state": "sent"}
    sent = Outbox.objects.create(dedupe="then", send_after=NOON, **facts)
    mark = mark_of(found.seats.select_related("player", "match").get(number=0), NOON)
    moderation.resend(By(moderator("mo"), "It never came."), found.pk, sent.pk, NOON)
    page = browser("alice").get(f"/m/{found.public_id}/").content.decode()
    assert ("It never came." in page, "A moderator has sent Bob an email again." in page) == (
        is_told,
        is_told,
    )
    now = mark_of(found.seats.select_related("player", "match").get(number=0), NOON)
    assert (now != mark) == is_told, "nor by its page's being drawn anew"
