"""Series: who has won how often, when it is decided, and that the next match is opened once."""

from __future__ import annotations

import pytest

from games.circles import series
from games.lobby import create, match_settings
from games.lobby.fill import Accepted
from games.lobby.match_settings import MatchSettings
from games.models import Match, MatchStatus, Player, SeriesMatch
from games.rules.kernel.refusal import Refused
from tests.kit.finished import finished
from tests.kit.play_people import NOON, player

pytestmark = pytest.mark.django_db
ROBOT = match_settings.against_robots


def played(first: Match | None, winner: int, people: list[Player], best_of: int = 3, robots=()) -> Match:
    """Finish the next match of a series, won by the seat of that number."""
    ranks = [(one, 1 if n == winner else 2) for n, one in enumerate(people)]
    match = finished(ranks, robots=[1 if len(people) + n == winner else 2 for n in range(len(robots))]).match
    if first is None:
        series.begin(match, best_of)
    else:
        before = SeriesMatch.objects.get(match=first)
        SeriesMatch.objects.create(match=match, series=before.series, number=before.number + 1)
    return match


def score(match: Match) -> dict[str, int]:
    found = series.score_of(match, match.seats.select_related("player", "match"))
    return {side.name: side.wins for side in found.sides}


def test_a_best_of_three_is_decided_by_two_wins():
    people = [player("ann"), player("ben")]
    one = played(None, 0, people)
    two = played(one, 1, people)
    assert score(two) == {"Ann": 1, "Ben": 1} and series.goes_on(two)
    three = played(two, 0, people)
    found = series.score_of(three, three.seats.select_related("player", "match"))
    assert score(three) == {"Ann": 2, "Ben": 1} and found.is_decided
    assert [side.name for side in found.sides if side.has_won] == ["Ann"]
    assert series.goes_on(three) is None


def test_a_shared_first_place_is_a_win_for_nobody():
    people = [player("ann"), player("ben")]
    match = finished([(people[0], 1), (people[1], 1)]).match
    series.begin(match, 3)
    assert score(match) == {"Ann": 0, "Ben": 0}


def test_robots_may_win():
    people = [player("ann"), player("ben")]
    one = played(None, 2, people, robots=("miner",))
    two = played(one, 2, people, robots=("miner",))
    assert series.goes_on(two) is None


def test_a_match_that_has_just_ended_counts_before_its_record_is_kept():
    people = [player("ann"), player("ben")]
    match = played(None, 0, people)
    match.record.places.all().delete()
    seats = match.seats.select_related("player", "match")
    assert [side.wins for side in series.score_of(match, seats, [1]).sides] == [1, 0]


def test_a_single_match_is_no_series():
    match = finished([(player(), 1), (player(), 2)]).match
    series.begin(match, 1)
    assert series.score_of(match, match.seats.all()) is None and series.best_of(match) == 1


def opened(host: Player, after: Match, key: str) -> Match:
    settings = MatchSettings("quartz", 3, ("miner",), best_of=series.best_of(after))
    return create.open_for(host, settings, Accepted(True), key, NOON, after=after)


def test_the_next_match_is_opened_once_whoever_presses():
    ann, ben = people = [player("ann"), player("ben")]
    one = played(None, 0, people)
    two = opened(ann, one, "a")
    assert opened(ben, one, "b") == two
    assert SeriesMatch.objects.get(match=two).number == 2
    Match.objects.filter(pk=two.pk).update(status=MatchStatus.CLOSED)  # called off: then it is opened anew
    three = opened(ben, one, "c")
    assert three != two and SeriesMatch.objects.get(match=three).number == 2


def test_after_a_series_is_decided_a_rematch_begins_another():
    people = [player("ann"), player("ben")]
    two = played(played(None, 0, people), 0, people)
    new = SeriesMatch.objects.get(match=opened(people[0], two, "a"))
    assert (new.number, new.series.best_of) == (1, 3)
    assert new.series != SeriesMatch.objects.get(match=two).series


def test_only_lengths_that_are_offered_are_taken():
    with pytest.raises(Refused, match="malformed"):
        match_settings.check(MatchSettings("quartz", 3, best_of=2))
