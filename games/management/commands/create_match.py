from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games import clocks, hosting
from games.management.story_command import StoryCommand
from games.rules.tools import shelf


class Command(StoryCommand):
    help = "Open and start a match, and print the address of its page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--player", nargs="+", action="extend", default=[], metavar="ADDRESS")
        parser.add_argument("--robot", nargs="+", action="extend", default=[], metavar="NAME")
        parser.add_argument("--options", default="{}", metavar="JSON", help="the game's options")
        parser.add_argument("--pace", default="daily", help=f"{', '.join(clocks.PRESETS)} (daily)")
        parser.add_argument(
            "--words",
            nargs="+",
            action="extend",
            default=[],
            help="the players' own words for the draw, in the order of seats",
        )
        parser.add_argument("--create", action="store_true", help="create players that don't exist yet")

    def handle(self, *args: Any, **given: Any) -> None:
        wanted = hosting.Invitation(
            game=given["game"],
            people=given["player"],
            robots=given["robot"],
            options=shelf.options(given["options"]),
            pace=given["pace"],
            words=given["words"],
        )
        match = hosting.create_match(wanted, timezone.now(), create_players=given["create"])
        self.stdout.write(hosting.page_address(match))
