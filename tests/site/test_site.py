"""What a site has to say for itself: robots, security, icons, pages for the lost, and how to play."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, SuspiciousOperation
from django.test import Client
from django.utils import translation

from games.models import Player
from games.rules import catalogue
from quartz_site.environment import read_environment
from tests.kit.cast import Page
from tests.kit.environments import BASE, LOCAL
from tests.toy.rules import MAGPIES

PNG = b"\x89PNG\r\n\x1a\n"


def words(answer) -> str:
    return Page.of(answer).words


# --- for machines


def test_robots_are_asked_to_stay_away(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain"
    first, *allowed, last = answer.content.decode().splitlines()
    assert (first, last) == ("User-agent: *", "Disallow: /")
    assert all(line.startswith("Allow: ") for line in allowed)
    assert not [line for line in allowed if "/t/" in line or line in ("Allow: /", "Allow: /m/")]


def test_who_finds_a_hole_is_told_whom_to_tell(client, settings):
    settings.SECURITY_CONTACT, settings.SITE_URL = "mailto:security@example.org", "https://play.example.org"
    answer = client.get("/.well-known/security.txt")
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert told["Contact"] == "mailto:security@example.org"
    assert told["Canonical"] == "https://play.example.org/.well-known/security.txt"
    assert told["Preferred-Languages"].split(", ") == [code for code, _name in settings.LANGUAGES]
    ahead = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)
    assert timedelta(days=150) < ahead < timedelta(days=365)


def test_without_a_contact_there_is_no_such_file(client, settings):
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    "contact", ["security@example.org", "http://x.example", "mailto:x", "https://", "https://x y"]
)
def test_a_contact_that_leads_nowhere_is_said_at_the_start(environ, contact):
    environ(LOCAL | {"SECURITY_CONTACT": contact})
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        read_environment(BASE)


@pytest.mark.parametrize("contact", ["mailto:security@example.org", "https://example.org/contact"])
def test_a_contact_may_be_a_mail_address_or_a_page(environ, contact):
    environ(LOCAL | {"SECURITY_CONTACT": contact})
    assert read_environment(BASE).security_contact == contact


@pytest.mark.parametrize(
    ("host", "contact"),
    [
        ("host@example.org", "mailto:host@example.org"),
        ("https://example.org/us", "https://example.org/us"),
        ("http://example.org/us", ""),
        ("", ""),
    ],
)
def test_where_none_is_given_it_is_the_host_who_is_told(environ, host, contact):
    environ(LOCAL | {"HOST_CONTACT": host})
    assert read_environment(BASE).security_contact == contact


@pytest.mark.parametrize(("asked", "wide"), [("favicon.ico", 32), ("apple-touch-icon.png", 180)])
def test_an_icon_is_found_where_browsers_guess_it(client, asked, wide):
    answer = client.get(f"/{asked}")
    assert answer.status_code == 301
    content = client.get(answer["Location"]).getvalue()
    assert content.startswith(PNG)
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (wide, wide)


@pytest.mark.parametrize(
    "address", ["robots.txt", ".well-known/security.txt", "favicon.ico", "help/", "rules/quartz/"]
)
def test_none_of_it_leaves_a_cookie_or_takes_anything(client, settings, address):
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    client.get(f"/{address}")
    assert not client.cookies
    assert client.post(f"/{address}").status_code == 405


# --- for the lost


def test_what_isnt_there_is_told_with_ways_on(client):
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "latest email has new ones" in words(answer)
    assert client.get("/help/").status_code == 200 and 'href="/help/"' in answer.content.decode()


def raising(error: Exception):
    def page(*_: object, **__: object) -> None:
        raise error

    return page


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (SuspiciousOperation("canary"), 400, "couldn't read that request"),
        (PermissionDenied("canary"), 403, "You don't have access"),
        (ValueError("canary"), 500, "Something went wrong"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_goes_wrong_is_told_without_reasons_and_without_a_database(
    client, monkeypatch, error, status, told, language
):
    monkeypatch.setattr("games.web.site.home.render", raising(error))
    client.raise_request_exception = False
    answer = client.get("/", headers={"Accept-Language": language})
    assert answer.status_code == status
    assert f'<html lang="{language}">' in answer.content.decode() and b"canary" not in answer.content
    with translation.override(language):
        assert told in words(answer) or language != "en"
    assert 'class="gallery"' in answer.content.decode()


def test_files_that_a_failure_shows_are_there(client, monkeypatch):
    monkeypatch.setattr("games.web.site.home.render", raising(ValueError()))
    client.raise_request_exception = False
    found = re.findall(r'href="(/static/[^"]+)"', client.get("/").content.decode())
    assert len(found) == 3
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200
        answer.getvalue()


def strict(origin: str | None = None):
    headers = {"Origin": origin} if origin else {}
    return Client(enforce_csrf_checks=True, headers=headers)


@pytest.mark.parametrize("origin", [None, "http://testserver"])
def test_a_press_without_its_token_is_told_in_our_words_and_what_was_written_is_given_back(origin):
    answer = strict(origin).post("/m/x/talk/", {"said": "so long <b>", "do": "mine"})
    assert answer.status_code == 403
    assert "Please press the button again" in words(answer) and "CSRF" not in words(answer)
    assert (
        "so long &lt;b&gt;</textarea>" in answer.content.decode() and "mine</" not in answer.content.decode()
    )
    assert Page.of(answer).forms == []


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://a]b"])
def test_what_another_site_has_sent_isnt_shown_as_ones_own(origin):
    answer = strict(origin).post("/m/x/talk/", {"said": "words of another"})
    assert answer.status_code == 403 and b"words of another" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("where", "then"),
    [("/m/x/talk/", "/m/x/"), ("/m/x/", "/m/x/"), ("/new/quartz/", "/"), ("/cases/x/", "/")],
)
def test_what_is_written_by_who_is_signed_out_by_now_isnt_lost_on_the_way_to_sign_in(client, where, then):
    answer = client.post(
        where, {"said": "so long", "invite": "a@example.org", "text": "broken", "words": "w"}
    )
    told = answer.content.decode()
    assert answer.status_code == 403 and "no-store" in answer["Cache-Control"]
    assert all(f">{one}</textarea>" in told for one in ("so long", "a@example.org", "broken", "w"))
    assert f'href="/accounts/login/?next={then}"' in told and "Please press the button again" in told


@pytest.mark.django_db
def test_what_goes_wrong_before_a_page_is_found_is_told_in_its_players_language():
    player = Player.objects.create_user("ru@example.org", language="ru")
    client = strict()
    client.force_login(player)
    answer = client.post("/m/x/talk/", {}, headers={"Accept-Language": "pt-br"})
    assert answer.status_code == 403 and answer["Content-Language"] == "ru"
    assert '<html lang="ru">' in answer.content.decode()
    lost = client.get("/no/such/page", headers={"Accept-Language": "pt-br"})
    assert lost.status_code == 404 and '<html lang="ru">' in lost.content.decode()


# --- how to play


def test_help_is_there_for_everybody_and_leads_to_the_rules_of_each_game(client):
    answer = client.get("/help/")
    for game in catalogue.GAMES:
        assert f'href="/rules/{game.meta.slug}/"' in answer.content.decode()
    assert "Opening an email or a link never does anything" in words(answer)


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.meta.slug)
@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_each_game_tells_its_rules_and_all_its_cards(client, game, language):
    answer = client.get(f"/rules/{game.meta.slug}/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert "aren't here yet" not in words(answer), f"games/titles/{game.meta.slug}/help.html"
    answer = client.get(f"/rules/{game.meta.slug}/cards/", headers={"Accept-Language": language})
    cards = {key for key in game.core.words if key.startswith("card.") and "|" not in key}
    untold = {key for key in cards if f"help.{key.partition('.')[2]}" not in game.core.words}
    assert not untold, "what each does, in a row help.…"
    assert answer.content.decode().count("<dt>") == len(cards)


def test_a_game_that_has_no_short_rules_yet_says_so(client, monkeypatch):
    monkeypatch.setattr(catalogue, "GAMES", (MAGPIES,))
    answer = client.get(f"/rules/{MAGPIES.meta.slug}/")
    assert answer.status_code == 200 and "here yet" in words(answer)


@pytest.mark.parametrize("slug", ["nothing", "chess", "_none"])
def test_there_are_no_rules_of_what_cant_be_played(client, slug):
    assert client.get(f"/rules/{slug}/").status_code == 404


def test_pages_to_read_have_one_heading_and_no_gaps_below_it(client):
    for address in ("/help/", *(f"/rules/{rules.meta.slug}/" for rules in catalogue.GAMES)):
        levels = [int(one) for one in re.findall(r"<h([1-6])", client.get(address).content.decode())]
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
