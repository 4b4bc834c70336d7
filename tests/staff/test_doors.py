"""Every address of the staff's rooms, found from the URL patterns, tried by whoever has no business there.

An act that is new is tried here too; an address with a blank that nothing here fills fails these tests.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client

from games.disputes import cases, moderation
from games.disputes.cases import Flag
from games.disputes.moderation import By
from games.models import Case, CaseKind, Deadline, Event, Look, Match, Outbox, Player, Ruling, Seat
from games.staff.entrance import RECENT
from games.web.account import staff_attempts
from tests.kit.cast import NOON, Page, at, browser, match_of, person
from tests.kit.every_action import WHY
from tests.kit.moderator import staff
from tests.kit.play_people import play_on
from tests.kit.second_factor import with_app
from tests.staff.every_door import ACTS, FORMS, Door, Scene, doors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


#: What leads nowhere.
NOTHING = {
    "public_id": "AAAAAAAAAAAAAAAA",
    "look": "999999",
    "player_id": "00000000-0000-0000-0000-000000000000",
    "object_id": "00000000-0000-0000-0000-000000000000",
}


@pytest.fixture
def scene() -> Scene:
    found = match_of()
    play_on(found, 4)
    found.refresh_from_db()
    seat = found.seats.select_related("player").get(number=0)
    case = cases.flag(seat, seat.player, Flag(CaseKind.RULES, "Look."), NOON).case
    judge = person("max")
    Player.objects.filter(pk=judge.pk).update(is_moderator=True)
    look = moderation.look_as_seat(By(person("max"), WHY), found.pk, 0, found.version, NOON)
    return Scene(found, case, look)


def one_of_each(scene: Scene) -> list[tuple[Door, Door]]:
    """List every address once, each with one of its kind that leads nowhere."""
    pairs = zip(doors(scene.filled), doors(lambda name: NOTHING), strict=True)
    return [*{there.name: (there, nowhere) for there, nowhere in pairs}.values()]


def state(scene: Scene) -> list[object]:
    """Give all that an act could have changed."""
    kinds = (Match, Seat, Case, Look, Player, Outbox)
    facts = [list(one.objects.order_by("pk").values()) for one in kinds]
    for row in facts[4]:
        row.pop("last_login")
    return [*facts, Event.objects.count(), list(Deadline.objects.order_by("pk").values())]


def test_nothing_new_is_left_out(scene):
    named = {one.name for one in doors(scene.filled)}
    assert set(ACTS) | FORMS <= named
    assert {one for one in named if one.endswith("_act")} == set(ACTS)


# --- who has no business there


def outsider() -> Client:
    return Client(REMOTE_ADDR="10.9.9.9")


def player() -> Client:
    return browser("alice")


def without_second_factor() -> Client:
    Player.objects.filter(pk=person("mo").pk).update(is_moderator=True, is_operator=True)
    return browser("mo")


def in_another_browser() -> Client:
    with_app("mo", is_moderator=True, is_operator=True)
    return browser("mo")


def operator() -> Client:
    return staff("op", is_operator=True)


def plays_there() -> Client:
    return staff("bob", is_moderator=True)


def judges() -> Client:
    return staff("mo", is_moderator=True)


AT_THE_DOOR = {
    outsider: (staff_attempts.OUTSIDER, {302}),
    player: (staff_attempts.NO_STAFF, {404}),
    without_second_factor: (staff_attempts.NO_SECOND_FACTOR, {302}),
    in_another_browser: (staff_attempts.NO_SECOND_FACTOR, {302}),
}


@pytest.mark.parametrize("who", AT_THE_DOOR, ids=lambda who: who.__name__)
def test_whoever_gets_no_further_than_the_door_learns_nothing_and_is_recorded(scene, who):
    client, (code, statuses) = who(), AT_THE_DOOR[who]
    before = state(scene)
    for there, nowhere in one_of_each(scene):
        answers = [client.get(one.path) for one in (there, nowhere)]
        assert {one.status_code for one in answers} <= statuses, there
        assert "/admin/" not in answers[0].get("Location", "").split("?")[0]
        assert told(answers[0], there.path) == told(answers[1], nowhere.path), there
    assert not Ruling.objects.filter(refused=code).exists()
    acts = [one for one in doors(scene.filled) if one.acts]
    for one in acts:
        assert client.post(one.path, {"key": "k", "reason": WHY}).status_code in statuses
    assert state(scene) == before
    tried = Ruling.objects.filter(refused=code)
    assert len(tried) == len(acts) and {one.reason for one in tried} == {""}


def told(answer: Any, path: str) -> tuple[int, str, str]:
    """Give all that an answer tells but the address that was asked for."""
    return answer.status_code, unquote(answer.get("Location", "")).replace(path, ""), Page.of(answer).words


ROLES = {
    operator: (r"/admin/(cases|matches|people|addresses)/", "not_a_moderator"),
    plays_there: (r"/admin/(cases|matches)/.+", "plays_there"),
    judges: (r"/admin/games/", staff_attempts.NO_OPERATOR),
}


@pytest.mark.parametrize("who", ROLES, ids=lambda who: who.__name__)
def test_staff_finds_closed_what_is_for_others_and_each_try_is_recorded(scene, who, settings):
    settings.LIMITS = settings.LIMITS | {"refused acts of a player": (10_000, 600)}
    client, (closed, code) = who(), ROLES[who]
    before, mine = state(scene), [one for one in doors(scene.filled) if re.match(closed, one.path)]
    assert len(mine) > 3
    for one in mine:
        tried = Ruling.objects.filter(refused=code).count()
        answers = [
            ask(one.path, {"key": "k", "reason": WHY}).status_code for ask in (client.get, client.post)
        ]
        assert answers in ([403, 403], [403, 405]), one
        assert Ruling.objects.filter(refused=code).count() == tried + answers.count(403), one
    assert state(scene) == before


@pytest.mark.parametrize("who", [operator, judges], ids=lambda who: who.__name__)
def test_what_is_closed_to_staff_is_so_whether_it_is_there_or_not(scene, who):
    client, (closed, _) = who(), ROLES[who]
    for there, nowhere in one_of_each(scene):
        if re.match(closed, there.path):
            answers = [told(client.get(one.path), one.path) for one in (there, nowhere)]
            assert answers[0] == answers[1], there


def test_who_plays_with_somebody_does_nothing_about_them_or_their_address(scene):
    client, before = plays_there(), state(scene)
    mine = [one for one in doors(scene.filled) if one.name in ("person_act", "address_act")]
    for one in mine:
        answer = client.post(one.path, FILLED | {"address": "alice@example.org"})
        assert answer.status_code == 422, one
    assert {one.refused for one in Ruling.objects.all()} == {"plays_with_you"}
    assert Ruling.objects.count() == len(mine)
    assert state(scene) == before


#: Whatever the acts ask for.
FILLED = {"key": "k", "reason": WHY, "until": "2027-01-01", "address": "somebody@example.org"}


@pytest.mark.parametrize(("who", "acts"), [(judges, set(ACTS)), (operator, FORMS)])
def test_a_second_factor_shown_too_long_ago_opens_no_act_and_the_try_is_recorded(scene, who, acts):
    client, before = who(), state(scene)
    mine = [one for one in doors(scene.filled) if one.name in acts]
    assert mine
    with at(NOON + RECENT + timedelta(seconds=1)):
        for one in mine:
            for ask in (client.get, client.post):
                assert ask(one.path, FILLED)["Location"].startswith("/accounts/2fa/reauthenticate/"), one
    assert {one.refused for one in Ruling.objects.all()} == {staff_attempts.TOO_OLD}
    assert Ruling.objects.count() == len(mine)
    assert state(scene) == before


def test_looking_never_acts(scene):
    client, before = staff("mo", is_moderator=True, is_operator=True), state(scene)
    for one in doors(scene.filled):
        assert client.get(one.path, FILLED).status_code in (200, 400, 403, 404), one
        if one.acts:
            assert client.delete(one.path, FILLED).status_code in (200, 405), one
    assert state(scene) == before
    assert not Ruling.objects.filter(refused="").exists()


@pytest.mark.parametrize("who", [judges, operator], ids=lambda who: who.__name__)
def test_a_form_from_another_site_does_nothing(scene, who):
    ours, before = who(), state(scene)
    client = Client(enforce_csrf_checks=True, REMOTE_ADDR="10.9.9.9")
    client.cookies = ours.cookies
    for one in doors(scene.filled):
        if one.acts:
            assert client.post(one.path, FILLED).status_code == 403, one
    assert state(scene) == before and not Ruling.objects.exists()


def test_nothing_tells_of_rows_that_have_no_room(scene):
    """Django's own admin leads from any row's number to its page, and says of each whether it is there."""
    for client in (judges(), operator()):
        for path in ("/admin/r/1/1/", "/admin/autocomplete/?app_label=games&model_name=player&field_name=id"):
            assert client.get(path).status_code == 404


def test_tries_are_not_written_down_without_end(scene, settings):
    """What is recorded stays for good, so that nobody fills the database from outside."""
    settings.LIMITS = settings.LIMITS | {"tries of an address at the rooms of staff": (3, 86400)}
    path = f"/admin/matches/{scene.found.public_id}/pause/"
    for _ in range(5):
        assert outsider().post(path, FILLED).status_code == 302
    assert Ruling.objects.count() == 3
