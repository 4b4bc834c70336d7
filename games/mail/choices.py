"""Which emails a player may turn off. Those that ask for something or confirm it are always sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds import KINDS
from games.models import Outbox, Player

#: Each choice by name, with its label; the table of kinds says which kinds each turns off.
CHOICES: Mapping[str, Any] = {
    "reminder": lazy("Reminders before my time runs out"),
    "ahead": lazy("That a plan of mine will stop"),
    "done": lazy("What was moved for me"),
    "started": lazy("That a match has begun"),
    "over": lazy("That a match is over, and how"),
    "table": lazy("News of the table: pauses, and who leaves or comes"),
}
SNOOZED = ":snooze:"  # in the dedupe key of a reminder that its reader asked for
LATER = timedelta(hours=6)  # when it comes, if there is time left then


def is_unwanted(row: Outbox, player: Player) -> bool:
    """Tell whether a player turned off this kind of email and didn't ask for this very one."""
    switch = KINDS[row.kind].switch if row.kind in KINDS else ""
    return bool(switch) and switch in player.unwanted and SNOOZED not in row.dedupe
