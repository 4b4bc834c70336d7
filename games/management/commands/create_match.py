from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games import clocks
from games.lobby.match_settings import Away
from games.management.story_command import StoryCommand
from games.models import Autopilot
from games.ops import open_match


class Command(StoryCommand):
    help = "Create a match, start it unless an invitation is still open, and print the address of its page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument(
            "--name", default="", help="a name for the match (default: its players and the date)"
        )
        parser.add_argument("--player", nargs="+", action="extend", default=[], metavar="ADDRESS")
        parser.add_argument(
            "--invite",
            nargs="+",
            action="extend",
            default=[],
            metavar="ADDRESS",
            help="invite by email; the match starts when everyone has accepted",
        )
        parser.add_argument("--robot", nargs="+", action="extend", default=[], metavar="NAME")
        parser.add_argument("--options", default="{}", metavar="JSON", help="the game's options, or @FILE")
        presets = ", ".join(clocks.PRESETS)
        parser.add_argument(
            "--pace", default="daily", help=f"{presets} (default: daily), or your own as JSON"
        )
        away = Away()
        parser.add_argument("--silences", type=int, default=away.silences_allowed, metavar="N")
        parser.add_argument("--autopilot", default=away.autopilot, help=" or ".join(Autopilot.values))
        parser.add_argument("--holidays", type=int, default=away.holidays_allowed, metavar="DAYS")
        parser.add_argument(
            "--words",
            nargs="+",
            action="extend",
            default=[],
            help="the players' own words for the draws, in seat order",
        )
        parser.add_argument("--create", action="store_true", help="create players that don't exist yet")

    def handle(self, *args: Any, **given: Any) -> None:
        settings = open_match.read_settings(given)
        people = open_match.People(given["player"], given["invite"], given["words"], given["create"])
        match = open_match.create_match(settings, people, timezone.now())
        self.stdout.write(open_match.page_address(match))
