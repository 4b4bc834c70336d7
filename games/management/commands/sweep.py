from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import sweep
from games.rules.tools.shelf import ToolError


class Command(StoryCommand):
    help = "Handle everything due and send every email due, without Celery: once, or until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--forever", action="store_true", help="until SIGTERM or Ctrl-C")
        parser.add_argument("--every", type=float, default=5, metavar="SECONDS", help="default: 5")

    def handle(self, *args: Any, **given: Any) -> None:
        if not 0 < given["every"] <= 60:
            raise ToolError("--every needs a number of seconds above 0, at most 60")
        if given["forever"]:
            told = StopSignal()
            self.stdout.write("Sweeping until SIGTERM or Ctrl-C.")
            self.stdout.flush()
            sweep.sweep_forever(given["every"], told)
            self.stdout.write("Stopped between two rows.")
        else:
            closed, sent = sweep.sweep(timezone.now())
            self.stdout.write(f"{closed} deadlines handled, {sent} emails sent")


class StopSignal:
    """True once a signal asks to end; a second Ctrl-C ends at once.

    A supervisor may send SIGTERM after the first Ctrl-C: that asks for the same again, and stops nothing
    early.
    """

    def __init__(self) -> None:
        self.asked, self.presses = False, 0
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        self.presses += number == signal.SIGINT
        if self.presses > 1:
            raise KeyboardInterrupt

    def __call__(self) -> bool:
        return self.asked
