"""The first page of the moderators' area: what waits, oldest first, and whom operators should appoint."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.models import Case, CaseKind, CaseState, Deadline, Match, Player
from games.present.match_names import unique_name
from games.staff.case_room import queue
from tests.kit.cast import NOON, Page, match_of, person
from tests.kit.flagging import flagged
from tests.kit.moderator import staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def words(client: Client) -> str:
    return Page.of(client.get("/admin/")).words


def links(client: Client) -> list[str]:
    return re.findall(r'href="([^"]+)"', client.get("/admin/").content.decode())


def cases_on(client: Client) -> list[str]:
    return [one.split("/")[3] for one in links(client) if re.fullmatch("/admin/cases/.+/", one)]


def statements(client: Client) -> int:
    with CaptureQueriesContext(connection) as asked:
        words(client)
    return len(asked)


def test_undecided_cases_wait_oldest_first_with_their_age_and_who_has_them():
    old, new, done = (
        flagged(match_of()),
        flagged(match_of("dora", "emil", "fay")),
        flagged(match_of("gus", "hal", "ivy")),
    )
    Case.objects.filter(pk=old.pk).update(opened_at=NOON - timedelta(days=3))
    Case.objects.filter(pk=done.pk).update(state=CaseState.DECIDED)
    mo = staff()
    Case.objects.filter(pk=new.pk).update(state=CaseState.LOOKING, moderator=person("mo"))
    assert cases_on(mo) == [old.public_id, new.public_id]
    told = words(mo)
    assert "3 days ago" in told and "nobody" in told and "you" in told.split()


def test_ones_own_matches_do_not_show():
    case = flagged(match_of())
    Match.objects.filter(pk=case.match_id).update(status="quarantined")
    assert unique_name(case.match) not in words(staff("carol", is_moderator=True))


def test_overdue_and_stopped_matches_come_after_the_cases():
    found, other = match_of(), match_of("dora", "emil", "fay")
    Deadline.objects.filter(match=found).update(due_at=NOON - timedelta(hours=1))
    Match.objects.filter(pk=other.pk).update(status="quarantined", fault="names a card")
    told = words(staff())
    assert told.index("Cases, oldest first") < told.index(unique_name(other)) < told.index(unique_name(found))
    assert "names a card" not in told


def test_when_nothing_waits_the_page_says_so():
    told = words(staff())
    assert "No case is waiting." in told and "No match is overdue or stopped." in told


@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_an_age_is_told_in_the_moderators_language(language):
    flagged(match_of())
    mo = staff()
    Player.objects.filter(pk=person("mo").pk).update(language=language)
    with translation.override(language):
        wanted = translation.gettext("%(age)s ago") % {"age": ""}
    assert wanted.strip() in words(mo)


def test_it_asks_the_database_as_often_however_much_waits():
    flagged(match_of())
    mo = staff()
    words(mo)
    asked = statements(mo)
    flagged(match_of("dora", "emil", "fay"))
    flagged(match_of("gus", "hal", "ivy"))
    assert statements(mo) == asked


def test_the_operator_of_a_fresh_site_is_led_to_appoint_a_moderator():
    olga = staff("olga", is_operator=True)
    assert "This site has no moderator yet" in words(olga)
    own = f"/admin/games/player/{person('olga').pk}/change/"
    assert {own, "/admin/games/player/"} <= {*links(olga)}
    assert olga.get(own).status_code == 200
    sent = {"is_moderator": "on", "is_operator": "on", "is_active": "on", "reason": "The first one."}
    assert olga.post(own, sent).status_code == 302
    assert "no moderator yet" not in words(olga) and "only one moderator" in words(olga)
    Player.objects.filter(pk=person("mo").pk).update(is_moderator=True)
    assert "only one moderator" not in words(olga)


def test_an_operator_who_is_no_moderator_sees_no_cases():
    case = flagged(match_of())
    olga = staff("olga", is_operator=True)
    assert unique_name(case.match) not in words(olga) and cases_on(olga) == []


def test_someone_else_moving_does_not_wait_its_turn():
    late, other = match_of(), match_of("dora", "emil", "fay")
    Deadline.objects.update(due_at=NOON + timedelta(days=5))
    first_case, second = flagged(late), flagged(other)
    Case.objects.filter(pk=second.pk).update(kind=CaseKind.NOT_ME, opened_at=NOON + timedelta(hours=1))
    assert list(queue(person("mo"), NOON)) == [second, first_case]
