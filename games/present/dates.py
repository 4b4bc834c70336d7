"""Dates inside a sentence."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone, translation
from django.utils.formats import date_format

#: Languages that write days and months with a small letter within a sentence; Django's lists don't.
DAYS_WRITTEN_SMALL = frozenset({"pt-br", "ru"})


def in_words(when: datetime, letters: str) -> str:
    """Format a moment by Django's date letters, in the active language and time zone."""
    told = date_format(timezone.localtime(when), letters)
    return told.lower() if translation.get_language() in DAYS_WRITTEN_SMALL else told
