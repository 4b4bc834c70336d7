from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import NOT_WELL, StoryCommand
from games.ops import backup


class Command(StoryCommand):
    help = "Replace the site's SQLite database with a backup and verify every match in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="move an existing database aside")

    def handle(self, *args: Any, **given: Any) -> None:
        aside = backup.restore(given["file"], backup.database(), timezone.now(), force=given["force"])
        if aside:
            self.stdout.write(f"The database that was there is now {aside}.")
        if backup.needs_migration():
            self.stdout.write("Restored, not verified: run manage.py migrate, then manage.py verify_matches.")
            sys.exit(NOT_WELL)
        call_command("verify_matches", stdout=self.stdout, stderr=self.stderr)
