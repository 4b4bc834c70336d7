"""The page of a match: it shows what its seat may see, and takes what its seat may do, once."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from markupsafe import escape

from games.models import MatchStatus, SealedAnswer, Submission
from games.play import history
from games.present.match_names import tag
from games.present.names import Names
from games.present.seat_view import SeatView
from games.present.story import MatchStory
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS
from games.titles.quartz.rules import commands as c
from games.web.match.pressed import draw as make_token
from games.web.match.results import MOST_OPEN
from tests.kit.cast import (
    SOON,
    Page,
    address,
    answer,
    browser,
    events,
    match_of,
    open_questions,
    play_on,
    press,
    turn_seat,
    until,
)
from tests.kit.play_people import asked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def mover(found):
    """Give the seat whose turn it is, a browser, and the form of its question."""
    seat = turn_seat(found)
    client = browser(seat.player)
    return seat, client, Page.of(client.get(address(found))).asking[0]


# --- looking


def test_it_says_whose_turn_it_is_and_until_when_in_ones_own_zone():
    found = match_of()
    seat, client, _ = mover(found)
    mine = Page.of(client.get(address(found))).words
    assert "Your turn" in mine
    assert "minutes left, Tue 3 March 13:00 (Europe/Berlin)" in mine and "23 hours, 55" in mine
    other = found.seats.exclude(pk=seat.pk).select_related("player")[0]
    theirs = Page.of(browser(other.player).get(address(found)))
    assert f"Waiting for {seat.name}" in theirs.words
    assert theirs.asking == []


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_it_takes_only_get_head_and_post(method):
    found = match_of()
    assert getattr(browser("alice"), method)(address(found)).status_code == 405
    assert browser("alice").head(address(found)).status_code == 200


def test_a_stranger_is_asked_to_sign_in_whether_or_not_there_is_a_match(client):
    found = match_of()
    here, nowhere = client.get(address(found)), client.get("/m/AAAAAAAAAAAAAAAA/")
    assert here.status_code == nowhere.status_code == 302
    assert here["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("rest", ["", "orders/", "take-back/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_for_everybody_else_it_isnt_there_to_the_byte(rest, method):
    found, eve = match_of(), browser("eve")
    answers = []
    for public_id in (found.public_id, "A" * len(found.public_id)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            got = getattr(eve, method)(f"/m/{public_id}/{rest}")
        headers = {name: value for name, value in got.headers.items() if name != "Expires"}
        answers.append((got.status_code, got.content, headers, len(queries)))
    assert answers[0] == answers[1]
    assert answers[0][0] == (405 if rest == "take-back/" and method == "get" else 404)
    assert "no-store" in answers[0][2]["Cache-Control"] or answers[0][0] == 405


def test_every_control_has_a_label_and_no_id_stands_twice():
    found = match_of()
    for seed in range(40):
        play_on(found, 3, seed=seed)
        found.refresh_from_db()
        for seat in found.seats.select_related("player"):
            page = Page.of(browser(seat.player).get(address(found)))
            assert len(page.ids) == len(set(page.ids))
            assert {facts.get("id") for facts in page.controls} <= page.labelled
        if not found.is_running:
            break


def test_nothing_of_it_is_kept_by_browsers_or_run_inside_it():
    found = match_of()
    got = browser("alice").get(address(found))
    assert "no-store" in got["Cache-Control"]
    assert re.findall(rb"<script(?! src=\"/static/)", got.content) == []
    assert re.findall(rb"<[^>]* (?:style|on[a-z]+|hx-on[^=]*)=", got.content) == []


def test_names_of_questions_stand_nowhere_in_clear():
    found = match_of()
    name = asked(found, "turn")
    seat = turn_seat(found)
    content = browser(seat.player).get(address(found)).content.decode()
    assert f"{name.rewound}-{name.opened}-{name.seat}" not in content


def test_the_title_counts_what_waits_for_me():
    matches = [match_of() for _ in range(3)]
    seat = turn_seat(matches[0])
    mine = sum(turn_seat(found).player == seat.player for found in matches)
    content = browser(seat.player).get(address(matches[0])).content.decode()
    assert f"<title>({mine}) Alice, Bob and Carol, 2 March · Quartz · {tag(matches[0])}</title>" in content


def test_it_costs_the_same_early_and_late():
    found = match_of()
    counts = set()
    for seed in range(6):
        play_on(found, 10, seed=seed)
        found.refresh_from_db()
        if not found.is_running:
            break
        # Noting that somebody looks, once a minute, is a write.
        found.seats.update(seen_at=None)
        for seat in found.seats.select_related("player"):
            if seat.number in found.awaited:
                client = browser(seat.player)
                with CaptureQueriesContext(connection) as queries:
                    assert client.get(address(found)).status_code == 200
                counts.add(len(queries))
    assert len(counts) == 1


def test_a_match_that_has_not_begun_or_is_stopped_says_so():
    found = match_of()
    for status, words in (
        (MatchStatus.LOBBY, "waiting for players"),
        (MatchStatus.QUARANTINED, "An error has stopped this match"),
    ):
        type(found).objects.filter(pk=found.pk).update(status=status)
        got = browser("alice").get(address(found))
        assert got.status_code == 200
        assert words in Page.of(got).words


def test_a_log_that_cannot_be_read_is_told_without_details(monkeypatch):
    found = match_of()
    monkeypatch.setattr(
        "games.play.history.load", lambda match: (_ for _ in ()).throw(HistoryBroken("ruby canary"))
    )
    got = browser("alice").get(address(found))
    assert got.status_code == 503
    assert "operators were told" in Page.of(got).words
    assert b"canary" not in got.content


def test_a_match_that_is_over_shows_how_it_ended():
    found = match_of()
    play_on(found, 2000)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    page = Page.of(browser("alice").get(address(found)))
    assert "How it ended" in page.words
    assert page.asking == []


def told_to(found, reader):
    """Give the sentences of a whole log as a reader may have them."""
    records, table = history.load(found)
    names = Names(found.rules, found.seats.select_related("player"), table.options)
    telling = MatchStory(found.rules, records, table, lambda _: reader, names)
    return [line.text for line in telling.lines]


def story_on(page):
    return re.findall(
        r"<li(?: id=\"line-\d+\")?>(.*?)</li>",
        page.content.decode().partition('id="story"')[2].partition("</section")[0],
    )


def test_once_it_is_over_everybody_is_told_the_same_and_all_that_the_rules_reveal():
    found = match_of()
    play_on(found, 2000)
    found.refresh_from_db()
    found.seats.filter(number=2).update(since=found.version - 5)  # a substitute, who came late
    whole = address(found, "history/?lines=9999")
    stories = [story_on(browser(seat.player).get(whole)) for seat in found.seats.all()]
    everything = [escape(line) for line in told_to(found, AFTERWARDS)]
    assert stories == [everything] * 3
    for seat in found.seats.all():
        assert set(told_to(found, AFTERWARDS)) - set(told_to(found, seat.number)), "more than one seat knew"


def test_until_then_and_where_it_was_ended_without_a_result_each_is_told_what_their_seat_may_know():
    found = match_of()
    play_on(found, 20)
    for status in (MatchStatus.RUNNING, MatchStatus.PAUSED, MatchStatus.CLOSED):
        type(found).objects.filter(pk=found.pk).update(status=status)
        found.refresh_from_db()
        for seat in found.seats.select_related("player"):
            mine = [escape(line) for line in told_to(found, seat.number)]
            assert story_on(browser(seat.player).get(address(found, "history/?lines=9999"))) == mine
            assert mine != [escape(line) for line in told_to(found, AFTERWARDS)]


# --- answering


def test_a_move_is_made_and_its_receipt_shown():
    found = match_of()
    _, client, form = mover(found)
    before = events(found)
    done = press(client, found, form, do="mine?")
    assert done.status_code == 302
    assert events(found) == before + 2
    page = Page.of(client.get(done["Location"]))
    assert "Your move: Mine a crystal" in page.words
    assert Submission.objects.get(match=found, door="page").outcome == "played"


def done_box(page: str) -> str:
    """Cut out what the page says of the last press."""
    return page.split('<div class="done"')[1].split("</div>")[0]


@pytest.mark.parametrize("moves", [1, 12])
def test_a_receipt_tells_on_up_to_now_and_folds_what_is_long(moves):
    found = match_of()
    seat, client, form = mover(found)
    done = press(client, found, form, do="mine?")["Location"]
    after = Submission.objects.get(match=found, door="page").last_event
    assert "What happened next" not in client.get(done).content.decode()
    play_on(found, moves)
    found.refresh_from_db()
    since = [escape(line) for line in SeatView.of(found.seats.get(pk=seat.pk), SOON).story.since(after)]
    box = done_box(client.get(done).content.decode())
    assert since and all(f"<li>{line}</li>" in box for line in since)
    assert box.rindex(since[-1]) > box.index("What happened next")
    assert ("<details" in box) == (len(since) > MOST_OPEN)


def test_the_same_form_sent_twice_plays_once_and_shows_the_same_receipt():
    found = match_of()
    _, client, form = mover(found)
    first, second = (press(client, found, form, do="mine?") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Submission.objects.filter(match=found, door="page").count() == 1
    receipts = [Page.of(client.get(one["Location"])).words for one in (first, second)]
    assert receipts[0] == receipts[1]


def test_each_rendering_has_a_key_of_its_own():
    found = match_of()
    _, client, form = mover(found)
    again = Page.of(client.get(address(found))).asking[0]
    assert form.values()["press"] != again.values()["press"]


def test_nobody_elses_receipt_is_shown():
    found = match_of()
    seat, client, form = mover(found)
    done = press(client, found, form, do="mine?")["Location"]
    other = found.seats.exclude(pk=seat.pk).select_related("player")[0]
    assert "Done." not in Page.of(browser(other.player).get(done)).words


def test_a_second_tab_is_told_what_happened_and_what_can_be_done():
    found = match_of()
    seat, client, form = mover(found)
    stale = Page.of(client.get(address(found))).asking[0]
    press(client, found, form, do="mine?")
    others = 0
    while turn_seat(found).pk != seat.pk:
        answer(found, asked(found, "turn"), c.Mine())
        others += 1
    before = events(found)
    told = press(client, found, stale, do="mine?")
    assert told.status_code == 409
    page = Page.of(told)
    assert "already closed" in page.words and "Since you opened the page" in page.words
    assert f"{seat.name} mines" in page.words
    assert events(found) == before
    (fresh,) = [form for form in page.asking if "mine?" in str((form.radios, form.buttons))]
    assert press(client, found, fresh, do="mine?").status_code == 302
    assert events(found) > before


def test_a_refusal_says_why_and_loses_nothing():
    found = match_of()
    until(found, "sell")
    name = asked(found, "sell")
    seat = found.seats.select_related("player").get(number=name.seat)
    client = browser(seat.player)
    form = next(one for one in Page.of(client.get(address(found))).asking if "store?" in one.values()["do"])
    sent = {"store?/gems": ["amber", "amber*2"]}
    told = press(client, found, form, **sent)
    assert told.status_code == 422
    assert "You don't have those crystals." in Page.of(told).words or "chest holds" in Page.of(told).words


def form_of(page, offer: str):
    """Find the form of a choice that leaves something to choose."""
    return next(one for one in Page.of(page).asking if one.values().get("do") == [offer])


def with_blanks(found, least):
    """Play until the turn offers a card with so many blanks; give browser, form, offer and blanks."""
    for seed in range(200):
        _, client, _ = mover(found)
        for form in Page.of(client.get(address(found))).asking:
            offer = form.values().get("do", [""])[0]
            blanks = {name: options for name, options in form.radios.items() if name.startswith(f"{offer}/")}
            if offer and len(blanks) >= least:
                return client, form, offer, blanks
        play_on(found, 1, seed=seed)
        until(found, "turn", seed)
    raise AssertionError("no such offer")


def test_what_was_chosen_stays_chosen_when_something_is_missing():
    found = match_of()
    client, form, offer, blanks = with_blanks(found, 2)
    one, other = list(blanks)[:2]
    told = press(client, found, form, **{"do": offer, one: blanks[one][-1], other: ""})
    assert told.status_code == 422
    sent = form_of(told, offer).values()
    assert (sent["do"], sent[one], sent[other]) == ([offer], ["", blanks[one][-1]], [""])


def test_what_was_chosen_stays_chosen_when_the_page_is_stale():
    found = match_of()
    client, form, offer, blanks = with_blanks(found, 1)
    blank = next(iter(blanks))
    seat = turn_seat(found)
    closed = make_token(seat, f"0-1-{seat.number}")
    told = press(client, found, form, **{"press": closed, "do": offer, blank: blanks[blank][-1]})
    assert told.status_code == 409
    sent = form_of(told, offer).values()
    assert (sent["do"], sent[blank]) == ([offer], ["", blanks[blank][-1]])


def test_nothing_chosen_is_told_kindly():
    found = match_of()
    _, client, form = mover(found)
    before = Submission.objects.count()
    told = client.post(address(found), {"press": form.values()["press"]})
    assert told.status_code == 422
    assert "what you want to do" in Page.of(told).words
    assert Submission.objects.count() == before


@pytest.mark.parametrize(
    "do", ["fly?", "mine?x=1", "?", "what_crystal?gem=ruby&gem=x", "keep?gems=1", "let?", "x" * 5000]
)
def test_what_makes_no_sense_is_refused_with_a_sentence(do):
    found = match_of()
    _, client, form = mover(found)
    before = events(found)
    told = press(client, found, form, do=do)
    assert told.status_code == 422
    assert 'role="alert"' in told.content.decode()
    assert events(found) == before


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "\x00"])
def test_a_token_that_is_none_is_refused(token):
    found = match_of()
    _, client, form = mover(found)
    told = press(client, found, form, press=token, do="mine?")
    assert told.status_code == 422
    assert not Submission.objects.filter(door="page").exists()


def test_a_form_works_for_its_own_seat_match_and_generation_only():
    found, other = match_of(), match_of()
    seat, client, form = mover(found)
    before = events(found), events(other)
    for neighbour in found.seats.exclude(pk=seat.pk).select_related("player"):
        assert press(browser(neighbour.player), found, form, do="mine?").status_code == 422
    assert press(client, other, form, do="mine?").status_code == 422
    found.seats.filter(pk=seat.pk).update(generation=9)
    assert press(client, found, form, do="mine?")["Location"] == address(found, "hand/")
    assert press(browser(seat.player), found, form, do="mine?").status_code == 422
    assert (events(found), events(other)) == before


def test_a_form_without_its_csrf_token_does_nothing():
    found = match_of()
    seat, _, form = mover(found)
    strict = browser(seat.player, enforce_csrf_checks=True)
    before = events(found)
    for rest, sent in (
        ("", {"press": form.values()["press"], "do": "mine?"}),
        ("orders/", {"plan": "bold"}),
        ("take-back/", {}),
    ):
        assert strict.post(address(found, rest), sent).status_code == 403
    assert events(found) == before


def test_after_a_move_the_page_stays_and_leads_to_the_next_match_that_waits():
    found = match_of()
    seat, client, form = mover(found)
    while turn_seat(other := match_of()).player_id != seat.player_id:
        pass
    assert "Next match" not in Page.of(client.get(address(found))).words, "there is something to do here"
    done = press(client, found, form, do="mine?")
    assert done["Location"].startswith(address(found))
    page = Page.of(client.get(done["Location"]))
    assert (
        "Your move: Mine a crystal" in page.words and "Next match 1 match is waiting for you." in page.words
    )
    assert client.get(f"/next/?after={found.public_id}")["Location"] == address(other)


def test_where_nothing_waits_the_next_match_is_the_list_of_all():
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    assert client.get("/next/")["Location"] == address(found)
    assert client.get(f"/next/?after={found.public_id}")["Location"] == "/"


def test_the_last_answer_in_secret_opens_all_and_says_nothing_of_a_seal():
    found, last = match_of(), None
    until(found, "sell")
    for _ in range(3):
        found.refresh_from_db()
        if not any(one.kind == "sell" and one.awaited for one in open_questions(found).values()):
            break
        seat = found.seats.select_related("player").get(number=found.awaited[0])
        client = browser(seat.player)
        form = next(
            one for one in Page.of(client.get(address(found))).asking if "store?" in one.values()["do"]
        )
        last = press(client, found, form)
    assert last is not None
    done = Page.of(client.get(last["Location"])).words
    assert (
        "Your move: Sell the rest, store these" in done
        and "stays secret" not in done
        and f"{seat.name} sells" in done
    )


def test_after_a_move_the_page_leads_on_to_a_plan_for_the_next_turn():
    found = match_of()
    _, client, form = mover(found)
    page = client.get(press(client, found, form, do="leave?")["Location"])
    assert "It isn't your turn now; we'll email you when it is." in Page.of(page).words
    assert f'href="{address(found, "orders/")}"' in page.content.decode()
    client.post(address(found, "orders/"), {"plan": "digger"})
    laid = client.get(f"{address(found)}?done=orders")
    assert "plan saved" in Page.of(laid).words


def test_a_sealed_answer_says_so_can_be_changed_and_shows_to_nobody_else():
    found = match_of()
    until(found, "sell")
    names = [name for name, one in open_questions(found).items() if one.kind == "sell" and one.awaited]
    if len(names) < 2:
        pytest.skip("one dwarf alone has something to sell")
    seat = found.seats.select_related("player").get(number=names[0].seat)
    client = browser(seat.player)
    form = next(one for one in Page.of(client.get(address(found))).asking if "store?" in one.values()["do"])
    before = events(found)
    page = Page.of(client.get(press(client, found, form)["Location"]))
    assert "stays secret" in page.words
    assert events(found) == before
    again = next(one for one in page.asking if "store?" in one.values()["do"])
    assert press(client, found, again).status_code == 302
    assert SealedAnswer.objects.filter(match=found).count() == 2
    neighbour = found.seats.select_related("player").get(number=names[1].seat)
    assert "Waiting for " + seat.name not in Page.of(browser(neighbour.player).get(address(found))).words


def test_a_match_that_stops_between_look_and_press_says_so():
    found = match_of()
    _, client, form = mover(found)
    type(found).objects.filter(pk=found.pk).update(status=MatchStatus.PAUSED)
    told = press(client, found, form, do="mine?")
    assert told.status_code == 409
    assert "in progress right now" in Page.of(told).words


def test_neither_token_nor_command_reaches_the_log(log, monkeypatch):
    found = match_of()
    _, client, form = mover(found)
    client.raise_request_exception = False
    stale = Page.of(client.get(address(found))).asking[0]
    canary = "canary_card"
    token = form.values()["press"][0]
    got = [press(client, found, form, do="mine?")]
    got += [client.get(got[0]["Location"]), press(client, found, stale, do=f"{canary}?")]
    got += [
        press(client, found, stale, press=canary),
        browser("eve").post(address(found), {"do": canary, "press": token}),
    ]
    monkeypatch.setattr("games.play.submit", lambda wish, now: (_ for _ in ()).throw(ValueError("broken")))
    got.append(press(client, found, stale, do=f"{canary}?x={canary}"))
    assert {one.status_code for one in got} == {200, 302, 404, 422, 500}
    key = Submission.objects.filter(door="page")[0].key
    for secret in (token, canary, key, found.public_id):
        assert secret not in log.getvalue()
    assert json.loads(log.getvalue().splitlines()[0])["route"] == "/m/<slug:public_id>/"
