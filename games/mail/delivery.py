"""What became of an email on its way; unreachable addresses, and how their owners make them reachable again.

We learn it from the provider's webhooks, or from mail servers that return undeliverable emails to an address
made for each. An unreachable address gets nothing until its owner has shown that it works.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.apps import apps
from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.encoding import force_bytes

from games.infra import limits
from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.mail.kinds import BOUNCED, UNASKED, News
from games.mail.receive.parsing.bounces import BounceReport
from games.models import (
    UNDERWAY,
    Delivery,
    DeliveryStep,
    Heard,
    Invitation,
    MailState,
    Outbox,
    Player,
    Seat,
    Unreachable,
    WhyNot,
    folded,
)
from games.players import blocks
from games.rules.kernel.refusal import Refused

SALT = b"games.delivery"
PROOF = 10  # bytes
#: This many temporary bounces within this time count as a permanent one.
SOFT, WITHIN = 3, timedelta(hours=72)
HEARD_KEPT = timedelta(days=30)
#: Nothing is sent to an address for any of these reasons. Invitations have reasons of their own.
NOTHING_GOES = (WhyNot.BOUNCED, WhyNot.COMPLAINED, WhyNot.STOPPED)
#: Where addresses other than the main one are stored, if that app is installed.
SIGN_IN, ADDRESS = "allauth.account", ("account", "EmailAddress")
_RETURN = re.compile(r"b\+([a-z2-7]{42})@", re.IGNORECASE)


# --- where an email bounces to


def return_path(mail: Outbox) -> str:
    """Return the address an email bounces to; "" if the site doesn't read bounces."""
    if not settings.BOUNCE_DOMAIN:
        return ""
    content = mail.message_id.bytes + _proof(mail.message_id.bytes, settings.SECRET_KEY)
    return f"b+{base64.b32encode(content).decode().rstrip('=').lower()}@{settings.BOUNCE_DOMAIN}"


