"""Matches that one person plays against robots at once: guided first matches, and what the daily mine needs.

They send no emails, nobody else ever sits in them, and they are neither rated nor counted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError

from games.infra import bell, limits
from games.infra.locks import writing
from games.lobby import create, fill, setup
from games.lobby.match_settings import MatchSettings
from games.match.actions import Did, Pressed, act
from games.models import Match, MatchKind, Player, Seat
from games.play import deadlines
from games.play.workspace import Workspace
from games.players import suspensions
from games.rules.guided_match import seats_of
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused

MOST_ROUNDS = 50  # of robots' moves in a row


def open_lesson(player: Player, rules: AnyRules, key: str, now: datetime) -> Match:
    """Open a guided match, once for each press; raise Refused."""
    if found := create.opened_by(player, key):
        return found
    try:
        with writing():
            match = open_alone(
                player,
                settings_alone(rules, dict(rules.alone.options)),
                now,
                key=key,
                secret=bytes.fromhex(rules.alone.secret),
                kind=MatchKind.LESSON,
            )
    except IntegrityError:  # the same press, at the same moment
        if found := create.opened_by(player, key):
            return found
        raise
    let_robots_play(match, now)
    return match


def settings_alone(rules: AnyRules, options: dict[str, object]) -> MatchSettings:
    """Give the settings of a match of one person against sensible robots."""
    seats = seats_of(rules)
    robots = (rules.automation.sensible,) * (seats - 1)
    return MatchSettings(rules.meta.slug, seats, robots, options)


def open_alone(player: Player, settings: MatchSettings, now: datetime, **how: Any) -> Match:
    """Open and begin a match in the caller's transaction; raise Refused.

    No email is ever sent about it, so its hand needs no protection from them: no code is asked for.
    """
    suspensions.check(player, now)
    limits.take("tables of a player", str(player.pk), now)
    if player.is_robot:  # what people learn and compare here would be worth nothing
        raise Refused("no_robots")
    match = setup.open_match(settings, [player], now, **how)
    lessons = match.kind == MatchKind.LESSON
    match.seats.filter(number=0).update(muted=True, hand_in_mail=True, lessons=lessons)
    fill.begin_if_full(match, now)
    return match


def let_robots_play(match: Match, now: datetime) -> None:
    """Let the robots answer now, so that their player needn't wait for a worker; what is left, it does."""
    with bell.silenced():
        for _ in range(MOST_ROUNDS):
            if not deadlines.close_first_of(match, now):
                return


def tell_lessons(match_id: int, number: int, now: datetime, pressed: Pressed, *, told: bool) -> None:
    """Stop the lessons of a guided match, or go on with them. Raises Refused."""

    def stop(work: Workspace, seat: Seat) -> Did:
        work.change(seat, lessons=told and work.match.is_lesson)
        return None

    act(match_id, number, now, pressed, stop)
