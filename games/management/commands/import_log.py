from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import import_log, show_match


class Command(StoryCommand):
    help = "Import a log for everybody as a scratch match: to look at, never to play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **given: Any) -> None:
        self.stdout.write(show_match.title(import_log.import_log(given["file"], timezone.now())))
