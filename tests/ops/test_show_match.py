"""A match is told as one reader may know it."""

from __future__ import annotations

import pytest

from games.mail import delivery
from games.models import Match, Player, WhyNot
from tests.kit.commands import page, refused, said
from tests.kit.play_people import NOON, match, play_on

pytestmark = pytest.mark.django_db


def hands(text: str) -> list[str]:
    return [line for line in text.splitlines() if " Hand: " in line]


def test_while_it_is_played_it_shows_what_anybody_may_know():
    found = match()
    text = said("show_match", page(found))
    assert text.startswith(f"Quartz {found.public_id}, in progress\n")
    assert "The table, as anybody may see it" in text and "Waiting for " in text
    assert hands(text) == []
    assert "gets 5 cards from the deck" in text


def test_a_seat_is_shown_its_own_hand_and_no_other(capsys):
    found = match()
    text = said("show_match", page(found), "--seat", "2")
    assert len(hands(text)) == 1
    assert text.count("gets 5 cards from the deck") == 2


def test_who_looks_at_a_seat_is_told_whom_that_is_for(caplog):
    found = match()
    said("show_match", page(found), "--seat", "2")
    (record,) = [one for one in caplog.records if "seat_looked_at" in str(one.msg)]
    assert record.msg["seat"] == 2
    said("show_match", page(found))
    assert len([one for one in caplog.records if "seat_looked_at" in str(one.msg)]) == 1


def test_it_shows_an_earlier_moment():
    found = match()
    play_on(found, 10)
    first = said("show_match", page(found), "--as-of", "1")
    assert [line for line in first.splitlines() if line[:4].strip().isdigit()] == [
        "   1  The match is open, and its draws are sealed."
    ]


def test_once_it_is_over_everybody_may_see_all_and_the_public_look_stays():
    found = match(3)
    play_on(found, 1000)
    text = said("show_match", page(found))
    assert "as everybody may see it" in text and "place 1 with" in text
    assert "as anybody may see it" in said("show_match", page(found), "--public")


def test_neither_seed_nor_address_is_ever_shown():
    secret = bytes(range(32))
    found = match(secret=secret)
    for words in ((), ("--public",), ("--seat", "1")):
        text = said("show_match", page(found), *words)
        assert secret.hex() not in text and "@example.org" not in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seat", "4"), "there is no seat 4: the match has seats 1 to 3"),
        (("--seat", "0"), "there is no seat 0: the match has seats 1 to 3"),
        (("--as-of", "0"), "there is no event 0"),
        (("--as-of", "999"), "there is no event 999"),
    ],
)
def test_what_is_not_there_is_one_sentence(words, sentence):
    assert refused("show_match", page(match()), *words).startswith(sentence)


def test_unknown_matches_and_games_are_one_sentence():
    assert refused("show_match", "\udcff") == "what was given is no text in UTF-8"
    assert refused("show_match", "nothing") == "there is no match nothing"
    found = match()
    Match.objects.update(game="chess")
    assert "a game this site doesn't have" in refused("show_match", page(found))


def test_two_players_of_one_name_are_told_apart():
    found = match()
    Player.objects.update(display_name="Kim")
    assert "Seat 2 gets 5 cards" in said("show_match", page(found))


def test_a_table_that_has_not_begun_says_so():
    found = Match.objects.create(game="quartz", commitment="00" * 32)
    assert "The match hasn't started." in said("show_match", page(found))


def test_the_table_is_told_in_the_words_of_its_game_and_edition():
    found = match(options={"edition": "2019", "card_values": {"eureka": 4}})
    text = said("show_match", page(found), "--seat", "1")
    table = text.partition("The table, as")[2]
    assert "  Board of awards:" in table and "_" not in table.partition(":")[2]
    assert "Нашёл! 4, " in table and "Перерыв 3" in table
    assert found.seats.get(number=0).name in table, "a seat is called as its player"


def test_a_host_sees_whom_no_mail_reaches():
    found = match()
    assert "don't arrive" not in said("show_match", page(found))
    player = found.seats.select_related("player").get(number=1).player
    delivery.leave_alone(player.email, WhyNot.BOUNCED, NOON)
    assert f"Emails to {player} don't arrive.\n" in said("show_match", page(found))
