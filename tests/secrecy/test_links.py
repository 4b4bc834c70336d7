"""If a player keeps the hand out of emails, pages behind their links depend on no hand, not even their own.

Two worlds look alike to everyone, with other cards in all hands: every byte of every page behind a link,
every header, every refusal and every number of queries is the same.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from ipaddress import IPv4Network
from typing import Any

import pytest
from django.db import connection, reset_queries
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace as changed

from games import play
from games.mail import links
from games.match import rewind_points
from games.models import Match, Purpose, Seat
from games.play import history
from games.play.diff import label
from games.present.seat_view import SeatView
from games.rules import catalogue
from games.rules.kernel.fold import fold
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.view import Sight
from tests.kit.cast import open_questions, person, play_on
from tests.kit.mailed_links import NOON, fresh
from tests.kit.opened import open_table
from tests.kit.two_matches import Answer, covered, other_match
from tests.titles.quartz import worlds as quartz
from tests.titles.quartz.worlds import ONE_PRICE
from tests.titles.quartz_cards import worlds as quartz_cards

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
OPTIONS: dict[str, dict[str, object]] = {"quartz": ONE_PRICE, "quartz_cards": {"windows": "full"}}
WORLDS = {"quartz": quartz.other_world, "quartz_cards": quartz_cards.other_world}
COMMANDS = {
    "quartz": ('{"kind":"mine"}', '{"kind":"leave"}', '{"kind":"let"}', '{"kind":"react_if_held"}'),
    "quartz_cards": (
        '{"kind":"explore"}',
        '{"kind":"let_pass"}',
        '{"kind":"let"}',
        '{"kind":"defend_if_held","card":"no_chance"}',
    ),
}
_homes = itertools.cycle(IPv4Network("10.1.0.0/16"))
TOKEN = re.compile(r"[a-z2-7]{39}")
#: What a hand-made form may contain: cards, held or not, and nonsense. None of it is done.
STRAYS = (
    "attack?card=may_i_help",
    "defend?card=get_lost",
    "stop_and_protect?copies=1",
    "eureka?",
    "here_we_go?",
    "react?",
    "not_mine?target=1",
    "fly?",
    "",
)
#: The question at the end of a day names the contents of one's own chest, which are private.
OWN = frozenset({"sell"})


class Differs(AssertionError):
    """Raised when two worlds can be told apart."""


def begin(game: str, seed: int) -> Match:
    people = [person(name) for name in ("alice", "bob", "carol")]
    found = open_table(game, people, [], now=NOON, secret=bytes([seed % 250 + 1] * 32), options=OPTIONS[game])
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def pairs(wanted: int, game: str = "quartz") -> Iterator[tuple[Match, Match, str, int]]:
    """Make matches with an awaited seat, and worlds in which only that hand differs for an onlooker."""
    made = 0
    for seed in range(20 * wanted):
        found = begin(game, seed)
        play_on(found, 2 + 5 * (seed % 5), seed=seed)
        found.refresh_from_db()
        asked = [name for name, one in open_questions(found).items() if one.awaited and one.kind not in OWN]
        if asked and found.is_running and (other := with_another_hand(found, asked[0].seat, seed)):
            yield found, other, label(asked[0]), asked[0].seat
            made += 1
        if made == wanted:
            return


def with_another_hand(found: Match, number: int, seed: int) -> Match | None:
    mine = hand(found, number)

    def tell(log: Any, reader: Any, dice: random.Random) -> Any:
        other = WORLDS[found.game](log, reader, dice)
        return None if other is None or fold(found.rules, other).state.hands[number] == mine else other

    told = (other_match(found, PUBLIC, random.Random(again), tell) for again in range(seed, seed + 8))
    return next((other for other in told if other is not None), None)


def hand(match: Match, number: int) -> dict[str, int]:
    _, table = history.load(match)
    return dict(table.state.hands[number])


def kinds_of_links(match: Match, number: int, question: str) -> list[Any]:
    """Create the links that an email about a question may hold."""
    seat = fresh(Seat.objects.get(match=match, number=number))
    commands = COMMANDS[match.game]
    made = [
        links.of_seat(seat, Purpose.CHOICE, question=question, content=said, at=NOON) for said in commands
    ]
    made += [
        links.of_seat(seat, purpose, question=question, at=NOON) for purpose in (Purpose.SEAT, Purpose.SNOOZE)
    ]
    made.append(links.of_seat(seat, Purpose.CHOICE, question="0-1-0", content=commands[0], at=NOON))
    made.append(links.of_seat(seat, Purpose.VOTE, at=NOON))  # lists the moments to go back to
    return links.write(made)


def ask(match: Match, link: Any, sent: dict[str, str] | None = None) -> Answer:
    history.memo.clear()
    reset_queries()  # Django keeps a limited number, and the tests count them
    client, token = Client(REMOTE_ADDR=str(next(_homes))), links.token(link)
    with CaptureQueriesContext(connection) as queries:
        url = f"/t/{token}"
        got = client.get(url) if sent is None else client.post(url, {"link": token, **sent})

    def hidden(text: str) -> str:
        return TOKEN.sub("a token", covered(text, match))

    headers = {name: hidden(value) for name, value in got.headers.items()}
    return Answer(got.status_code, hidden(got.content.decode()), headers, len(queries))


def same(mine: Answer, theirs: Answer) -> None:
    if mine != theirs:
        lines = zip(mine.content.splitlines(), theirs.content.splitlines(), strict=False)
        raise Differs([two for two in lines if two[0] != two[1]] or (mine, theirs))


def compare(wanted: int, game: str = "quartz") -> int:
    compared = 0
    for found, other, question, number in pairs(wanted, game):
        both = [kinds_of_links(match, number, question) for match in (found, other)]
        for here, there in zip(*both, strict=True):
            same(ask(found, here), ask(other, there))
        here, there = both[0][0], both[1][0]
        for stray in STRAYS:
            same(ask(found, here, {"do": stray}), ask(other, there, {"do": stray}))
        compared += 1
    return compared


@pytest.mark.parametrize("game", OPTIONS)
def test_what_is_behind_a_link_is_the_same_whatever_any_hand_holds(game):
    assert compare(6, game) == 6


@pytest.mark.parametrize("game", OPTIONS)
def test_where_one_may_go_back_to_and_who_is_asked_is_the_same_whatever_any_hand_holds(game):
    offered = 0
    for found, other, _, _ in pairs(6, game):
        here, there = rewind_points.choosable(found), rewind_points.choosable(other)
        assert here == there
        for one in here:
            asked = [
                [seat.number for seat in rewind_points.concerned(match, match.seats.all(), one.moment)]
                for match in (found, other)
            ]
            assert asked[0] == asked[1]
            offered += 1
    assert offered


def test_with_the_hand_in_mails_they_differ():
    differing = 0
    for found, other, question, number in pairs(6):
        Seat.objects.filter(match__in=(found, other), number=number).update(hand_in_mail=True)
        here, there = (kinds_of_links(match, number, question)[4] for match in (found, other))
        differing += ask(found, here) != ask(other, there)
    assert differing


def test_a_card_that_is_offered_all_the_same_is_found(monkeypatch):
    honest = SeatView.choices

    def leaky(self: SeatView, question: Any) -> Any:
        own = self.match.rules.core.choices(self.table.state, question)
        return (*honest(self, question), *(one for one in own if one.command == "eureka"))

    monkeypatch.setattr(SeatView, "choices", leaky)
    with pytest.raises(Differs):
        compare(30)


def test_a_planted_leak_in_the_onlookers_view_is_found(monkeypatch):
    def leaky(state, reader) -> Sight:
        sight = QUARTZ.core.view(state, reader)
        return changed(sight, deck=sum("eureka" in hand for hand in state.hands))

    monkeypatch.setattr(catalogue, "GAMES", (QUARTZ.changed(view=leaky),))
    with pytest.raises(Differs):
        compare(30)
