"""Asking somebody to a table that is still filling, and taking the seat by the link of that mail.

Whoever is asked may be a stranger: mailing them is limited, and they can end it for all senders. They need
no account; the seat's mails are enough, and signing in with the same address later finds everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games import limits, play
from games.acts import Did, Pressed, act
from games.locks import writing
from games.models import ActKind, Link, Match, MatchStatus, Outbox, Player, Seat, Unreachable
from games.rules.kernel.refusal import Refused

INVITATION = "invitation"
MOST_WORDS = 200


@dataclass(frozen=True)
class Accepted:
    """What somebody says who takes a seat; whether mails may show the hand is theirs to say, in words."""

    hand_in_mail: bool
    for_the_draw: str = ""  # words of their own
    language: str = "en"
    time_zone: str = "UTC"


def invite(match_id: int, number: int, address: str, sender: Player, now: datetime) -> None:
    """Keep a seat for somebody and mail them; raise Refused."""
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        seat = match.seats.filter(number=number, player=None, robot="").first()
        if match.status != MatchStatus.LOBBY or seat is None:
            raise Refused("not_a_seat")
        if match.seats.filter(player__email__iexact=address).exists():
            raise Refused("sits_here_already")
        if Unreachable.objects.filter(address__iexact=address).exists():
            raise Refused("not_to_be_invited")
        limits.take("invitations of a player", str(sender.pk), now)
        limits.take("invitations to an address", address.lower(), now)
        seat.invited = Player.objects.normalize_email(address)
        seat.generation += 1  # whoever was asked before has no say any more
        seat.save(update_fields=["invited", "generation"])
        Outbox.objects.create(
            dedupe=f"{match.pk}:{INVITATION}:{number}:{seat.generation}",
            match=match,
            seat=seat,
            generation=seat.generation,
            kind=INVITATION,
            to=seat.invited,
            send_after=now,
            created_at=now,
        )


def guest_of(link: Link) -> Player | None:
    """Find who sits in the seat a link invites to, if that is who was invited."""
    player = link.seat.player if link.seat else None
    return player if player and player.email.lower() == link.address.lower() else None


def is_open(link: Link) -> bool:
    """Tell whether the seat a link invites to still waits for whom it was sent to."""
    seat = link.seat
    return (
        seat is not None
        and link.is_current
        and seat.player_id is None
        and seat.match.status == MatchStatus.LOBBY
        and seat.invited.lower() == link.address.lower()
    )


def accept(link: Link, said: Accepted, now: datetime) -> None:
    """Sit down, and begin the match if that was the last free seat; raise Refused."""
    assert link.seat is not None
    match_id, number = link.seat.match_id, link.seat.number

    def sit_down(match: Match, seat: Seat) -> Did:
        if seat.player is not None and seat.player.email.lower() == link.address.lower():
            return None
        seat.match = match
        link.seat = seat
        if not is_open(link):
            raise Refused("not_a_seat")
        seat.player = _player_at(link.address, said)
        if match.seats.filter(player=seat.player).exists():
            raise Refused("sits_here_already")
        seat.hand_in_mail, seat.words = said.hand_in_mail, said.for_the_draw[:MOST_WORDS]
        seat.save(update_fields=["player", "hand_in_mail", "words"])
        if not match.seats.filter(player=None, robot="").exists():
            play.begin(match, now)
        return ActKind.ACCEPTED, ""

    act(match_id, number, now, Pressed(link.generation), sit_down)


def _player_at(address: str, said: Accepted) -> Player:
    """Find the player at an address; a stranger becomes one who signs in by mail only."""
    found = Player.objects.filter(email__iexact=address).first()
    return found or Player.objects.create_user(address, language=said.language, time_zone=said.time_zone)
