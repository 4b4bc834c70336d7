"""Queueing news: to who sits in a seat, to a player wherever they sit, to those who run the site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from games.mail.kinds import News
from games.mail.queue.about import About, about_case, about_hands, about_pause, about_ruling
from games.mail.queue.rows import email, write
from games.models import Case, CaseWord, MailState, Match, Outbox, Pause, Player, Ruling, Seat

AN_HOUR = timedelta(hours=1)


def tell(match: Match, seats: Iterable[Seat], kind: News, about: About, now: datetime) -> None:
    """Queue an email to whoever sits in these seats; for one thing each gets one."""
    write(_row(match, kind, about, now, seat) for seat in seats if seat.player_id is not None)


def tell_later(match: Match, when: Mapping[Seat, datetime], kind: News, about: About, now: datetime) -> None:
    """Queue an email to whoever sits in these seats, which waits for each until a moment of their own."""
    rows = [_row(match, kind, about, now, seat) for seat in when]
    for row, later in zip(rows, when.values(), strict=True):
        row.send_after = max(row.send_after, later)
    write(rows)


def tell_replaced(match: Match, former: Player, seat: Seat, now: datetime) -> None:
    """Queue the last email to a former player, who has no seat any more that it could go to."""
    row = _row(match, News.REPLACED, about_hands(seat), now)
    row.to = former.email
    write([row])


def tell_operators(stopped: Pause, now: datetime) -> None:
    """Queue an email to each operator that a fault has stopped a match; they may play there like anybody."""
    _tell_operators(stopped.match, News.STOPPED, about_pause(stopped), now)


def _tell_operators(match: Match | None, kind: News, about: About, now: datetime) -> None:
    for place, (_, address) in enumerate(settings.ADMINS):
        row = _row(match, kind, about, now)
        row.to, row.dedupe = address, f"{row.dedupe}{place}"
        write([row])


def tell_player(match: Match | None, player: Player, kind: News, about: About, now: datetime) -> None:
    """Queue an email to a player, whether they sit there still or not; for one thing one."""
    row = _row(match, kind, about, now)
    row.to, row.dedupe = player.email, f"{row.dedupe}{player.pk.hex}"
    write([row])


def tell_moderators(case: Case, about: About, moderators: Iterable[Player], now: datetime) -> None:
    """Queue an email to each of those who may look into a case; to the operators if nobody may."""
    told = list(moderators)
    for one in told:
        tell_player(case.match, one, News.NEW_CASE, about, now)
    if not told:
        _tell_operators(case.match, News.NEW_CASE, about, now)


def tell_more_said(case: Case, reader: Player, word: CaseWord, now: datetime) -> None:
    """Queue an email that more was said about a case; all that is said within an hour makes one."""
    about = about_case(case, word)
    row = _row(case.match, News.MORE_SAID, about, now)
    row.to = reader.email
    mine = Outbox.objects.filter(match=case.match, kind=News.MORE_SAID, to=reader.email)
    last = mine.filter(question__startswith=about.beginning()).order_by("-pk").first()
    if last is not None and last.state == MailState.QUEUED:
        return
    if last is not None:
        row.send_after = max(row.send_after, last.send_after + AN_HOUR)
    write([row])


def tell_ruled(ruling: Ruling, seats: Iterable[Seat], players: Iterable[Player], now: datetime) -> None:
    """Queue an email about a moderator's act: to who sits in these seats, and to players by themselves."""
    about = about_ruling(ruling)
    if ruling.match is not None:
        tell(ruling.match, seats, News.RULED, about, now)
    for player in players:
        tell_player(ruling.match, player, News.RULED, about, now)


def _row(match: Match | None, kind: News, about: About, now: datetime, seat: Seat | None = None) -> Outbox:
    whose = f"{seat.number}:{seat.generation}" if seat else "-"
    text = about.text()
    reason = f"{match.pk if match else '-'}:{kind}:{text}:{whose}"
    wait = timedelta(seconds=settings.SEND_AFTER)
    return email(kind, reason, now, match=match, seat=seat, about=text, wait=wait)
