"""Two worlds at every moment of a match that is looked back at, in its charts, and in the story to share.

What is hidden from a reader, at that moment or for good, changes no byte and no number of queries. A moment
stays as its reader knew it when more becomes known.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from msgspec.structs import replace as changed

from games.infra import recent
from games.models import Match, MatchStatus, Player, Seat
from games.present.replay import series
from games.rules import catalogue
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import QUARTZ
from tests.kit.both_worlds import Differs, Log, Visitor, in_the_world_of, other_log, same
from tests.kit.cast import address, browser, match_of, person, play_on
from tests.kit.nightly import more
from tests.kit.two_matches import Answer
from tests.secrecy.pairs import GAMES, pairs, sitting
from tests.titles.gem_edge import worlds as gem_edge
from tests.titles.gnomes import worlds as gnomes
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
EVERY = more(5, 1)  # by day one moment in so many
PLACES = re.compile(r"Moment \d+ of (\d+)")
THE_TABLE = re.compile(r'<section class="the-table".*?</section>\s*<div class="then">', re.S)
HAPPENED = re.compile(r'<section class="panel" aria-labelledby="happened">.*?</section>', re.S)
#: What is said of whose knowledge it is changes with the end.
WHOSE = re.compile(r'<p class="note">(You see what|As )[^<]*</p>')
LONGER = 25
OTHERS = {"gnomes": gnomes.other_world, "gem_edge": gem_edge.other_world}


def asks(path: str):
    return lambda client: client.get(path)


def looks(found: Match, visitor: Visitor, count: int, eyes: str = "") -> Iterator[tuple[str, Answer]]:
    """Look at moments from the first to the last, and at the charts."""
    places = [*range(1, count, EVERY), count]
    for rest in (*(f"replay/?at={place}{eyes}" for place in places), f"replay/charts/?{eyes}", "replay/"):
        yield rest, visitor.ask(found, asks(address(found, rest)))


def counted(found: Match, client: Client) -> int:
    told = PLACES.search(client.get(address(found, "replay/")).content.decode())
    assert told is not None
    return int(told[1])


def compare(found: Match, log: Log, player: Player | None, eyes: str = "") -> int:
    visitor, count = Visitor(player), counted(found, browser(player) if player else Client())
    with in_the_world_of(found, None):
        first = list(looks(found, visitor, count, eyes))
    with in_the_world_of(found, log):
        second = list(looks(found, visitor, count, eyes))
    for (where, mine), (_, theirs) in zip(first, second, strict=True):
        assert mine.status == 200
        same(where, mine, theirs)
    return len(first)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", more([0], [0, 1, 2]))
def test_no_moment_of_a_running_match_hangs_on_what_is_hidden(game, number):
    compared = 0
    for pair in pairs(game, sitting(number)):
        compared += compare(pair.found, pair.log, pair.seat.player)
        if compared > more(30, 200):
            return
    raise AssertionError(f"only {compared} pages could be compared")


@pytest.mark.parametrize("game", OTHERS)
def test_nor_in_games_with_hands_of_another_kind(game):
    for seed in range(20):
        found = match_of(game=game, secret=bytes([seed + 1] * 32))
        play_on(found, 20 + 9 * seed, seed=seed)
        found.refresh_from_db()
        log = other_log(found, found.seats.get(number=0).reader_of(10**6), random.Random(seed), OTHERS[game])
        if found.is_running and log is not None:
            assert compare(found, log, person("alice")) > 5
            return
    raise AssertionError("no match had another world")


def test_a_planted_leak_in_a_chart_is_found(monkeypatch):
    """A chart that counted the cards in rivals' hands would be told from one that doesn't."""

    def nosy(match_view, moments, eyes, note):
        hands = match_view.table.state.hands
        return (series.Point(1, tuple(float(len(hand)) for hand in hands)),)

    pair = next(one for one in pairs("quartz", sitting(0)) if differs_in_hands(one.found, one.log))
    monkeypatch.setattr(series, "_scores", nosy)
    with pytest.raises(Differs):
        compare(pair.found, pair.log, pair.seat.player)


def differs_in_hands(found: Match, log: Log) -> bool:
    from games.play import history
    from games.rules.kernel.fold import fold

    _, table = history.load(found)
    mine, theirs = ([len(hand) for hand in one.state.hands] for one in (table, fold(found.rules, log)))
    return mine != theirs


def test_a_planted_leak_at_a_past_moment_is_found(monkeypatch):
    def leaky(state, reader):
        sight = QUARTZ.core.view(state, reader)
        return changed(sight, deck=sum("eureka" in hand for hand in state.hands))

    monkeypatch.setattr(catalogue, "GAMES", (QUARTZ.changed(view=leaky, views=None),))
    with pytest.raises(Differs):
        for _, pair in zip(range(15), pairs("quartz", sitting(0)), strict=False):
            compare(pair.found, pair.log, pair.seat.player)


# --- a moment stays as it was known


def shown(client: Client, found: Match, place: int) -> tuple[str, str]:
    """Give what a page shows of a moment that doesn't hang on the moments after it."""
    page = client.get(address(found, f"replay/?at={place}&as=seat-0")).content.decode()
    page = WHOSE.sub("", page)
    table, happened = THE_TABLE.search(page), HAPPENED.search(page)
    assert table and happened
    return table[0], happened[0]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quartz", ONE_PRICE | {"covered_carts": True}),
        ("quartz_cards", {"windows": "full"}),
        ("gnomes", {}),
        ("gem_edge", {"windows": "full"}),
    ],
    ids=["quartz", "cards", "gnomes", "gem_edge"],
)
def test_what_becomes_known_later_changes_no_earlier_moment(game, options):
    found, alice = match_of(game=game, options=options, secret=bytes([7] * 32)), browser("alice")
    known: dict[int, tuple[str, str]] = {}
    for step in range(6):
        play_on(found, LONGER, seed=step)
        found.refresh_from_db()
        if not found.is_running:
            break
        count = counted(found, alice)
        known |= {place: shown(alice, found, place) for place in range(count - 3, count) if place > 0}
    assert len(known) > 5
    for place, before in known.items():
        assert shown(alice, found, place) == before


