"""Demo players: only where DEMO is on, and never anybody else."""

from __future__ import annotations

import pytest

from games.models import Match, Player
from games.ops.demo import DOMAIN
from tests.kit.cast import Page, person

pytestmark = pytest.mark.django_db
ROOMS = ("/demo/sign-in/", "/demo/table/")


@pytest.fixture
def demo(settings):
    settings.DEMO = True


@pytest.mark.parametrize("room", ROOMS)
def test_it_isnt_there_unless_it_is_on(client, room):
    assert client.post(room, {"player": str(person("alice").pk)}).status_code == 404
    assert "Demo" not in Page.of(client.get("/accounts/login/")).words


@pytest.mark.parametrize("room", ROOMS)
def test_it_takes_only_post(client, demo, room):
    assert client.get(room).status_code == 405


def test_a_table_is_set_and_its_players_offered(client, demo):
    client.post("/demo/table/")
    client.post("/demo/table/")
    assert Match.objects.count() == 2
    assert Player.objects.count() == 3
    page = Page.of(client.get("/accounts/login/"))
    offered = next(form for form in page.forms if form.action == "/demo/sign-in/").buttons
    assert len(offered) == 3
    assert client.post("/demo/sign-in/", {"player": offered[0][1]})["Location"] == "/"
    assert "My matches" in Page.of(client.get("/")).words


@pytest.mark.parametrize("wanted", ["", "x", "alice"])
def test_nobody_else_can_be_signed_in_as(client, demo, wanted):
    alice = person("alice")
    answer = client.post("/demo/sign-in/", {"player": str(alice.pk) if wanted == "alice" else wanted})
    assert answer.status_code == 404
    assert "_auth_user_id" not in client.session


def test_no_mail_can_reach_them(client, demo):
    client.post("/demo/table/")
    assert {one.email.partition("@")[2] for one in Player.objects.all()} == {DOMAIN}
    assert DOMAIN.endswith(".invalid")


def test_a_visitor_goes_on_in_the_language_they_came_in_unless_one_was_chosen(client, demo):
    client.post("/demo/table/")
    ana, bruno, _ = Player.objects.order_by("email")
    Player.objects.filter(pk=bruno.pk).update(language="pt-br")
    for player in (ana, bruno):
        client.post("/demo/sign-in/", {"player": str(player.pk)}, headers={"accept-language": "ru"})
    assert [*Player.objects.order_by("email").values_list("language", flat=True)] == ["ru", "pt-br", "en"]


def test_the_browser_of_a_visitor_stands_on_the_list_of_browsers(client, demo):
    client.post("/demo/table/")
    ana = Player.objects.order_by("email")[0]
    client.post("/demo/sign-in/", {"player": str(ana.pk)})
    assert "this browser" in Page.of(client.get("/accounts/sessions/")).words
