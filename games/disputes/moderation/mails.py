"""Actions on emails: send one again, stop email to an address, allow it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from games.disputes.moderation.frame import (
    By,
    Ruled,
    check_may_act,
    in_match,
    recording_refusals,
    ruling_of_press,
    write_down,
)
from games.disputes.moderation.people import check_about
from games.mail import delivery, queue
from games.mail.kinds import ABOUT_TABLE
from games.mail.send import outbox
from games.models import MailState, Outbox, Player, Ruling, RulingKind, Unreachable, WhyNot
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


def resend(by: By, match_id: int, mail: int, now: datetime) -> Ruling:
    """Write an email again for what its reader may see now, and send it. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        row = Outbox.objects.filter(pk=mail, match=work.match).select_related("match", "seat__player").first()
        if row is None:
            raise Refused("no_such_mail")
        if row.state == MailState.QUEUED:
            raise Refused("goes_anyway")
        if row.to and delivery.is_unreachable(row.to):
            raise Refused("goes_nowhere")
        has_gone = row.seat is None and not row.to  # its reader left for good
        if has_gone or not outbox.still_makes_sense(row, now):
            raise Refused("mail_is_over")
        _queue_again(row, by.key, now)
        # Who gets personal emails, about a plan or a case, is not the other players' business.
        return Ruled(str(row.pk), row.seat if row.kind in ABOUT_TABLE else None)

    return in_match(by, RulingKind.RESENT, match_id, now, do)


def _queue_again(row: Outbox, key: str, now: datetime) -> None:
    again = queue.email(
        row.kind,
        f"again:{row.pk}:{key}",
        now,
        match=row.match,
        seat=row.seat,
        generation=row.generation,
        about=row.question,
        to="" if row.seat else _address_now(row.to),
    )
    queue.write([again])


def _address_now(address: str) -> str:
    """Give the current address of the player the email went to."""
    owner = delivery.owner_of(address)
    return owner.email if owner else address


def suppress(by: By, address: str, now: datetime) -> Ruling:
    """Stop all email to an address. Its owner may prove that it is theirs, and so lift this."""
    return _about_address(
        by, RulingKind.SUPPRESSED, address, now, lambda: delivery.leave_alone(address, WhyNot.STOPPED, now)
    )


def allow(by: By, address: str, now: datetime) -> Ruling:
    """Allow email to an address again. Raises Refused if nothing stops it."""

    def do() -> None:
        if not Unreachable.objects.filter(address=address.lower(), why__in=delivery.NOTHING_GOES).exists():
            raise Refused("not_suppressed")
        delivery.reach_again(address)

    return _about_address(by, RulingKind.UNSUPPRESSED, address, now, do)


def _about_address(by: By, kind: RulingKind, address: str, now: datetime, do: Callable[[], None]) -> Ruling:
    """Act, and email the owner of the address if any. The ruling, kept for good, doesn't name the address."""
    owner = delivery.owner_of(address)

    def act() -> Ruling:
        # No match is locked here, so this lock makes a second press wait for the first.
        Player.objects.select_for_update().get(pk=by.player.pk)
        if earlier := ruling_of_press(by):
            return earlier
        _check(by, address, owner)
        do()
        ruling = write_down(by, kind, now, player=owner)
        queue.tell_ruled(ruling, [], [owner] if owner else [], now)
        return ruling

    return recording_refusals(by, kind, now, act, player=owner)


def _check(by: By, address: str, owner: Player | None) -> None:
    check_may_act(By(by.player, by.reason, None, by.key))
    if "@" not in address or address.lower() == settings.DEFAULT_FROM_EMAIL.lower():
        raise Refused("no_address")
    if owner is not None:
        check_about(by, owner)
