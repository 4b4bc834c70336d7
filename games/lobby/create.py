"""Opening a match from a page: its seats and invitations, and its start if nobody else has to join.

It is all one transaction: a refusal leaves nothing behind, and a second press finds the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError

from games.infra import limits
from games.infra.locks import writing
from games.lobby import fill, invitations, match_settings, setup
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MatchSettings
from games.models import Lobby, Match, Player
from games.players import suspensions
from games.rules.kernel.refusal import Refused


def open_for(
    host: Player,
    settings: MatchSettings,
    said: Accepted,
    key: str,
    now: datetime,
    guests: Sequence[Guest] = (),
) -> Match:
    """Open a match, once for each press, with what the host said on sitting down; raise Refused."""
    match_settings.check(settings)
    if len(guests) > settings.free(1):
        raise Refused("too_few_seats", seats=settings.seats)
    if found := opened_by(host, key):
        return found
    try:
        with writing():
            return _open(host, settings, said, guests, key, now)
    except IntegrityError:  # the same press, at the same moment
        if found := opened_by(host, key):
            return found
        raise


def opened_by(host: Player, key: str) -> Match | None:
    """Find the match that this press has already opened."""
    lobby = Lobby.objects.select_related("match").filter(host=host, key=key).first()
    return lobby.match if lobby else None


def _open(
    host: Player, settings: MatchSettings, said: Accepted, guests: Sequence[Guest], key: str, now: datetime
) -> Match:
    suspensions.check(host, now)
    limits.take("tables of a player", str(host.pk), now)
    match = setup.open_match(settings, [host], now, words=[said.for_the_draw], key=key)
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
