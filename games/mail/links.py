"""The addresses in emails: a row that says what each is for, and a proof that we wrote it.

Whoever holds the address may do what its row says, as long as that makes sense; nothing in it can be read.
It survives what email filters do to addresses: letter case, a dot or a quote at the end, line breaks.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.encoding import force_bytes

from games.mail import delivery
from games.mail.kinds import BOUNCED
from games.models import Act, ActKind, Link, Match, Outbox, Player, Purpose, Seat

NAME, PROOF = 8, 16  # bytes
LENGTH = 39  # letters and figures of an address
#: So long after a match its links still show what anybody may know.
SHOWN = timedelta(days=90)
#: What a player can do by an email that is about none of their seats, or all of them.
OF_PLAYER = frozenset({Purpose.CASE, Purpose.MUTE_ALL})
QUIET = frozenset({Purpose.MUTE, Purpose.MUTE_ALL, Purpose.NEVER})
_STRETCH = re.compile(rf"[^a-z2-7]*([a-z2-7]{{{LENGTH}}})(?![a-z2-7])")
_ODD = re.compile(r"[^a-z2-7]")


def write(links: Iterable[Link]) -> list[Link]:
    """Add rows; until then nobody can press them."""
    return Link.objects.bulk_create(links)


def of_seat(seat: Seat, purpose: Purpose, mail: Outbox | None = None, **more: object) -> Link:
    """Make a link for whoever sits there now, not written yet."""
    return Link(
        match_id=seat.match_id,
        seat=seat,
        generation=seat.generation,
        player_id=seat.player_id,
        purpose=purpose,
        mail=mail,
        **more,
    )


def is_dead(link: Link, now: datetime) -> bool:
    """Tell whether a link shows nothing any more: its seat is in other hands, or its match long over.

    Whoever is let in no more gets in by no link either, but may always have fewer emails.
    """
    is_barred = link.player is not None and not link.player.is_active and link.purpose not in QUIET
    return is_barred or not link.is_current or is_long_over(link, now) or _was_anothers(link)


def _was_anothers(link: Link) -> bool:
    """Tell whether it was emailed to where its player reads nothing now, or somebody else has had them since.

    Some links hang on no seat, and so don't die with one: whoever was replaced still has their case, and a
    digest is about all of them.
    """
    if link.purpose not in OF_PLAYER or link.player is None or link.seat is not None:
        return False
    if link.mail is not None and link.mail.to.casefold() not in _read_at(link.player, link.mail):
        return True
    theirs = Act.objects.filter(seat__player=link.player, kind=ActKind.DISOWNED, at__gte=link.at)
    return theirs.filter(**({"match": link.match_id} if link.match_id else {})).exists()


def _read_at(player: Player, mail: Outbox) -> set[str]:
    """List where a player's emails may go: one kind tells at another address that the main one fails."""
    if mail.kind == BOUNCED:
        return delivery.verified(player)
    return {player.email.casefold()}


def is_long_over(link: Link, now: datetime) -> bool:
    ended = link.match.ended_at if link.match else None
    return ended is not None and now - ended > SHOWN


def forget(now: datetime) -> int:
    """Throw away links that show nothing any more, for their match is long over; give their number.

    The matches are named first: joined, each link would be looked for among all of them.
    """
    over = Match.objects.filter(ended_at__lt=now - SHOWN)
    return Link.objects.filter(match__in=over).delete()[0]


def token(link: Link) -> str:
    """Write a link's address: letters and figures, the same in upper and lower case."""
    name = bytes(link.name)
    return _spelled(name + _proof(name, link.purpose, settings.SECRET_KEY))


def url(link: Link) -> str:
    return f"{settings.SITE_URL}/t/{token(link)}"


def find(told: str, *purposes: Purpose) -> Link | None:
    """Find what an address is for, however a mail program has bent it; nothing for one we didn't write."""
    if (read := read_bytes(told)) is None:
        return None
    name, proof = read[:NAME], read[NAME:]
    found = Link.objects.select_related("seat__player", "seat__match", "match", "player", "mail")
    link = found.filter(name=name, **({"purpose__in": purposes} if purposes else {})).first()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    purpose = link.purpose if link else Purpose.CHOICE
    good = [hmac.compare_digest(proof, _proof(name, purpose, key)) for key in keys]
    return link if any(good) else None


def read_bytes(told: str) -> bytes | None:
    """Read an address back to bytes, repairing what can mean only one thing.

    What stands in the way inside of it is left out: line breaks, marks, spaces. Else the first stretch that
    is as long as an address counts, whatever follows it after a mark.
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
    """Prove that we wrote it, with a key of its own for each purpose."""
    own = hmac.digest(force_bytes(key), b"games.links." + purpose.encode(), "sha256")
    return hmac.digest(own, name, "sha256")[:PROOF]
