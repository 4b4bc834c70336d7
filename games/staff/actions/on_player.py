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
        _("A mail to the player, and a note here; nothing else changes."),
        RulingKind.WARNED,
        lambda by, player, given, now: moderation.warn(by, player, now),
        sentence=_("A moderator asks you to take this to heart."),
    ),
    "suspend": StaffAction(
        _("Suspend"),
        _(
            "Where they sit they play on, so that nobody has to wait; they open, join and say nothing "
            "until then."
        ),
        RulingKind.SUSPENDED,
        lambda by, player, given, now: moderation.suspend(by, player, end_of(given["until"]), now),
        lambda player: {"until": until_field(timezone.now() + timedelta(days=7))},
        sentence=_(
            "A moderator has suspended you until {day} ({zone}). Where you sit you play on, so that "
            "nobody has to wait; until then you can open no tables, join none, and say nothing at them."
        ),
    ),
    "ban": StaffAction(
        _("Ban"),
        _("They can sign in no more, their seats are free for others, and all their links die at once."),
        RulingKind.BANNED,
        lambda by, player, given, now: moderation.ban(by, player, now),
        sentence=_(
            "A moderator has closed your account. Your seats are free for somebody else, and you can "
            "sign in no more."
        ),
    ),
    "readmit": StaffAction(
        _("Let in again"),
        _("Ends a suspension or a ban. Seats they had are not given back."),
        RulingKind.READMITTED,
        lambda by, player, given, now: moderation.readmit(by, player, now),
        sentence=_("A moderator has let you in again: you can sign in, and take seats."),
    ),
    "note": StaffAction(
        _("Note something down"),
        _("For other moderators, beside the player."),
        RulingKind.NOTED,
        lambda by, player, given, now: moderation.note(by, now, player=player),
        asks=SAID,
        readers=Readers.MODERATORS,
    ),
}


def _address(about: object) -> dict[str, forms.Field]:
    return {"address": AddressField(label=_("Mail address"))}


ON_ADDRESSES: Mapping[str, StaffAction[None]] = {
    "suppress": StaffAction(
        _("Stop mails to an address"),
        _("Nothing goes there any more. Whoever shows that it is theirs can lift that again."),
        RulingKind.SUPPRESSED,
        lambda by, about, given, now: moderation.suppress(by, given["address"], now),
        _address,
        sentence=_("A moderator has stopped our mails to one of your addresses."),
    ),
    "allow": StaffAction(
        _("Allow mails to an address"),
        _("Mails go there again, after bounces or complaints too."),
        RulingKind.UNSUPPRESSED,
        lambda by, about, given, now: moderation.allow(by, given["address"], now),
        _address,
        sentence=_("A moderator has allowed our mails to one of your addresses again."),
    ),
}
