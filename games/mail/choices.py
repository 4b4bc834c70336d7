"""Which mails a player may do without, in few words; what asks or confirms something always comes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail.queue import News
from games.models import Outbox, Player

#: Each choice by its name: what it is called, and the kinds of mails it stands for.
CHOICES: Mapping[str, tuple[Any, frozenset[str]]] = {
    "reminder": (lazy("Reminders before my time runs out"), frozenset({"reminder"})),
    "ahead": (lazy("That a plan of mine will stop"), frozenset({"ahead"})),
    "done": (lazy("What was moved for me"), frozenset({"done"})),
    "started": (lazy("That a match has begun"), frozenset({"started"})),
    "over": (lazy("That a match is over, and how"), frozenset({"over", News.CLOSED})),
    "table": (
        lazy("News of the table: pauses, and who leaves or comes"),
        frozenset({News.PAUSED, News.GAVE_UP, News.OFFERED, News.TAKEN, News.UNREACHABLE}),
    ),
}
SNOOZED = ":snooze:"  # in the name of a reminder its reader has asked for
LATER = timedelta(hours=6)  # that is when it comes, if there is time until then


def is_unwanted(row: Outbox, player: Player) -> bool:
    """Tell whether a player has chosen to do without such a mail, and didn't ask for this very one."""
    kinds = {kind for name in player.unwanted if name in CHOICES for kind in CHOICES[name][1]}
    return row.kind in kinds and SNOOZED not in row.dedupe
