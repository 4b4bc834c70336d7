"""Luck: what was drawn, against what could be expected of what was in the urn."""

from __future__ import annotations

import pytest

from games.rules.kernel.fold import before_each
from games.rules.kernel.fortune import Fortune
from games.rules.kernel.luck import Luck, average, luck_of
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.events import CardDrawn, MarketRefilled, OrnamentsDealt
from games.titles.gem_edge.rules.score import fortune as of_jewels
from games.titles.gem_edge.rules.state import State as JewelState
from games.titles.gnomes.rules.events import GemStolen, OgreHired, OgreStolen
from games.titles.quartz.rules.events import LeftMine, Mined
from games.titles.quartz.rules.gems import OBSIDIAN, VALUES
from games.titles.quartz.rules.score import fortune
from games.titles.quartz.rules.state import State
from games.titles.quartz_cards.rules.cards import ALL_MINE_CARDS
from games.titles.quartz_cards.rules.events import CardLaid
from games.titles.quartz_cards.rules.line import PRESENT, gives_way, unsafe
from games.titles.quartz_cards.rules.score import fortune as of_cards
from games.titles.quartz_cards.rules.state import State as CardState
from tests.kit import titles
from tests.kit.toy_matches import finished
from tests.toy import MAGPIES
from tests.toy import rules as toy

WORTH = {"bead": 1, "ring": 4, "spoon": 0, "caw": -2}
ME = Seat(1)


def worth_of_cards(state, event):
    return Fortune(event.seat, "deck", WORTH) if isinstance(event, toy.Drew) else None


def test_each_draw_is_compared_with_the_urn_as_it_was():
    records = finished(rules=MAGPIES, seed=3).records
    found = luck_of(MAGPIES.changed(fortune=worth_of_cards), records).strokes
    drawn = [
        (record, dict(before.state.urns["deck"]))
        for record, before in before_each(MAGPIES, records)
        if isinstance(record.event, toy.Drew)
    ]
    assert len(drawn) > 5
    for stroke, (record, urn) in zip(found, drawn, strict=True):
        expected = sum(WORTH[card] * count for card, count in urn.items()) / sum(urn.values())
        assert (stroke.number, stroke.seat) == (record.number, record.event.seat)
        assert stroke.came == WORTH[record.event.card]
        assert stroke.expected == pytest.approx(expected)


def test_a_game_that_values_nothing_has_no_luck():
    assert luck_of(MAGPIES, finished(rules=MAGPIES, seed=3).records) == Luck()


def test_over_the_whole_urn_luck_comes_to_nothing():
    urn = {"a": 3, "b": 1}
    worth = {"a": 2.0, "b": -6.0}
    assert average(urn, worth) == 0
    assert average(urn, {"a": 4}) == 3


def dug(cart: dict[str, int], *, token: bool = False) -> Fortune:
    state = State(values=VALUES, carts=[{}, cart], tokens=[False, token])
    found = fortune(state, Mined(ME, "ruby"))
    assert found is not None and (found.seat, found.urn) == (ME, "bag")
    return found


def test_in_quartz_a_second_obsidian_costs_the_cart():
    assert dug({"ruby": 1}).worth == {**VALUES, OBSIDIAN: 0}
    assert dug({"ruby": 1, OBSIDIAN: 1}).worth[OBSIDIAN] == -VALUES["ruby"]
    assert dug({"ruby": 1, OBSIDIAN: 1}, token=True).worth[OBSIDIAN] == 0
    assert fortune(State(), LeftMine(ME, False, None, 0)) is None


def test_in_the_card_game_a_card_that_brings_the_line_down_costs_the_line():
    values = {"ruby": 6, "quartz": 1}
    mine = {"quartz 1": 1, "ruby 2": 1, "quartz": 1}
    state = CardState(values=values, line=["ruby 1"], urns={"mine": mine})
    found = of_cards(state, CardLaid(ME, "quartz"))
    assert found == Fortune(ME, "mine", {"quartz 1": -6, "ruby 2": 6, "quartz": 1})


