"""Links in emails: a row that says what each is for, and a proof that we made it.

Whoever has a link may do what its row says, as long as that makes sense; the link itself reveals nothing. It
survives what email filters do to it: letter case, an added dot or quote, line breaks.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache

from django.conf import settings
from django.db.models import QuerySet
from django.utils.encoding import force_bytes

from games.infra.statements import Insert, kept, new_row, send
from games.mail import delivery
from games.mail.kinds import BOUNCED
from games.models import Act, ActKind, Link, Match, Outbox, Player, Purpose, Seat

NAME, PROOF = 8, 16  # bytes
LENGTH = 39  # letters and digits in a link
#: For this long after a match its links still show what everybody may know.
SHOWN = timedelta(days=90)
#: Links of a player that belong to none of their seats, or to all.
OF_PLAYER = frozenset({Purpose.CASE, Purpose.MUTE_ALL})
QUIET = frozenset({Purpose.MUTE, Purpose.MUTE_ALL, Purpose.NEVER})
_STRETCH = re.compile(rf"[^a-z2-7]*([a-z2-7]{{{LENGTH}}})(?![a-z2-7])")
_ODD = re.compile(r"[^a-z2-7]")


def write(links: Iterable[Link]) -> list[Link]:
    """Save links; until then nobody can use them."""
    made = [*links]
    send([Insert(Link, made)])
    return made


def of_seat(seat: Seat, purpose: Purpose, mail: Outbox | None = None, **more: object) -> Link:
    """Make a link for a seat's current player, not saved yet."""
    return new_row(
        Link,
        match_id=seat.match_id,
        seat=seat,
        generation=seat.generation,
        player_id=seat.player_id,
        purpose=purpose,
        mail=mail,
        **more,
    )


def is_dead(link: Link, now: datetime) -> bool:
    """Tell whether a link no longer works: its seat has changed hands, or its match ended long ago.

    A deactivated player can use no link, except to unsubscribe.
    """
    is_barred = link.player is not None and not link.player.is_active and link.purpose not in QUIET
    return is_barred or not link.is_current or is_long_over(link, now) or _was_anothers(link)


def _was_anothers(link: Link) -> bool:
    """Tell whether its player doesn't read the address it went to, or has disowned an action since.

    This is for links without a seat, which don't die with one: a replaced player still has their case, and a
    daily email is about all seats.
    """
    if link.purpose not in OF_PLAYER or link.player is None or link.seat is not None:
        return False
    if link.mail is not None and link.mail.to.casefold() not in _read_at(link.player, link.mail):
        return True
    theirs = Act.objects.filter(seat__player=link.player, kind=ActKind.DISOWNED, at__gte=link.at)
    return theirs.filter(**({"match": link.match_id} if link.match_id else {})).exists()


def _read_at(player: Player, mail: Outbox) -> set[str]:
    """List where emails of this kind go: one is sent to other addresses when the main one fails."""
    if mail.kind == BOUNCED:
        return delivery.verified(player)
    return {player.email.casefold()}


def is_long_over(link: Link, now: datetime) -> bool:
    ended = link.match.ended_at if link.match else None
    return ended is not None and now - ended > SHOWN


def forget(now: datetime) -> int:
    """Delete links of matches that ended long ago; return how many.

    `in` a subquery of matches: with a join, each link would be looked up among all of them.
    """
    over = Match.objects.filter(ended_at__lt=now - SHOWN)
    return Link.objects.filter(match__in=over).delete()[0]


def token(link: Link) -> str:
    """Spell out a link's token in letters and digits that survive upper and lower case."""
    name = bytes(link.name)
    return _spelled(name + _proof(name, link.purpose, settings.SECRET_KEY))


def url(link: Link) -> str:
    return f"{settings.SITE_URL}{path(link)}"


def path(link: Link) -> str:
    return f"/t/{token(link)}"


def find(told: str, *purposes: Purpose) -> Link | None:
    """Find the link of a token, however a mail program has bent it; None if we didn't make it."""
    if (read := read_bytes(told)) is None:
        return None
    name, proof = read[:NAME], read[NAME:]
    link = next((one for one in _named(name) if not purposes or one.purpose in purposes), None)
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    purpose = link.purpose if link else Purpose.CHOICE
    good = [hmac.compare_digest(proof, _proof(name, purpose, key)) for key in keys]
    return link if any(good) else None


@kept
def _named(name: bytes) -> QuerySet[Link]:
    """Find the link of a name, which no two have, with everything its page looks at."""
    found = Link.objects.select_related("seat__player", "seat__match", "match", "player", "mail")
    return found.filter(name=name)


def read_bytes(told: str) -> bytes | None:
    """Decode a token, repairing what can only mean one thing.

    Line breaks, punctuation and spaces inside it are ignored. Otherwise the first run of letters as long as a
    token counts, whatever follows it.
    """
    plain = told.lower().removeprefix("=3d")
    letters = _ODD.sub("", plain)
    if len(letters) != LENGTH:
        stretch = _STRETCH.match(plain)
        letters = stretch[1] if stretch else ""
    try:
        return base64.b32decode(letters.upper() + "=") if letters else None
    except binascii.Error:
        return None


def _spelled(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()


def _proof(name: bytes, purpose: str, key: str) -> bytes:
    """Prove that we made it, with a separate key for each purpose."""
    return hmac.digest(_key(purpose, key), name, "sha256")[:PROOF]


@lru_cache(maxsize=100)
def _key(purpose: str, key: str) -> bytes:
    return hmac.digest(force_bytes(key), b"games.links." + purpose.encode(), "sha256")
