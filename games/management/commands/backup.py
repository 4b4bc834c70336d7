from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.ops import backup


class Command(StoryCommand):
    help = "Copy the site's SQLite database into a file while the site runs. The file holds all secrets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="overwrite an existing file")

    def handle(self, *args: Any, **given: Any) -> None:
        size = backup.back_up(backup.database(), given["file"], force=given["force"])
        self.stdout.write(f"{given['file']}: {size} bytes, checked")
