"""What an email without the hand says of what it leaves out, and where that is."""

from __future__ import annotations

import pytest

from games.models import Seat
from games.play import history
from tests.kit.mail_scenes import finished, html_of, play_until, row, scene, table, text_of

pytestmark = pytest.mark.django_db
KEPT_BACK = "This email doesn't show what only you can see"
NEEDS_HAND = "Your options depend on what only you may see"


@pytest.fixture(autouse=True)
def hears_replies(settings):
    settings.REPLY_DOMAIN = "reply.example.org"


def told(one) -> str:
    return " ".join(text_of(finished(one).content).split())


@pytest.mark.parametrize("kind", ["turn", "window", "started", "done", "ahead"])
@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_a_mail_without_the_hand_says_where_it_is_and_one_with_it_has_nothing_to_say(game, kind):
    without = scene(game, kind)
    said = told(without)
    assert said.count(KEPT_BACK) == 1 and said.count(f"/m/{without.match.public_id}/") > 1
    Seat.objects.update(hand_in_mail=True)
    assert KEPT_BACK not in told(without)


def test_the_chest_is_in_no_mail_that_may_be_passed_on_without_having_been_asked_for():
    found = table("quartz")

    def chests() -> list[int]:
        _, one = history.load(found)
        return [seat for seat, chest in enumerate(one.state.chests) if chest]

    assert play_until(found, lambda: bool(chests()))
    one = row(found, chests()[0], "done")
    assert "in the chest" in told(one) and "Your chest" not in told(one)
    Seat.objects.update(hand_in_mail=True)
    assert "Your chest" in told(one) and "Your hand" in told(one)


def test_when_it_is_over_nothing_is_kept_back():
    assert KEPT_BACK not in told(scene("quartz", "over"))


@pytest.mark.parametrize("kind", ["turn", "reminder", "unreadable"])
def test_what_only_the_cards_can_answer_is_said_first_with_the_way_there(kind):
    one = scene("quartz_cards", kind)
    text, html = told(one), html_of(finished(one).content)
    page = f"/m/{one.match.public_id}/"
    assert text.index(NEEDS_HAND) < text.index("The table:")
    assert page in text.partition("See your hand and choose: ")[2].split()[0]
    assert html.index("See your hand and choose") < html.index("All your options without")
    assert "Reply to this email with one of these codes" in text


def test_where_anything_can_be_answered_the_page_with_the_hand_is_one_more_way():
    text = told(scene("quartz", "turn"))
    assert NEEDS_HAND not in text and "See your hand and play a card:" in text


def test_an_invitation_leads_to_no_page_its_reader_cannot_open():
    assert "/m/" not in told(scene("quartz", "invitation"))
