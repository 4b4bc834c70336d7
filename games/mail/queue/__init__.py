"""What happens at a table beside the game, mailed to those who would else wait before a page they never open.

Rows in the outbox, like every other mail. What each is about says when it makes no sense any more.
"""

from games.mail.queue.about import (
    about_case,
    about_door,
    about_hands,
    about_invitation,
    about_nudge,
    about_offer,
    about_pause,
    about_ruling,
    about_vote,
    case_of,
    door_of,
    invitation_of,
    proposal,
    ruling_of,
    seat_of,
    word_of,
)
from games.mail.queue.enqueue import (
    tell,
    tell_later,
    tell_moderators,
    tell_more_said,
    tell_operators,
    tell_player,
    tell_replaced,
    tell_ruled,
)
from games.mail.queue.rows import AT_ONCE, email, write, write_once

__all__ = [
    "AT_ONCE",
    "about_case",
    "about_door",
    "about_hands",
    "about_invitation",
    "about_nudge",
    "about_offer",
    "about_pause",
    "about_ruling",
    "about_vote",
    "case_of",
    "door_of",
    "email",
    "invitation_of",
    "proposal",
    "ruling_of",
    "seat_of",
    "tell",
    "tell_later",
    "tell_moderators",
    "tell_more_said",
    "tell_operators",
    "tell_player",
    "tell_replaced",
    "tell_ruled",
    "word_of",
    "write",
    "write_once",
]
