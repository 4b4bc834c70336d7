"""The page of one moment: what happened, the table then, the way to other moments, and who may look."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client

from games.disputes import moderation
from games.disputes.moderation import By
from games.match import chat
from games.models import Block, Match, MatchStatus, Seat
from games.play import history
from games.rules.kernel.rewind_targets import rewind_targets
from tests.kit.cast import NOON, Page, address, browser, match_of, person, play_on
from tests.kit.moderator import staff
from tests.kit.two_matches import asked, covered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
WHERE = re.compile(r"Moment (\d+) of (\d+)")
GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")


def running(game: str = "quartz", moves: int = 30) -> Match:
    found = match_of(game=game, secret=bytes(range(32)))
    play_on(found, moves)
    found.refresh_from_db()
    assert found.is_running
    return found


def over(game: str = "quartz", **facts: object) -> Match:
    found = match_of(game=game, secret=bytes(range(32)))
    play_on(found, 2000)
    Match.objects.filter(pk=found.pk).update(**facts) if facts else None
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


def page_of(found: Match, rest: str = "replay/", who: str = "alice") -> str:
    got = browser(who).get(address(found, rest))
    assert got.status_code == 200, rest
    return str(got.content.decode())


def where(page: str) -> tuple[int, int]:
    told = WHERE.search(page)
    assert told
    return int(told[1]), int(told[2])


@pytest.mark.parametrize("game", GAMES)
def test_one_steps_through_a_whole_match_by_its_links(game):
    found, alice = running(game, 12), browser("alice")
    page = page_of(found, "replay/?at=1")
    visited, (_, count) = [1], where(page)
    while forward := re.search(r'rel="next" href="([^"]+)"', page):
        page = alice.get(forward[1].replace("&amp;", "&")).content.decode()
        visited.append(where(page)[0])
    assert visited == [*range(1, count + 1)] and count > 10
    assert re.search(rf'rel="prev" href="[^"]+\?at={count - 1}#reel"', page)


def test_without_a_number_it_is_the_last_moment_and_any_other_word_is_none():
    found = running()
    last = where(page_of(found))
    assert last[0] == last[1]
    for asked_for in ("x", "-1", "999999", "9" * 40, "1.5", "٣", ""):
        assert where(page_of(found, f"replay/?at={asked_for}")) == last
    assert where(page_of(found, "replay/?at=0"))[0] == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_slider_has_stops_from_the_first_moment_to_the_last(game):
    page = page_of(over(game), "replay/?at=50")
    (slider,) = re.findall(r'<ol class="slider">.*?</ol>', page, re.S)
    stops = [int(one) for one in re.findall(r"\?at=(\d+)", slider)]
    assert stops[0] == 1 and stops[-1] == where(page)[1] and 20 <= len(stops) <= 40
    assert stops == sorted({*stops})
    (here,) = re.findall(r'\?at=(\d+)#reel"[^>]*aria-current', slider)
    assert int(here) <= 50 < stops[stops.index(int(here)) + 1]


def test_a_running_match_is_shown_to_me_as_i_know_it_whatever_i_ask_for():
    found = running()
    mine = covered(page_of(found, "replay/?at=9"), found)
    for eyes in ("open", "seat-1", "seat-9", "public", "../"):
        assert covered(page_of(found, f"replay/?at=9&as={eyes}"), found) == mine
    assert "As Bob saw it" not in mine and "You see what you could know" in mine


def test_once_it_is_over_all_eyes_are_offered_and_keep_the_moment():
    found = over()
    page = page_of(found, "replay/?at=20")
    (readers,) = re.findall(r'<nav class="readers".*?</nav>', page, re.S)
    addresses = re.findall(r'href="([^"]+)"', readers)
    assert [one.split("?")[1] for one in addresses] == [
        "at=20",
        "at=20&amp;as=seat-0",
        "at=20&amp;as=seat-1",
        "at=20&amp;as=seat-2",
    ]
    bob = page_of(found, "replay/?at=20&as=seat-1")
    assert "As Bob saw it: “you” is Bob" in bob
    assert re.search(r'rel="next" href="[^"]+at=21&amp;as=seat-1#reel"', bob)
    assert bob.count('class="playing-card') != page.count('class="playing-card')


def test_what_was_rewound_is_skipped_and_said():
    found = running()
    before = where(page_of(found))[1]
    records, _ = history.load(found)
    to = [one for one in rewind_targets(found.rules, records) if one < found.version - 6][-1]
    staff("mo")
    moderation.rewind(By(person("mo"), "Back."), found.pk, to, NOON)
    assert where(page_of(found))[1] < before
    play_on(found, 2, seed=9)
    count = where(page_of(found))[1]
    said = [
        place
        for place in range(count - 12, count + 1)
        if "went back to an earlier moment" in page_of(found, f"replay/?at={place}")
    ]
    assert len(said) == 1


# --- who may look


def answers(found: Match, client: Client) -> dict[str, int]:
    rests = ("replay/", "replay/?at=3", "replay/charts/", "check/")
    return {rest: client.get(address(found, rest)).status_code for rest in rests}


@pytest.mark.parametrize("make", [running, over])
def test_a_private_match_is_nobody_elses(make):
    found, eve = make(), browser("eve")
    unknown = eve.get("/m/nosuchmatchatall/replay/")
    for rest in ("replay/", "replay/charts/", "check/"):
        got = eve.get(address(found, rest))
        assert (got.status_code, got.content) == (404, unknown.content)
    assert answers(found, Client()) == dict.fromkeys(answers(found, Client()), 302)


def test_spectators_are_led_to_the_match_until_it_is_over():
    found = running()
    Match.objects.filter(pk=found.pk).update(spectators=True)
    got = browser("eve").get(address(found, "replay/"))
    assert (got.status_code, got["Location"]) == (302, address(found, "watch/"))


def test_afterwards_spectators_see_what_they_could_know_and_no_more():
    found = over(spectators=True)
    page = page_of(found, "replay/?at=30&as=open", who="eve")
    assert "You see what everyone could know" in page
    assert 'class="readers"' not in page and "What turned the match" not in page and "chat" not in page
    assert browser("eve").get(address(found, "check/")).status_code == 404
    charts = page_of(found, "replay/charts/", who="eve")
    assert "Only the players can see the luck" in charts


def test_without_signing_in_one_looks_back_at_a_match_that_anyone_may_watch():
    found, nobody = over(spectators=True, spectators_signed_out=True), Client()
    watched = nobody.get(address(found, "watch/")).content.decode()
    for rest in ("replay/", "replay/charts/"):
        assert f'href="{address(found, rest)}' in watched
        page = nobody.get(address(found, rest)).content.decode()
        assert nobody.get(address(found, f"{rest}?as=open")).content.decode() == page
        assert f'href="{address(found, "watch/")}"' in page
    assert asks_to_sign_in(nobody, found, "check/")


def test_without_signing_in_one_is_led_to_a_running_match_or_asked_who_one_is():
    found, nobody = running(), Client()
    for may_watch in (False, True):
        Match.objects.filter(pk=found.pk).update(spectators=may_watch)
        for rest in ("replay/?at=3", "replay/charts/"):
            assert asks_to_sign_in(nobody, found, rest)
    Match.objects.filter(pk=found.pk).update(spectators_signed_out=True)
    for rest in ("replay/?at=3", "replay/charts/"):
        assert nobody.get(address(found, rest))["Location"] == address(found, "watch/")


def asks_to_sign_in(client: Client, found: Match, rest: str) -> bool:
    """Tell whether this page sends a visitor to sign in and back to the same place."""
    got = client.get(address(found, rest))
    return got["Location"] == f"/accounts/login/?next={quote(address(found, rest))}"


def test_who_has_left_a_match_finds_nothing():
    found = running()
    Seat.objects.filter(match=found, number=0).update(player=None)
    assert browser("alice").get(address(found, "replay/")).status_code == 404


def test_before_it_begins_and_while_it_is_stopped_its_page_says_so():
    found = running()
    for status in (MatchStatus.LOBBY, MatchStatus.QUARANTINED):
        Match.objects.filter(pk=found.pk).update(status=status)
        got = browser("alice").get(address(found, "replay/"))
        assert (got.status_code, got["Location"]) == (302, address(found))


def test_a_log_that_cant_be_read_is_told_of():
    found = running()
    Match.objects.filter(pk=found.pk).update(version=found.version + 1)
    got = browser("alice").get(address(found, "replay/"))
    assert got.status_code == 503 and "can't be shown right now" in got.content.decode()


def test_it_takes_no_form():
    found = running()
    for rest in ("replay/", "replay/charts/"):
        assert browser("alice").post(address(found, rest)).status_code == 405
    forms = Page.of(browser("alice").get(address(found, "replay/"))).forms
    assert [one.action for one in forms] == ["/accounts/logout/"]


@pytest.mark.parametrize("game", ["quartz", "gem_edge"])
def test_it_costs_as_many_queries_at_any_moment_of_any_length(game):
    short, long = running(game, 5), running(game, 60)
    seats = [one.seats.select_related("player").get(number=0) for one in (short, long)]
    counts = {
        asked(found, seat, rest).queries
        for found, seat in zip((short, long), seats, strict=True)
        for rest in ("replay/?at=2", "replay/", "replay/charts/")
    }
    assert len(counts) == 1 and max(counts) <= 8


# --- where it is found


def test_the_end_the_history_and_the_list_of_matches_lead_here():
    found = over()
    assert address(found, "replay/?at=1") in page_of(found, "")
    assert address(found, "story/") in page_of(found, "")
    assert address(found, "replay/") in page_of(found, "history/")
    listed = browser("alice").get("/").content.decode()
    assert address(found, "replay/?at=1") in listed and address(found, "story/") in listed
    assert address(found, "check/") in page_of(found, "more/")
    still = running()
    assert address(still, "replay/") in page_of(still, "history/")


def test_turning_points_are_named_and_lead_to_their_moments():
    page = page_of(over())
    (turns,) = re.findall(r'<ul class="turning-points">.*?</ul>', page, re.S)
    named = re.findall(r"<strong>([^<]+)</strong><br><a href=\"[^\"]+\?at=(\d+)#reel\">", turns)
    assert len(named) >= 2
    assert all(re.match(r"The|Your", name) for name, _ in named)
    assert all(int(place) <= where(page)[1] for _, place in named)


# --- into the chat


def test_a_moment_can_be_put_into_the_chat_and_opened_from_there():
    found = running()
    page = page_of(found, "replay/?at=7")
    assert f"{address(found, 'talk/')}?moment=7#talk" in page
    chat_page = page_of(found, "talk/?moment=7")
    (text,) = re.findall(r'<textarea id="say"[^>]*>([^<]*)</textarea>', chat_page)
    assert text.strip().endswith(f"{address(found, 'replay/')}?at=7")
    chat.say(found.pk, 0, f"{text.strip()} look!", NOON)
    read = page_of(found, "talk/", who="bob")
    assert f'<a href="{address(found, "replay/")}?at=7" hx-boost="false">moment 7</a> look!' in read


def test_no_other_address_becomes_a_link_and_no_word_is_put_into_the_form():
    found, other = running(), running()
    chat.say(found.pk, 0, f"https://evil.example/m/{other.public_id}/replay/?at=7 <b>x</b>", NOON)
    read = page_of(found, "talk/", who="bob")
    assert f"{other.public_id}/replay/?at=7 &lt;b&gt;" in read and ">moment 7<" not in read
    for told in ("x", "<script>", "9" * 9, "-1"):
        page = browser("alice").get(address(found, "talk/"), {"moment": told}).content.decode()
        assert re.findall(r'<textarea id="say"[^>]*>([^<]*)</textarea>', page) == [""]


def test_blocked_people_see_what_the_match_page_gives_them():
    found = over(spectators=True)
    Block.objects.create(player=person("alice"), blocked=person("eve"))
    watched = browser("eve").get(address(found, "watch/")).status_code
    assert browser("eve").get(address(found, "replay/")).status_code == watched == 200
