"""Queue news: to the players of seats, to a player with or without a seat, to the operators."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games.mail.kinds import News
from games.mail.queue.about import About, about_case, about_hands, about_pause, about_ruling
from games.mail.queue.rows import Notice, write
from games.models import Case, CaseWord, MailState, Match, Outbox, Pause, Player, Ruling, Seat

AN_HOUR = timedelta(hours=1)


def tell(match: Match, seats: Iterable[Seat], kind: News, about: About, now: datetime) -> None:
    """Queue an email to the players of these seats; each gets one for the same thing."""
    write(Notice(kind, about, seat).row(match, now) for seat in seats if seat.player_id is not None)


def to_replaced(former: Player, seat: Seat) -> Notice:
    """Make the last email to a replaced player, by address because they no longer have the seat."""
    return Notice(News.REPLACED, about_hands(seat), to=former.email)


def to_player(player: Player, kind: str, about: About) -> Notice:
    """Make an email to a player, with or without a seat; only one for the same thing."""
    return Notice(kind, about, to=player.email, beside=player.pk.hex)


def to_operators(kind: News, about: About) -> list[Notice]:
    """Make an email to each operator, by address: operators may play in the match too."""
    addresses = [address for _, address in settings.ADMINS]
    return [Notice(kind, about, to=to, beside=str(place)) for place, to in enumerate(addresses)]


def of_stop(stopped: Pause) -> list[Notice]:
    """Make the emails that tell each operator that a fault has stopped a match."""
    return to_operators(News.STOPPED, about_pause(stopped))


def of_ruling(ruling: Ruling, seats: Iterable[Seat], players: Iterable[Player]) -> list[Notice]:
    """Make the emails about a moderator's action: to the players of these seats, and to other players."""
    about = about_ruling(ruling)
    sitting = [Notice(News.RULED, about, seat) for seat in seats if seat.player_id is not None]
    return sitting + [to_player(player, News.RULED, about) for player in players]


def tell_ruled(ruling: Ruling, seats: Iterable[Seat], players: Iterable[Player], now: datetime) -> None:
    """Queue the emails about a moderator's action; its ruling must be written already."""
    write(one.row(ruling.match, now) for one in of_ruling(ruling, seats, players))


def tell_player(match: Match | None, player: Player, kind: str, about: About, now: datetime) -> None:
    """Queue an email to a player, with or without a seat; only one for the same thing."""
    write([to_player(player, kind, about).row(match, now)])


def tell_moderators(case: Case, about: About, moderators: Iterable[Player], now: datetime) -> None:
    """Queue an email to each moderator who may see a case; to the operators if there is none."""
    notices = [to_player(one, News.NEW_CASE, about) for one in moderators]
    write(one.row(case.match, now) for one in notices or to_operators(News.NEW_CASE, about))


def tell_more_said(case: Case, reader: Player, word: CaseWord, now: datetime) -> None:
    """Queue an email about a new message in a case; all messages within an hour make one email."""
    about = about_case(case, word)
    mine = Outbox.objects.filter(match=case.match, kind=News.MORE_SAID, to=reader.email)
    last = mine.filter(question__startswith=about.beginning()).order_by("-pk").first()
    if last is not None and last.state == MailState.QUEUED:
        return
    later = last.send_after + AN_HOUR if last else None
    write([Notice(News.MORE_SAID, about, to=reader.email, not_before=later).row(case.match, now)])
