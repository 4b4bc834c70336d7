from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.players import accounts


class Command(StoryCommand):
    help = (
        "Make somebody the first operator of this site, with an account if there is none; say how to sign in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADDRESS")

    def handle(self, *args: Any, **given: Any) -> None:
        player = accounts.first_operator(given["address"])
        self.stdout.write(f"  The operator is {player.email}. To sign in, open")
        self.stdout.write(f"    {settings.SITE_URL}/accounts/login/")
        self.stdout.write("  type that address, and then the code that is mailed there. The rooms of staff,")
        self.stdout.write(f"    {settings.SITE_URL}/admin/")
        self.stdout.write("  open once a second factor is set up, on the page “Signing in”.")
