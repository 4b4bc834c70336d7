"""Whatever may be rung twice, or by several at once, leaves the same rows as once. Nothing is mocked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail

from games import play, tasks
from games.mail.send import outbox, reminders
from games.models import Deadline, Event, Heartbeat, Match, Outage, Outbox, Submission
from games.ops import sweep
from games.play import deadlines, history, outages
from tests.kit.at_once import needs_postgres, together
from tests.kit.play_people import NOON, match, unsettled

DUE = NOON + timedelta(days=9)


class World:
    """A match in which time is up, one in which robots are still to move, and emails for both."""

    def __init__(self) -> None:
        people = match(3)
        with unsettled():
            robots = match(1, 2, secret=bytes([1]) * 32)
        self.matches = [people, robots]
        self.clock = Deadline.objects.get(match=people, kind="question")
        self.robot = Deadline.objects.get(match=robots, kind="carry_on")
        self.mail = Outbox.objects.get(match=people)
        Heartbeat.record(outages.SWEEP, DUE - timedelta(hours=1))

    def told(self) -> dict[str, Any]:
        """Tell all that the stories may change, without ids and without names."""
        return {
            "matches": [self.one(Match.objects.get(pk=found.pk)) for found in self.matches],
            "sent": Outbox.objects.filter(match__in=self.matches, state="sent").count(),
            "yours to use again": Outage.objects.filter(began=DUE - timedelta(hours=1)).count(),
        }

    def one(self, found: Match) -> list[Any]:
        history.check_chain(found)
        here: dict[str, Any] = {"match": found}
        return [
            (found.version, found.head, found.status, found.awaited),
            list(Event.objects.filter(**here).values_list("number", "kind", "digest")),
            list(Submission.objects.filter(**here).order_by("pk").values_list("door", "outcome", "question")),
            sorted(Deadline.objects.filter(**here).values_list("kind", "question", "state", "due_at")),
            sorted(Outbox.objects.filter(**here).values_list("kind", "question", "state", "seat__number")),
        ]


Story = Callable[[World, datetime], object]
STORIES: dict[str, Story] = {
    "time_up": lambda world, now: play.close(world.clock.pk, now),
    "robot": lambda world, now: play.close(world.robot.pk, now),
    "close": lambda world, now: deadlines.close(world.clock.pk, now),
    "close_together": lambda world, now: play.close_together([world.clock.pk, world.robot.pk], now),
    "close_due": lambda world, now: deadlines.close_due(now),
    "send": lambda world, now: outbox.send(world.mail.pk, now),
    "send_due": lambda world, now: outbox.send_due(now),
    "reminders": lambda world, now: reminders.queue_due(now),
    "outages": lambda world, now: outages.look(now),
    "sweep": lambda world, now: sweep.sweep(now),
}
TASKS: dict[str, Story] = {
    "tick": lambda world, now: tasks.tick(),
    "look": lambda world, now: tasks.look(),
}
every_story = pytest.mark.parametrize("name", [*STORIES, *TASKS])


def run(name: str, world: World) -> object:
    return {**STORIES, **TASKS}[name](world, DUE)


@pytest.mark.django_db(transaction=True)
@every_story
def test_twice_in_a_row_leaves_the_same_as_once(name):
    world = World()
    before = world.told()
    run(name, world)
    once, mails = world.told(), len(mail.outbox)
    assert once != before, "it has done something"
    run(name, world)
    assert world.told() == once
    assert len(mail.outbox) == mails == once["sent"]


@needs_postgres
@pytest.mark.django_db(transaction=True)
@every_story
def test_four_at_once_leave_the_same_as_one(name):
    alone = World()
    run(name, alone)
    once = shape(alone.told())
    mail.outbox.clear()
    Heartbeat.objects.all().delete()
    Outage.objects.all().delete()
    crowded = World()
    ends = together([partial(run, name, crowded)] * 4)
    assert [end for end in ends if isinstance(end, Exception)] == []
    told = crowded.told()
    assert len(mail.outbox) == told["sent"]
    assert shape(told) == once


def shape(told: dict[str, Any]) -> list[Any]:
    """Leave out what is a matter of luck.

    When the next answer is due: tasks go by the clock on the wall. And whether an email went out just
    before its question was closed, or made no sense just after.
    """
    return [
        [*rows, [clock[:3] for clock in clocks], [(*row[:2], row[2] == "queued", row[3]) for row in mails]]
        for *rows, clocks, mails in told["matches"]
    ]
