"""What changes about who can sign in to an account: written down with how it was, and told to every address.

Whoever had the main address can undo it for a week, so the row says which addresses there were before.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.mail import delivery, queue
from games.models import AccountChange, Change, Outbox, Player

#: So long a change can be undone by the link in the email that told of it.
UNDOABLE = timedelta(days=7)


def note(player: Player, kind: Change, now: datetime, also: Iterable[str] = ()) -> AccountChange:
    """Write down what is about to change, and queue an email to every address there is so far.

    Belongs in the transaction that changes it, before it does. The account is read anew: whoever moves it may
    have it in hand as it was.
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
    """Find the change an email tells of; none where its account is gone."""
    about = queue.AboutChange.find(row.question) if row.kind in Change else None
    return find(str(about.number)) if about else None


def find(number: str) -> AccountChange | None:
    changes = AccountChange.objects.select_related("player")
    return changes.filter(pk=int(number)).first() if number.isdecimal() else None


def may_undo(change: AccountChange, address: str) -> bool:
    """Tell whether an email to this address has the link that undoes a change.

    It goes where emails went before, or to the other addresses if that one takes none. Else whoever has added
    an address could undo its removal.
    """
    if change.kind == Change.UNDONE:
        return False  # or it would never end
    is_main = address.lower() == change.main.lower()
    return is_main or (delivery.is_unreachable(change.main) and address.lower() in change.others)


def is_too_late(change: AccountChange, now: datetime) -> bool:
    return now >= change.at + UNDOABLE


def mark_undone(change: AccountChange, now: datetime) -> bool:
    """Note that this change and all since are undone; tell whether this one wasn't yet."""
    since = AccountChange.objects.filter(player=change.player, pk__gte=change.pk, undone_at=None)
    is_new = since.filter(pk=change.pk).exists()
    since.update(undone_at=now)
    return is_new


def moved_emails(change: AccountChange) -> bool:
    """Tell whether emails went elsewhere by what was undone with this change."""
    undone = AccountChange.objects.filter(player=change.player, undone_at=change.undone_at)
    return undone.filter(kind=Change.MAIN_MOVED, pk__gte=change.pk).exists()


def forget(now: datetime) -> int:
    """Throw away what can't be undone any more; give the number."""
    return AccountChange.objects.filter(at__lt=now - UNDOABLE).delete()[0]
