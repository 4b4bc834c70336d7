"""What goes wrong meanwhile: processes are killed outright, the broker is killed, wiped and hangs."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.soak.site import Site, nap

EVERY = (12.0, 30.0)  # seconds from one to the next
GONE = (0.5, 4.0)  # until what was killed is started again
HANGS = 8.0


@dataclass
class Trouble:
    """Breaks one thing after the other; each comes back."""

    site: Site
    dice: random.Random
    done: Counter[str] = field(default_factory=Counter)

    def go_on(self, until: float) -> None:
        while time.monotonic() < until:
            nap(until, self.dice.uniform(*EVERY))
            if time.monotonic() < until:
                self.one()

    def one(self) -> None:
        kinds: dict[str, Callable[[], None]] = {
            "web killed": lambda: self.kill("web-2"),
            "worker killed": lambda: self.kill("worker-2"),
            "beat killed": lambda: self.kill("beat"),
            "broker killed": self.kill_broker,
            "broker wiped": self.site.broker.wipe,
            "broker hung": self.hang_broker,
        }
        kind = self.dice.choices([*kinds], weights=[3, 4, 1, 1, 0.5, 0.5])[0]
        kinds[kind]()
        self.done[kind] += 1

    def kill(self, name: str) -> None:
        self.site.hosts[name].kill()
        time.sleep(self.dice.uniform(*GONE))
        self.site.hosts[name].start()

    def kill_broker(self) -> None:
        broker = self.site.broker
        broker.send(signal.SIGKILL)
        assert broker.process
        broker.process.wait()
        time.sleep(self.dice.uniform(*GONE))
        broker.start()

    def hang_broker(self) -> None:
        self.site.broker.send(signal.SIGSTOP)
        time.sleep(HANGS)
        self.site.broker.send(signal.SIGCONT)

    @property
    def kills(self) -> int:
        return sum(number for kind, number in self.done.items() if kind.endswith("killed"))

    def told(self) -> str:
        return ", ".join(f"{number} × {kind}" for kind, number in sorted(self.done.items()))
