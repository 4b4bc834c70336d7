"""The frame of every email: headers, threading, unsubscribing; and the finished bytes."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.utils import format_datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from mjml import mjml2html

from games.mail import links
from games.mail.compose import email_draft, written
from games.mail.compose.email_draft import EmailDraft, host, listed
from games.mail.compose.table import is_gone
from games.mail.kinds import (
    BOUNCED,
    CODES,
    DOOR,
    INVITING,
    KINDS,
    OF_ACCOUNT,
    TO_PLAYERS,
    TO_STRANGERS,
    MailKind,
    News,
)
from games.mail.queue import AboutDoor
from games.models import Link, Lobby, Match, Outbox, Player, Purpose
from games.players import codes
from games.present.match_names import short_name
from games.present.words import title

WIDE = 78
VEIN = ("#f3e3f0", "#8455b8", "#1d7f56", "#2f5fc4", "#b8243d", "#e0a030", "#3b2d27")  # crystals under the sky
_BLANK = re.compile(r"\n{3,}")
#: Where a line may end, so that none gets too long. No end is part of another.
_ENDS = (
    *("</tr>", "</td>", "</table>", "</div>", "</ul>", "</li>", "</p>", "</style>", "</head>"),
    *("<tbody>", "<![endif]-->"),
)
_EMPTY = re.compile(rb"^([A-Za-z-]+): ?\n +", re.MULTILINE)
_INDENT = re.compile(r" *(?:- |[A-Z]\d*: )?")
#: These links let nobody answer in their reader's name.
NO_ANSWERS = frozenset({Purpose.MUTE_ALL, Purpose.NEVER, Purpose.UNDO})
_SIGNATURE = "-- "  # everything from this line on is left out of replies by mail programs


@dataclass(frozen=True)
class Finished:
    """An email ready to send, and its links, which aren't saved yet."""

    content: bytes
    links: list[Link]


def finish(row: Outbox, now: datetime) -> Finished:
    """Finish an email with all headers, for this reader, in their language and zone."""
    draft = EmailDraft(row, now)
    with reading_as(_in_language_of(draft)):
        message = _message(draft).message()
        message.set_boundary(f"=_{row.message_id.hex}")
        return Finished(_unfolded(written.as_bytes(message)), draft.links)


def _unfolded(content: bytes) -> bytes:
    """Start no header with an empty line: keep a single long address on the line of its name."""
    head, between, body = content.partition(b"\n\n")
    return _EMPTY.sub(rb"\1: ", head) + between + body


def _in_language_of(draft: EmailDraft) -> Player | None:
    """Find a player whose language the email is in: its reader, or one with the language of the page used.

    A stranger who asked for nothing gets it in the language of the host.
    """
    if draft.player is None and draft.row.kind in CODES:
        return Player(language=codes.language_of(draft.row))
    if draft.player is not None or draft.row.kind not in TO_STRANGERS:
        return draft.player
    if draft.row.kind == DOOR and (language := AboutDoor.parse(draft.row.question).language):
        return Player(language=language)
    lobby = Lobby.objects.select_related("host").filter(match=draft.match).first()
    return lobby.host if lobby else None


@contextmanager
def reading_as(player: Player | None) -> Iterator[None]:
    language = player.language if player else settings.LANGUAGE_CODE
    zone = ZoneInfo(player.time_zone if player else settings.TIME_ZONE)
    with translation.override(language), timezone.override(zone):
        yield


