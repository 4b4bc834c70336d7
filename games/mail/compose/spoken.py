"""What others said in a match since the last email that reported it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import ngettext

from games.mail.compose.email_draft import EmailDraft, safe
from games.mail.kinds import DIGEST, TELLS_CHAT
from games.models import MailState, Match, Outbox, Player, Seat, Talk, names_of
from games.present.chat_lines import visible_lines

MOST, MOST_COUNTED, LONGEST = 10, 200, 400


def since_last_mail(draft: EmailDraft) -> list[str]:
    """Quote what was said since the last email to this seat."""
    seat = draft.seat
    sent = Outbox.objects.filter(seat=seat, generation=seat.generation, kind__in=TELLS_CHAT)
    return _lines(draft.match, list(draft.seat_view.seats), seat.player, _last(sent))


def since_last_digest(draft: EmailDraft, match: Match, seats: list[Seat]) -> list[str]:
    """Quote what was said in one of a player's matches since their last daily email."""
    return _lines(match, seats, draft.player, _last(Outbox.objects.filter(kind=DIGEST, to=draft.row.to)))


def _last(mails: QuerySet[Outbox]) -> datetime | None:
    sent = mails.filter(state=MailState.SENT).order_by("-sent_at", "-pk")
    return sent.values_list("sent_at", flat=True).first()


def _lines(match: Match, seats: list[Seat], reader: Player | None, after: datetime | None) -> list[str]:
    """Quote the latest messages, with nothing to click; count those before."""
    if reader is None:
        return []
    rows = Talk.objects.told_to(reader).filter(match=match)
    found = list((rows.filter(at__gt=after) if after else rows)[:MOST_COUNTED])
    names = {number: safe(name) for number, name in names_of(seats).items()}
    told = [
        f"{one.name}: {safe(one.text, LONGEST)}" for one in visible_lines(found[:MOST], seats, names, reader)
    ]
    return [*_left_out(len(found) - MOST), *told]


def _left_out(count: int) -> list[str]:
    if count < 1:
        return []
    told = ngettext(
        "%(count)d more, said before, stands on the match's page.",
        "%(count)d more, said before, stand on the match's page.",
        count,
    )
    return [told % {"count": count}]
