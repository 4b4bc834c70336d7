from __future__ import annotations

from typing import Any

import structlog
from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.ops import show_match

log = structlog.get_logger(__name__)

FOR_THE_HOST = "Only seat {seat} may see this. Don't look if you play in this match: this is logged."


class Command(StoryCommand):
    help = (
        "Print what happened in a match, and its table. While it is being played, only what anybody may see."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", metavar="PUBLIC_ID")
        reader = parser.add_mutually_exclusive_group()
        reader.add_argument("--seat", type=int, metavar="N", help="as seat N sees it (the first is 1)")
        reader.add_argument(
            "--public", action="store_true", help="only what anybody may see, even after the match"
        )
        parser.add_argument("--as-of", type=int, metavar="EVENT", help="as it was after that event")

    def handle(self, *args: Any, **given: Any) -> None:
        match = show_match.find(given["public_id"])
        reader = show_match.reader_of(match, given["seat"], given["public"])
        if show_match.is_private(reader):
            log.warning("seat_looked_at", match=match.public_id, seat=given["seat"])
            self.stderr.write(FOR_THE_HOST.format(seat=given["seat"]))
        self.stdout.write("\n".join(list(show_match.show(match, reader, given["as_of"]))))
