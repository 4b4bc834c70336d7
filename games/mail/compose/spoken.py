"""What others said in a match since the last email that reported it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.infra.statements import kept
from games.mail.compose.email_draft import EmailDraft, safe
from games.mail.kinds import DIGEST, TELLS_CHAT
from games.models import MailState, Match, Outbox, Player, Seat, Talk, names_of
from games.present.chat_lines import ChatLine, visible_lines

MOST, MOST_COUNTED, LONGEST = 10, 200, 400


def since_last_mail(draft: EmailDraft) -> list[str]:
    """Quote what was said since the last email to this seat."""
    seat = draft.seat
    last = _sent_to_seat.first(seat, seat.generation)
    return _lines(draft.match, list(draft.seat_view.seats), seat.player, last)


def since_last_digest(draft: EmailDraft, match: Match, seats: list[Seat]) -> list[str]:
    """Quote what was said in one of a player's matches since their last daily email."""
    return _lines(match, seats, draft.player, _digests_sent.first(draft.row.to))


@kept
def _sent_to_seat(seat: Seat, generation: int) -> QuerySet[Outbox, datetime | None]:
    return _sent(Outbox.objects.filter(seat=seat, generation=generation, kind__in=TELLS_CHAT))


@kept
def _digests_sent(to: str) -> QuerySet[Outbox, datetime | None]:
    return _sent(Outbox.objects.filter(kind=DIGEST, to=to))


def _sent(mails: QuerySet[Outbox]) -> QuerySet[Outbox, datetime | None]:
    """Find when emails were sent, the last one first."""
    sent = mails.filter(state=MailState.SENT).order_by("-sent_at", "-pk")
    return sent.values_list("sent_at", flat=True)


def _lines(match: Match, seats: list[Seat], reader: Player | None, after: datetime | None) -> list[str]:
    """Quote the latest messages, with nothing to click; count those before."""
    if reader is None:
        return []
    found = _told_to(reader, match, after)
    names = {number: safe(name) for number, name in names_of(seats).items()}
    told = [_quoted(one) for one in visible_lines(found[:MOST], seats, names, reader)]
    return [*_left_out(len(found) - MOST), *told]


def _quoted(line: ChatLine) -> str:
    name = _("%(name)s (only to you)") % {"name": line.name} if line.to_me else line.name
    return f"{name}: {safe(line.text, LONGEST)}"


@kept
def _told_to(reader: Player, match: Match, after: datetime | None) -> QuerySet[Talk]:
    rows = Talk.objects.told_to(reader).filter(match=match)
    return (rows if after is None else rows.filter(at__gt=after))[:MOST_COUNTED]


def _left_out(count: int) -> list[str]:
    if count < 1:
        return []
    told = ngettext(
        "%(count)d earlier message is on the match page.",
        "%(count)d earlier messages are on the match page.",
        count,
    )
    return [told % {"count": count}]
