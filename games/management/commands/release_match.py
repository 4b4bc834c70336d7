from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import show_match
from games.play import release


class Command(StoryCommand):
    help = "Resume a match that an error stopped, once its log is correct. Its clocks get the lost time back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", metavar="PUBLIC_ID")

    def handle(self, *args: Any, **given: Any) -> None:
        found = show_match.find(given["public_id"])
        release.release(found.pk, timezone.now())
        self.stdout.write(f"Match {found.public_id} resumes. Its clocks didn't run while it was stopped.")
