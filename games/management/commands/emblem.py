from __future__ import annotations

import shutil
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from games.management.story_command import StoryCommand
from games.present.emblem import COLOUR, emblem, icons
from games.rules.tools.shelf import ToolError

NONE = "none"


class Command(StoryCommand):
    help = "Give the site's emblem and icons a colour of your own, or the program's again (none)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("colour", metavar="COLOUR", help="like #2b6cb0, or none")

    def handle(self, *args: Any, **given: Any) -> None:
        colour, folder = given["colour"], settings.OWN_FILES
        if colour != NONE and not COLOUR.fullmatch(colour):
            raise ToolError(f"{colour!r} is no colour: write it like #2b6cb0")
        shutil.rmtree(folder, ignore_errors=True)
        if colour != NONE:
            files = folder / "games"
            files.mkdir(parents=True)
            drawn = emblem(colour)
            (files / "favicon.svg").write_text(drawn)
            for name, content in icons(drawn):
                (files / name).write_bytes(content)
        self.stdout.write("Now run `manage.py collectstatic --no-input`, and start the site again.")
