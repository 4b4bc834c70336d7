"""What a staff action is: one row of the table in `games.staff.actions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Generic, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.disputes.moderation import By
from games.models import RulingKind

T = TypeVar("T")
Given = Mapping[str, Any]
#: The label of the reason where its text is the action itself.
SAID = _("Your message")


class Readers(Enum):
    """Who reads the reason a moderator gives."""

    MODERATORS = "moderators"
    MATCH_PAGE = "those it concerns, on the page of the match"
    EMAILED = "those it concerns, in an email; of a match on its page too"


@dataclass(frozen=True)
class StaffAction(Generic[T]):
    """One thing a moderator may do to a match, a case, a player or an address.

    It is offered in the room of its subject, which checks permission: see the tables of `ACTIONS`.
    """

    title: Any  # on its button
    about: Any  # its effect, in a sentence
    kind: RulingKind  # in the audit
    do: Callable[[By, T, Given, datetime], Any]  # the story function
    fields: Callable[[T], Mapping[str, forms.Field]] = field(default=lambda about: {})  # beside the reason
    asks: Any = _("Reason")  # the label of the reason
    readers: Readers = Readers.EMAILED
    #: The sentence players read, in the email and on the page; `{name}` is the player of the seat, `{day}`
    #: and `{zone}` the day. Empty if players learn of it in another way, or not at all.
    sentence: Any = ""
    resumes: bool = False  # a stopped match continues, so its players are asked again
    is_for: Callable[[T], bool] = field(default=lambda about: True)
