"""Two worlds wherever problems are reported, discussed, judged and voted on: content, not only refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from games.disputes import cases
from games.disputes.cases import Flag
from games.mail import links
from games.match import rewind_points, votes
from games.models import Case, CaseKind, Link, Look, Match, Order, Outbox, Player, Purpose, Seat, Subject
from games.web.disputes.case_parts import line_name
from tests.kit.both_worlds import Differs, Visitor, in_the_world_of, same
from tests.kit.cast import SOON, address, person
from tests.kit.moderator import staff
from tests.secrecy.pairs import SORTS, in_its_length, nobody, pairs, planted, sitting
from tests.secrecy.pairs import Pair as Worlds
from tests.staff.every_door import Scene, doors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def compare(worlds: Worlds, visitor: Visitor, paths: list[str]) -> None:
    """Request every page in both worlds: all must exist and be the same."""
    answers = []
    for log in (None, worlds.log):
        with in_the_world_of(worlds.found, log):
            asked = (lambda one, path=path: one.get(path) for path in paths)
            answers.append([visitor.ask(worlds.found, ask) for ask in asked])
    for path, mine, theirs in zip(paths, *answers, strict=True):
        assert mine.status == 200, path
        same(path, mine, theirs)


def flagged(seat: Seat, line: int | None) -> str:
    told = Flag(CaseKind.FAIRNESS, "How could that be?", line=line, key=f"line {line}")
    return cases.flag(seat, seat.player, told, SOON).case.public_id


def linked(seat: Seat, purpose: Purpose, **more: object) -> str:
    mail = Outbox.objects.filter(match=seat.match, seat=seat).latest("pk")
    made = links.of_seat(seat, purpose, mail, **more)
    if purpose == Purpose.CASE:
        made = Link(purpose=purpose, player=seat.player, match=seat.match, **more)
    return f"/t/{links.token(links.write([made])[0])}"


def own_pages(found: Match, seat: Seat) -> Iterator[str]:
    """Yield every page of somebody's own cases and votes, about each kind of line."""
    last = found.version
    case = flagged(seat, last)
    for line in range(max(1, last - 5), last + 1):
        yield f"{address(found, 'flag/')}?line={line_name(seat, line)}"
        yield f"/cases/{flagged(seat, line) if line == last - 1 else case}/"
    mail = Outbox.objects.filter(match=found, seat=seat, generation=seat.generation).latest("pk")
    yield f"{address(found, 'flag/')}?mail={mail.message_id}"
    yield from ("/cases/", address(found, "rewind/"), f"{address(found)}?flag=1&lines=999")
    yield linked(seat, Purpose.FLAG)
    yield linked(seat, Purpose.CASE, content=case)
    yield linked(seat, Purpose.VOTE)


@pytest.mark.parametrize(("game", "number"), [("quartz", 0), ("covered", 1), ("cards", 0)])
def test_flagging_cases_and_votes_tell_a_player_nothing_that_is_hidden(game, number):
    worlds = next(pairs(game, sitting(number)))
    seat, found = worlds.seat, worlds.found
    paths = list(own_pages(found, seat))
    going_back = rewind_points.choosable(found)
    if going_back:
        other = next(one for one in found.seats.all() if one != seat)
        votes.vote(found.pk, other.number, Subject.REWIND, SOON, moment=going_back[0].moment)
        found.refresh_from_db()
    compare(worlds, Visitor(seat.player), paths)


def in_the_rooms(player: Player) -> tuple[Visitor, Client]:
    visitor, home = Visitor(player), staff("mo", is_moderator=True)
    visitor._home = home
    return visitor, home


def rooms(worlds: Worlds) -> list[str]:
    """List every room that needs no look, for a match with a case about each kind of line."""
    found = worlds.found
    seat = found.seats.select_related("player").get(number=0)
    case = flagged(seat, found.version)
    mine = doors(Scene(found, Case.objects.get(public_id=case), Look(pk=0)).filled)
    behind_looks = {"look", "case_evidence"}
    not_of_it = {*behind_looks, "index", "person_act", "address_act"}
    paths = [one.path for one in mine if one.name not in not_of_it]
    return [
        *(one for one in paths if "/games/" not in one),
        *(f"/admin/matches/{found.public_id}/?event={event}" for event in (1, 9, found.version - 1)),
    ]


@pytest.mark.parametrize("game", ["covered", "cards"])
def test_moderators_see_no_more_than_whoever_looks_on(game):
    worlds = next(pairs(game, nobody, whispers=False))
    compare(worlds, in_the_rooms(person("mo"))[0], rooms(worlds))


def test_a_leak_in_a_room_would_be_found(monkeypatch):
    worlds = next(pairs("cards", nobody, whispers=False))
    visitor, paths = in_the_rooms(person("mo"))[0], rooms(worlds)[:2]
    planted(monkeypatch, worlds.found, SORTS["the list of matches"][1], in_its_length)
    with pytest.raises(Differs):
        compare(worlds, visitor, paths)


def test_what_lies_in_orders_is_nowhere_in_the_rooms():
    """Rooms say that there are orders, but not what they contain, nor what a refused submission wanted."""
    worlds = next(pairs("cards", nobody, whispers=False))
    seat = worlds.found.seats.get(number=0)
    laid = {"match": worlds.found, "generation": seat.generation, "since": 0, "door": "page"}
    Order.objects.create(seat=seat, content='{"secret": "hush"}', **laid)
    facts = {"key": "k", "door": "page", "outcome": "refused", "refusal": {"code": "no_hush"}, "at": SOON}
    for kind in ("ahead", "put_off", "done"):
        about = {"match": worlds.found, "seat": seat, "kind": kind, "state": "sent", "send_after": SOON}
        Outbox.objects.create(dedupe=kind, to="hidden@example.org", **about)
    worlds.found.submissions.create(seat=seat, command='{"kind": "hush"}', **facts)
    _, home = in_the_rooms(person("mo"))
    for path in rooms(worlds):
        page = home.get(path).content.decode()
        for told in ("hush", "plan is about to stop", "plan was cancelled", "A move was made for you"):
            assert told not in page, path
