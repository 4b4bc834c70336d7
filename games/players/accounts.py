"""Who gets an account, by typing an address or from a host, and who may do more than play."""

from __future__ import annotations

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import QuerySet

from games.infra.locks import writing
from games.mail import delivery
from games.models import MatchStatus, Player, Seat, Unreachable, WhyNot, folded, read_address
from games.rules.kernel.refusal import Refused
from games.rules.tools.shelf import ToolError

#: What SIGNUP may be.
CLOSED, INVITATION, OPEN = "closed", "invitation", "open"


def known(address: str) -> Player | None:
    """Find whose address this is, however it is spelled, with one question whoever it is."""
    shown = apps.get_model(*delivery.ADDRESS).objects.filter(email=folded(address), verified=True)
    main = Player.objects.filter(email__lower=folded(address))
    return Player.objects.filter(pk__in=main.values("pk").union(shown.values("user"))).first()


def may_join(address: str) -> bool:
    """Tell whether a stranger can get an account at this address."""
    is_stranger = known(address) is None
    asked = Seat.objects.filter(
        invited__lower=folded(address), player=None, match__status=MatchStatus.LOBBY
    ).exclude(invited="")
    wants_none = Unreachable.objects.filter(address=address.lower(), why=WhyNot.COMPLAINED).exists()
    is_let_in = {CLOSED: False, INVITATION: asked.exists(), OPEN: True}[settings.SIGNUP]
    return is_let_in and is_stranger and not wants_none


def may_sign_in(address: str) -> bool:
    """Tell whether a sign-in code is emailed to an address; asked by the worker that sends the email."""
    player = known(address)
    return player.is_active if player else may_join(address)


def join(address: str, language: str) -> Player:
    """Create an account for somebody who has shown that the address is theirs; raise Refused.

    A press may come twice: an account made at this address a moment ago is returned again.
    """
    try:
        with writing():
            return _found_or_new(address, language)
    except IntegrityError:  # both presses at once, and the other one won
        with writing():
            return _found_or_new(address, language)


def _found_or_new(address: str, language: str) -> Player:
    there = known(address)
    if there is not None and there.is_active:
        return there
    if not may_join(address):
        raise Refused("not_to_join")
    return Player.objects.create_user(address, language=language)


def first_operator(address: str) -> Player:
    """Make the first operator, known or new; raise ToolError if there is one or the address is bad."""
    address = read(address)
    with writing():
        if operators().exists():
            raise ToolError("there is an operator already; operators appoint others on the page /admin/")
        player = known(address) or _stranger(address)
        player.is_operator = player.is_active = True
        player.save()
        return player


def operators() -> QuerySet[Player]:
    return Player.objects.filter(is_operator=True, is_active=True)


def is_last_operator(player: Player) -> bool:
    """Tell whether the site would have no operator without this one."""
    return player.is_operator and not operators().exclude(pk=player.pk).exists()


def _stranger(address: str) -> Player:
    player = Player(email=Player.objects.normalize_email(address))
    player.set_unusable_password()
    return player


def read(told: str) -> str:
    """Read an email address; raise ToolError."""
    try:
        return read_address(told)
    except ValidationError:
        raise ToolError(f"{told!r} isn't an email address") from None
