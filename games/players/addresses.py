"""A player's addresses, each confirmed by a code sent to it; emails go to the main one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import IntegrityError

from games.infra import limits
from games.infra.locks import writing
from games.mail import delivery
from games.mail.delivery import ADDRESS
from games.match import seats
from games.match.actions import Pressed
from games.models import AccountChange, AccountChangeKind, Player, Seat
from games.players import account_changes, revocation
from games.players.account_changes import UNDOABLE
from games.rules.kernel.refusal import Refused

MOST = 9  # besides the main one


def confirm(player: Player, address: str, now: datetime, but: str | None = None) -> None:
    """Make a confirmed address the player's only main one; raise Refused if it is somebody else's.

    Everything emailed to the old address stops working before the new one is used, and the old one is
    removed. The seats are asked again at the new address. One browser may stay signed in (`but`).
    """
    check_is_free(player, address)
    if player.email.lower() == address.lower():
        delivery.reach_again(address)
        return
    _move(player, address, {*others(player)} - {address.lower()}, now, but)


def make_main(player: Player, address: str, now: datetime, but: str | None = None) -> None:
    """Send emails to another of the player's addresses, and keep the old one; raise Refused."""
    if address.lower() not in delivery.verified(player):
        raise Refused("not_your_address")
    if player.email.lower() == address.lower():
        return
    with writing():
        limits.take("moves of a player", str(player.pk), now)
    _move(player, address, delivery.verified(player) - {address.lower()}, now, but)


def _move(player: Player, address: str, further: set[str], now: datetime, but: str | None) -> None:
    """Send emails to another address, and revoke what opened the account so far, except one browser."""
    _ask_seats_again(player, now)
    with keeping():
        account_changes.note(player, AccountChangeKind.MAIN_MOVED, now)
        _write(player, address, further)
        delivery.reach_again(address)
        revocation.revoke(player, now - UNDOABLE, now, but)
    player.email = address


def _ask_seats_again(player: Player, now: datetime, key: str = "") -> None:
    """Send each seat its question again; with the same key only once."""
    for seat in Seat.objects.filter(player=player):
        pressed = Pressed(key=f"{key}:{seat.number}") if key else None
        seats.move(seat.match_id, seat.number, now, pressed)


def put_back(change: AccountChange, now: datetime) -> None:
    """Restore the addresses an account had before a change, and remove later ones; raise Refused.

    The account comes first: nothing about a match can keep it from its owner. If somebody has taken one of
    the further addresses since, they keep it. A second attempt continues the first.
    """
    with keeping():
        Player.objects.select_for_update().get(pk=change.player.pk)
        if account_changes.mark_undone(change, now):
            _restore(change, now)
    change.refresh_from_db(fields=["undone_at"])
    if change.undone_at is not None and account_changes.moved_emails(change):
        _ask_seats_again(change.player, now, f"undone:{change.undone_at.timestamp()}")


def _restore(change: AccountChange, now: datetime) -> None:
    player = change.player
    check_is_free(player, change.main)
    further = {address for address in change.others if _is_free(player, address)}
    account_changes.note(player, AccountChangeKind.UNDONE, now, also={change.main, *further})
    _write(player, change.main, further)
    revocation.revoke(player, change.at, now)
    player.email = change.main


def add(player: Player, address: str, now: datetime) -> None:
    """Add one more address that was confirmed as the player's own; raise Refused."""
    check_is_free(player, address)
    if address.lower() in delivery.verified(player):
        return
    with keeping():
        if len(others(player)) >= MOST:
            raise Refused("too_many_addresses")
        account_changes.note(player, AccountChangeKind.ADDRESS_ADDED, now)
        _write(player, player.email, {*others(player), address.lower()})
        delivery.reach_again(address)


def remove(player: Player, address: str, now: datetime) -> None:
    """Remove one of the player's further addresses; raise Refused for the main one."""
    if address.lower() == player.email.lower():
        raise Refused("main_address")
    with writing():
        if address.lower() in delivery.verified(player):
            account_changes.note(player, AccountChangeKind.ADDRESS_REMOVED, now)
            _known().filter(user=player, email__iexact=address).delete()


def others(player: Player) -> list[str]:
    """List the player's addresses other than the main one."""
    shown = _known().filter(user=player, verified=True).exclude(email__iexact=player.email)
    return sorted(shown.values_list("email", flat=True))


def check_is_free(player: Player, address: str) -> None:
    """Raise Refused if an address belongs to somebody else."""
    if not _is_free(player, address):
        raise Refused("taken")


def _is_free(player: Player, address: str) -> bool:
    owner = delivery.owner_of(address)
    return owner is None or owner.pk == player.pk


@contextmanager
def keeping() -> Iterator[None]:
    """Write addresses in a transaction; raise Refused if somebody else takes one at this very moment."""
    try:
        with writing():
            yield
    except IntegrityError:
        raise Refused("taken") from None


def _write(player: Player, main: str, further: set[str]) -> None:
    """Save the player's addresses, and which of them emails go to."""
    Player.objects.filter(pk=player.pk).update(email=main)
    mine = _known().filter(user=player)
    mine.exclude(email__in={main.lower(), *further}).delete()
    mine.update(primary=False)
    for address in sorted({main.lower(), *further}):
        shown = {"verified": True, "primary": address == main.lower()}
        mine.update_or_create(email=address, defaults={"user": player, **shown})


def _known() -> Any:
    return apps.get_model(*ADDRESS).objects
