from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.players import accounts


class Command(StoryCommand):
    help = (
        "Make someone the first operator of this site, with a new account if needed, and say how to sign in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADDRESS")

    def handle(self, *args: Any, **given: Any) -> None:
        player = accounts.first_operator(given["address"])
        self.stdout.write(f"  The operator is {player.email}. To sign in, open")
        self.stdout.write(f"    {settings.SITE_URL}/accounts/login/")
        self.stdout.write("  and enter that address, then the code we email you. Then set up two-step")
        self.stdout.write("  verification on the page “Sign-in and security”, and appoint a moderator at")
        self.stdout.write(f"    {settings.SITE_URL}/admin/")
