"""A page says by a mark what it shows: asked again with it, it costs next to nothing while that holds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import play
from games.match import chat, presence, seats
from games.match.actions import Pressed
from games.models import ActKind, Door, Look, Match, MatchStatus, Player, Ruling
from games.players import notification_settings
from games.web.match.mark import LONGEST, SHOWN
from tests.kit.cast import SOON, address, at, browser, match_of, play_on, turn_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def waiter(found):
    return found.seats.exclude(number__in=found.awaited).select_related("player").order_by("number")[0]


def again(client, found, page, method="get"):
    return getattr(client, method)(address(found), headers={"If-None-Match": page["ETag"]})


def test_nothing_has_changed_and_that_is_found_with_two_questions_beside_who_asks():
    found = match_of()
    client = browser(waiter(found).player)
    page = client.get(address(found))
    with CaptureQueriesContext(connection) as asked:
        told = again(client, found, page)
    assert (told.status_code, told.content, told["ETag"]) == (304, b"", page["ETag"])
    assert "no-store" in told["Cache-Control"]
    own = [one["sql"] for one in asked if "games_seat" in one["sql"]]
    assert len(own) == 2
    assert len(asked) == 4, "the session, the player, and those"


def test_it_costs_the_same_however_much_has_happened():
    counts = set()
    for moves in (0, 40):
        found = match_of()
        play_on(found, moves)
        client = browser("alice")
        page = client.get(address(found))
        with CaptureQueriesContext(connection) as asked:
            assert again(client, found, page).status_code == 304
        counts.add(len(asked))
    assert len(counts) == 1


def laid(found, seat):
    play.lay_orders(found.pk, seat.number, seat.generation, "{}", Door.PAGE, SOON)


def muted(found, seat):
    notification_settings.mute(found.pk, turn_seat(found).number, SOON, Pressed(), muted=True)


def rule(found, kind="extended", **facts):
    """Let a moderator act."""
    seat = found.seats.earliest("number")
    Ruling.objects.create(match=found, seat=seat, kind=kind, reason="It was asked for.", **facts)


CHANGES = {
    "a move": lambda found, seat: play_on(found, 1),
    "orders of my own": laid,
    "somebody's holiday from mails": muted,
    "a pause": lambda found, seat: Match.objects.filter(pk=found.pk).update(status=MatchStatus.PAUSED),
    "to substitutes": lambda found, seat: type(seat).objects.filter(pk=seat.pk).update(generation=7),
    "a moderator's act": lambda found, seat: rule(found),
    "another language": lambda found, seat: Player.objects.filter(pk=seat.player_id).update(language="ru"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_the_page_shows_anew_changes_the_mark(change):
    found = match_of()
    seat = waiter(found)
    client = browser(seat.player)
    page = client.get(address(found))
    CHANGES[change](found, seat)
    told = again(client, found, page)
    # A browser mayn't show a hand that is somebody else's now: it is led to where that is opened.
    assert told.status_code == (302 if change == "to substitutes" else 200)
    assert told.get("ETag") != page["ETag"]


def test_a_match_that_waits_elsewhere_changes_it_too_for_the_title_counts_them():
    found = match_of()
    seat = waiter(found)
    client = browser(seat.player)
    page = client.get(address(found))
    elsewhere = (turn_seat(match_of(secret=bytes([number] * 32))) for number in range(50))
    assert any(one.player_id == seat.player_id for one in elsewhere)
    assert again(client, found, page).status_code == 200


def test_what_happens_at_another_table_of_mine_changes_nothing():
    tables = match_of(), match_of()
    for here, there in (tables, tables[::-1]):
        seat = waiter(here)
        client = browser(seat.player)
        page = client.get(address(here))
        laid(there, there.seats.get(player=seat.player))
        rule(there)
        assert again(client, here, page).status_code == 304
        rule(here)
        assert again(client, here, page).status_code == 200


def test_what_others_do_for_themselves_changes_nothing():
    found = match_of()
    seat = waiter(found)
    client = browser(seat.player)
    page = client.get(address(found))
    laid(found, turn_seat(found))
    notification_settings.show_hand(found.pk, turn_seat(found).number, SOON, Pressed(), shown=True)
    assert again(client, found, page).status_code == 304
    assert {ActKind.HAND, ActKind.DISOWNED, ActKind.MOVED}.isdisjoint(SHOWN)


def test_what_moderators_do_among_themselves_changes_nothing():
    found = match_of()
    client = browser(waiter(found).player)
    page = client.get(address(found))
    rule(found, kind="noted")
    rule(found, refused="plays_there")
    assert again(client, found, page).status_code == 304


@pytest.mark.parametrize(("status", "told"), [(MatchStatus.RUNNING, 304), (MatchStatus.CLOSED, 200)])
def test_that_a_moderator_looks_shows_when_it_is_over(status, told):
    found = match_of()
    Match.objects.filter(pk=found.pk).update(status=status)
    client = browser("alice")
    page = client.get(address(found))
    Look.objects.create(match=found, event=1, reason="A case.")
    assert again(client, found, page).status_code == told


def test_the_time_that_is_left_is_told_anew_after_a_while():
    found = match_of()
    client = browser(waiter(found).player)
    page = client.get(address(found))
    with at(SOON + timedelta(seconds=LONGEST)):
        assert again(client, found, page).status_code == 200


def test_whoever_looks_at_what_has_not_changed_is_seen_there():
    found = match_of()
    seat = waiter(found)
    client = browser(seat.player)
    page = client.get(address(found))
    with at(SOON + timedelta(seconds=61)):
        assert again(client, found, page, "head").status_code == 304
        seat.refresh_from_db()
        assert seat.seen_at == SOON
        assert again(client, found, page).status_code == 304
    seat.refresh_from_db()
    assert seat.seen_at == SOON + timedelta(seconds=61)


def test_my_matches_say_by_a_mark_what_they_show():
    found = match_of()
    client = browser(waiter(found).player)
    page = client.get("/")
    same = client.get("/", headers={"If-None-Match": page["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert f'data-look="{page["ETag"][3:-1]}"' in page.content.decode()
    play_on(found, 1)
    assert client.get("/", headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_a_table_that_is_watched_says_so_too():
    found = match_of()
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
    client, watch = Client(), address(found, "watch/")
    page = client.get(watch)
    assert client.get(watch, headers={"If-None-Match": page["ETag"]}).status_code == 304
    play_on(found, 1)
    assert client.get(watch, headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_a_mark_opens_nothing_to_strangers():
    found = match_of()
    page = browser("alice").get(address(found))
    assert again(browser("eve"), found, page).status_code == 404


def test_a_page_that_was_pressed_has_no_mark_and_its_address_is_not_kept():
    found = match_of()
    told = browser("alice").post(address(found), {"press": "none"})
    assert told.status_code == 422
    assert "ETag" not in told and told["HX-Push-Url"] == "false"


# --- how soon a page asks again


def asks_after(client, found, page):
    told = again(client, found, page)
    assert told.status_code == 304
    return int(told["Ask-Again"])


def at_their_page(found):
    """Open the page as a player whose turn it isn't; give the browser and the page."""
    client = browser(waiter(found).player)
    return client, client.get(address(found))


