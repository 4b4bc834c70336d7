from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.disputes import evidence
from games.management.story_command import StoryCommand
from games.models import Case
from games.rules.tools.shelf import ToolError


class Command(StoryCommand):
    help = "Write everything about one case into a file that can be read and checked offline."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("case", metavar="CASE", help="the id of the case")
        parser.add_argument("file", metavar="FILE", type=Path, help="a zip file that doesn't exist yet")

    def handle(self, *args: Any, **given: Any) -> None:
        case = Case.objects.select_related("match", "seat").filter(public_id=given["case"]).first()
        if case is None:
            raise ToolError(f"there is no case {given['case']}")
        content = evidence.write(case, timezone.now())
        with open(given["file"], "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(content)
        self.stdout.write(f"{given['file']}: {len(content)} bytes; unpack it and open index.html")
