"""What goes wrong, and how often: all of it follows from the seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import OperationalError, connection


class Killed(BaseException):
    """Raised in place of a process that dies: nothing in the program may catch it."""


def rate(dice: random.Random, most: float) -> float:
    """Choose how often something happens in this world: never, seldom, or as often as may be."""
    return dice.choice((0.0, most / 4, most))


@dataclass(frozen=True)
class Faults:
    """Chances, each from 0 to 1: of an email, of a bell, of an act, of a sweep."""

    mail_refused: float = 0
    mail_dropped: float = 0
    mail_doubled: float = 0
    mail_delayed: float = 0
    killed_after_send: float = 0
    bell_dropped: float = 0
    cut_in_act: float = 0  # an act's transaction breaks off at some statement, or its answer is lost
    cut_in_sweep: float = 0
    sweep_doubled: float = 0
    outages: int = 0
    outage: timedelta = timedelta(hours=1)

    @classmethod
    def of(cls, dice: random.Random) -> Faults:
        """Choose how bad the world is; some worlds have only some of the faults."""
        up_to = partial(rate, dice)
        return cls(
            mail_refused=up_to(0.2),
            mail_dropped=up_to(0.2),
            mail_doubled=up_to(0.3),
            mail_delayed=up_to(0.5),
            killed_after_send=up_to(0.1),
            bell_dropped=up_to(1),
            cut_in_act=up_to(0.4),
            cut_in_sweep=up_to(0.1),
            sweep_doubled=up_to(0.5),
            outages=dice.randrange(4),
        )


CALM = Faults()


@contextmanager
def cut_at(statement: int, *, killed: bool, written: bool = False) -> Iterator[None]:
    """Break off at the n-th statement: the process dies, or the database goes away.

    `written`: they are counted from the writing of events on, which is where a memory may go wrong.
    """
    seen, counts = 0, not written

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen, counts
        seen += counts
        counts = counts or 'INTO "games_event"' in sql
        if seen == statement:
            raise Killed if killed else OperationalError("the database went away")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield
