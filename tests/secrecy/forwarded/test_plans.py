"""Which emails a plan causes, and when, depends on nothing that only its owner may know.

A plan that plays cards continues in one world and stops in the other. Everyone sees that when it happens, but
nobody is emailed beforehand that it will stop, unless anyone could tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games import play
from games.models import Door, Outbox
from games.play import history
from games.present.saved_plan import SavedPlan
from games.rules.kernel.codec import canonical
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import offered
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import orders as o
from tests.kit.both_worlds import seen_since
from tests.kit.play_people import NOON, answer, open_questions
from tests.secrecy.forwarded.both import Differs, compared, seated
from tests.secrecy.forwarded.mailbox import Came, Got, Mailbox
from tests.secrecy.forwarded.moments import SEATS, Moment, moments
from tests.secrecy.forwarded.tables import TABLES

pytestmark = pytest.mark.django_db
STEPS, MOST, EACH = 9, 6, 3
NOTHING = Got("", (), 0)
#: Stops after one stroke of the pickaxe, unless its owner holds the card.
ONE_CARD = o.Plan(lines=(o.MineLine(1), o.NotMineLine()), stops=o.Stops(obsidian=None), for_="every_day")


def bystanders(game: Any) -> list[tuple[Moment, int]]:
    """Find seats that aren't asked at some moment, first those that hold that card in one world only."""
    found: list[tuple[bool, int, Moment, int]] = []
    for moment in moments(game, EACH):
        here, there = (fold(game.rules, log).state for log in (moment.log, moment.other))
        asked = {one.seat for one in game.rules.core.open(here) if one.awaited}
        for seat in {*range(SEATS)} - asked:
            if here.hands[seat] != there.hands[seat]:
                apart = ("not_mine" in here.hands[seat]) != ("not_mine" in there.hands[seat])
                found.append((not apart, len(found), moment, seat))
    return [(moment, seat) for _, _, moment, seat in sorted(found)[:MOST]]


def laying(orders: str, came: Counter[str]) -> Any:
    """Save orders for the mailbox's seat, let the others play on, and read the emails that arrive."""

    def read(box: Mailbox) -> Iterator[tuple[str, Any]]:
        before = [*Outbox.objects.values_list("pk", flat=True)]
        play.lay_orders(box.found.pk, box.number, 1, orders, Door.PAGE, NOON)
        for step in range(STEPS):
            mails = tuple(box.came_since(before))
            came.update(str(kind) for kind, *_ in mails)
            yield f"{orders[:60]} {step}", Came(repr(seen_since(box.found, PUBLIC)), NOTHING, mails)
            play_openly(box)

    return read


def play_openly(box: Mailbox) -> None:
    """Let another seat give the first answer that anyone could name, if there is one."""
    history.memo.clear()
    match = box.found.__class__.objects.get(pk=box.found.pk)
    view = match.rules.core.view(history.load(match)[1].state, PUBLIC)
    for name, question in sorted(open_questions(match).items()):
        found = next(offered(match.rules.secrecy.public_choices(view, question)), None)
        if question.awaited and name.seat != box.number and found is not None:
            answer(match, name, canonical(found).decode())
            return


def plans_of(game: Any) -> list[str]:
    ready = [canonical(lay(None)).decode() for lay in game.rules.automation.ready_made.values()]
    return (
        [canonical(o.Orders(plan=ONE_CARD)).decode(), *ready] if game.rules.meta.slug == "quartz" else ready
    )


def look(game: Any, plans: list[str]) -> Counter[str]:
    came = Counter[str]()
    for number, (moment, seat) in enumerate(bystanders(game)):
        box = replace(seated(moment), number=seat)
        compared(box, moment, laying(plans[number % len(plans)], came))
    return came


@pytest.mark.parametrize("name", ["quartz", "quartz, covered", "cards, light"])
def test_which_mails_come_of_a_plan_and_when_hangs_on_nothing_hidden(name):
    came = look(TABLES[name], plans_of(TABLES[name]))
    assert came["done"]
    assert came["ahead"] or name == "cards, light"


def test_to_be_asked_ahead_by_what_the_hand_holds_is_found(monkeypatch):
    honest = SavedPlan.of
    monkeypatch.setattr(SavedPlan, "of", lambda *what, shows_hand: honest(*what, shows_hand=True))
    with pytest.raises(Differs):
        look(TABLES["quartz"], plans_of(TABLES["quartz"])[:1])