def test_a_page_asks_soon_while_things_happen():
    found = match_of()
    play_on(found, 1, now=SOON)
    client, page = at_their_page(found)
    assert f'data-again="{presence.QUICK}"' in page.content.decode()
    assert int(page["Ask-Again"]) == asks_after(client, found, page) == presence.QUICK


def test_after_quiet_it_asks_as_seldom_as_ever_and_soon_again_after_a_move():
    found = match_of()
    later = SOON + presence.LIVELY
    client, page = at_their_page(found)
    with at(later):
        page = client.get(address(found))
        assert int(page["Ask-Again"]) == presence.CALM
        play_on(found, 1, now=later)
        page = client.get(address(found))
        assert asks_after(client, found, page) == presence.QUICK


def test_talk_is_something_that_happens():
    found = match_of()
    later = SOON + presence.LIVELY
    client, _ = at_their_page(found)
    with at(later):
        assert int(client.get(address(found))["Ask-Again"]) == presence.CALM
        chat.say(found.pk, turn_seat(found).number, "Hello!", later)
        assert int(client.get(address(found))["Ask-Again"]) == presence.QUICK


def test_that_somebody_else_looks_is_their_own_affair():
    found = match_of()
    later = SOON + presence.LIVELY
    client, _ = at_their_page(found)
    with at(later):
        page = client.get(address(found))
        browser(turn_seat(found).player).get(address(found))
        assert asks_after(client, found, page) == presence.CALM


def test_what_others_do_for_themselves_makes_nobody_ask_sooner():
    found = match_of()
    client, _ = at_their_page(found)
    later, mover = SOON + presence.LIVELY, turn_seat(found)
    with at(later):
        page = client.get(address(found))
        play.lay_orders(found.pk, mover.number, mover.generation, "{}", Door.PAGE, later)
        notification_settings.show_hand(found.pk, mover.number, later, Pressed(), shown=True)
        chat.write_note(found, mover.player, "A secret.", 0, later)
        chat.hush(found.pk, mover.number, waiter(found).number, later, hushed=True)
        assert asks_after(client, found, page) == presence.CALM


def test_nobody_is_at_the_page_of_a_seat_that_changes_hands():
    found = match_of()
    seat = waiter(found)
    browser(seat.player).get(address(found))
    seats.give_up(found.pk, seat.number, SOON)
    seat.refresh_from_db()
    assert {name: getattr(seat, name) for name in presence.NOBODY} == presence.NOBODY
