"""Fewer emails: none of one match, none at all, no invitations; or one more, later.

Muting never touches the seat: time runs for it as for everybody, and the table sees that it is muted.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.infra.locks import writing
from games.mail import queue
from games.mail.choices import CHOICES, LATER, SNOOZED
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
)
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


def mute(
    match_id: int, number: int, now: datetime, pressed: Pressed | None = None, *, muted: bool = True
) -> None:
    """Send a seat no emails of its match, or send them again. Raises Refused."""

    def change(work: Workspace, seat: Seat) -> Did:
        if seat.muted == muted:
            return None
        work.change(seat, muted=muted)
        return (ActKind.MUTED if muted else ActKind.UNMUTED), ""

    act(match_id, number, now, pressed, change)


def show_hand(match_id: int, number: int, now: datetime, pressed: Pressed, *, shown: bool) -> None:
    """Let emails show the cards in a hand, or only what everybody knows. Raises Refused."""

    def choose(work: Workspace, seat: Seat) -> Did:
        if seat.hand_in_mail == shown:
            return None
        work.change(seat, hand_in_mail=shown)
        return ActKind.HAND, ""

    act(match_id, number, now, pressed, choose)


def mute_all(player: Player, *, muted: bool = True) -> None:
    """Send a player no emails at all, or send them again."""
    with writing():
        Player.objects.filter(pk=player.pk).update(muted=muted)


def once_a_day(player: Player, *, digest: bool) -> None:
    """Send a player one email a day of all that waits, or an email whenever they are asked."""
    with writing():
        Player.objects.filter(pk=player.pk).update(digest=digest)


def choose(player: Player, unwanted: Iterable[str], hand_in_mail: bool | None) -> None:
    """Do without some kinds of emails; say what is filled in about the hand where a seat is taken."""
    kept = [name for name in CHOICES if name in {*unwanted}]
    with writing():
        Player.objects.filter(pk=player.pk).update(unwanted=kept, hand_in_mail=hand_in_mail)


def never_invite(address: str, now: datetime) -> None:
    """Let nobody invite somebody at this address any more; of two presses at once either may be first."""
    with writing():
        Unreachable.objects.get_or_create(address=address.lower(), why=WhyNot.NEVER, defaults={"since": now})


def invite_again(address: str) -> None:
    with writing():
        Unreachable.objects.filter(address__iexact=address, why=WhyNot.NEVER).delete()


def is_never_invited(address: str) -> bool:
    return Unreachable.objects.filter(address__iexact=address, why=WhyNot.NEVER).exists()


# --- later


def snoozed(link: Link) -> Outbox | None:
    """Find the reminder that the email of a link has been put off by: there is one at most."""
    return Outbox.objects.filter(dedupe=_dedupe(link)).first()


def snooze(link: Link, now: datetime) -> Outbox:
    """Remind once, in six hours, of what an email asks; raise Refused when that would be too late."""
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
    """Find the clock that runs for what a link is about."""
    running = Deadline.objects.filter(kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return running.filter(match=link.match, question=link.question).first() if link.question else None


def _dedupe(link: Link) -> str:
    return f"{link.match_id}{SNOOZED}{link.question}:{link.mail_id or link.pk}:{link.generation}"
