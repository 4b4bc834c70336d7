from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import upkeep


class Command(StoryCommand):
    help = "Throw away refusals older than 90 days, the bytes of mails older than 7, and what has ended."

    def handle(self, *args: Any, **given: Any) -> None:
        gone = upkeep.prune(timezone.now())
        self.stdout.write(
            f"{gone.refusals} refusals and {gone.heartbeats} heartbeats deleted, {gone.mails} mails wiped"
        )
