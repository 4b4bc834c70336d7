"""What a player wants to hear by which channel, and when to hear nothing.

What goes by email is chosen in `games.mail.choices`; the topics that aren't among those choices are always
emailed unless something else got through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as lazy
from msgspec.structs import replace

from games.clocks import awake
from games.infra.locks import writing
from games.mail.kinds import DIGEST, KINDS
from games.match.clocks import rhythm_of
from games.models import Channel, Outbox, Player

#: Everything a channel can carry, with what it is called; the table of kinds says which kinds are of which.
TOPICS: Mapping[str, Any] = {
    "turn": lazy("My turn, reactions and secret choices"),
    "asked": lazy("Votes and nudges"),
    "reminder": lazy("Reminders before my time runs out"),
    "seat": lazy("Automatic play, and substitutes for my seat"),
    "ahead": lazy("Warnings that my plan is about to stop"),
    "done": lazy("Moves made for me"),
    "started": lazy("The start of a match"),
    "over": lazy("The end of a match, with the result"),
    "table": lazy("Match news: pauses, and players who leave or join"),
}
#: What a channel carries until its player chooses.
USUAL: Mapping[str, tuple[str, ...]] = {
    Channel.PUSH: ("turn", "asked", "reminder", "seat", "over"),
    Channel.CHAT: ("turn", "asked", "reminder", "seat", "over"),
}
#: How many minutes a player can leave between a notification that nobody opened and the email.
PAUSES: Mapping[int, Any] = {
    0: lazy("At the same time"),
    15: lazy("After 15 minutes"),
    60: lazy("After an hour"),
    180: lazy("After 3 hours"),
    720: lazy("After 12 hours"),
}
A_DAY = timedelta(days=1)


def topic_of(kind: str) -> str:
    """Return what a kind of notice is carried as; "" if it goes by email alone."""
    return KINDS[kind].topic if kind in KINDS else ""


def carried(player: Player, channel: str) -> tuple[str, ...]:
    """List the topics that a player gets by a channel."""
    chosen = player.channels.get(channel, USUAL[channel])
    return tuple(topic for topic in TOPICS if topic in chosen)


def wants(player: Player, channel: str, topic: str) -> bool:
    return topic in carried(player, channel)


def wants_email(player: Player, topic: str) -> bool:
    """Tell whether a player wants this topic emailed too when another channel carries it."""
    return topic not in player.unwanted


def choose(player: Player, channel: str, topics: Iterable[str]) -> None:
    """Set what a channel carries."""
    kept = [topic for topic in TOPICS if topic in {*topics}]
    with writing():
        mine = Player.objects.select_for_update().get(pk=player.pk)
        mine.channels = {**mine.channels, channel: kept}
        mine.save(update_fields=["channels"])


def email_after(player: Player, minutes: int) -> None:
    """Set how long an email waits for a notification to be opened."""
    if minutes in PAUSES:
        with writing():
            Player.objects.filter(pk=player.pk).update(email_after=minutes)


# --- hearing nothing


def be_silent(player: Player, now: datetime) -> None:
    """Send a player nothing for a day. Their clocks run on."""
    _silence(player, now + A_DAY)


def end_silence(player: Player) -> None:
    _silence(player, None)


def _silence(player: Player, until: datetime | None) -> None:
    with writing():
        Player.objects.filter(pk=player.pk).update(silent_until=until)


def silent_until(player: Player, notice: Outbox, now: datetime) -> datetime | None:
    """Return until when a player wants to hear nothing like this; None if they may hear it now.

    What they have asked for themselves comes all the same: codes, receipts, what is about their account.
    """
    until = player.silent_until
    is_held = bool(topic_of(notice.kind)) or notice.kind == DIGEST
    return until if until and until > now and is_held else None


def may_ring_at(player: Player, now: datetime) -> datetime:
    """Return when something may ring at a player: not in their quiet hours, in which no clock runs either."""
    return awake(now, replace(rhythm_of(player), free_days=()))
