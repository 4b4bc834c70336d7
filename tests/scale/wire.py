"""A cable that takes time and loses packets.

The kernel's own (netem) isn't built into every kernel. So a host hangs on a virtual card whose packets this
process carries to another one at the switch.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import struct
import threading
from dataclasses import dataclass

CARDS = "/dev/net/tun"
TUN_SET = 0x400454CA  # ioctl TUNSETIFF
TAP, NO_INFO = 0x0002, 0x1000
LARGEST = 65536


@dataclass
class Tap:
    """A virtual network card; what the kernel sends through it is read here, and what is written arrives."""

    name: str

    def __post_init__(self) -> None:
        self.file = os.open(CARDS, os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.file, TUN_SET, struct.pack("16sH22x", self.name.encode(), TAP | NO_INFO))


class Wire(threading.Thread):
    """Carries packets both ways, each after a delay in seconds, but for those it loses."""

    def __init__(self, near: Tap, far: Tap) -> None:
        super().__init__(daemon=True)
        self.near, self.far = near, far
        self.delay, self.loss = 0.0, 0.0
        self.carried = self.lost = 0
        self.dice = random.Random(1)

    def run(self) -> None:
        asyncio.run(self._carry())

    async def _carry(self) -> None:
        loop = asyncio.get_running_loop()
        for one, other in ((self.near, self.far), (self.far, self.near)):
            loop.add_reader(one.file, self._take, loop, one.file, other.file)
        await asyncio.Event().wait()

    def _take(self, loop: asyncio.AbstractEventLoop, one: int, other: int) -> None:
        try:
            packet = os.read(one, LARGEST)
        except OSError:
            return
        if self.dice.random() < self.loss:
            self.lost += 1
        elif self.delay:
            loop.call_later(self.delay, self._put, other, packet)
        else:
            self._put(other, packet)

    def _put(self, other: int, packet: bytes) -> None:
        try:
            os.write(other, packet)
            self.carried += 1
        except OSError:  # that end is down, or its queue is full: a cable loses the packet then
            self.lost += 1
