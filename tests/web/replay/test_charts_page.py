"""Charts: what they draw is told by their tables, and is what the table of the game showed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from games.infra import recent
from games.match.moments import moments_in, table_at
from games.models import Match, MatchStatus
from games.models import Seat as Seats
from games.play import history
from games.present.names import Names
from games.present.replay import series
from games.rules import catalogue
from games.rules.kernel.luck import luck_of
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from games.titles.quartz.rules import QUARTZ
from tests.kit.cast import address, browser, match_of, person, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")
ROW = re.compile(r'<tr><th scope="row"><a href="[^"]*\?at=(\d+)[^"]*">\1</a></th>(.*?)</tr>', re.S)
WITH_LUCK = ("quartz", "quartz_cards")
COUNTED = re.compile(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>')
CELL = re.compile(r"<td>(\d+) \(([\d.]+) expected\)</td>")


def played(game: str, moves: int = 2000, seed: int = 0) -> Match:
    found = match_of(game=game, secret=bytes([seed] * 32) if seed else bytes(range(32)))
    play_on(found, moves, seed=seed or 1)
    found.refresh_from_db()
    return found


def page_of(found: Match, query: str = "", who: str = "alice") -> str:
    got = browser(who).get(address(found, f"replay/charts/{query}"))
    assert got.status_code == 200
    return str(got.content.decode())


def tables(page: str) -> list[list[tuple[int, list[str]]]]:
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page, re.S)
    return [
        [(int(place), re.findall(r"<td>(.*?)</td>", cells)) for place, cells in ROW.findall(body)]
        for body in bodies
    ]


def pictures(page: str) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring(one) for one in re.findall(r'<svg class="chart[^"]*".*?</svg>', page, re.S)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_points_holds_what_the_views_showed(game):
    found = played(game)
    records, table = history.load(found)
    moments = moments_in(found.rules, records, table.options)
    for query, reader in (("", AFTERWARDS), ("?as=seat-1", Seat(1))):
        rows, *_ = tables(page_of(found, query))
        assert len(rows) > 5
        for place, cells in rows:
            view = found.rules.core.view(table_at(found.rules, records, moments.at(place)).state, reader)
            assert [*map(int, cells)] == [*found.rules.text.score(view)]
    outcome = found.rules.core.outcome(table.state)
    last = tables(page_of(found))[0][-1][1]
    assert [*map(int, last)] == [one.points for one in sorted(outcome, key=lambda one: one.seat)]


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_a_line_for_each_seat_and_a_step_for_each_row(game):
    page = page_of(played(game))
    rows, picture = tables(page)[0], pictures(page)[0]
    lines = [one for one in picture.iter("g") if (one.get("class") or "").startswith("line ")]
    assert len(lines) == 3 and picture.get("aria-label") and picture.get("role") == "img"
    for seat, line in enumerate(lines):
        steps = line.find("path").get("d").count("H")
        changes = sum(one[1][seat] != two[1][seat] for one, two in zip(rows, rows[1:], strict=False))
        assert changes <= steps <= changes + 1


@pytest.mark.parametrize("game", WITH_LUCK)
def test_luck_is_told_draw_by_draw_and_adds_up(game):
    found = played(game)
    records, _ = history.load(found)
    drawn = luck_of(found.rules, records).strokes
    page = page_of(found)
    rows = tables(page)[1]
    assert len(rows) == len(drawn) > 10
    assert [float(cells[1].replace("−", "-")) for _, cells in rows] == [one.came for one in drawn]
    sums: dict[int, float] = {}
    for one, (_, cells) in zip(drawn, rows, strict=True):
        sums[one.seat] = sums.get(one.seat, 0) + one.came - one.expected
        assert float(cells[3].replace("−", "-")) == pytest.approx(sums[one.seat], abs=0.051)
    assert len([one for one in pictures(page) if one.get("class") == "chart"]) == 2


@pytest.mark.parametrize("game", ["quartz", "gnomes", "gem_edge"])
def test_what_came_how_often_is_drawn_and_told_alike(game):
    found = played(game, seed=3)  # a match of Gnomes in which ogres are hired
    records, table = history.load(found)
    tallies = luck_of(found.rules, records).tallies
    page = page_of(found)
    told = COUNTED.findall(page.partition('id="counted"')[2])
    assert len(told) == len(tallies) > 3
    names = Names(found.rules, found.seats.all(), table.options)
    expected = {
        names.thing(thing): [
            (mine[seat].came, mine[seat].expected) if seat in mine else (0, 0.0)
            for seat in map(Seat, range(3))
        ]
        for thing, mine in tallies.items()
    }
    for thing, cells in told:
        shown = CELL.findall(cells)
        assert [int(came) for came, _ in shown] == [came for came, _ in expected[thing]]
        due = [float(one) for _, one in shown]
        assert due == pytest.approx([one for _, one in expected[thing]], abs=0.051)
    bars = next(one for one in pictures(page) if "bars" in (one.get("class") or ""))
    lengths = [float(one.find("path").get("d").partition("h")[2]) for one in bars.iter("g")]
    came = [came for thing, _ in told for came, _ in expected[thing]]
    per = max(lengths) / max(came)
    assert lengths == pytest.approx([per * one for one in came], abs=0.2)
    marks = [one for one in bars.iter("path") if one.get("class") == "expected"]
    assert len(marks) == len(came) == 3 * len(told)


def test_a_match_without_such_draws_says_so(monkeypatch):
    found = played("quartz")
    monkeypatch.setattr(catalogue, "GAMES", (QUARTZ.changed(fortune=lambda state, event: None),))
    recent.forget()
    page = page_of(found)
    assert len(pictures(page)) == 1 and "luck could be counted from" in page


def test_while_it_is_played_luck_waits_for_the_end():
    found = played("quartz", 40)
    assert found.status == MatchStatus.RUNNING
    page = page_of(found)
    assert "Luck is counted once the match is over" in page and len(pictures(page)) <= 1
    assert "only what you could know" in page


def test_with_the_eyes_of_a_seat_luck_isnt_told():
    assert "shown with everything open" in page_of(played("quartz"), "?as=seat-1")


@pytest.mark.parametrize("game", GAMES)
def test_each_row_leads_to_its_moment(game):
    found = played(game)
    page = page_of(found, "?as=seat-1")
    (link, *_) = re.findall(r'<th scope="row"><a href="([^"]+)"', page)
    assert link.endswith("&amp;as=seat-1")
    assert browser("alice").get(link.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("game", ["quartz_cards", "gnomes"])
def test_a_substitute_reads_of_the_time_before_what_the_public_knew(game):
    """What the former player held then isn't told by a chart either."""
    found = played(game, 60, seed=2)
    assert found.is_running
    records, table = history.load(found)
    moments = moments_in(found.rules, records, table.options)
    came = moments.at(len(moments) // 2).number
    Seats.objects.filter(match=found, number=0).update(player=person("dora"), since=came)
    rows = {place: [*map(int, cells)] for place, cells in tables(page_of(found, who="dora"))[0]}
    assert min(rows) < len(moments) // 2 < max(rows)
    for place, values in rows.items():
        reader = PUBLIC if moments.at(place).number <= came else Seat(0)
        view = found.rules.core.view(table_at(found.rules, records, moments.at(place)).state, reader)
        assert values == [*found.rules.text.score(view)]


def test_a_match_that_was_ended_without_a_result_stays_as_each_knew_it():
    found = played("gnomes", 60)
    running = page_of(found)
    Match.objects.filter(pk=found.pk).update(status=MatchStatus.CLOSED)
    for query in ("", "?as=open", "?as=seat-1"):
        page = page_of(found, query)
        assert tables(page) == tables(running)
        assert 'class="readers"' not in page and "Luck is counted once" in page


def test_luck_of_few_moments_is_told_and_not_drawn():
    """What is dealt before the first turn makes no line over time."""
    page = page_of(played("gem_edge", seed=3))
    told = page.partition('id="luck"')[2].partition('id="counted"')[0]
    assert "5 draws, worth" in told and '<svg class="chart"' not in told
    assert len(tables(page)) == 3 and tables(page)[1], "the table tells each draw"


def test_several_draws_of_one_moment_are_one_point_of_the_line(monkeypatch):
    drawn = [
        series.Drawn(place, seat, 0, 0, luck) for place, seat, luck in ((3, 0, 1.5), (3, 0, -2.5), (7, 1, 4))
    ]
    monkeypatch.setattr(series, "FEW", 3)
    points = series.luck_over_time(drawn, 2, 9)
    assert points == (
        series.Point(1, (0.0, 0.0)),
        series.Point(3, (-2.5, 0.0)),
        series.Point(7, (-2.5, 4)),
        series.Point(9, (-2.5, 4)),
    )
