from __future__ import annotations

import sys
import time
from typing import Any

from django.core.management.base import CommandParser
from django.db import DatabaseError, close_old_connections

from games.management.commands.sweep import StopSignal
from games.management.story_command import NOT_WELL, StoryCommand, sentence
from games.models import CanaryRun
from games.ops import canary
from games.rules.tools.shelf import ToolError

NAP = 0.5  # seconds
SHORTEST = 10


class Command(StoryCommand):
    help = "Play a match through page and email, to see that the site works: once, or until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        every = canary.EVERY.total_seconds()
        often, where = f"default: {every:.0f}", "where pages are asked for; default: SITE_URL"
        parser.add_argument("--forever", action="store_true", help="until SIGTERM or Ctrl-C")
        parser.add_argument("--every", type=float, default=every, metavar="SECONDS", help=often)
        parser.add_argument("--at", default="", metavar="URL", help=where)
        parser.add_argument("--forget", action="store_true", help="delete all that earlier ones left")

    def handle(self, *args: Any, **given: Any) -> None:
        if not given["every"] >= SHORTEST:
            raise ToolError(f"--every needs a number of seconds, at least {SHORTEST}")
        if given["forget"]:
            self.stdout.write(f"{canary.forget()} matches of the canary deleted")
        elif given["forever"]:
            self._play_forever(given["every"], given["at"])
        elif not self._told(canary.play_one(given["at"], seen=self._say)):
            sys.exit(NOT_WELL)

    def _play_forever(self, every: float, at: str) -> None:
        stopping = StopSignal()
        while not stopping():
            began = time.monotonic()
            try:
                self._told(canary.play_one(at, stopping))
            except DatabaseError as error:  # the database may come back
                self._say(f"put off: {sentence(error)}")
            close_old_connections()
            while not stopping() and time.monotonic() - began < every:
                time.sleep(NAP)

    def _told(self, run: CanaryRun) -> bool:
        """Say what came of a match; return whether all went well."""
        if run.ended_at is None:
            self._say("stopped")
        elif run.failed_at:
            self._say(f"{run.failed_at}: {run.why}")
        else:
            self._say(f"played to its end in {(run.ended_at - run.began_at).total_seconds():.0f} s")
        return not run.failed_at

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
