"""The moderators' rooms: who gets in, who acts, what they show and what they don't."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.disputes import moderation
from games.disputes.moderation import By
from games.match import chat
from games.models import Event, Look, Match, Player, Ruling, Unreachable
from games.present.match_names import unique_name
from games.rules.kernel.refusal import Refused
from games.web.account import staff_attempts
from tests.kit.cast import NOON, Page, at, match_of, person
from tests.kit.every_action import WHY, moderator
from tests.kit.moderator import filled, staff
from tests.kit.play_people import play_on
from tests.kit.second_factor import AGAIN, app_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
MATCH_ACTS = [
    "extend",
    "restart",
    "pause",
    "force",
    "rewind",
    "replace",
    "close",
    "resend",
    "note",
    "check",
    "look",
]
PLAYER_ACTS = ["warn", "suspend", "ban", "readmit", "note"]


def places(found: Match) -> list[str]:
    one = found.seats.get(number=1).player
    return [
        *(f"/admin/matches/{found.public_id}/{act}/" for act in MATCH_ACTS),
        *(f"/admin/people/{one.pk}/{act}/" for act in PLAYER_ACTS),
        *(f"/admin/addresses/{act}/" for act in ("suppress", "allow")),
    ]


def test_who_plays_with_somebody_does_nothing_about_them(found):
    bob, alice = staff("bob", is_moderator=True), person("alice")
    for act in PLAYER_ACTS:
        path = f"/admin/people/{alice.pk}/{act}/"
        assert bob.post(path, filled(bob, path)).status_code == 422
    assert {one.refused for one in Ruling.objects.all()} == {"plays_with_you"}
    assert found.public_id not in bob.get(f"/admin/people/{alice.pk}/").content.decode()


def test_the_roles_are_apart(found):
    mo, op = staff(), staff("op", is_operator=True)
    assert mo.get("/admin/games/player/").status_code == 403
    for path in ("/admin/matches/", "/admin/people/", f"/admin/matches/{found.public_id}/"):
        assert (mo.get(path).status_code, op.get(path).status_code) == (200, 403)


@pytest.mark.parametrize("place", range(len(MATCH_ACTS) + len(PLAYER_ACTS) + 2))
def test_each_act_is_done_by_its_form_and_shown(found, place):
    mo, path = staff(), places(found)[place]
    sent = filled(mo, path)
    sent |= {"address": "somebody@example.org"} if "addresses" in path else {}
    if path.endswith("/allow/"):
        before = "/admin/addresses/suppress/"
        mo.post(before, filled(mo, before, address="somebody@example.org"))
    if path.endswith("/resend/"):
        found.mails.update(state="sent")
        sent = filled(mo, path)
    answer = mo.post(path, sent)
    assert answer.status_code == 302, Page.of(answer).words
    assert Look.objects.exists() if path.endswith("/look/") else Ruling.objects.filter(refused="").exists()
    assert not Ruling.objects.exclude(refused="").exists()
    assert mo.get(answer["Location"]).status_code == 200


def test_an_act_needs_a_second_factor_shown_not_long_ago_and_nothing_typed_is_lost(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/pause/"
    sent = filled(mo, path, reason="A long story.")
    with at(NOON + timedelta(minutes=16)):
        assert mo.post(path, sent)["Location"].startswith(AGAIN)
        found.refresh_from_db()
        assert found.is_running and Ruling.objects.get().refused == staff_attempts.TOO_OLD
        assert mo.post(AGAIN, {"code": app_code(), "next": path})["Location"] == path
        assert "A long story." in mo.get(path).content.decode()
        assert mo.post(path, filled(mo, path)).status_code == 302
    found.refresh_from_db()
    assert found.status == "paused"


def test_a_reason_is_needed_and_a_refused_form_comes_back_filled_in(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/replace/"
    assert mo.post(path, filled(mo, path, reason=" ")).status_code == 422
    answer = mo.post(path, filled(mo, path, address="nobody@example.org"))
    assert answer.status_code == 422
    assert "There is no player with that address." in Page.of(answer).words
    assert WHY in answer.content.decode() and "nobody@example.org" in answer.content.decode()


def test_an_address_of_letters_that_look_like_others_is_nobody_elses(found):
    """Sent to a database that doesn't look at case, both of these would be a player's own."""
    mo, path = staff(), "/admin/addresses/suppress/"
    assert mo.post(path, filled(mo, path, address="alıce@example.org")).status_code == 422
    assert mo.post(path, filled(mo, path, address="alice@gıthub.com")).status_code == 302
    assert Unreachable.objects.get().address == "alice@xn--gthub-n4a.com"


def test_a_day_is_offered_as_browsers_take_it_in_any_language(found):
    mo, path = staff(), f"/admin/people/{found.seats.get(number=1).player.pk}/suspend/"
    Player.objects.filter(email__startswith="mo@").update(language="ru")
    assert filled(mo, path)["until"] == f"{NOON + timedelta(days=7):%Y-%m-%d}"


def test_no_match_or_player_or_act_that_is_not_there(found):
    mo = staff()
    for path in (
        "/admin/matches/nothing/",
        "/admin/matches/nothing/pause/",
        f"/admin/matches/{found.public_id}/burn/",
        f"/admin/matches/{found.public_id}/looks/1/",
        "/admin/people/00000000-0000-0000-0000-000000000000/",
        "/admin/addresses/burn/",
    ):
        assert mo.get(path).status_code == 404
    assert mo.get("/admin/matches/?find=nothing").status_code == 200


# --- what is shown


def test_a_match_shows_what_anybody_knows_and_what_came_around_it(found):
    chat.say(found.pk, 0, "Well, <b>well</b>.", NOON)
    mo = staff()
    shown = mo.get(f"/admin/matches/{found.public_id}/")
    words = Page.of(shown).words
    for word in ("event", "clock", "email", "chat message", "Well, <b>well</b>."):
        assert word in words
    assert "<b>well" not in shown.content.decode()
    assert mo.get(f"/admin/matches/{found.public_id}/?event=3").status_code == 200
    assert not Look.objects.exists()


def test_a_look_is_written_down_before_it_shows_and_is_gone_in_a_while(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/look/"
    number = found.submissions.filter(door="page").earliest("pk").seat.number
    seat = found.seats.get(number=number)
    shown = mo.post(path, filled(mo, path, seat=f"{number}:{seat.generation}"))["Location"]
    taken = Look.objects.get()
    assert (taken.seat, taken.event, taken.reason, taken.moderator) == (
        number,
        found.version,
        WHY,
        person("mo"),
    )
    said = found.submissions.filter(seat=seat).latest("pk").command
    assert said in Page.of(mo.get(shown)).words
    assert staff("other", is_moderator=True).get(shown).status_code == 404
    with at(NOON + timedelta(minutes=16)):
        assert mo.get(shown).status_code == 404


def test_two_worlds_no_hand_nor_order_shows_without_a_look(found):
    mo = staff()
    page = mo.get(f"/admin/matches/{found.public_id}/").content.decode()
    for one in found.submissions.exclude(command=""):
        assert one.command not in page
    assert "payload" not in page


def test_pages_ask_as_often_however_long_the_match(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/"
    mo.get(path)
    with CaptureQueriesContext(
        connection,
    ) as few:
        mo.get(path)
    play_on(found, 12, seed=5)
    with CaptureQueriesContext(connection) as many:
        mo.get(path)
    assert len(few) == len(many)


def test_matches_that_need_somebody_are_listed_without_ones_own(found):
    found.deadlines.filter(state="running").update(due_at=NOON - timedelta(hours=1))
    other = match_of("dora", "emil", "fay")
    Match.objects.filter(pk=other.pk).update(status="quarantined", fault="names a card")
    shown = Page.of(staff().get("/admin/matches/")).words
    assert unique_name(found) in shown and unique_name(other) in shown and "names a card" not in shown
    assert unique_name(found) not in Page.of(staff("bob", is_moderator=True).get("/admin/matches/")).words


def test_what_a_check_has_shown_is_written_down_and_nobody_can_make_it_up(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/check/"
    found.deadlines.filter(state="running").update(state="stuck")
    shown = mo.post(path, filled(mo, path))["Location"]
    assert "errors were found" in Page.of(mo.get(shown)).words
    ruling = Ruling.objects.get()
    version, wrong = map(int, ruling.about.split())
    assert version == found.version and wrong == ruling.wrong and wrong > 1
    assert (
        f"checked the log: {wrong} problems found."
        in Page.of(mo.get(f"/admin/matches/{found.public_id}/")).words
    )
    for made_up in ("faults=0", f"checked={ruling.pk + 1}", "checked=x"):
        words = Page.of(mo.get(f"/admin/matches/{found.public_id}/?{made_up}")).words
        assert "The log was replayed" not in words
    with pytest.raises(Refused):
        moderation.check(By(person("alice"), WHY), found.pk, NOON)
    assert Ruling.objects.latest("pk").refused == "not_a_moderator"


def test_the_time_line_reaches_back_to_the_beginning_and_tells_all_of_it_once(found, monkeypatch):
    monkeypatch.setattr("games.staff.timeline.MOST", 25)
    for minute in range(25):
        play_on(found, 1, seed=minute, now=NOON + timedelta(minutes=6 + minute))
    mo, path, told = staff(), f"/admin/matches/{found.public_id}/", list[str]()
    for _page in range(40):
        page = mo.get(path).content.decode()
        told += re.findall(r'<a href="\?event=(\d+)#table"', page)
        before = re.search(r'href="\?until=([^"&]+)#times">Earlier events', page)
        if before is None:
            break
        path = f"/admin/matches/{found.public_id}/?until={before[1]}"
    assert told == [str(number) for number in range(Event.objects.filter(match=found).count(), 0, -1)]
    assert "Latest events" in page
    for odd in ("until=x", "until=2026-99-99T00:00", "until=2026-03-02T12:00"):
        assert mo.get(f"/admin/matches/{found.public_id}/?{odd}").status_code == 200


def test_the_time_line_tells_what_was_taken_back_and_by_what(found):
    moderation.rewind(By(moderator("max"), WHY), found.pk, 9, NOON)
    undone = found.submissions.filter(first_event__gt=9, door="page").earliest("pk").first_event
    page = Page.of(staff().get(f"/admin/matches/{found.public_id}/")).words
    assert f"{undone}: undone: " in page
    assert "The match went back to just after event 9. (moderator)" in page
