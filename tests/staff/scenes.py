"""A match, and a moderator who acts."""

from __future__ import annotations

from games.disputes.moderation import By
from games.models import Match
from tests.kit.every_action import WHY, mail_of, moderator
from tests.kit.play_people import match, play_on


def scene() -> tuple[Match, By]:
    found = match()
    play_on(found, 4)
    found.refresh_from_db()
    mail_of(found)
    found.seat_taken_by = found.seats.get(number=1).player
    return found, By(moderator(), WHY)
