"""Changes to who can sign in to an account: recorded with the state before, and reported to every address.

Whoever had the main address can undo a change for a week, so the row keeps the addresses from before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.mail import delivery, queue
from games.models import AccountChange, AccountChangeKind, Outbox, Player

#: For this long a change can be undone by the link in the email about it.
UNDOABLE = timedelta(days=7)


def note(player: Player, kind: AccountChangeKind, now: datetime, also: Iterable[str] = ()) -> AccountChange:
    """Record what is about to change, and queue an email to every address there is so far.

    Call this in the transaction of the change, before the change. The account is read again because the
    caller may already have changed its own copy.
    """
    there = Player.objects.get(pk=player.pk)
    before = delivery.verified(there)
    others = sorted(before - {there.email.lower()})
    change = AccountChange.objects.create(player=there, kind=kind, main=there.email, others=others, at=now)
    told = sorted(before | {address.lower() for address in also})
    queue.write(_email(change, place, address) for place, address in enumerate(told))
    return change


def _email(change: AccountChange, place: int, address: str) -> Outbox:
    reason, about = f"change:{change.pk}:{place}", queue.AboutChange(change.pk).text()
    return queue.email(change.kind, reason, change.at, about=about, to=address)


def change_of(row: Outbox) -> AccountChange | None:
    """Find the change an email is about; None if its account is gone."""
    about = queue.AboutChange.find(row.question) if row.kind in AccountChangeKind else None
    return find(str(about.number)) if about else None


def find(number: str) -> AccountChange | None:
    changes = AccountChange.objects.select_related("player")
    return changes.filter(pk=int(number)).first() if number.isdecimal() else None


def may_undo(change: AccountChange, address: str) -> bool:
    """Tell whether an email to this address gets the link that undoes a change.

    The former main address gets it, or the other addresses if that one is unreachable. If any address got it,
    somebody who added an address could undo its removal.
    """
    if change.kind == AccountChangeKind.UNDONE:
        return False  # or it would never end
    is_main = address.lower() == change.main.lower()
    return is_main or (delivery.is_unreachable(change.main) and address.lower() in change.others)


def is_too_late(change: AccountChange, now: datetime) -> bool:
    return now >= change.at + UNDOABLE


def mark_undone(change: AccountChange, now: datetime) -> bool:
    """Mark this change and all later ones as undone; return whether this one wasn't yet."""
    since = AccountChange.objects.filter(player=change.player, pk__gte=change.pk, undone_at=None)
    is_new = since.filter(pk=change.pk).exists()
    since.update(undone_at=now)
    return is_new


def moved_emails(change: AccountChange) -> bool:
    """Tell whether a move of the main address was undone along with this change."""
    undone = AccountChange.objects.filter(player=change.player, undone_at=change.undone_at)
    return undone.filter(kind=AccountChangeKind.MAIN_MOVED, pk__gte=change.pk).exists()


def forget(now: datetime) -> int:
    """Delete changes that can't be undone any more; return how many."""
    return AccountChange.objects.filter(at__lt=now - UNDOABLE).delete()[0]
