"""Which emails a player may do without, in few words; what asks or confirms something always comes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds import KINDS
from games.models import Outbox, Player

#: Each choice by its name, and what it is called; which kinds it turns off is in the table of kinds.
CHOICES: Mapping[str, Any] = {
    "reminder": lazy("Reminders before my time runs out"),
    "ahead": lazy("That a plan of mine will stop"),
    "done": lazy("What was moved for me"),
    "started": lazy("That a match has begun"),
    "over": lazy("That a match is over, and how"),
    "table": lazy("News of the table: pauses, and who leaves or comes"),
}
SNOOZED = ":snooze:"  # in the name of a reminder its reader has asked for
LATER = timedelta(hours=6)  # that is when it comes, if there is time until then


def is_unwanted(row: Outbox, player: Player) -> bool:
    """Tell whether a player has chosen to do without such an email, and didn't ask for this very one."""
    switch = KINDS[row.kind].switch if row.kind in KINDS else ""
    return bool(switch) and switch in player.unwanted and SNOOZED not in row.dedupe
