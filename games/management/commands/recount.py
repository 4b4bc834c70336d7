from __future__ import annotations

from typing import Any

from django.template.defaultfilters import pluralize
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.records import keep


class Command(StoryCommand):
    help = "Work out records, standings, ratings and statistics again from the logs of all finished matches."

    def handle(self, *args: Any, **given: Any) -> None:
        matches, changed = keep.recount(timezone.now())
        self.stdout.write(
            f"{matches} match{pluralize(matches, 'es')} recounted, "
            f"{changed} record{pluralize(changed)} changed"
        )
