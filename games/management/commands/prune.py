from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import upkeep


class Command(StoryCommand):
    help = "Delete refusals older than 90 days, the contents of emails older than 7, and everything expired."

    def handle(self, *args: Any, **given: Any) -> None:
        gone = upkeep.prune(timezone.now())
        self.stdout.write(
            f"Deleted {gone.refusals} refusals, {gone.heartbeats} heartbeats, contents of {gone.mails} emails"
        )