def _message(draft: EmailDraft) -> EmailMultiAlternatives:
    stem = _stem(draft.row)
    told = writer_of(KINDS[draft.row.kind])(draft)
    subject = _bracketed(draft.row, stem, told.pop("news", ""))
    reply_to, ways_out = _reply_to(draft), _unsubscribe_links(draft)
    told |= _footer(draft) | ways_out | {"subject": subject, "language": translation.get_language()}
    told |= {"by_reply": bool(reply_to), "vein": VEIN, "flag": _report_link(draft)}
    told["chat_by_reply"] = _chat_by_reply(draft) if reply_to else ""
    is_of_match = _is_of_match(draft.row)
    told["game"] = title(draft.rules.meta) if is_of_match else ""
    told["is_a_key"] = any(one.purpose not in NO_ANSWERS for one in draft.links)
    told["subject_stem"] = stem
    told["is_asking"] = "answers" in told
    message = EmailMultiAlternatives(
        subject=subject,
        body=as_text(told),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[draft.row.to],
        reply_to=reply_to,
        headers=_headers(draft, ways_out),
    )
    message.attach_alternative(as_html(told), "text/html")
    return message


def writer_of(kind: MailKind) -> Callable[[EmailDraft], dict[str, Any]]:
    """Find the function that writes the content of a kind of email."""
    found: Callable[[EmailDraft], dict[str, Any]] = import_string(f"games.mail.compose.{kind.writer}")
    return found


def run_by() -> str:
    """Say who runs the site and how to reach them, from the host's settings."""
    return ", ".join(filter(None, (settings.HOST_NAME, settings.HOST_CONTACT)))


def as_text(told: dict[str, Any]) -> str:
    text = render_to_string("emails/mail.txt", {**told, "run_by": run_by()})
    return _BLANK.sub("\n\n", "\n".join(map(_folded, text.splitlines()))).strip() + "\n"