def returned(address: str) -> Outbox | None:
    """Find the email that bounced to an address; None if the address isn't ours."""
    found = _RETURN.match(address)
    if not found or not settings.BOUNCE_DOMAIN or address[found.end() :].lower() != settings.BOUNCE_DOMAIN:
        return None
    try:
        content = base64.b32decode(found[1].upper() + "=" * 6)
    except binascii.Error:
        return None
    name, proof = content[:16], content[16:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    good = [hmac.compare_digest(proof, _proof(name, key)) for key in keys]
    if not any(good):
        return None
    return Outbox.objects.filter(message_id=uuid.UUID(bytes=name)).first()


def _proof(name: bytes, key: str) -> bytes:
    return hmac.digest(hmac.digest(force_bytes(key), SALT, "sha256"), name, "sha256")[:PROOF]


# --- what is reported of an email; each in the caller's transaction


def hear(event: str, digest: str, now: datetime) -> bool:
    """Record a webhook by its id; return whether it is new. Raise Refused if it came with another body."""
    Heard.objects.bulk_create([Heard(event=event, digest=digest, at=now)], ignore_conflicts=True)
    kept = Heard.objects.get(event=event)
    if kept.digest != digest:
        raise Refused("another_body")
    return kept.at == now


def note(mail: Outbox, step: DeliveryStep, event: str, now: datetime) -> bool:
    """Record a step once; return whether it is new."""
    row = Delivery(mail=mail, step=step, event=event, at=now)
    Delivery.objects.bulk_create([row], ignore_conflicts=True)
    return Delivery.objects.filter(event=event, mail=mail, step=step, at=now).exists()


def acted(mail: Outbox | None, now: datetime) -> None:
    """Record that its reader did what it was for, by a link or a reply."""
    if mail is not None and not mail.steps.filter(step=DeliveryStep.ACTED).exists():
        note(mail, DeliveryStep.ACTED, f"acted:{mail.pk}", now)


def came_back(mail: Outbox, bounce: BounceReport, event: str, now: datetime) -> None:
    """Record what a mail server reports of an email; if it failed for good, stop emailing its address."""
    steps = {
        "failed": DeliveryStep.BOUNCED,
        "delayed": DeliveryStep.DEFERRED,
        "delivered": DeliveryStep.DELIVERED,
    }
    step = steps.get(bounce.action)
    if step is None or not note(mail, step, event, now):
        return
    if bounce.is_hard or (step == DeliveryStep.BOUNCED and _bounces_often(mail.to, now)):
        leave_alone(mail.to, WhyNot.BOUNCED, now)


def complained(mail: Outbox, event: str, now: datetime) -> None:
    """Record that its reader marked an email as spam."""
    if note(mail, DeliveryStep.COMPLAINED, event, now):
        leave_alone(mail.to, WhyNot.COMPLAINED, now)


def leave_alone(address: str, why: WhyNot, now: datetime) -> None:
    """Stop emailing an address, and tell its owner at another one if there is one."""
    if not address:
        return
    row, is_new = Unreachable.objects.get_or_create(address=address.lower(), why=why, defaults={"since": now})
    owner = owner_of(address) if is_new else None
    if owner is not None:
        _tell_tables(owner, now)
    others = sorted(verified(owner) - {address.lower()}) if owner else []
    for other in others[:1]:
        queue.write([queue.email(BOUNCED, f"{BOUNCED}:{row.pk}", now, to=other)])


def _bounces_often(address: str, now: datetime) -> bool:
    bounced = Delivery.objects.filter(
        mail__to__lower=folded(address), step=DeliveryStep.BOUNCED, at__gt=now - WITHIN
    )
    return bounced.count() >= SOFT


# --- who can't be reached


def is_unreachable(address: str) -> bool:
    return bool(unreachable([address]))


def why_not(address: str) -> str:
    """Return why an address gets no emails; "" if it gets them."""
    rows = Unreachable.objects.filter(why__in=NOTHING_GOES, address=address.lower())
    return rows.values_list("why", flat=True).order_by("-pk").first() or ""


def unreachable(addresses: Iterable[str]) -> dict[str, datetime]:
    """Return which of these addresses get no emails, in lower case, and since when."""
    wanted = {address.lower() for address in addresses if address}
    return dict(_unreachable(wanted))


@kept
def _unreachable(addresses: Iterable[str]) -> QuerySet[Unreachable, tuple[str, datetime]]:
    rows = Unreachable.objects.filter(why__in=NOTHING_GOES, address__in=addresses)
    return rows.order_by("-since", "-pk").values_list("address", "since")


def cut_off(seats: Iterable[Seat]) -> set[int]:
    """Return the numbers of the seats whose players no email reaches."""
    players = {seat.number: seat.player.email.lower() for seat in seats if seat.player}
    gone = unreachable(players.values())
    return {number for number, address in players.items() if address in gone}


# --- who may be invited


def is_unwelcome(mail: Outbox) -> bool:
    """Tell whether who would get an invitation wants none, or none from who sends it."""
    if Unreachable.objects.filter(address__lower=folded(mail.to), why=WhyNot.NEVER).exists():
        return True
    guest = owner_of(mail.to)
    return guest is not None and _sender_of(mail) in blocks.hidden_by(guest)


def _sender_of(mail: Outbox) -> uuid.UUID | None:
    """Find who invited, to a circle or to a seat."""
    if asked := queue.membership_of(mail):
        return asked.asked_by_id
    made = Invitation.objects.filter(seat=mail.seat_id, generation=mail.generation).first()
    return made.sender_id if made else None


def asked_too_often(address: str, now: datetime) -> datetime | None:
    """Count an invitation to an address; return when it may be sent if there were too many lately."""
    try:
        with writing():
            limits.take("invitations to an address", address.lower(), now)
    except Refused as refused:
        return now + timedelta(seconds=int(str(refused.details["seconds"])))
    return None


# --- making an address reachable again


def _tell_tables(player: Player, now: datetime) -> None:
    """Tell a player's fellow players that emails don't reach them, so that nobody is skipped silently."""
    for seat in Seat.objects.filter(player=player, match__status__in=UNDERWAY).select_related("match"):
        others = Seat.objects.filter(match=seat.match, player__isnull=False).exclude(pk=seat.pk)
        queue.tell(seat.match, others, News.UNREACHABLE, queue.about_hands(seat), now)


def owner_of(address: str) -> Player | None:
    """Find whose address this is, among all that were shown to be somebody's."""
    player = Player.objects.filter(email__lower=folded(address)).first()
    if player is None and apps.is_installed(SIGN_IN):
        known = apps.get_model(*ADDRESS).objects.filter(email=folded(address), verified=True)
        player = Player.objects.filter(pk__in=known.values("user")).first()
    return player


def verified(player: Player) -> set[str]:
    """List the addresses the player has confirmed, in lower case."""
    known = {player.email.lower()}
    if apps.is_installed(SIGN_IN):
        shown = apps.get_model(*ADDRESS).objects.filter(user=player, verified=True)
        known |= {address.lower() for address in shown.values_list("email", flat=True)}
    return known


def reach_again(address: str) -> None:
    """Send emails again to an address that was shown to work."""
    Unreachable.objects.filter(address=address.lower(), why__in=NOTHING_GOES).delete()


# --- the log


def mails_to(player: Player) -> QuerySet[Outbox]:
    """List the emails meant for a player, the latest first, with what became of each.

    Leave out those to former players of their seats, which reveal plans, and invitations not sent yet, which
    may be from somebody the player has blocked.
    """
    unsent = Outbox.objects.filter(to="", seat__player=player, generation=F("seat__generation"))
    addressed = Outbox.objects.filter(to__lower__in=verified(player))
    mine = unsent.values("pk").union(addressed.values("pk"))  # each by an index, where "or" had none
    found = Outbox.objects.filter(pk__in=mine).exclude(kind__in=UNASKED, state=MailState.QUEUED)
    found = found.defer("rendered").select_related("match", "seat")
    return found.prefetch_related("steps", "dispatches").order_by("-pk")


def forget(now: datetime) -> int:
    """Delete ids of webhooks too old to be repeated; return how many."""
    return Heard.objects.filter(at__lt=now - HEARD_KEPT).delete()[0]
