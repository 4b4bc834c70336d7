"""Far too much in a form: refused before it is worked on, whatever the form and the field."""

from __future__ import annotations

import unicodedata

import pytest
from django.test import Client

from games.models import LONGEST_NOTE, Note, Talk
from games.models.talk import read_at_most
from games.rules.kernel.refusal import Refused
from quartz_site.middleware import CALLS, MOST_FORM
from tests.kit.cast import Page, address, browser, match_of
from tests.kit.places import Place, Scene, places

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
TOO_LARGE = 413
#: Marks on one letter: to put them in order takes a time that grows with the square of their number.
ACCENTS = "a" + "\u0301\u0323" * 7_500


@pytest.mark.parametrize("place", [one for one in places() if not f"/{one.route}".startswith(CALLS)], ids=str)
def test_no_address_reads_what_no_form_could_hold(place: Place):
    path = place.path(Scene(match_of()))
    for client in (Client(), browser("alice")):
        told = client.post(path, "text=" + "a" * MOST_FORM, "application/x-www-form-urlencoded")
        assert told.status_code == TOO_LARGE and "too large" in Page.of(told).words


@pytest.mark.parametrize("length", ["-1", "many", "9" * 5000])
def test_a_length_that_is_none_is_refused_too(length):
    told = Client().generic("POST", "/accounts/login/", CONTENT_LENGTH=length)
    assert told.status_code == TOO_LARGE


def test_what_a_form_can_hold_is_read():
    told = browser("alice").post("/name/", {"name": "Ana", "next": "/", "more": "a" * (MOST_FORM - 2000)})
    assert told.status_code == 302


def test_a_provider_may_hand_on_a_whole_email(settings):
    settings.INBOUND = "postmark"
    settings.ANYMAIL = settings.ANYMAIL | {"WEBHOOK_SECRET": ["user:" + "a" * 20]}
    told = Client().post("/mail/postmark/inbound_mime/", "a" * (MOST_FORM + 1), "application/json")
    assert told.status_code == 400, "which is for its password"


@pytest.fixture
def longest(monkeypatch) -> list[int]:
    """Note how long each text was that was put in order."""
    seen, normalize = [0], unicodedata.normalize

    def look(form: str, text: str) -> str:
        seen.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", look)
    return seen


PAGES = ["talk/", "more/", "flag/"]
ROOMS = ["/name/", "/hours/", "/addresses/", "/my-data/", "/mails/", "/mails/sent/", "/new/quartz/", "/new/"]


@pytest.mark.parametrize("path", [*PAGES, *ROOMS, "/accounts/login/"])
def test_no_field_is_put_in_order_before_its_length_is_known(path, longest):
    found = match_of()
    there = path if path.startswith("/") else address(found, path)
    client = Client() if path == "/accounts/login/" else browser("alice")
    page = Page.of(client.get(there))
    chosen = {name for form in page.forms for name, _options in form.selects}
    kinds = (None, "text", "email", "search")
    written = {
        str(one["name"]) for one in page.controls if one.get("name") and one.get("type") in kinds
    } - chosen
    assert written or path in ("/mails/", "/my-data/", "/new/")
    for form in [one for one in page.forms if "logout" not in one.action]:
        for name in written:  # all of them together are more than any form may hold
            sent = form.values() | {name: ACCENTS}
            assert client.post(form.action or there, sent).status_code not in (TOO_LARGE, 500)
    assert max(longest) <= 2 * LONGEST_NOTE


def test_what_is_said_far_too_long_is_refused_and_stays_in_its_form():
    found, client = match_of(), browser("alice")
    form = next(one for one in Page.of(client.get(address(found, "talk/"))).forms if "/talk/" in one.action)
    told = client.post(form.action, form.values() | {"said": ACCENTS})
    assert told.status_code == 422 and "Too long by" in Page.of(told).words
    assert ACCENTS in told.content.decode()
    assert not Talk.objects.exists() and not Note.objects.exists()


@pytest.mark.parametrize(
    ("told", "fits"), [("é" * 10, True), ("e\u0301" * 10, True), ("e\u0301" * 11, False)]
)
def test_how_a_letter_is_spelled_makes_no_text_too_long(told, fits):
    if fits:
        assert read_at_most(told, 10) == "é" * 10
    else:
        with pytest.raises(Refused, match="too_long"):
            read_at_most(told, 10)
