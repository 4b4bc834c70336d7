"""Two worlds of matches that one person plays alone: guided ones, step by step, and the daily mine.

What a lesson says, which answer it fills in, when robots answer and what others may open depend only on what
their player may know.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.lobby import alone, daily
from games.models import Match, MatchKind, Player
from games.present import lessons
from games.rules.catalogue import GAMES as TITLES
from games.rules.kernel.seats import Seat
from tests.kit import daily as tries
from tests.kit.both_worlds import Differs, Visitor, compare, other_log
from tests.kit.cast import NOON, address, browser, person
from tests.kit.guided import press, told_on
from tests.kit.nightly import more
from tests.kit.places import Scene
from tests.titles.gem_edge import worlds as gem_edge
from tests.titles.gnomes import worlds as gnomes
from tests.titles.quartz import worlds as quartz
from tests.titles.quartz_cards import worlds as quartz_cards

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
WORLDS = {"quartz": quartz, "quartz_cards": quartz_cards, "gnomes": gnomes, "gem_edge": gem_edge}
OF_PLAYER = (
    "match",
    "history",
    "more",
    "orders",
    "lessons",
    "replay",
    "charts",
    "check",
    "home",
    "daily",
    "learn",
)
OF_OTHERS = ("match", "watch", "replay", "charts", "card", "match_story", "daily", "home")
ME = Seat(0)
SEEDS = 8  # ways to exchange what is hidden


def in_two_worlds(found: Match, player: Player | None, names: tuple[str, ...]) -> int:
    """Compare pages of a match with those of a world that its player can't tell from it, if there is one."""
    for seed in range(SEEDS):
        log = other_log(found, ME, random.Random(seed), WORLDS[found.game].other_world)
        if log is not None:
            return compare(Scene(found), log, Visitor(player), *names)
    return 0


def lesson_of(slug: str) -> Match:
    rules = next(one for one in TITLES if one.meta.slug == slug)
    return alone.open_lesson(person("alice"), rules, "a key", NOON)


@pytest.mark.parametrize("slug", WORLDS)
def test_no_lesson_hangs_on_what_is_hidden(slug):
    found, client, compared, steps = lesson_of(slug), browser("alice"), 0, 0
    for step in range(20):
        found.refresh_from_db()
        if step % more(2, 1) == 0:
            compared += (here := in_two_worlds(found, person("alice"), OF_PLAYER))
            steps += bool(here)
        page = client.get(address(found)).content.decode()
        told = told_on(page)
        if told is None or not told.button:
            break
        press(client, address(found), page, told.button)
    assert steps >= 2 and compared > 40


def test_a_lesson_that_looked_into_a_rivals_hand_would_be_found(monkeypatch):
    plain = lessons.advice_of

    def nosy(seat_view):
        advice = plain(seat_view)
        hands = [sorted(hand) for hand in seat_view.table.state.hands]
        return advice and replace(advice, text=f"{advice.text} {hands}")

    found = lesson_of("quartz")
    assert in_two_worlds(found, person("alice"), ("match",)), "there is another world"
    monkeypatch.setattr(lessons, "advice_of", nosy)
    with pytest.raises(Differs):
        in_two_worlds(found, person("alice"), ("match",))


def the_try(moves: int) -> Match:
    daily.prepare(NOON)
    found = tries.begin(person("alice"), NOON)
    assert found.kind == MatchKind.DAILY
    tries.play(found, NOON, moves)
    return found


@pytest.mark.parametrize("moves", more([2, 5], [0, 1, 2, 3, 5, 8]))
def test_no_page_of_a_try_at_the_daily_mine_hangs_on_what_is_hidden(moves):
    found = the_try(moves)
    assert found.is_running
    assert in_two_worlds(found, person("alice"), OF_PLAYER) > 20
    for other in (person("eve"), None):
        assert in_two_worlds(found, other, OF_OTHERS) > 20
