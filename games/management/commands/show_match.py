from __future__ import annotations

from typing import Any

import structlog
from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.ops import show_match

log = structlog.get_logger(__name__)

FOR_THE_HOST = (
    "This is what only seat {seat} may see. It is for the host, who does not play in this match;"
    " the look is logged."
)


class Command(StoryCommand):
    help = "Tell a match and show its table, as one reader may know them; while it is played: as anybody may."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", metavar="PUBLIC_ID")
        reader = parser.add_mutually_exclusive_group()
        reader.add_argument("--seat", type=int, metavar="N", help="as that seat may; seats count from 1")
        reader.add_argument("--public", action="store_true", help="as anybody may, even when it is over")
        parser.add_argument("--as-of", type=int, metavar="EVENT", help="as it stood after that event")

    def handle(self, *args: Any, **given: Any) -> None:
        match = show_match.find(given["public_id"])
        reader = show_match.reader_of(match, given["seat"], given["public"])
        if show_match.is_private(reader):
            log.warning("seat_looked_at", match=match.public_id, seat=given["seat"])
            self.stderr.write(FOR_THE_HOST.format(seat=given["seat"]))
        self.stdout.write("\n".join(list(show_match.show(match, reader, given["as_of"]))))
