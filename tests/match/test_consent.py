"""A table goes back by consent of everybody concerned: one event, and what lay beyond it is no more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.match import rewind_points, votes
from games.match.rewind_points import RewindPoint
from games.models import Deadline, Door, Event, MatchStatus, Order, Outbox, Seat, Subject, Vote
from games.play import history
from games.rules.kernel.codec import canonical
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions, play_on
from tests.match.endings import OVER, before_the_last

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def say(found, number: int, moment: RewindPoint | None) -> bool:
    return votes.vote(found.pk, number, Subject.REWIND, LATER, None, moment)


def latest(found) -> RewindPoint:
    found.refresh_from_db()
    return rewind_points.choosable(found)[0].moment


def mined():
    """Play one move, and give the question it answered with the moment before it."""
    found = match(3)
    name = turn(found)
    assert not answer(found, name, c.Mine()).refused
    return found, name, latest(found)


def test_when_all_have_agreed_one_event_takes_everybody_back():
    found, name, moment = mined()
    before = Event.objects.filter(match=found).count()
    assert [say(found, number, moment) for number in (0, 1, 2)] == [False, False, True]
    again = turn(found)
    assert Event.objects.filter(match=found).count() == before + 1
    assert (again.opened_by, again.rewound) == (name.opened_by, before + 1)
    assert not Vote.objects.exists()
    assert Outbox.objects.filter(match=found, kind="rewound").count() == 2
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    assert clock.asked_at == LATER, "whoever is asked anew has all the time again"
    history.check_chain(found)


def test_a_link_from_before_is_dead_and_plans_are_off():
    found, name, _ = mined()
    plan = canonical(found.rules.automation.ready_made["careful"](None)).decode()
    assert not play.lay_orders(found.pk, name.seat, 1, plan, Door.PAGE, NOON).refused
    for number in (0, 1, 2):
        say(found, number, latest(found))
    assert answer(found, name, c.Mine(), LATER, door=Door.LINK).code == "stale"
    last = Order.objects.filter(match=found, seat__number=name.seat).order_by("pk").last()
    assert last.door == "rewound"
    assert last.content != plan
    assert Outbox.objects.filter(match=found, kind="put_off", seat__number=name.seat).exists()


def test_a_proposal_is_void_when_play_has_moved_on():
    found, _, moment = mined()
    say(found, 0, moment)
    answer(found, turn(found), c.Mine())
    with pytest.raises(Refused, match="moved_on"):
        say(found, 1, moment)
    found.refresh_from_db()
    ballot = votes.ballot_of(found, Subject.REWIND)
    assert (ballot.said, ballot.moment) == ([], None)


def test_a_yes_for_one_moment_is_none_for_another():
    found, _, _ = mined()
    answer(found, turn(found), c.Mine())
    found.refresh_from_db()
    last, earlier = (one.moment for one in rewind_points.choosable(found)[:2])
    say(found, 0, last)
    with pytest.raises(Refused, match="another_moment"):
        say(found, 1, earlier)


@pytest.mark.parametrize("to", [0, 10**6])
def test_a_moment_nobody_offers_is_refused(to):
    found, _, moment = mined()
    with pytest.raises(Refused, match="moved_on"):
        say(found, 0, RewindPoint(to, moment.as_of))
    with pytest.raises(Refused, match="moved_on"):
        say(found, 0, None)


def test_who_is_away_is_asked_only_about_a_move_of_their_own():
    found, name, moment = mined()
    Seat.objects.filter(match=found).exclude(number=name.seat).update(on_autopilot=True)
    assert [one.number for one in votes.ballot_of(found, Subject.REWIND, moment).asked] == [name.seat]
    Seat.objects.filter(match=found).update(on_autopilot=True)
    assert [one.number for one in votes.ballot_of(found, Subject.REWIND, moment).asked] == [name.seat]


def test_silences_counted_since_are_forgotten_for_who_has_agreed():
    found, _, moment = mined()
    Seat.objects.filter(match=found).update(silences=1)
    for number in (0, 1, 2):
        say(found, number, moment)
    assert {*Seat.objects.filter(match=found).values_list("silences", flat=True)} == {0}


def test_a_table_that_rests_goes_nowhere():
    found, _, moment = mined()
    for number in (0, 1, 2):
        votes.vote(found.pk, number, Subject.PAUSE, LATER)
    found.refresh_from_db()
    assert (found.status, rewind_points.choosable(found)) == (MatchStatus.PAUSED, [])
    with pytest.raises(Refused, match="not_running"):
        say(found, 0, moment)


@pytest.mark.parametrize(("game", "kind"), OVER)
def test_play_goes_back_over_what_the_rules_do_by_themselves(game, kind):
    found, moment = before_the_last(kind, game)
    old = list(open_questions(found))
    records, table = history.load(found)
    spent = table.draws
    for seat in votes.ballot_of(found, Subject.REWIND, moment).asked:
        say(found, seat.number, moment)
    found.refresh_from_db()
    records, table = history.load(found)
    assert [record.number for record in played(records)][-1] == moment.to
    assert table.draws == spent, "what was drawn stays drawn: the next draw is a fresh one"
    now_open = open_questions(found)
    assert now_open.keys().isdisjoint(old), "no address from before answers anything"
    running = Deadline.objects.filter(match=found, state="running", kind="question")
    assert {clock.seat for clock in running} <= {one.seat for one in now_open}
    assert {*found.awaited} == {clock.seat for clock in running}
    history.check_chain(found)
    assert play_on(found, 5) or not found.is_running
