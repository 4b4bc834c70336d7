"""Actions on a player, and on an address: one row each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.disputes import moderation
from games.models import Player, RulingKind
from games.staff.actions.action import SAID, Readers, StaffAction
from games.staff.actions.fields import (
    AddressField,
    end_of,
    until_field,
)

ON_PLAYERS: Mapping[str, StaffAction[Player]] = {
    "warn": StaffAction(
        _("Warn"),
        _("Sends the player an email and adds a note here. Nothing else changes."),
        RulingKind.WARNED,
        lambda by, player, given, now: moderation.warn(by, player, now),
        sentence=_("This is a warning from a moderator. Please take it seriously."),
    ),
    "suspend": StaffAction(
        _("Suspend"),
        _(
            "They can keep playing their current matches, so nobody has to wait. Until that day they "
            "can't create or join others or write in the chat."
        ),
        RulingKind.SUSPENDED,
        lambda by, player, given, now: moderation.suspend(by, player, end_of(given["until"]), now),
        lambda player: {"until": until_field(timezone.now() + timedelta(days=7))},
        sentence=_(
            "A moderator has suspended you until {day} ({zone}). You can keep playing your current "
            "matches, so nobody has to wait. Until then you can't create or join others or write in "
            "the chat."
        ),
    ),
    "ban": StaffAction(
        _("Ban"),
        _(
            "They can no longer sign in, their seats open up for others, and all their links stop "
            "working at once."
        ),
        RulingKind.BANNED,
        lambda by, player, given, now: moderation.ban(by, player, now),
        sentence=_(
            "A moderator has closed your account. Your seats are open to others, and you can no "
            "longer sign in."
        ),
    ),
    "readmit": StaffAction(
        _("Restore access"),
        _("Ends a suspension or ban. The player doesn't get their former seats back."),
        RulingKind.READMITTED,
        lambda by, player, given, now: moderation.readmit(by, player, now),
        sentence=_("A moderator has restored your access. You can sign in and join matches again."),
    ),
    "note": StaffAction(
        _("Add a note"),
        _("Only moderators see it, next to the player."),
        RulingKind.NOTED,
        lambda by, player, given, now: moderation.note(by, now, player=player),
        asks=SAID,
        readers=Readers.MODERATORS,
    ),
}


def _address(about: object) -> dict[str, forms.Field]:
    return {"address": AddressField(label=_("Email address"))}


ON_ADDRESSES: Mapping[str, StaffAction[None]] = {
    "suppress": StaffAction(
        _("Stop email to an address"),
        _("Nothing more is sent there. Anyone who proves the address is theirs can undo this."),
        RulingKind.SUPPRESSED,
        lambda by, about, given, now: moderation.suppress(by, given["address"], now),
        _address,
        sentence=_("A moderator has stopped our email to one of your addresses."),
    ),
    "allow": StaffAction(
        _("Allow email to an address"),
        _("We send email there again, even after bounces or complaints."),
        RulingKind.UNSUPPRESSED,
        lambda by, about, given, now: moderation.allow(by, given["address"], now),
        _address,
        sentence=_("A moderator has allowed our email to one of your addresses again."),
    ),
}
