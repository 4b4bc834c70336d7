"""Dates as people write them: Django's filter `date`, in the style of the reader's language.

Django translates a template's format word by word: "until Quinta-feira 19 Novembro".
"""

from __future__ import annotations

from datetime import date as Day
from datetime import datetime

from django.template.defaultfilters import date as in_english_order
from django.utils import formats, translation
from django.utils.timesince import timesince, timeuntil

from games.present.dates import DAYS_WRITTEN_SMALL

#: Replacements for each piece of an English format, in this order.
MANNERS = {
    "pt-br": (
        ("E", "F"),
        ("l j", "l, j"),
        ("D j", "D, j"),
        ("j F", r"j \d\e F"),
        ("F Y", r"F \d\e Y"),
        ("F H:i", "F, H:i"),
        (", H:i", r", à\s H:i"),
    ),
    # A month after a day is in the genitive, which is Django's E; F is the month by itself.
    "ru": (("F", "E"), ("l j", "l, j"), ("D j", "D, j"), ("E H:i", "E, H:i")),
}
#: Between hours and minutes, where Django's comma is foreign.
BETWEEN_UNITS = {"pt-br": " e ", "ru": " "}
NAMED = frozenset("DlEMF")  # format letters that name days and months


def date(when: Day | None, asked: str | None = None) -> str:
    """Write a date or time as the current language does."""
    language = translation.get_language() or ""
    form = formats.get_format(asked or "DATE_FORMAT")
    for english, theirs in MANNERS.get(language, ()):
        form = form.replace(english, theirs)
    told = str(in_english_order(when, form))
    return told.lower() if language in DAYS_WRITTEN_SMALL and NAMED & {*form} else told


def since(when: datetime, now: datetime) -> str:
    """Write how long ago a moment was."""
    return _joined(timesince(when, now))


def until(when: datetime, now: datetime) -> str:
    """Write how long it is until a moment."""
    return _joined(timeuntil(when, now))


def _joined(span: str) -> str:
    """Put between the units of a span what stands there in the current language."""
    return span.replace(", ", BETWEEN_UNITS.get(translation.get_language() or "", ", "))
