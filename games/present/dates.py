"""Dates as sentences have them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone, translation
from django.utils.formats import date_format

#: Where the names of days and months begin with a small letter within a sentence; Django's lists don't.
DAYS_WRITTEN_SMALL = frozenset({"pt-br", "ru"})


def in_words(when: datetime, letters: str) -> str:
    """Say a moment by the letters of Django's date filter, in the language and the zone in force."""
    told = date_format(timezone.localtime(when), letters)
    return told.lower() if translation.get_language() in DAYS_WRITTEN_SMALL else told
