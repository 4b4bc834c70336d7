"""The kinds of news: what happens at a table beside the game."""

from __future__ import annotations

from enum import StrEnum


class News(StrEnum):
    """What a mail tells, and whom."""

    PROPOSED = "proposed"  # a vote, to who is asked
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED = "closed"
    REWOUND = "rewound"  # by consent
    GAVE_UP = "gave_up"
    OFFERED = "offered"
    TAKEN = "taken"
    ON_AUTOPILOT = "on_autopilot"  # to its own player, like the next two
    ON_OFFER = "on_offer"
    REPLACED = "replaced"
    NUDGED = "nudged"  # by somebody who waits, to who is waited for
    JOINED = "joined"  # a table that fills, to its host, like the next two
    LEFT = "left"
    DECLINED = "declined"  # to whoever had asked them
    CALLED_OFF = "called_off"  # before it began
    UNREACHABLE = "unreachable"  # mails to a player come back: to the others at the table
    STOPPED = "stopped"  # by a fault, to the operators
    FLAGGED = "flagged"  # a problem: to whoever has flagged it, like the next three
    ANSWERED = "answered"
    DECIDED = "decided"
    APPEALED = "appealed"
    NEW_CASE = "new_case"  # to the moderators, like the next
    MORE_SAID = "more_said"
    RULED = "ruled"  # a moderator has acted: to whom it concerns


KINDS = frozenset(News)
