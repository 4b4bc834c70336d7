from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import timezone

from games.management.story_command import StoryCommand
from games.ops import demo, open_match


class Command(StoryCommand):
    help = "Add three demo players, a match between them and robots, and an operator to an empty local site."

    def handle(self, *args: Any, **given: Any) -> None:
        made = demo.fill_empty_site(timezone.now())
        for match in [made] if made else demo.demo_matches():
            people = ", ".join(demo.address(name) for name in demo.PEOPLE)
            self.stdout.write(f"  A demo match is open: {open_match.page_address(match)}")
            self.stdout.write(
                f"  It's waiting for {people}.{HOW if getattr(settings, 'DEMO', False) else ''}"
            )
        if settings.DEMO and (operator := demo.appoint()):
            self.stdout.write(
                f"  The operator is {operator.email}. With two-step verification set up, they can"
            )
            self.stdout.write(f"  open the moderators' area: {settings.SITE_URL}/admin/")


HOW = " The sign-in page lets you sign in as any of them."
