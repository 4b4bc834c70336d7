"""Nothing on the pages depends on what the rules hide: two worlds, every byte, every number of queries."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from games.present.match_names import tag
from games.rules import catalogue
from games.rules.kernel.seats import Reader
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.state import State
from games.titles.quartz.rules.view import Sight
from tests.kit.cast import Page, address, browser, match_of, play_on
from tests.kit.nightly import more
from tests.kit.two_matches import Answer, asked, other_match
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
STRAYS = ("fly?", "stop?", "not_mine?target=9", "what_crystal?gem=stone", "")
PAIRS = more(3, 6)
OPTIONS = [ONE_PRICE, ONE_PRICE | {"covered_carts": True, "thrill": True}]


def pairs(options: dict[str, object], wanted: int, first: int = 0) -> Any:
    """Make matches, and their other worlds for each seat; this seed's before all others."""
    made = 0
    for seed in dict.fromkeys((first, *range(20 * wanted))):
        found = match_of(options=options, secret=bytes([seed + 1] * 32))
        play_on(found, 3 + 5 * (seed % 9), seed=seed)
        found.refresh_from_db()
        for reader in found.seats.select_related("player") if found.is_running else ():
            other = other_match(found, reader, random.Random(seed))
            if other is not None:
                yield found, other, reader, other.seats.select_related("player").get(number=reader.number)
                made += 1
            if made == wanted:
                return


def token_of(found, reader) -> list[str]:
    forms = Page.of(browser(reader.player).get(address(found))).asking
    return forms[0].values()["press"] if forms else ["none"]


def offers_of(found, reader) -> list[str]:
    """List what that reader may answer, as their forms send it."""
    forms = Page.of(browser(reader.player).get(address(found))).asking
    return [value for form in forms for value in form.radios.get("do", form.values().get("do", []))]


def reckoning(press: list[str], do: str) -> dict[str, object]:
    """Build a request for a preview of a move: nothing is played, so one page is enough for all of these."""
    return {"press": press, "do": do, "reckon": "yes"}


class Differs(AssertionError):
    """Raised when the two worlds can be told apart."""


def same(mine: Answer, theirs: Answer) -> None:
    if mine != theirs:
        place = next(
            (n for n, two in enumerate(zip(mine.content, theirs.content, strict=False)) if len(set(two)) > 1),
            0,
        )
        raise Differs(
            f"{mine.content[place - 80 : place + 80]!r} / {theirs.content[place - 80 : place + 80]!r}"
        )


def compare(options: dict[str, object], wanted: int, first: int = 0) -> int:
    compared = 0
    for found, other, reader, there in pairs(options, wanted, first):
        both = ((found, reader), (other, there))
        same(*(asked(match, seat) for match, seat in both))
        for stray in STRAYS:
            same(
                *(
                    asked(match, seat, "", {"press": token_of(match, seat), "do": stray})
                    for match, seat in both
                )
            )
        presses = [(match, seat, token_of(match, seat)) for match, seat in both]
        for do in dict.fromkeys(offers_of(found, reader)):
            same(*(asked(match, seat, "", reckoning(press, do)) for match, seat, press in presses))
        same(*(asked(match, seat, "?about=cards&who=1&part=1&lines=500") for match, seat in both))
        for rest, sent in (("orders/", {"keep": "x"}), ("take-back/", {})):
            same(*(asked(match, seat, rest, sent) for match, seat in both))
        compared += 1
    return compared


@pytest.mark.parametrize("options", OPTIONS, ids=["open", "covered"])
def test_what_a_seat_is_shown_is_the_same_whatever_others_hold(options):
    assert compare(options, PAIRS) == PAIRS


def test_the_list_of_matches_is_the_same_too():
    for found, other, reader, _ in pairs(ONE_PRICE, 3):
        listed = browser(reader.player).get("/").content.decode()
        told = [(listed.split(match.public_id)[1].split("</li>")[0], tag(match)) for match in (found, other)]
        one, two = (text.replace(f" · {its_tag}<", " · TAG<") for text, its_tag in told)
        assert one == two


def held(card: str, state: State) -> int:
    return sum(card in hand for hand in state.hands)


LEAKS = {
    "a count": lambda sight, state: {"deck": held("eureka", state)},
    "an order": lambda sight, state: {"order": sight.order[:: -1 if held("eureka", state) % 2 else 1]},
    "a length": lambda sight, state: {"silence": "x" * held("here_we_go", state)},
}
#: The seeds that have found each first: they are tried before the others.
FOUND_BY = {"a count": 2, "an order": 2, "a length": 0, "a question": 2}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(monkeypatch, leak):
    def leaky(state: State, reader: Reader) -> Sight:
        sight = QUARTZ.core.view(state, reader)
        return changed(sight, **LEAKS[leak](sight, state))

    monkeypatch.setattr(catalogue, "GAMES", (QUARTZ.changed(view=leaky),))
    with pytest.raises(Differs):
        compare(ONE_PRICE, 25, FOUND_BY[leak])


def test_a_planted_question_to_the_database_is_found(monkeypatch):
    from games.models import Player
    from games.present.seat_view import SeatView

    told = SeatView.ahead

    def nosy(self):
        for hand in self.table.state.hands:
            if "eureka" in hand:
                Player.objects.exists()
        return told(self)

    monkeypatch.setattr(SeatView, "ahead", nosy)
    with pytest.raises(Differs):
        compare(ONE_PRICE, 25, FOUND_BY["a question"])
