"""Opening a match from a page: its seats and invitations, and its start if nobody else has to join.

It is all one transaction: a refusal leaves nothing behind, and a second press finds the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError

from games.circles import belonging, series
from games.infra import limits
from games.infra.locks import writing
from games.lobby import fill, invitations, match_settings, setup
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MatchSettings
from games.models import Lobby, Match, Player
from games.players import robot_accounts, suspensions
from games.records import keep
from games.rules.kernel.refusal import Refused


def open_for(
    host: Player,
    settings: MatchSettings,
    said: Accepted,
    key: str,
    now: datetime,
    guests: Sequence[Guest] = (),
    after: Match | None = None,
) -> Match:
    """Open a match, once for each press, with what the host said on sitting down; raise Refused.

    After a match of a series that goes on, it is the next one, which is opened only once.
    """
    match_settings.check(settings)
    if settings.circle:
        belonging.check_belongs(host, settings.circle)
    if len(guests) > settings.free(1):
        raise Refused("too_few_seats", seats=settings.seats)
    if found := opened_by(host, key):
        return found
    if after is not None:
        keep.keep_now(after)
    try:
        with writing():
            return _open_once(host, settings, said, guests, key, now, after)
    except IntegrityError:  # the same press, at the same moment
        if found := opened_by(host, key):
            return found
        raise


def opened_by(host: Player, key: str) -> Match | None:
    """Find the match that this press has already opened."""
    lobby = Lobby.objects.select_related("match").filter(host=host, key=key).first()
    return lobby.match if lobby else None


def _open_once(
    host: Player,
    settings: MatchSettings,
    said: Accepted,
    guests: Sequence[Guest],
    key: str,
    now: datetime,
    after: Match | None,
) -> Match:
    """Open a match, or find the next one of a series if somebody was faster."""
    place = series.goes_on(after) if after else None
    if place and (found := series.following(place)):
        return found
    match = _open(host, settings, said, guests, key, now)
    if place:
        series.follow(place, match)
    else:
        series.begin(match, settings.best_of)
    return match


def _open(
    host: Player, settings: MatchSettings, said: Accepted, guests: Sequence[Guest], key: str, now: datetime
) -> Match:
    suspensions.check(host, now)
    limits.take("tables of a player", str(host.pk), now)
    match = setup.open_match(settings, [host], now, words=[said.for_the_draw], key=key)
    robot_accounts.check(match, host)
    mine = match.seats.get(number=0)
    mine.hand_in_mail, mine.brought = said.hand_in_mail, fill.brought_by(match, said.brought)
    mine.save(update_fields=["hand_in_mail", "brought"])
    _ask(match, guests, host, now)
    fill.begin_if_full(match, now)
    return match


def _ask(match: Match, guests: Sequence[Guest], host: Player, now: datetime) -> None:
    free = match.seats.filter(player=None, robot="").order_by("number")
    for seat, guest in zip(free, guests, strict=False):
        invitations.ask(match, seat, guest, host, now)
