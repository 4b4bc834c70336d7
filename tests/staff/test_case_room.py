"""The room of cases: in which order they wait, who may see them, and one case from taking to closing."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import escape

from games.disputes import evidence, moderation
from games.disputes.moderation import By
from games.models import Case, CaseKind, CaseState, Look, Player, Ruling, Verdict
from games.rules.tools import verify_log
from games.staff import choices_in_match
from games.staff.case_room import queue
from tests.kit.cast import NOON, Page, at, match_of, person
from tests.kit.every_action import WHY, moderator
from tests.kit.flagging import flagged
from tests.kit.moderator import filled, staff
from tests.kit.play_people import play_on
from tests.kit.second_factor import AGAIN, app_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_appeals_and_what_runs_out_soon_come_first_and_then_the_oldest():
    soon, late, other = match_of(), match_of("dora", "emil", "fay"), match_of("gus", "hal", "ivy")
    late.deadlines.update(due_at=NOON + timedelta(days=5))
    other.deadlines.update(due_at=NOON + timedelta(days=5))
    appealed, second, first = flagged(other), flagged(late), flagged(soon)
    soon.deadlines.update(due_at=NOON + timedelta(hours=3))
    Case.objects.filter(pk=appealed.pk).update(state=CaseState.APPEALED, opened_at=NOON + timedelta(hours=1))
    Player.objects.filter(pk=person("mo").pk).update(is_moderator=True)
    assert list(queue(person("mo"), NOON)) == [appealed, first, second]
    assert list(queue(person("emil"), NOON)) == [appealed, first]


def test_a_case_from_taking_to_closing():
    found = match_of()
    play_on(found, 3)
    case, mo = flagged(found, line=found.version), staff()
    page = f"/admin/cases/{case.public_id}/"
    shown = mo.get(page)
    assert "I never got that <b>mail</b>." in Page.of(shown).words and "<b>mail" not in shown.content.decode()
    for act in ("take", "answer", "confer", "decide", "shut"):
        sent = filled(mo, f"{page}{act}/", reason=f"{act} {WHY}")
        if act == "decide":
            assert mo.post(f"{page}{act}/", sent).status_code == 422, "none is chosen yet"
            sent["verdict"] = Verdict.STANDS
        answer = mo.post(f"{page}{act}/", sent)
        assert answer.status_code == 302, Page.of(answer).words
        assert mo.get(answer["Location"]).status_code == 200
    case.refresh_from_db()
    assert (case.state, case.decided_by, case.reason) == (CaseState.CLOSED, person("mo"), f"decide {WHY}")
    kinds = [one.kind for one in Ruling.objects.all()]
    assert kinds == ["took", "answered", "noted", "decided", "closed_case"]
    Case.objects.filter(pk=case.pk).update(state=CaseState.DECIDED)
    assert case.public_id in mo.get(f"/admin/matches/{found.public_id}/").content.decode()
    path = f"/admin/matches/{found.public_id}/pause/?case={case.public_id}"
    assert mo.post(path.partition("?")[0], filled(mo, path)).status_code == 302
    assert Ruling.objects.get(kind="paused").case == case


def test_who_plays_there_and_who_has_no_part_sees_no_case():
    case = flagged(match_of())
    page = f"/admin/cases/{case.public_id}/"
    for client in (staff("carol", is_moderator=True), staff("op", is_operator=True)):
        assert client.get(page).status_code == client.post(f"{page}take/").status_code == 403
        assert case.public_id not in client.get("/admin/cases/").content.decode()
    assert Ruling.objects.exclude(refused="").count() == 5
    assert staff("mo").get("/admin/cases/nothing/").status_code == 404


def test_what_a_case_does_not_allow_is_refused_and_recorded():
    case, mo = flagged(match_of()), staff()
    path = f"/admin/cases/{case.public_id}/decide/"
    answer = mo.post(path, filled(mo, path, verdict=Verdict.STANDS))
    assert answer.status_code == 422 and "Take the case first" in Page.of(answer).words
    assert Ruling.objects.get().refused == "not_taken"


# --- its evidence


def test_the_evidence_is_had_for_a_while_by_who_has_said_why():
    found = match_of()
    play_on(found, 4)
    case, mo = flagged(found), staff()
    path = f"/admin/cases/{case.public_id}/evidence/"
    page = mo.post(path, filled(mo, path))["Location"]
    look = Look.objects.get()
    found.refresh_from_db()
    assert (look.case, look.seat, look.event, look.reason) == (case, None, found.version, WHY)
    assert f"{path}{look.pk}/" in mo.get(page).content.decode()
    given = mo.get(f"{path}{look.pk}/")
    assert (
        f"evidence-{case.public_id}.zip" in given["Content-Disposition"]
        and "no-store" in given["Cache-Control"]
    )
    with zipfile.ZipFile(io.BytesIO(given.content)) as archive:
        verify_log.check(io.BytesIO(archive.read("log-of-onlookers.jsonl")))
        page = archive.read("index.html").decode()
        assert "who opened the case" in page and "never got that" not in page
    other = flagged(match_of("dora", "emil", "fay"))
    for client, wrong in (
        (mo, f"{path}999/"),
        (mo, f"/admin/cases/{other.public_id}/evidence/{look.pk}/"),
        (staff("max", is_moderator=True), f"{path}{look.pk}/"),
    ):
        assert client.get(wrong).status_code == 404
    with at(NOON + timedelta(minutes=16)):
        assert mo.get(f"{path}{look.pk}/").status_code == 404
        assert "evidence-" not in mo.get(page).content.decode()


def test_the_evidence_is_in_english_and_in_utc_whoever_takes_it():
    case = flagged(match_of())
    Player.objects.filter(pk=person("mo").pk).update(language="ru")
    mo, path = staff(), f"/admin/cases/{case.public_id}/evidence/"
    mo.post(path, filled(mo, path))
    given = mo.get(f"{path}{Look.objects.get().pk}/")
    with zipfile.ZipFile(io.BytesIO(given.content)) as archive:
        assert b"waiting for a moderator" in archive.read("case.json")
        assert f"Written {NOON:%Y-%m-%d %H:%M} UTC".encode() in archive.read("index.html")


def test_who_plays_there_has_no_evidence_of_it():
    case = flagged(match_of())
    path = f"/admin/cases/{case.public_id}/evidence/"
    carol = staff("carol", is_moderator=True)
    look = Look.objects.create(
        match=case.match, case=case, moderator=person("carol"), event=1, reason=WHY, at=NOON
    )
    assert [carol.get(path).status_code, carol.post(path, {"reason": WHY}).status_code] == [403, 403]
    assert carol.get(f"{path}{look.pk}/").status_code == 403
    assert Look.objects.count() == 1 and Ruling.objects.filter(refused="plays_there").count() == 3


def test_rooms_tell_the_time_they_say():
    """Moderators live in a zone of their own; what lies side by side there is in one."""
    case, mo = flagged(match_of()), staff()
    assert person("mo").time_zone != "UTC"
    for page in (
        f"/admin/cases/{case.public_id}/",
        "/admin/cases/",
        f"/admin/matches/{case.match.public_id}/",
    ):
        words = Page.of(mo.get(page)).words
        assert f"{NOON:%Y-%m-%d %H:%M}" in words
    due = case.match.deadlines.get(state="running").due_at
    assert f"{due:%Y-%m-%d %H:%M}" in words


def test_a_case_that_somebody_has_left_lying_is_for_anybody():
    case = flagged(match_of())
    room = f"/admin/cases/{case.public_id}/"
    there = {name: staff(name, is_moderator=True) for name in ("mo", "max")}

    def act(name: str, act: str) -> int:
        client = there[name]
        client.post(AGAIN, {"code": app_code(), "next": room})
        sent = filled(client, f"{room}{act}/") | {"verdict": Verdict.STANDS}
        return client.post(f"{room}{act}/", sent).status_code

    assert act("mo", "take") == 302
    assert "Take the case" not in Page.of(there["mo"].get(room)).words
    with at(NOON + timedelta(days=3)):
        assert queue(person("max"), timezone.now())[0].urgency == 3
        assert (act("max", "take"), act("mo", "confer")) == (422, 302)
    with at(NOON + timedelta(days=6)):
        assert act("max", "take") == 422, "who holds it has just done something"
    with at(NOON + timedelta(days=7, minutes=1)):
        assert "no activity for days" in Page.of(there["max"].get("/admin/cases/")).words
        assert "Take the case" in Page.of(there["max"].get(room)).words
        assert queue(person("max"), timezone.now())[0].urgency < 3
        assert (act("max", "take"), act("mo", "decide")) == (302, 422)
    assert Case.objects.get().moderator == person("max")


def test_what_was_done_stands_in_its_order_and_tells_as_whom_somebody_looked():
    found = match_of()
    play_on(found, 4)
    case = flagged(found)
    by = By(moderator("mo"), WHY, case)
    for minute, act in enumerate(
        (
            lambda now: moderation.look_as_seat(by, found.pk, 2, 3, now),
            lambda now: moderation.pause(replace(by, key="a"), found.pk, now),
            lambda now: moderation.take_evidence(by, found.pk, now),
            lambda now: moderation.resume(replace(by, key="b"), found.pk, now),
        )
    ):
        act(NOON + timedelta(minutes=minute))
    shown = Page.of(staff("max", is_moderator=True).get(f"/admin/cases/{case.public_id}/")).words
    told = [
        "viewed the match as of event 3, as Carol",
        "paused the match",
        "downloaded the evidence",
        "resumed the match",
    ]
    assert [shown.index(one) for one in told] == sorted(shown.index(one) for one in told)


def test_what_is_done_about_a_player_is_kept_beside_the_case_it_is_for_and_no_other():
    found = match_of()
    case, mine = flagged(found), flagged(match_of("mo", "emil", "fay"))
    mo, bob = staff(), found.seats.get(number=1).player
    room = mo.get(f"/admin/matches/{found.public_id}/?case={case.public_id}").content.decode()
    assert f"/admin/people/{bob.pk}/?case={case.public_id}" in room
    path = f"/admin/people/{bob.pk}/warn/"
    assert (
        f"{path}?case={case.public_id}"
        in mo.get(f"/admin/people/{bob.pk}/?case={case.public_id}").content.decode()
    )
    for one, kept in ((case.public_id, case), (mine.public_id, None), ("nothing", None)):
        done = mo.post(path, filled(mo, f"{path}?case={one}"))
        assert done["Location"].endswith(f"?done=warned&case={one}")
        assert Ruling.objects.latest("pk").case == kept, "not beside a case of a table one plays at"
    with zipfile.ZipFile(io.BytesIO(evidence.write(case, NOON))) as archive:
        assert b"warned" not in archive.read("rulings.json"), "what befell a player is nobody else's affair"


def test_the_reported_line_stands_among_its_neighbours_as_a_spectator_reads_them():
    found = match_of()
    play_on(found, 12)
    found.refresh_from_db()
    public = choices_in_match.lines(found)
    numbers = sorted(public)
    line = numbers[len(numbers) // 2]
    at_line = numbers.index(line)
    shown = staff().get(f"/admin/cases/{flagged(found, line=line).public_id}/")
    told = re.findall(r'<li value="(\d+)"( class="reported")?>(.*?)</li>', shown.content.decode())
    assert [int(number) for number, _, _ in told] == numbers[at_line - 3 : at_line + 4]
    assert [int(number) for number, marked, _ in told if marked] == [line]
    assert all(escape(public[int(number)]) in text for number, _, text in told)
    assert not Look.objects.exists()


def test_a_line_that_spectators_cannot_read_is_named_without_its_content():
    found = match_of()
    play_on(found, 6)
    found.refresh_from_db()
    case = flagged(found, line=found.version + 1)
    assert (
        f"event {found.version + 1}, hidden from some readers"
        in Page.of(staff().get(f"/admin/cases/{case.public_id}/")).words
    )


def test_who_says_this_was_not_me_gets_a_case_of_its_own_kind():
    case = flagged(match_of())
    mo, page = staff(), f"/admin/cases/{case.public_id}/"
    warning = "Someone else may be reading this player's email."
    assert warning not in Page.of(mo.get(page)).words
    Case.objects.filter(pk=case.pk).update(kind=CaseKind.NOT_ME)
    assert warning in Page.of(mo.get(page)).words


def test_verification_is_not_asked_again_while_somebody_keeps_working():
    case = flagged(match_of())
    mo, path = staff(), f"/admin/cases/{case.public_id}/"
    for minutes in range(0, 240, 12):
        with at(NOON + timedelta(minutes=minutes)):
            assert mo.get(path).status_code == mo.get(f"{path}take/").status_code == 200
    with at(NOON + timedelta(minutes=241)):
        assert mo.get(f"{path}take/")["Location"].startswith(AGAIN), "four hours are long enough"


def test_verification_is_asked_again_after_a_break():
    mo, path = staff(), f"/admin/cases/{flagged(match_of()).public_id}/"
    mo.get(path)
    with at(NOON + timedelta(minutes=16)):
        assert mo.get(path).status_code == 200, "looking needs it once"
        assert mo.get(f"{path}take/")["Location"].startswith(AGAIN)
        assert mo.get(f"{path}take/")["Location"].startswith(AGAIN), "looking doesn't renew it"
