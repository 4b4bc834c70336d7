from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.template.defaultfilters import pluralize

from games.management.story_command import NOT_WELL, StoryCommand
from games.models import Match
from games.ops import show_match, verification
from games.rules.tools.terminal import clear_bar, counted


class Command(StoryCommand):
    help = "Replay matches and compare them with everything stored: a line per fault, exit code 1 if any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", nargs="*", metavar="PUBLIC_ID", help="default: every match")

    def handle(self, *args: Any, **given: Any) -> None:
        named = dict(map(show_match.find_row, given["public_id"]))  # each once, even if named twice
        found = list(named.items()) or list(Match.objects.order_by("pk").values_list("pk", "public_id"))
        wrong = verification.unguarded()
        for line in wrong:
            self.stdout.write(line)
        for place in counted("matches", len(found)):
            match_id, public_id = found[place - 1]
            for fault in verification.faults(match_id):
                wrong.append(fault)
                clear_bar()
                self.stdout.write(f"{public_id}: {fault}")
        looked, faults = len(found), len(wrong)
        self.stdout.write(
            f"{looked} match{pluralize(looked, 'es')} checked, {faults} fault{pluralize(faults)}"
        )
        if wrong:
            sys.exit(NOT_WELL)