def test_a_substitute_looks_back_at_what_the_public_saw():
    found = match_of(secret=bytes([3] * 32))
    play_on(found, 40, seed=2)
    found.refresh_from_db()
    count = counted(found, browser("alice"))
    Match.objects.filter(pk=found.pk).update(spectators=True)
    alice = browser("alice")
    before = [shown(alice, found, place) for place in range(1, count, 4)]
    Seat.objects.filter(match=found, number=0).update(player=person("dora"), since=found.version)
    dora = browser("dora")
    now = [shown(dora, found, place) for place in range(1, count, 4)]
    assert all("stand own" in table for table, _ in before)
    assert not any("stand own" in table or 'class="you"' in table for table, _ in now)


# --- afterwards


def over(game: str, options: dict[str, object], seed: int) -> Match:
    found = match_of(game=game, options=options, secret=bytes([seed + 1] * 32))
    play_on(found, 2000, seed=seed)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_learns_afterwards_what_onlookers_never_knew(game):
    """The story to share, and the replay for spectators."""
    name, options, tell = GAMES[game]
    compared = 0
    for seed in range(12):
        found = over(name, options, seed)
        log = other_log(found, PUBLIC, random.Random(seed), tell)
        if log is None:
            continue
        Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
        assert compare(found, log, person("eve")) > 10
        assert compare(found, log, None) > 10
        stories = []
        for world in (None, log):
            with in_the_world_of(found, world):
                stories.append(Visitor(None).ask(found, asks(address(found, "story/"))))
        same("story/", *stories)
        compared += 1
        if compared == more(1, 4):
            return
    raise AssertionError("no finished match had another world")


@pytest.mark.parametrize("game", ["quartz", "cards"])
def test_afterwards_a_seat_s_knowledge_is_what_it_was(game):
    """With the eyes of a seat the same is shown, whatever the others held."""
    name, options, tell = GAMES[game]
    for seed in range(12):
        found = over(name, options, seed)
        log = other_log(found, found.seats.get(number=1).reader_of(10**6), random.Random(seed), tell)
        if log is not None:
            with_eyes_of_the_second(found, log)
            return
    raise AssertionError("no finished match had another world")


def with_eyes_of_the_second(found: Match, log: Log) -> None:
    alice = browser("alice")
    pages = []
    for world in (None, log):
        with in_the_world_of(found, world):
            recent.forget()
            count = counted(found, alice)
            seen = [shown_with(alice, found, place) for place in range(1, count, EVERY)]
            pages.append((count, seen))
    assert pages[0] == pages[1]


def shown_with(client: Client, found: Match, place: int) -> list[str]:
    page = client.get(address(found, f"replay/?at={place}&as=seat-1")).content.decode()
    return [part[0] for part in (THE_TABLE.search(page), HAPPENED.search(page)) if part]
