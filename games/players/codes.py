"""Codes that are emailed and typed in: for signing in, and wherever else we ask who somebody is.

A code is computed from the name of its email and the site's key: by the worker that writes the email, and by
the page that checks what was typed. So it is stored nowhere, in no session, row, task or log. The page that
takes a request only writes a row, the same for every address: the worker finds out whose it is.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.encoding import force_bytes

from games.infra import limits
from games.mail import queue
from games.mail.kinds import CODES, Errand
from games.models import MailState, Match, Outbox

SALT, SHARED_SALT = b"games.codes", "games.codes.shared"
LETTERS = "BCDFGHJKMNPQRSTVWXZ"
#: A code that several browsers may type is long enough that guessing in all of them at once leads nowhere.
SHORT, LONG = 8, 12
HOLDS, TRIES = timedelta(minutes=10), 5
#: For this long we list the emails that carried codes and keep those that went to nobody.
KEPT, KEPT_OF_NOBODY = timedelta(days=7), timedelta(days=1)
_NOT_TYPED = re.compile(r"[^A-Z0-9]")


@dataclass(frozen=True)
class CodeRequest:
    """A code on its way, as stored in the session of the browser that asked for it."""

    address: str
    errand: str
    email: str  # the code is computed from the email's name
    letters: int
    until: str
    asking: str  # attempts are counted under this name

    @property
    def is_shared(self) -> bool:
        return self.letters == LONG

    @property
    def ends_at(self) -> datetime:
        return datetime.fromisoformat(self.until)

    def kept(self) -> dict[str, str | int]:
        return asdict(self)


def ask(
    errand: Errand,
    address: str,
    now: datetime,
    language: str,
    *,
    match: Match | None = None,
    shared: bool = False,
) -> CodeRequest:
    """Queue an email with a code, in the caller's transaction.

    A shared code is the same for everybody who asks for that address within ten minutes, and is emailed once.
    """
    name, letters = (_shared_name(address, now), LONG) if shared else (uuid4(), SHORT)
    about = queue.AboutCode(language, letters).text()
    reason = f"code:{name.hex}"
    queue.write([queue.email(errand, reason, now, match=match, about=about, to=address, message_id=name)])
    until = (now + HOLDS).isoformat()
    return CodeRequest(address, errand, name.hex, letters, until, secrets.token_hex(8))


def _shared_name(address: str, now: datetime) -> UUID:
    told = f"{address.lower()}|{_stretch(now)}"
    return UUID(bytes=salted_hmac(SHARED_SALT, told, algorithm="sha256").digest()[:16], version=4)


def _stretch(when: datetime) -> int:
    """Number the ten-minute period that shares a code."""
    return int(when.timestamp() // HOLDS.total_seconds())


# --- what the worker writes


def in_email(row: Outbox) -> str:
    """Compute the code that an email carries."""
    return _code(row.kind, row.message_id, letters_in(row), settings.SECRET_KEY)


def letters_in(row: Outbox) -> int:
    return queue.AboutCode.parse(row.question).letters


def language_of(row: Outbox) -> str:
    """Return the language the code was asked for in."""
    return queue.AboutCode.parse(row.question).language


def still_holds(row: Outbox, now: datetime) -> bool:
    return now < row.created_at + HOLDS


def may_be_kept() -> bool:
    """Tell whether an email with a code is kept once sent: only in a demo, whose mailbox page shows it."""
    return settings.DEMO and not settings.ENV.production


# --- what the page checks


def take_try(asked: CodeRequest, now: datetime) -> int:
    """Count an attempt before it is checked; return its number, or 0 if none is left."""
    return limits.take_until(f"tries of {asked.asking}", TRIES, asked.ends_at) if now < asked.ends_at else 0


def use(asked: CodeRequest) -> bool:
    """Use up a code that was right; return whether it was still unused, in any browser."""
    asked_in = _stretch(asked.ends_at - HOLDS)
    over_at = datetime.fromtimestamp((asked_in + 2) * HOLDS.total_seconds(), UTC)  # for all who share it
    return limits.take_until(f"use of {asked.email}", 1, over_at) == 1


def is_right(asked: CodeRequest, typed: str) -> bool:
    """Compare what was typed, however it is spelled, with the code."""
    read = _NOT_TYPED.sub("", typed.upper())
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    codes = [_code(asked.errand, UUID(asked.email), asked.letters, key) for key in keys]
    good = [constant_time_compare(read, code) for code in codes]  # all of them, so that time tells nothing
    return any(good)


def _code(errand: str, email: UUID, letters: int, key: str) -> str:
    own = hmac.digest(force_bytes(key), SALT + errand.encode(), "sha256")
    number = int.from_bytes(hmac.digest(own, email.bytes, "sha256"), "big")
    told = ""
    for _ in range(letters):
        number, place = divmod(number, len(LETTERS))
        told += LETTERS[place]
    return told


def forget(now: datetime) -> int:
    """Delete the rows of codes that ended long ago; return how many."""
    old = Q(created_at__lt=now - KEPT)
    nobodys = Q(created_at__lt=now - KEPT_OF_NOBODY, state=MailState.SUPERSEDED)
    return Outbox.objects.filter(old | nobodys, kind__in=CODES, match=None).delete()[0]
