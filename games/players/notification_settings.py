"""Fewer emails: none about one match, none at all, no invitations; or one more, later.

Muting never affects the seat: its clock runs as usual, and the others in the match can see that it is muted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.infra.locks import writing
from games.mail import queue
from games.mail.choices import CHOICES, LATER, SNOOZED, UNLESS_HEARD
from games.mail.kinds import REMINDER
from games.match.actions import Did, Pressed, act
from games.models import (
    ActKind,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Link,
    Outbox,
    Player,
    Seat,
    Unreachable,
    WhyNot,
    folded,
)
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


def mute(
    match_id: int, number: int, now: datetime, pressed: Pressed | None = None, *, muted: bool = True
) -> None:
    """Stop the emails a seat gets about its match, or send them again. Raise Refused."""

    def change(work: Workspace, seat: Seat) -> Did:
        if seat.muted == muted:
            return None
        work.change(seat, muted=muted)
        return (ActKind.MUTED if muted else ActKind.UNMUTED), ""

    act(match_id, number, now, pressed, change)


def show_hand(match_id: int, number: int, now: datetime, pressed: Pressed, *, shown: bool) -> None:
    """Let emails show the player's hand, or only what everybody knows. Raise Refused."""

    def choose(work: Workspace, seat: Seat) -> Did:
        if seat.hand_in_mail == shown:
            return None
        work.change(seat, hand_in_mail=shown)
        return ActKind.HAND, ""

    act(match_id, number, now, pressed, choose)


def mute_all(player: Player, *, muted: bool = True) -> None:
    """Stop all emails to a player, or send them again."""
    with writing():
        Player.objects.filter(pk=player.pk).update(muted=muted)


def once_a_day(player: Player, *, digest: bool) -> None:
    """Send a player one email a day about everything that waits, or an email each time."""
    with writing():
        Player.objects.filter(pk=player.pk).update(digest=digest)


def choose(player: Player, unwanted: Iterable[str], hand_in_mail: bool | None) -> None:
    """Turn off some kinds of emails, and set whether emails show the hand unless a match says otherwise."""
    kept = [name for name in (*CHOICES, *UNLESS_HEARD) if name in {*unwanted}]
    with writing():
        Player.objects.filter(pk=player.pk).update(unwanted=kept, hand_in_mail=hand_in_mail)


def never_invite(address: str, now: datetime) -> None:
    """Stop all invitations to this address. Safe when pressed twice at once."""
    with writing():
        Unreachable.objects.get_or_create(address=address.lower(), why=WhyNot.NEVER, defaults={"since": now})


def invite_again(address: str) -> None:
    with writing():
        Unreachable.objects.filter(address__lower=folded(address), why=WhyNot.NEVER).delete()


def is_never_invited(address: str) -> bool:
    return Unreachable.objects.filter(address__lower=folded(address), why=WhyNot.NEVER).exists()


# --- later


def snoozed(link: Link) -> Outbox | None:
    """Find the reminder that this email was put off with; there is at most one."""
    return Outbox.objects.filter(dedupe=_dedupe(link)).first()


def snooze(link: Link, now: datetime) -> Outbox:
    """Send one reminder of this email in six hours; raise Refused if that would be too late."""
    clock = clock_of(link)
    if clock is None:
        raise Refused("stale")
    if clock.due_at <= now + LATER:
        raise Refused("too_near")
    later = queue.email(
        REMINDER,
        _dedupe(link),
        now,
        match=link.match,
        seat=link.seat,
        generation=link.generation,
        about=link.question,
        wait=LATER,
    )
    with writing():
        return queue.write_once(later)[0]


def clock_of(link: Link) -> Deadline | None:
    """Find the running clock of the question a link is about."""
    running = Deadline.objects.filter(kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return running.filter(match=link.match, question=link.question).first() if link.question else None


def _dedupe(link: Link) -> str:
    return f"{link.match_id}{SNOOZED}{link.question}:{link.mail_id or link.pk}:{link.generation}"
