"""A seat in a match, and who has it. Its number is its place in joining order and never changes."""

from __future__ import annotations

import secrets
import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext, pgettext

from games.infra.statements import kept
from games.models.match import Match
from games.models.player import Player
from games.rules.catalogue import by_slug
from games.rules.kernel.robots import robot_name
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.wording import context, word


def new_salt() -> str:
    """Draw 128 bits that no other seat has."""
    return secrets.token_hex(16)


class SeatQuerySet(models.QuerySet["Seat"]):
    def at(self, matches: Iterable[Match], rows: Iterable[Seat] | None = None) -> dict[int, dict[int, Seat]]:
        """Return the seats by match and number; they aren't asked for if they are there already."""
        tables = {match.pk: match for match in matches}
        found: dict[int, dict[int, Seat]] = {pk: {} for pk in tables}
        match_of = self.model._meta.get_field("match")
        for seat in seats_at(tables) if rows is None else rows:
            match_of.set_cached_value(seat, tables[seat.match_id])
            found[seat.match_id][seat.number] = seat
        return found


class Seat(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False
    )
    robot = models.CharField(max_length=20, blank=True)  # a robot of the game, if nobody sits here
    invited = models.EmailField(blank=True)  # whom the seat waits for; an address, so shown to nobody
    words = models.CharField(max_length=200, blank=True)  # a player's own words for the draw
    # What its player brings along, by the name of the game's option: it goes there when the match begins.
    brought = models.JSONField(default=dict, blank=True)
    # Unique and never shown: proofs in links are computed from this and the generation.
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    generation = models.PositiveIntegerField(default=1)  # old links die when it changes
    silences = models.PositiveSmallIntegerField(default=0)  # missed turns in a row
    on_autopilot = models.BooleanField(default=False)
    gave_up = models.BooleanField(default=False)
    since = models.PositiveIntegerField(default=0)  # the event after which its player took it over
    offer = models.CharField(max_length=32, blank=True)  # what someone taking it over needs to know
    seeks = models.BooleanField(default=False)  # its player looks for a substitute, in the list of open seats
    bank = models.DurationField(null=True, blank=True)  # what is left of the time bank
    holidays = models.JSONField(default=list, blank=True)  # days off in this match
    hand_in_mail = models.BooleanField(null=True, blank=True)  # asked on taking the seat; None until answered
    lessons = models.BooleanField(default=False)  # is told at each question what a newcomer needs to know
    named_on_card = models.BooleanField(default=False)  # agrees to be named on the card people share
    muted = models.BooleanField(default=False)  # gets no emails about this match; the others can see it
    seen_at = models.DateTimeField(null=True, blank=True)  # when its player last looked at the page
    read_chat_at = models.DateTimeField(null=True, blank=True)  # and at the chat

    objects: ClassVar[SeatQuerySet] = SeatQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=models.Q(player__isnull=False),
                name="one_seat_a_person",
            ),
        )
        indexes = (
            models.Index(
                fields=["match"],
                condition=models.Q(player__isnull=True, robot="", invited=""),
                name="free_seats",
            ),
            # With all that digests ask of a seat, so that no row is fetched for it.
            models.Index(fields=["player", "match", "number", "muted"], name="seats_of_a_player"),
            models.Index(Lower("invited"), condition=~models.Q(invited=""), name="seats_kept_for_an_address"),
            models.Index(fields=["match"], condition=~models.Q(offer=""), name="offered_seats"),
        )

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"

    @property
    def name(self) -> str:
        """Name the player as others see them, before telling apart those with the same name."""
        if self.player:
            return str(self.player)
        if self.robot:
            return name_of_robot(self.match, self.number)
        return gettext("A former player")

    def reader_of(self, number: int) -> Reader:
        """Return the reader the player counts as for an event: what only a former player saw stays hidden."""
        return PUBLIC if number <= self.since else SeatNumber(self.number)

    def holidays_taken(self) -> list[date]:
        return [date.fromisoformat(day) for day in self.holidays]

    @property
    def gets_no_mails(self) -> bool:
        """Tell whether its player muted this match or all emails; the others can see it."""
        return self.muted or bool(self.player and self.player.muted)

    @property
    def hides_hand(self) -> bool:
        """Tell whether emails, and the pages behind their links, show only what the public sees."""
        return self.match.rules.secrecy.has_secrets and not self.hand_in_mail

    @property
    def is_robot(self) -> bool:
        """Tell whether a program plays here: a robot of the game, or an account marked as one."""
        return bool(self.robot) or self.is_robot_account

    @property
    def is_robot_account(self) -> bool:
        """Tell whether its player is a program that uses the API."""
        return self.player is not None and self.player.is_robot

    @property
    def plays_itself(self) -> bool:
        """Tell whether nobody has to be asked: a robot has it, or the autopilot."""
        return bool(self.robot) or self.on_autopilot


def name_of_robot(match: Match, number: int) -> str:
    """Name the robot in a seat, by its game's list of names if it has one."""
    return _given_name(match, number) or gettext("Robot %(number)d") % {"number": number + 1}


def _given_name(match: Match, number: int) -> str:
    """Give a robot's name from its game's list; "" if that has none."""
    rules = by_slug().get(match.game)
    key = robot_name(rules.automation.names, match.public_id, number) if rules else ""
    if not rules or not key:
        return ""
    return word(rules, f"dwarf.{key}", tongue=lambda row, of, _: pgettext(context(match.game, of), row.text))


@kept
def seats_at(matches: Iterable[int]) -> models.QuerySet[Seat]:
    return Seat.objects.filter(match__in=matches).select_related("player")


def names_of(table: Iterable[Seat]) -> dict[int, str]:
    """Name everybody in one match, adding the seat where names are alike."""
    seats = list(table)
    alike = Counter(_sound(seat.name) for seat in seats)
    return {seat.number: seat.name if alike[_sound(seat.name)] == 1 else _told_apart(seat) for seat in seats}


def introduced(table: Iterable[Seat]) -> dict[int, str]:
    """Name everybody where they are listed first, with the robots marked unless their names say so."""
    seats = list(table)
    robots = {one.number for one in seats if one.is_robot_account or _is_named_robot(one)}
    return {
        number: gettext("%(name)s (robot)") % {"name": name} if number in robots else name
        for number, name in names_of(seats).items()
    }


def _is_named_robot(seat: Seat) -> bool:
    return bool(seat.robot and _given_name(seat.match, seat.number))


def roster_of(table: Iterable[Seat]) -> dict[str, Any]:
    """List who plays a match, for storing in its row."""
    seats = sorted(table, key=lambda seat: seat.number)
    people = [seat.player for seat in seats if seat.player]
    return {
        "players": [str(one.pk) for one in people],
        "named": {str(one.pk): one.display_name for one in people if one.display_name},
        "robots": sum(bool(seat.robot) for seat in seats),
    }


def _told_apart(seat: Seat) -> str:
    return gettext("%(name)s (seat %(number)d)") % {"name": seat.name, "number": seat.number + 1}


def _sound(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
