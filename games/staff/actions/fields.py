"""The fields that forms of staff actions have beside the reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _

from games.models import Match, read_address
from games.staff.actions.action import Given

AS_OF = "as_of"
LONGEST = timedelta(days=3650)
HOURS = [(6, _("6 hours")), (24, _("1 day")), (48, _("2 days")), (72, _("3 days")), (168, _("7 days"))]


def seat_field(match: Match, names: Mapping[int, str], *, people_only: bool = False) -> forms.Field:
    """Choose a seat, an awaited one first; the generation says which player is meant."""
    found = match.seats.order_by("number")
    seats = [one for one in found if not (people_only and one.robot)]
    choices = [(f"{one.number}:{one.generation}", names.get(one.number, "")) for one in seats]
    waited_for = [f"{one.number}:{one.generation}" for one in seats if one.number in match.awaited]
    return forms.ChoiceField(label=_("Seat"), choices=choices, initial=next(iter(waited_for), None))


def as_of_field(match: Match) -> forms.Field:
    """Keep the version of the match that the moderator was looking at."""
    return forms.IntegerField(widget=forms.HiddenInput, min_value=0, initial=match.version)


class AddressField(forms.EmailField):
    """An email address, read as everywhere here: look-alike characters are refused."""

    def to_python(self, value: Any) -> str:
        """Parse it; raise ValidationError."""
        text = str(super().to_python(value))
        return read_address(text) if text else ""


def seat_of(given: Given) -> tuple[int, int]:
    number, _colon, generation = given["seat"].partition(":")
    return int(number), int(generation)


def hours_field() -> forms.Field:
    return forms.TypedChoiceField(label=_("Extra time"), choices=HOURS, coerce=int, initial=24)


def until_field(now: datetime) -> forms.Field:
    """Choose a day, counted to its end; the way to keep somebody away for longer is a ban."""
    last = now.date() + LONGEST
    return forms.DateField(
        label=_("Until the end of the day (UTC)"),
        # Browsers accept this order only, whatever the language.
        widget=forms.DateInput({"type": "date", "max": last.isoformat()}, "%Y-%m-%d"),
        initial=now.date(),
        validators=[MaxValueValidator(last)],
    )


def end_of(day: Any) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
