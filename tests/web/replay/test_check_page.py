"""The page that checks the draws: it runs the checks, says what each proves, and notices what is wrong."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from games.infra import triggers
from games.models import Event, Match, MatchStatus
from games.play import history
from tests.kit.cast import Page, address, browser, events, match_of, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")


def over(game: str = "quartz") -> Match:
    found = match_of(game=game, secret=bytes(range(32)))
    play_on(found, 2000)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


def checked(found: Match, who: str = "alice"):
    client = browser(who)
    (form,) = [
        one for one in Page.of(client.get(address(found, "check/"))).forms if one.action.endswith("/check/")
    ]
    return client.post(form.action, form.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_check_passes_and_says_what_it_proves_and_what_not(game):
    found = over(game)
    draws = sum(len(record.draws) for record in history.load(found)[0])
    got = checked(found)
    words = Page.of(got).words
    assert got.status_code == 200
    assert f"all {events(found)} events and {draws} draws were checked just now" in words
    assert words.count("✓ checked") == 7
    assert "It doesn't prove that nobody looked at the secret" in words


def test_it_shows_secret_fingerprints_and_the_file():
    found = over()
    page = Page.of(browser("alice").get(address(found, "check/")))
    for told in (
        history.secret_of(found).hex(),
        found.commitment,
        found.head,
        "verify_log.py log.jsonl --head",
    ):
        assert told in page.words
    assert any(one.action.endswith("/proof/") for one in page.forms)


def test_a_log_that_was_changed_is_noticed():
    found = over()
    triggers.remove()
    row = Event.objects.filter(match=found, kind="mined").order_by("number").first()
    other = bytes(row.payload).replace(b'"gem":"', b'"gem":"x')
    QuerySet(Event).filter(pk=row.pk).using(connection.alias).update(payload=other)
    history.memo.clear()
    got = checked(found)
    words = Page.of(got).words
    assert "Something is wrong with this log" in words
    assert f"event {row.number} doesn't match the chain" in words
    assert "✓ checked" not in words


def test_a_changed_head_is_noticed():
    found = over()
    Match.objects.filter(pk=found.pk).update(head="0" * 64)
    assert "Something is wrong" in Page.of(checked(found)).words


def test_while_it_is_played_only_the_fingerprint_is_shown():
    found = match_of()
    got = browser("alice").get(address(found, "check/"))
    words = Page.of(got).words
    assert found.commitment in words and history.secret_of(found).hex() not in words
    assert [one.action for one in Page.of(got).forms] == ["/accounts/logout/"]
    again = browser("alice").post(address(found, "check/"))
    assert again.status_code == 200 and "checked just now" not in again.content.decode()


def test_it_is_not_run_without_end():
    found, alice = over(), browser("alice")
    most = settings.LIMITS["checks of a player"][0]
    answers = [alice.post(address(found, "check/")).status_code for _ in range(most + 1)]
    assert answers == [200] * most + [429]


def test_it_is_for_those_who_played():
    found = over()
    assert browser("eve").post(address(found, "check/")).status_code == 404
