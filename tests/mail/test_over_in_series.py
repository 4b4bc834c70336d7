"""The email that ends a match of a series: how the series stands, and the button that goes on."""

from __future__ import annotations

import pytest

from games.circles import series
from games.models import Match, MatchStatus, Outbox, Player, SeriesMatch
from tests.kit.mail_scenes import finished, html_of, over_in_series, scene, text_of

pytestmark = pytest.mark.django_db


def both(one: Outbox) -> tuple[str, str]:
    content = finished(one).content
    return text_of(content), html_of(content)


def test_it_counts_this_match_before_its_record_is_kept():
    for told in both(over_in_series("en")):
        assert "Series, best of 3: match 2" in told
        assert "Alice: 1 win" in told and "Bob: 1 win" in told and "Carol: 0 wins" in told
        assert "The first to win 2 matches wins the series." in told
        assert "Next match of the series" in told and "Rematch" not in told


def test_a_decided_series_names_its_winner_and_leads_to_a_rematch():
    one = over_in_series("en")
    (won,) = Match.objects.exclude(pk=one.match.pk)
    won.record.places.filter(rank=1).update(player=one.match.seats.get(number=0).player)  # Alice won that too
    for told in both(one):
        assert "Alice wins the series." in told and "The first to win" not in told
        assert "Rematch" in told and "Next match of the series" not in told


def test_a_series_that_went_on_offers_neither():
    one = over_in_series("en", best_of=5)
    after = Match.objects.create(game="quartz", commitment="0" * 64, status=MatchStatus.OVER)
    series.follow(SeriesMatch.objects.get(match=one.match), after)
    for told in both(one):
        assert "Rematch" not in told and "Next match of the series" not in told


def test_a_name_in_it_is_nothing_to_click():
    one = over_in_series("en")
    Player.objects.filter(display_name="Alice").update(display_name="www.evil.example")
    text, html = both(one)
    assert "evil.example: 1 win" not in text and "evil. example: 1 win" in text
    assert "evil.example" not in html


def test_a_single_match_says_nothing_of_a_series():
    for told in both(scene("quartz", "over")):
        assert "series" not in told.lower() and "Rematch" in told
