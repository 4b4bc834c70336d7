"""Setting up chats: a player for themselves, the host for a match, the keeper for a circle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.circles import belonging
from games.infra import limits, outgoing
from games.infra.locks import writing
from games.infra.outgoing import NotReached
from games.models import ChatMention, ChatTarget, Circle, Lobby, Match, Player
from games.present.match_names import match_name
from games.reach.carrier import CarrierOutcome
from games.reach.chat import carrier, saying, secrets
from games.reach.chat.errors import in_words
from games.reach.chat.secrets import Secret
from games.reach.chat.services import SERVICES, Service
from games.reach.wording import written_for
from games.rules.kernel.refusal import Refused

KEPT = timedelta(days=30)  # after the end of a match
MOST = 5  # chats of one player, match or circle


@dataclass(frozen=True)
class ChatPlace:
    """Whose chats these are: exactly one of the three is there."""

    player: Player | None = None
    match: Match | None = None
    circle: Circle | None = None

    @property
    def name(self) -> str:
        return match_name(self.match) if self.match else str(self.circle or self.player)

    def chats(self) -> QuerySet[ChatTarget]:
        mine = ChatTarget.objects.filter(player=self.player, match=self.match, circle=self.circle)
        return mine.order_by("pk")

    def may_set(self, by: Player) -> bool:
        if self.match is not None:
            return Lobby.objects.filter(match=self.match, host=by).exists()
        return (self.circle.keeper_id if self.circle else self.player and self.player.pk) == by.pk

    def people(self, by: Player) -> list[Player]:
        """List whom a chat may ping, as one of them sees it."""
        if self.match is not None:
            sitting = (
                self.match.seats.filter(player__isnull=False).select_related("player").order_by("number")
            )
            return [seat.player for seat in sitting if seat.player]
        return [one.player for one in belonging.members(self.circle, by)] if self.circle else [by]


def add(place: ChatPlace, by: Player, kind: str, secret: Secret, now: datetime) -> ChatTarget:
    """Add a chat; raise ValidationError for what can't be one, Refused for who may not or too many."""
    _check_may(place, by)
    shown = check(kind, secret)
    with writing():
        Player.objects.select_for_update().get(pk=by.pk)
        if place.chats().count() >= MOST:
            raise ValidationError(
                _("There are %(most)d channels here already. Remove one first.") % {"most": MOST}
            )
        limits.take("chats of a player", str(by.pk), now)
        return ChatTarget.objects.create(
            player=place.player,
            match=place.match,
            circle=place.circle,
            kind=kind,
            secret=secrets.locked(secret),
            shown=shown[:80],
            set_by=by,
            language=by.language,
            time_zone=by.time_zone,
            made_at=now,
        )


def remove(place: ChatPlace, by: Player, pk: int) -> None:
    """Remove a chat with its address; raise Refused."""
    _check_may(place, by)
    with writing():
        place.chats().filter(pk=pk).delete()


def ping(place: ChatPlace, by: Player, pk: int, called: Mapping[UUID, str]) -> None:
    """Set whom a chat pings, and what its service calls them; raise ValidationError or Refused."""
    _check_may(place, by)
    people = {one.pk: one for one in place.people(by)}
    target = find(place, pk)
    said = {player: text.strip() for player, text in called.items() if player in people and text.strip()}
    for player, text in said.items():
        _check_called(SERVICES[target.kind], people[player], text)
    with writing():
        ChatMention.objects.filter(target=target, player__in=people).delete()
        ChatMention.objects.bulk_create(
            [ChatMention(target=target, player=people[one], called=text) for one, text in said.items()]
        )


def test(place: ChatPlace, by: Player, pk: int, now: datetime) -> CarrierOutcome:
    """Send a test message now; raise Refused. If it arrives, a chat that was turned off is on again."""
    _check_may(place, by)
    target = find(place, pk)
    with writing():
        limits.take("chat tests of a player", str(by.pk), now)
    with written_for(target.language, target.time_zone):
        message = saying.test_text(target, place.name)
    outcome = carrier.prepared(target, message, uuid4().hex, now)()
    carrier.note_test(target.pk, outcome, now)
    return outcome


def forget(now: datetime) -> int:
    """Delete the chats of matches that ended long ago, with their addresses; return how many."""
    with writing():
        return ChatTarget.objects.filter(match__ended_at__lt=now - KEPT).delete()[0]


def find(place: ChatPlace, pk: int) -> ChatTarget:
    """Find a chat; raise Refused."""
    found = place.chats().filter(pk=pk).first()
    if found is None:
        raise Refused("no_such_chat")
    return found


def _check_may(place: ChatPlace, by: Player) -> None:
    if not place.may_set(by):
        raise Refused("not_the_host" if place.match else "not_the_keeper")


# --- reading what was entered


def check(kind: str, secret: Secret) -> str:
    """Read the address and the token of a service; return what of it may be shown. Raise ValidationError."""
    service = SERVICES.get(kind)
    if service is None:
        raise ValidationError(_("Choose a service first."))
    host = _host(service, secret.url)
    _check(service.token, secret.token, _("That isn't a token as this service makes them."))
    _check(service.room, secret.room, _("That isn't a channel or room as this service names them."))
    end = secrets.end_of(secret.token if service.room else secret.url)
    return f"{host} …{end}" if end else host


def _host(service: Service, url: str) -> str:
    if service.url is None:
        return service.host
    try:
        to = outgoing.destination(url)
    except NotReached as reason:
        raise ValidationError(in_words(reason.fault.value)) from None
    if not to.is_for_tests:
        _check(service.url, url, _("That isn't an address as this service makes them."))
    return to.host


def _check(form: re.Pattern[str] | None, text: str, otherwise: str) -> None:
    if form is not None and not form.fullmatch(text):
        raise ValidationError(otherwise)


def _check_called(service: Service, player: Player, text: str) -> None:
    told = _("“%(text)s” isn't what this service calls a person: see the note above. (%(name)s)")
    _check(service.called, text, told % {"text": text[:40], "name": player})
