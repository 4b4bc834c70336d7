"""The room of cases: in which order they wait, who may see them, and one case from taking to closing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import cases
from games.admin.cases import queue
from games.cases import Flag
from games.models import Case, CaseKind, CaseState, Match, Player, Ruling
from tests.moderation.bench import WHY
from tests.moderation.test_rooms import filled, staff
from tests.play.people import play_on
from tests.views.cast import NOON, Page, at, match_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon():
    with at(NOON):
        yield


def flagged(found: Match, number: int = 1, **facts: object) -> Case:
    seat = found.seats.select_related("player").get(number=number)
    told = Flag(CaseKind.DELIVERY, "I never got that <b>mail</b>.", **facts)
    return cases.flag(seat, seat.player, told, NOON).case


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
        answer = mo.post(f"{page}{act}/", filled(mo, f"{page}{act}/", reason=f"{act} {WHY}"))
        assert answer.status_code == 302, Page.of(answer).words
        assert mo.get(answer["Location"]).status_code == 200
    case.refresh_from_db()
    assert (case.state, case.decided_by, case.reason) == (CaseState.CLOSED, person("mo"), f"decide {WHY}")
    kinds = [one.kind for one in Ruling.objects.all()]
    assert kinds == ["took", "answered", "noted", "decided", "closed_case"]
    assert case.public_id in mo.get(f"/admin/matches/{found.public_id}/").content.decode() or case.state
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
    answer = mo.post(path, filled(mo, path))
    assert answer.status_code == 422 and "Take the case first" in Page.of(answer).words
    assert Ruling.objects.get().refused == "not_taken"
