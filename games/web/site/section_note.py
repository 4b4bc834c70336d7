"""The result of a form, shown in its section of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponseRedirect
from django.utils.translation import gettext


@dataclass(frozen=True)
class SectionNote:
    """One sentence, and the id of the section it belongs to."""

    section: str
    text: str
    refused: bool = False


def back_to(address: str, section: str) -> HttpResponseRedirect:
    """Redirect to the section whose form was sent; `done_note` then says what was done."""
    return HttpResponseRedirect(f"{address}?done={section}#{section}")


def done_note(asked_for: Mapping[str, str], sentences: Mapping[str, str]) -> SectionNote | None:
    """Find the sentence for the section that `back_to` redirected to."""
    section = asked_for.get("done", "")
    return SectionNote(section, gettext(sentences[section])) if section in sentences else None
