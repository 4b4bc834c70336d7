"""The parts of a case's page, and of the form that reports a line or an email."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.mail import delivery
from games.mail.kinds import TO_FORMER, called
from games.models import (
    LONGEST_WORD,
    Case,
    CaseKind,
    CaseState,
    CaseWord,
    MatchStatus,
    Outbox,
    Player,
    Ruling,
    RulingKind,
    Seat,
    Verdict,
    names_of,
    new_key,
)
from games.play import history
from games.players.seat_history import Hands
from games.present.words import describe_event
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader

SALT, NAME = "games.pages.cases", 10  # bytes
SAY, APPEAL, CLOSE = "say", "appeal", "close"


# --- what may be reported


def line_name(seat: Seat, number: int) -> str:
    """Give a line of the log a name for this seat's pages that doesn't reveal the number of its event."""
    made = salted_hmac(SALT, f"{seat.pk}:{number}", algorithm="sha256").digest()[:NAME]
    return base64.b32encode(made).decode().lower()


def line_of(seat: Seat, name: str) -> int | None:
    """Find the number of the event by the name its line has on this seat's pages."""
    numbers = range(1, seat.match.version + 1) if name else ()
    return next((number for number in numbers if line_name(seat, number) == name), None)


def mail_of(held: Hands, player: Player, told: str) -> Outbox | None:
    """Find an email by its id, if it went to the seat while they held it, or told them that they lost it."""
    try:
        name = UUID(told)
    except ValueError:
        return None
    to_seat = Q(seat=held.seat, generation=held.generation)
    last = Q(seat=None, match=held.seat.match, kind__in=TO_FORMER, went_to__in=delivery.verified(player))
    mails = Outbox.objects.annotate(went_to=Lower("to")).defer("rendered")
    return mails.filter(to_seat | last, message_id=name).first()


def line_said(seat: Seat, number: int | None, reader: Reader) -> str:
    """Give the reported line of the log as this reader may see it; "" if the log can't be read."""
    if number is None:
        return ""
    try:
        records, table = history.load(seat.match)
    except (HistoryBroken, TooNew):
        return ""
    if seat.match.status == MatchStatus.OVER:
        reader = AFTERWARDS
    called = names_of(seat.match.seats.select_related("player"))
    rules, options = seat.match.rules, table.options
    events = (seen(rules, record, reader, options) for record in records if record.number == number)
    said = [describe_event(rules, event, lambda one: called[one], options) for event in events if event]
    return (said and said[0]) or _("A line of the log, shown in full only on the match page.")


def mail_said(mail: Outbox | None) -> str:
    """Say what an email was about, if there is one."""
    if mail is None:
        return ""
    return called(mail.kind)


@dataclass(frozen=True)
class FlagForm:
    """A form that reports a line or an email, with what was filled in before."""

    line: str
    mail: Outbox | None
    kind: str = ""
    text: str = ""
    key: str = ""

    def context(self) -> dict[str, Any]:
        return {
            "flagging": self,
            "kinds": CaseKind.choices,
            "longest": LONGEST_WORD,
            "key": self.key or new_key(),
            "mail_said": mail_said(self.mail),
        }


# --- a case


@dataclass(frozen=True)
class CaseEntry:
    """One message or action in a case, as its opener reads it."""

    by: str
    text: str
    at: datetime
    mine: bool = False
    verdict: str = ""


def case_context(
    case: Case, *, with_hand: bool, text: str = "", do: str = "", key: str = ""
) -> dict[str, Any]:
    """Gather what the page of a case shows its opener."""
    reader, offered = case.reader if with_hand else PUBLIC, ways(case)
    return {
        "case": case,
        "line_said": line_said(case.seat, case.line, reader),
        "mail_said": mail_said(case.mail),
        "told": sorted([*_words(case), *_rulings(case)], key=lambda one: one.at),
        "ways": offered,
        "may_say": [way for way, _called in offered] != [CLOSE],
        "chosen": do,
        "text": text,
        "longest": LONGEST_WORD,
        "key": key or new_key(),
    }


def ways(case: Case) -> Sequence[tuple[str, str]]:
    """List the actions that the opener of a case has now, each with its label."""
    if case.state not in (CaseState.DECIDED, CaseState.CLOSED):
        return [(SAY, _("Add a message")), (CLOSE, _("Withdraw and close the case"))]
    appeal = [(APPEAL, _("Appeal to another moderator, and say why"))] if case.may_appeal else []
    agree = [(CLOSE, _("Accept the decision and close the case"))] if case.state == CaseState.DECIDED else []
    return [*appeal, *agree]


def _words(case: Case) -> list[CaseEntry]:
    return [_word(one) for one in CaseWord.objects.filter(case=case, private=False)]


def _word(word: CaseWord) -> CaseEntry:
    return CaseEntry(
        _("A moderator") if word.as_moderator else _("You"), word.text, word.at, mine=not word.as_moderator
    )


def _rulings(case: Case) -> list[CaseEntry]:
    """List what moderators did in the case; the opener sees only the reason of the decision."""
    told = (RulingKind.TOOK, RulingKind.DECIDED, RulingKind.CLOSED_CASE)
    return [_ruling(one) for one in Ruling.objects.filter(case=case, refused="", kind__in=told)]


def _ruling(one: Ruling) -> CaseEntry:
    if one.kind == RulingKind.DECIDED:
        return CaseEntry(_("Decision"), one.reason, one.at, verdict=str(Verdict(one.about).label))
    if one.kind == RulingKind.TOOK:
        return CaseEntry(_("A moderator is looking into it."), "", one.at)
    by_itself = _("The time to appeal has run out, so the case has closed automatically.")
    return CaseEntry(
        by_itself if one.moderator_id is None else _("A moderator has closed the case."), "", one.at
    )
