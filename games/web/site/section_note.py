"""What came of a press, said in the section of the page that holds its form."""

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
    """Lead back to the section whose form was sent; its page then says what was done."""
    return HttpResponseRedirect(f"{address}?done={section}#{section}")


def done_note(asked_for: Mapping[str, str], sentences: Mapping[str, str]) -> SectionNote | None:
    """Find the sentence of the section that `back_to` has led to."""
    section = asked_for.get("done", "")
    return SectionNote(section, gettext(sentences[section])) if section in sentences else None
