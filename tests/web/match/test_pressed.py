"""The tokens of a page's forms: each has a key of its own that nobody else can make, from one signature."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import astuple

import pytest
from django.core import signing

from games.models import Seat
from games.web.match import pressed
from games.web.match.pressed import BETWEEN, SALT, PagePress, draw, opened, read
from tests.kit.cast import Page, address, browser, match_of, turn_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
PARTS = ["match", "seat", "generation", "version", "once", "question", "number", "key"]


@pytest.fixture
def seat() -> Seat:
    return turn_seat(match_of())


def parts(token: str) -> list[str]:
    return urlsafe_b64decode(token.removeprefix(BETWEEN)).decode().split(BETWEEN)


def joined(parts: list[str]) -> str:
    return BETWEEN + urlsafe_b64encode(BETWEEN.join(parts).encode()).decode()


def fresh(seat: Seat) -> Seat:
    """Read a seat again, as the next request does."""
    return Seat.objects.select_related("match").get(pk=seat.pk)


def test_a_token_says_what_its_form_was_drawn_for(seat):
    press = read(draw(seat, "0-12-1"), seat)
    assert press is not None
    assert astuple(press)[:5] == (seat.match.public_id, seat.number, 1, "0-12-1", seat.match.version)
    assert press.name == (0, 12, 1)


def test_no_two_forms_share_a_key(seat):
    keys = {press.key for one in (seat, fresh(seat)) for _ in range(20) if (press := opened(draw(one)))}
    assert len(keys) == 40


@pytest.mark.parametrize("place", range(len(PARTS)), ids=PARTS)
def test_no_part_of_a_token_can_be_changed(seat, place):
    mine, other = (parts(draw(one, question)) for one, question in ((seat, "0-1-0"), (fresh(seat), "0-2-0")))
    changed = [*mine]
    changed[place] = other[place] if other[place] != mine[place] else mine[place] + "0"
    assert opened(joined(mine)) and opened(joined(changed)) is None


def test_a_key_of_the_same_page_fits_no_other_form(seat):
    one, other = (draw(seat, question) for question in ("0-1-0", "0-2-0"))
    exchanged = joined([*parts(one)[:-1], parts(other)[-1]])
    assert opened(exchanged) is None


@pytest.mark.parametrize(
    "token", [BETWEEN, BETWEEN * 8, "~a", "~\ud800", "~é", joined([""] * 8), joined(["é"] * 8)]
)
def test_what_is_no_token_is_refused(token):
    assert opened(token) is None


def test_a_token_is_of_one_seat_and_its_present_player(seat):
    token, neighbour = draw(seat), seat.match.seats.exclude(pk=seat.pk).first()
    assert neighbour is not None and read(token, neighbour) is None
    seat.generation += 1
    assert read(token, seat) is None


def test_a_page_from_before_can_still_be_pressed(seat):
    before = PagePress(seat.match.public_id, seat.number, seat.generation, "0-1-0", 1, "a key of then")
    assert read(signing.dumps(astuple(before), salt=SALT), seat) == before
    assert opened(signing.dumps(astuple(before), salt="games.page.other")) is None


def test_tokens_outlive_a_new_secret_key(seat, settings):
    token, old = draw(seat), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a newer key", [old]
    assert opened(token)
    settings.SECRET_KEY_FALLBACKS = []
    assert opened(token) is None


def test_a_page_is_signed_once(seat, monkeypatch):
    signed, sign = list[str](), pressed._signature

    def noted(shared: str, key: str) -> bytes:
        signed.append(shared)
        return sign(shared, key)

    monkeypatch.setattr(pressed, "_signature", noted)
    page = Page.of(browser(seat.player).get(address(seat.match, "more/")))
    presses = [one for form in page.forms for one in form.values().get("press", [])]
    assert len(signed) == 1 and len({*presses}) > 3
    assert {BETWEEN.join(parts(one)[:5]) for one in presses} == {*signed}