@lru_cache(maxsize=2000)  # most long lines are in every email
def _folded(line: str) -> str:
    """Wrap a line that is too long, but never one with an address."""
    if len(line) <= WIDE or "://" in line:
        return line if line == _SIGNATURE else line.rstrip()
    indent = " " * len(_INDENT.match(line)[0])  # type: ignore[index]
    return textwrap.fill(
        line,
        WIDE,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def as_html(told: dict[str, Any]) -> str:
    """Render it as HTML, in lines short enough to need no other encoding."""
    html = str(mjml2html(render_to_string("emails/mail.mjml", {**told, "run_by": run_by()})))
    for end in _ENDS:
        html = html.replace(end, f"{end}\n")
    return html.replace("<a ", "\n<a ")


# --- subject and conversation


def subject_of(row: Outbox) -> str:
    return _bracketed(row, _stem(row))


def _bracketed(row: Outbox, stem: str, news: str = "") -> str:
    """Put the news in brackets; mail programs thread by what comes after them (RFC 5256)."""
    told = news or str(KINDS[row.kind].subject)
    if row.kind in OF_ACCOUNT:
        return told
    return f"[{told}] {stem}" if row.match else f"{told}: {stem}"


def _stem(row: Outbox) -> str:
    """Name what an email is about, without its match's players if the reader has no seat there."""
    if row.match is None or row.kind in OF_ACCOUNT:
        return host()
    return email_draft.stem(row.match) if row.seat_id else short_name(row.match)


def _is_of_match(row: Outbox) -> bool:
    """Tell whether it belongs to a match's thread; an email about an account never does."""
    return row.match is not None and row.kind not in OF_ACCOUNT


def root_of(match: Match, player: Player | None) -> str:
    """Make the thread id of a match and a player: an email that was never sent starts the thread."""
    told = f"{match.public_id}:{player.pk if player else ''}"
    return f"<thread-{hashlib.sha256(told.encode()).hexdigest()[:32]}@{host()}>"


def _headers(draft: EmailDraft, ways_out: dict[str, str]) -> dict[str, str]:
    row = draft.row
    found = {
        "Message-ID": f"<{row.message_id}@{host()}>",
        "Date": format_datetime(row.created_at if row.kind in CODES else draft.now),
        "Auto-Submitted": "auto-generated",
        "Content-Language": translation.get_language() or settings.LANGUAGE_CODE,
    }
    if _is_of_match(row):
        root = root_of(draft.match, draft.player)
        found |= {"In-Reply-To": root, "References": root, "List-Id": list_id(draft.match)}
    if way_out := ways_out["mute"] or ways_out["mute_all"] or _never_invite_link(draft):
        found |= {"List-Unsubscribe": f"<{way_out}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return found


def _never_invite_link(draft: EmailDraft) -> str:
    """Return the link in an invitation that stops all further ones."""
    return next((links.url(one) for one in draft.links if one.purpose == Purpose.NEVER), "")


def list_id(match: Match) -> str:
    """Identify the emails of one match, so that readers can sort by it."""
    return f"<{match.public_id.lower()}.matches.{host()}>"


def _reply_to(draft: EmailDraft) -> list[str]:
    """Return the address for replies, if this site can receive them."""
    domain = settings.REPLY_DOMAIN
    if not domain or draft.row.seat is None or not KINDS[draft.row.kind].is_asking:
        return []
    draft.link(Purpose.REPLY, question=draft.row.question)
    return [str(Address(username=f"r+{links.token(draft.links[-1])}", domain=domain))]


def _chat_by_reply(draft: EmailDraft) -> str:
    """Say how a reply writes to the chat, if there is anybody to read it."""
    people = draft.other_people
    if not people:
        return ""
    if not draft.match.private_messages:
        return _("To write in the chat, begin your reply with “say:” and your message.")
    return _(
        "To write in the chat, begin your reply with “say:” and your message; to write to one player alone, "
        "with “say to %(name)s:”."
    ) % {"name": people[0]}


# --- why it came, and how to unsubscribe


def _unsubscribe_links(draft: EmailDraft) -> dict[str, str]:
    """Return the links that mute the match and all emails; people who were only invited get another link."""
    if draft.player is None or draft.row.kind in INVITING | TO_PLAYERS | OF_ACCOUNT:
        return {"mute": "", "mute_all": ""}
    of_match = draft.row.seat is not None
    return {
        "mute": draft.link(Purpose.MUTE) if of_match else "",
        "mute_all": draft.link(Purpose.MUTE_ALL),
    }


def _report_link(draft: EmailDraft) -> str:
    """Return the link that reports a problem with this email, if its reader has a seat in the match."""
    sits = draft.row.seat is not None and draft.player is not None
    return draft.link(Purpose.FLAG) if sits and draft.row.kind not in INVITING else ""


def _has_match_page(draft: EmailDraft) -> bool:
    """Tell whether the reader has a page of the match: moderators and replaced players don't."""
    player = None if is_gone(draft.row) else draft.player
    return player is not None and draft.match.seats.filter(player=player).exists()


def _footer(draft: EmailDraft) -> dict[str, Any]:
    row, site = draft.row, settings.SITE_URL
    if row.kind in OF_ACCOUNT:  # these emails say so themselves
        return {}
    if row.match is None:
        if row.kind == BOUNCED:
            return {
                "why": _("You get this email because this address is also on your account."),
                "page": site,
            }
        if row.kind in TO_PLAYERS:
            why = _(
                "You get this email because someone you have played with invited you to a circle. To change "
                "which emails you get, go to your settings:"
            )
            return {"why": why, "page": f"{site}/mails/"}
        if row.kind == News.RULED:
            return {"why": _("You get this email because you have an account here."), "page": site}
        if row.kind == News.CHAT_OFF:
            return {"why": _("You get this email because you connected a chat app here."), "page": ""}
        why = _("You get this email once a day because you chose to. To change that, go to your settings:")
        return {"why": why, "page": f"{site}/mails/"}
    table = short_name(row.match)
    if row.seat is None:
        page = draft.page if _has_match_page(draft) else ""
        return {"why": _("This email is about %(table)s.") % {"table": table}, "page": page}
    names = listed(draft.others)
    why = _("You get this email because you play in %(table)s, with %(names)s.")
    if not names:
        why = _("You get this email because you play in %(table)s.")
    elif row.kind in INVITING:
        why = _("You get this email because someone invited you to %(table)s, with %(names)s.")
        return {"why": why % {"table": table, "names": names}, "page": ""}  # the page is only for players
    return {"why": why % {"table": table, "names": names}, "page": draft.page}
