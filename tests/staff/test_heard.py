"""Whoever looks as a seat reads what it sent and laid in words, as its own pages have them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.models import Match, Order, Submission
from games.present.names import Names
from games.rules.kernel.codec import canonical
from games.staff import what_a_seat_sent
from tests.kit.cast import NOON, Page, at, match_of
from tests.kit.moderator import filled, staff
from tests.kit.play_people import play_on

pytestmark = pytest.mark.django_db


def called(found: Match) -> Names:
    return Names(found.rules, found.seats.select_related("player"), found.options_read)


def told_of(found: Match, command: str, code: str = "") -> list[str]:
    refusal = {"code": code, "details": {}} if code else {}
    facts = {"match": found, "door": "page", "outcome": "refused" if code else "played", "refusal": refusal}
    (one,) = what_a_seat_sent.sent(found, [Submission(command=command, **facts)], called(found))
    assert one.raw == command
    return one.told


def told_of_orders(found: Match, content: str) -> list[str]:
    (one,) = what_a_seat_sent.ordered([Order(content=content, door="page")], called(found))
    return one.told


def written(orders: Any, **changes: Any) -> str:
    return canonical(msgspec.structs.replace(orders, **changes)).decode()


def test_a_command_is_said_and_why_it_was_refused():
    found = match_of()
    told = told_of(found, '{"kind": "come_closer", "target": 0, "give": "ruby", "take": "quartz"}')
    assert told == ["Come Closer: swap ruby for quartz with Alice"]
    mine = told_of(found, '{"kind": "gimme_a_hand", "target": 2}', "not_in_hand")
    assert mine[0].startswith("Gimme a Hand Here") and "Carol" in mine[0] and len(mine) == 2


@pytest.mark.parametrize(
    "odd", ["", "{", '{"kind": "burn"}', '{"kind": "come_closer", "target": "x"}', "[" * 9999]
)
def test_what_nobody_can_read_stays_as_it_came(odd):
    found = match_of()
    assert told_of(found, odd, "malformed") == told_of(found, "", "malformed") != []
    assert told_of_orders(found, odd) == []


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_orders_are_said(game):
    found = match_of(game=game)
    bare = found.rules.automation.orders()
    assert told_of_orders(found, written(bare)) == ["Cancelled: no plan and no standing orders any more."]
    for key, lay in found.rules.automation.ready_made.items():
        told = told_of_orders(found, written(lay(bare)))
        assert told and told[0] != "Cancelled: no plan and no standing orders any more.", key


def test_a_plan_of_ones_own_is_said_line_by_line():
    found = match_of()
    bare, ready = found.rules.automation.orders(), found.rules.automation.ready_made
    careful = ready["careful"](bare)
    own = msgspec.structs.replace(careful.plan, lines=careful.plan.lines + ready["digger"](bare).plan.lines)
    told = told_of_orders(found, written(bare, plan=own, token="always"))
    assert any("6" in one for one in told) and any("oken" in one for one in told)
    assert not any("{" in one for one in told)


def test_it_stands_on_the_page_of_a_look():
    with at(NOON):
        found = match_of()
        play_on(found, 6)
        first = found.submissions.filter(door="page").earliest("pk")
        mo, path = staff(), f"/admin/matches/{found.public_id}/look/"
        seat = f"{first.seat.number}:{first.seat.generation}"
        shown = Page.of(mo.get(mo.post(path, filled(mo, path, seat=seat))["Location"])).words
        assert what_a_seat_sent.sent(found, [first], called(found))[0].told[0] in shown
        assert first.command in shown
