"""Days as people write them: Django's own filter `date`, in the manner of the reader's language.

Django puts a template's format into another language word by word: "until Quinta-feira 19 Novembro".
"""

from __future__ import annotations

from datetime import date as Day

from django import template
from django.template.defaultfilters import date as in_english_order
from django.utils import formats, translation

from games.present.dates import DAYS_WRITTEN_SMALL

register = template.Library()

#: What each piece of an English format becomes, one after the other.
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
    # A month beside a day is in the genitive, which Django calls E; F is the month by itself.
    "ru": (("F", "E"), ("l j", "l, j"), ("D j", "D, j"), ("E H:i", "E, H:i")),
}
NAMED = frozenset("lEF")  # the letters of formats that name days and months


@register.filter(expects_localtime=True, is_safe=False)
def date(when: Day | None, asked: str | None = None) -> str:
    """Write a day, or a moment, as the language in force does."""
    language = translation.get_language() or ""
    form = formats.get_format(asked or "DATE_FORMAT")
    for english, theirs in MANNERS.get(language, ()):
        form = form.replace(english, theirs)
    told = str(in_english_order(when, form))
    return told.lower() if language in DAYS_WRITTEN_SMALL and NAMED & {*form} else told