def test_what_brings_a_line_down_is_what_the_rules_say_of_each_card():
    golden, laid = titles.tests_of("quartz_cards").golden, 0
    _, _, records = golden.read(golden.files[0])
    for record, before in before_each(golden.rules, records):
        if isinstance(record.event, CardLaid):
            line = before.state.line
            for cards in [one for one in (line, [*line, PRESENT]) if not gives_way(one)]:
                assert unsafe(cards) == {card for card in ALL_MINE_CARDS if gives_way([*cards, card])}
            laid += 1
    assert laid > 50


@pytest.mark.parametrize("slug", ["quartz", "quartz_cards"])
def test_in_recorded_matches_every_draw_is_among_what_was_in_the_urn(slug):
    golden = titles.tests_of(slug).golden
    _, _, records = golden.read(golden.files[0])
    found = luck_of(golden.rules, records).strokes
    assert len(found) > 20
    assert len({one.seat for one in found}) > 1
    assert all(one.came == int(one.came) for one in found)


# --- what is counted


def counted_cards(state, event):
    return Fortune(event.seat, "deck", is_counted=True) if isinstance(event, toy.Drew) else None


def test_things_without_a_worth_are_counted_against_their_share_of_the_urn():
    records = finished(rules=MAGPIES, seed=3).records
    found = luck_of(MAGPIES.changed(fortune=counted_cards), records)
    drawn = [record.event for record in records if isinstance(record.event, toy.Drew)]
    assert found.strokes == []
    for card, tallies in found.tallies.items():
        for seat, tally in tallies.items():
            assert tally.came == sum((one.seat, one.card) == (seat, card) for one in drawn)
    for seat in {one.seat for one in drawn}:
        mine = [one[seat] for one in found.tallies.values() if seat in one]
        draws = sum(one.seat == seat for one in drawn)
        assert sum(one.came for one in mine) == draws
        assert sum(one.expected for one in mine) == pytest.approx(draws), "each draw brings one thing"


def test_what_is_put_into_an_urn_for_one_event_is_what_could_come():
    """A gem out of a rival's hand: what one seat gets the other loses."""
    golden = titles.tests_of("gnomes").golden
    steals = []
    for path in golden.files:
        _, _, records = golden.read(path)
        found = luck_of(golden.rules, records)
        for record, before in before_each(golden.rules, records):
            if isinstance(record.event, GemStolen):
                hand = dict(before.state.gems[record.event.rival])
                points = before.state.tables.points
                expected = sum(points[gem] * count for gem, count in hand.items()) / sum(hand.values())
                steals.append([one for one in found.strokes if one.number == record.number])
                thief, loser = steals[-1]
                assert (thief.seat, thief.came) == (record.event.seat, points[record.event.gem])
                assert thief.expected == pytest.approx(expected)
                assert (loser.seat, loser.came) == (record.event.rival, -thief.came)
                assert loser.expected == -thief.expected
    assert steals, "no recorded match has a theft"


@pytest.mark.parametrize(
    ("slug", "event", "urn"), [("gnomes", OgreHired, "ogres"), ("gem_edge", CardDrawn, "cards")]
)
def test_in_recorded_matches_every_card_drawn_is_counted_once(slug, event, urn):
    golden = titles.tests_of(slug).golden
    names, counted = {*golden.rules.core.urns(4, golden.rules.core.options())[urn]}, 0
    for path in golden.files:
        _, _, records = golden.read(path)
        drawn = [one.event for one, _ in before_each(golden.rules, records)]
        drawn = [one for one in drawn if isinstance(one, (event, OgreStolen))]
        found = luck_of(golden.rules, records).tallies
        assert sum(tally.came for mine in found.values() for tally in mine.values()) == len(drawn)
        assert {*found} <= names
        counted += len(drawn)
    assert counted > 20


def test_in_gem_edge_ornaments_dealt_are_worth_their_points():
    state = JewelState(worth={"ring_red": 2, "crown_rgyb": 4})
    found = of_jewels(state, OrnamentsDealt(ME, ["ring_red"]))
    assert found == Fortune(ME, "ornaments", {"ring_red": 2, "crown_rgyb": 4})
    assert of_jewels(state, MarketRefilled(0, "ring_red")) is None
