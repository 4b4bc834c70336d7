from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.story_command import NOT_WELL, StoryCommand
from games.ops.doctor import Health, examine


class Command(StoryCommand):
    help = (
        "Look at the whole site and say what to do about what isn't well: exit code 1 if something is wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--send", metavar="ADDRESS", default="", help="send a test email there")
        parser.add_argument("--selector", default="", help="the name of the mail server's DKIM key")
        parser.add_argument("--backups", metavar="FOLDER", type=Path, help="where backups are")
        parser.add_argument("--slow", action="store_true", help="also try time limits: over a minute")

    def handle(self, *args: Any, **given: Any) -> None:
        chosen = {"send_to": given["send"], "selector": given["selector"], "backups": given["backups"]}
        counts = dict.fromkeys(Health, 0)
        for one in examine(timezone.now(), **chosen, slow=given["slow"]):
            counts[one.health] += 1
            self.stdout.write(f"{one.health:<6}{one.part:<12}{one.told}")
            if one.do:
                self.stdout.write(f"{'':18}→ {one.do}")
            self.stdout.flush()
        ill, worries = counts[Health.ILL], counts[Health.WORRY]
        self.stdout.write(f"\n{ill} wrong, {worries} to note, {counts[Health.WELL]} ok")
        if ill:
            sys.exit(NOT_WELL)
