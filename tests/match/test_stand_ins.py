"""A stand-in plays for a seat's player until a day, by a link, and does nothing else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.mail import links
from games.mail.send import outbox
from games.match import seats, stand_ins
from games.models import Act, Door, Event, Link, Match, Order, Seat, StandIn, Submission, Talk, Vote
from games.players import addresses
from games.players.delete import farewell
from games.rules.kernel.refusal import Refused
from tests.kit.cast import SOON, Page, address, at, browser, match_of, person, play_on, turn_seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
LAST = (SOON + timedelta(days=3)).date()


def appointed(found, seat=None, to="gail@example.org", last=LAST):
    """Let the player whose turn it is be stood in for; give the row and the path of its link."""
    seat = seat or turn_seat(found)
    stand_ins.make(found.pk, seat.number, last, to, SOON)
    made = StandIn.objects.select_related("link", "seat").latest("pk")
    return made, links.path(made.link)


def chosen(client, path):
    """Press the first choice of the page without blanks, and give the page that asks to confirm it."""
    page = client.get(path)
    assert page.status_code == 200
    form = next(one for one in Page.of(page).forms if one.buttons)
    sent = {name: values[0] for name, values in form.values().items()}
    name, value = next(one for one in form.buttons if one[1] in ("mine?", "leave?", "mine", "leave"))
    return client.post(path, sent | {name: value})


def confirmed(client, path, shown):
    form = next(one for one in Page.of(shown).forms if any(name == "do" for name, _ in one.buttons))
    sent = {name: values[0] for name, values in form.values().items()}
    return client.post(path, sent | dict(one for one in form.buttons if one[0] == "do"))


def form_at(page, end):
    return next(one for one in Page.of(page).forms if one.action.endswith(end))


def moves():
    return Submission.objects.filter(door=Door.STAND_IN)


def test_somebody_without_an_account_makes_a_move_and_all_of_it_is_written_down():
    found = match_of()
    seat = turn_seat(found)
    _, path = appointed(found)
    client = Client()
    shown = chosen(client, path)
    assert not moves().exists(), "the first press only shows the choice again"
    done = confirmed(client, path, shown)
    assert done.status_code == 200 and b"Played:" in done.content
    (move,) = moves()
    assert (move.seat, move.outcome) == (seat, "played")
    assert Act.objects.filter(match=found, kind="stand_in", seat=seat).count() == 1
    outbox.send_due(SOON + timedelta(hours=1))
    assert any("[Confirmation]" in one.subject and one.to == [seat.player.email] for one in mail.outbox)
    story = browser("alice" if seat.player != person("alice") else "bob").get(address(found, "history/"))
    assert "by a stand-in for" in story.content.decode()
    assert seat.player.display_name in story.content.decode()


def test_the_same_press_twice_plays_once():
    found = match_of()
    _, path = appointed(found)
    client = Client()
    shown = chosen(client, path)
    for _ in range(3):
        assert confirmed(client, path, shown).status_code == 200
    assert moves().count() == 1


def test_opening_it_changes_nothing_nor_do_its_forms_as_they_are():
    found = match_of()
    _, path = appointed(found)
    client = Client()
    before = {model: model.objects.count() for model in (Event, Submission, Act, Link, StandIn)}
    with CaptureQueriesContext(connection) as asked:
        client.head(path)
        page = client.get(path)
        for form in Page.of(page).forms:
            client.post(path, {name: values[0] for name, values in form.values().items()})
    assert before == {model: model.objects.count() for model in before}
    assert not [one for one in asked if one["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_it_shows_what_the_seat_sees():
    found = match_of(game="quartz_cards")
    seat = turn_seat(found)
    _, path = appointed(found)
    page = Client().get(path).content.decode()
    assert f"You are playing for {seat.player.display_name}" in page
    assert 'name="robots" content="noindex' in page or Client().get(path)["X-Robots-Tag"]
    assert Client().get(path)["Referrer-Policy"] == "no-referrer"
    assert "no-store" in Client().get(path)["Cache-Control"]


@pytest.mark.parametrize("rest", ["", "talk/", "vote/", "mails/", "leave/", "orders/", "stand-in/", "offer/"])
def test_it_opens_no_other_page_and_writes_nothing_there(rest):
    found = match_of()
    made, path = appointed(found)
    client = Client()
    client.get(path)
    for ask in (client.get, client.post):
        told = ask(address(found, rest), {"link": links.token(made.link), "said": "Hi", "say": "yes"})
        assert told.status_code in (302, 403, 404, 405)
    assert not Talk.objects.exists() and not Vote.objects.exists()


@pytest.mark.parametrize(
    "more", [{"said": "Hi"}, {"plan": "careful"}, {"snooze": "yes"}, {"undo": "1"}, {"go_on": "1"}]
)
def test_its_page_takes_answers_and_nothing_else(more):
    found = match_of()
    made, path = appointed(found)
    before = Submission.objects.count()
    form = next(one for one in Page.of(Client().get(path)).forms if one.buttons)
    Client().post(path, {name: values[0] for name, values in form.values().items()} | more)
    assert Submission.objects.count() == before
    assert not Talk.objects.exists() and not Order.objects.filter(seat=made.seat).exists()


ENDS = {
    "its day": lambda found, made: None,
    "one press": lambda found, made: stand_ins.end(found.pk, made.seat.number, SOON),
    "another one": lambda found, made: stand_ins.make(
        found.pk, made.seat.number, LAST, "h@example.org", SOON
    ),
    "leaving": lambda found, made: seats.give_up(found.pk, made.seat.number, SOON),
    "this wasn't me": lambda found, made: seats.disown(found.pk, made.seat.number, SOON, seats.Pressed()),
    "a new address": lambda found, made: addresses.confirm(made.player, "new@example.org", SOON),
    "the end of the match": lambda found, made: Match.objects.filter(pk=found.pk).update(status="over"),
    "a deleted account": lambda found, made: farewell(made.player, SOON),
    "a barred account": lambda found, made: (
        type(made.player).objects.filter(pk=made.player.pk).update(is_active=False)
    ),
}


def bar(player):
    player.is_active = False
    player.save()


@pytest.mark.parametrize("why", ENDS)
def test_it_ends_at_the_next_request(why):
    found = match_of()
    made, path = appointed(found)
    client = Client()
    shown = chosen(client, path)
    ENDS[why](found, made)
    later = made.until if why == "its day" else SOON
    with at(later):
        assert client.get(path).status_code in (404, 410)
        assert confirmed(client, path, shown).status_code in (404, 410)
    assert not moves().exists()


def test_a_substitute_of_the_seat_closes_it_too():
    found = match_of()
    made, path = appointed(found)
    Seat.objects.filter(pk=made.seat.pk).update(on_autopilot=True)
    seats.substitute(found.pk, made.seat.number, person("dora"), SOON)
    assert Client().get(path).status_code in (404, 410)


def test_it_outlives_a_new_key_and_a_retired_one_closes_it(settings):
    found = match_of()
    _, path = appointed(found)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 50, [settings.SECRET_KEY]
    assert Client().get(path).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(path).status_code in (404, 410)


def test_it_plays_for_its_own_seat_and_question_alone():
    found, other = match_of(), match_of()
    _, path = appointed(found)
    _, elsewhere = appointed(other)
    client = Client()
    shown = chosen(client, path)
    theirs = next(one for one in Page.of(shown).forms if any(name == "do" for name, _ in one.buttons))
    sent = {name: values[0] for name, values in theirs.values().items()}
    assert client.post(elsewhere, sent | {"do": "mine?"}).status_code in (404, 410, 422)
    mine = links.token(StandIn.objects.latest("pk").link)
    assert client.post(elsewhere, sent | {"link": mine, "do": "mine?"}).status_code == 422
    play_on(found, 1)
    assert client.post(path, sent | {"do": "mine?"}).status_code == 409
    assert not moves().exclude(outcome="refused").exists()


@pytest.mark.parametrize("name", ["alice", "bob", "carol"])
def test_no_other_player_of_the_match_stands_in(name):
    found = match_of()
    seat = turn_seat(found)
    _, path = appointed(found)
    told = browser(name).get(path)
    assert told.status_code == (200 if seat.player == person(name) else 422)
    with pytest.raises(Refused, match="plays_here"):
        stand_ins.make(found.pk, seat.number, LAST, f"{name.upper()}@example.org", SOON)


def test_who_stood_in_takes_no_other_seat_of_the_match():
    found = match_of()
    _, path = appointed(found)
    client = browser("gail")
    assert confirmed(client, path, chosen(client, path)).status_code == 200
    assert StandIn.objects.latest("pk").by == person("gail")
    other = next(one for one in found.seats.all() if one.number != StandIn.objects.latest("pk").seat.number)
    Seat.objects.filter(pk=other.pk).update(on_autopilot=True)
    with pytest.raises(Refused, match="stood_in_here"):
        seats.substitute(found.pk, other.number, person("gail"), SOON)


@pytest.mark.parametrize("days", [-1, stand_ins.LONGEST, 400])
def test_the_day_is_one_of_the_next_weeks(days):
    found = match_of()
    with pytest.raises(Refused, match="stand_in_days"):
        appointed(found, last=SOON.date() + timedelta(days=days))


def test_it_is_made_copied_and_ended_on_the_page_and_all_see_it():
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    more = address(found, "more/")

    def send(**said):
        press = form_at(client.get(more), "stand-in/#my-seat").values()["press"][0]
        return client.post(address(found, "stand-in/"), {"press": press, **said})

    assert send(stand_in="make", address="gail@example.org", last=LAST.isoformat()).status_code == 302
    page = client.get(more).content.decode()
    assert links.url(StandIn.objects.get().link) in page
    other = next(one for one in found.seats.select_related("player") if one.pk != seat.pk)
    seen = browser(other.player).get(more).content.decode()
    assert "A stand-in may play for this player until" in seen and "gail@example.org" not in seen
    assert links.url(StandIn.objects.get().link) not in seen
    assert send(stand_in="end").status_code == 302
    assert "A stand-in may play" not in browser(other.player).get(more).content.decode()
    for said in ({"last": "x"}, {"last": LAST.isoformat(), "address": "no address"}):
        assert send(stand_in="make", **said).status_code in (409, 422)


def test_its_address_is_in_no_log(caplog):
    found = match_of()
    made, path = appointed(found)
    Client().get(path)
    Client().get(path + "x" * 9)
    token = links.token(made.link)
    assert token not in caplog.text and token[:20] not in caplog.text


# --- looking for a substitute


def test_a_player_seeks_a_substitute_and_plays_on_until_one_comes():
    found = match_of()
    seat = turn_seat(found)
    seats.seek(found.pk, seat.number, SOON)
    seat.refresh_from_db()
    assert seat.seeks and seat.offer and not seat.on_autopilot
    play_on(found, 3)
    seat.refresh_from_db()
    assert seat.seeks and seat.offer
    listed = browser("dora").get("/tables/").content.decode()
    taking = re.search(rf"/m/{found.public_id}/seat/[\w-]+/", listed)
    assert taking and "A player looks for a substitute." in listed
    assert "plays on until someone takes the seat" in browser("dora").get(taking[0]).content.decode()
    assert browser("dora").post(taking[0]).status_code == 302
    former = seat.player
    seat.refresh_from_db()
    assert (seat.player, seat.seeks, seat.offer) == (person("dora"), False, "")
    assert browser(former).get(address(found)).status_code == 404
    assert taking[0] not in browser("eve").get("/tables/").content.decode()


def test_who_seeks_one_may_stay():
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    for said, listed in (("seek", True), ("stay", False)):
        form = form_at(client.get(address(found, "more/")), "offer/#my-seat")
        sent = {"press": form.values()["press"][0], "offer": said}
        assert client.post(address(found, "offer/"), sent).status_code == 302
        assert (found.public_id in browser("dora").get("/tables/").content.decode()) is listed


def test_the_list_names_nobody_to_visitors_and_hides_nothing_else():
    found = match_of()
    seats.seek(found.pk, turn_seat(found).number, SOON)
    page = Client().get("/tables/")
    assert page.status_code == 200 and found.public_id in page.content.decode()
    assert not any(name in page.content.decode() for name in ("Alice", "Bob", "Carol"))
    taking = re.search(r"/m/[\w-]+/seat/[\w-]+/", page.content.decode())
    assert taking and Client().get(taking[0]).status_code == 302, "signing in comes first"
