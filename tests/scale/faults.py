"""What goes wrong, one after the other, and when."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from quartz_site.local.processes import stop
from tests.kit.waiting import wait_for
from tests.scale.site import PYTHON, Machine, Site

HOLDING = 10  # seconds until somebody holds a lock for sure
DELAY, LOSS = 0.25, 0.03  # of a slow host: seconds each way, and packets of a hundred


@dataclass(frozen=True)
class Fault:
    """Something that breaks for so many seconds."""

    name: str
    lasts: float
    begin: Callable[[], None]
    mend: Callable[[], None]
    stops_everything: bool = False  # nobody can do what is due meanwhile


@dataclass(frozen=True)
class Spell:
    """When a fault was there, by the clock of the switch."""

    fault: Fault
    began: float
    ended: float


def faults(site: Site) -> list[Fault]:
    """List all that goes wrong in one round."""
    web, worker, bell = site.webs, site.workers, site.bell
    slow = (web[2].host, worker[2].host)

    def slow_down() -> None:
        for host in slow:
            host.slow_down(DELAY, LOSS)

    def hurry() -> None:
        for host in slow:
            host.slow_down(0, 0)

    return [
        Fault("a worker cut off", 20, worker[0].host.cut_off, worker[0].host.heal),
        killed("a worker killed", worker[1]),
        Fault("a page server cut off", 20, web[0].host.cut_off, web[0].host.heal),
        killed("a page server killed", web[1]),
        Fault("a page server and a worker slow", 40, slow_down, hurry),
        Fault("a worker unplugged", 10, worker[0].host.unplug, worker[0].host.plug_in),
        cut_in_a_transaction(web[0]),
        Fault("the broker cut off", 20, bell.cut_off, bell.heal, stops_everything=True),
        Fault("a page server unplugged", 10, web[0].host.unplug, web[0].host.plug_in),
    ]


def killed(name: str, machine: Machine) -> Fault:
    return Fault(name, 8, machine.kill, machine.start)


def cut_in_a_transaction(web: Machine) -> Fault:
    """Cut a host off while it holds the lock of a match whose window is due in a moment."""
    holding: list[subprocess.Popen[bytes]] = []

    def begin() -> None:
        match = due_next()
        holding.append(web.beside([*PYTHON, "tests.scale.holding", str(match)]))
        if not wait_for(lambda: is_locked(match), HOLDING):
            raise RuntimeError("the match was never locked")
        web.host.cut_off()

    def mend() -> None:
        web.host.heal()
        stop(holding.pop(), by=signal.SIGKILL)

    return Fault("a page server cut off in the middle of a move", 30, begin, mend)


def due_next() -> int:
    """Find the match whose window is the next to be due, but not at once."""
    from django.utils import timezone

    from games.models import Deadline, DeadlineState

    soon = timezone.now() + timedelta(seconds=HOLDING)
    running = Deadline.objects.filter(state=DeadlineState.RUNNING, due_at__gt=soon).order_by("due_at")
    return int(running.values_list("match", flat=True)[0])


def is_locked(match: int) -> bool:
    from django.db import transaction

    from games.models import Match

    with transaction.atomic():
        return not Match.objects.select_for_update(skip_locked=True).filter(pk=match).exists()


def happen(all_of_them: Sequence[Fault], pause: float, say: Callable[[str], None]) -> list[Spell]:
    """Let each happen, with a pause after it in which the site recovers."""
    spells = []
    for fault in all_of_them:
        say(f"{fault.name}, for {fault.lasts:.0f} s")
        began = time.time()
        fault.begin()
        time.sleep(fault.lasts)
        fault.mend()
        spells.append(Spell(fault, began, time.time()))
        time.sleep(pause)
    return spells


def seconds(all_of_them: Sequence[Fault], pause: float) -> float:
    return sum(fault.lasts + pause for fault in all_of_them)
