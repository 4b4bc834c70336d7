from __future__ import annotations

import sys
import time
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import demo, open_match, show_match
from games.rules.kernel.seats import AFTERWARDS


class Command(StoryCommand):
    help = "Let robots play one whole match through the real door, on a fast clock, and print what happened."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seats", type=int, default=4, help="default: 4")
        parser.add_argument("--game", default=demo.GAME)

    def handle(self, *args: Any, **given: Any) -> None:
        began, now = time.monotonic(), timezone.now()
        match = demo.open_match(given["game"], given["seats"], now)
        self.stderr.write(open_match.page_address(match))
        end = demo.play_on(match, now, self.watch)
        self.stdout.write("\n".join(list(show_match.show(match, AFTERWARDS))))
        self.stdout.write(
            f"{match.version} events, {(end - now).total_seconds():.0f} s on its own clock,"
            f" {time.monotonic() - began:.1f} s on yours: {open_match.page_address(match)}"
        )

    def watch(self, done: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{done} moves", ending="\r")
