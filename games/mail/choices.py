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
    "ahead": lazy("Warnings that my plan is about to stop"),
    "done": lazy("Moves made for me"),
    "started": lazy("The start of a match"),
    "over": lazy("The end of a match, with the result"),
    "circle": lazy("Invitations to circles"),
    "table": lazy("Match news: pauses, and players who leave or join"),
}
#: What is always emailed, unless another channel has got through and its player wants no email beside that.
UNLESS_HEARD = ("turn", "asked", "seat")
SNOOZED = ":snooze:"  # in the dedupe key of a reminder that its reader asked for
LATER = timedelta(hours=6)  # when it comes, if there is time left then


def is_unwanted(row: Outbox, player: Player) -> bool:
    """Tell whether a player turned off this kind of email and didn't ask for this very one."""
    switch = KINDS[row.kind].switch if row.kind in KINDS else ""
    return bool(switch) and switch in player.unwanted and SNOOZED not in row.dedupe
