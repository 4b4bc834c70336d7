"""Actions on a match: one row each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy as _

from games.disputes import moderation
from games.models import UNDERWAY, UNFINISHED, Match, MatchStatus, RulingKind, names_of
from games.staff import choices_in_match
from games.staff.actions.action import SAID, Given, Readers, StaffAction
from games.staff.actions.fields import (
    AddressField,
    as_of_field,
    hours_field,
    seat_field,
    seat_of,
)

RUNS = frozenset({MatchStatus.RUNNING})

#: Shown when there is nothing to choose from.
NOTHING = [("", _("None."))]


def _names(match: Match) -> Mapping[int, str]:
    return names_of(match.seats.select_related("player"))


def _seat(match: Match) -> dict[str, forms.Field]:
    return {"seat": seat_field(match, _names(match), people_only=True)}


def _seat_and_hours(match: Match) -> dict[str, forms.Field]:
    return _seat(match) | {"hours": hours_field()}


def _waited_for(match: Match) -> dict[str, forms.Field]:
    return _seat(match) | {"as_of": as_of_field(match)}


def _moment(match: Match) -> dict[str, forms.Field]:
    return {"to": _one_of(_("Back to before"), choices_in_match.before(match)), "as_of": as_of_field(match)}


def _newcomer(match: Match) -> dict[str, forms.Field]:
    help_text = _(
        "Of somebody with an account who has agreed. Left empty: the seat is free, and the table offers it."
    )
    return _seat(match) | {
        "address": AddressField(label=_("Mail address"), required=False, help_text=help_text)
    }


def _mail(match: Match) -> dict[str, forms.Field]:
    return {"mail": _one_of(_("Mail"), choices_in_match.mails(match))}


def _one_of(label: Any, choices: choices_in_match.Choices) -> forms.Field:
    """Offer a choice, or say that there is nothing to choose."""
    return forms.TypedChoiceField(label=label, choices=choices or NOTHING, coerce=int)


def _look(match: Match) -> dict[str, forms.Field]:
    every = seat_field(match, _names(match))
    event = forms.IntegerField(label=_("As of event"), initial=match.version, min_value=1)
    return {"seat": every, "event": event}


def _look_at(by: moderation.By, match: Match, given: Given, now: object) -> str:
    taken = moderation.look_as_seat(by, match.pk, seat_of(given)[0], given["event"], now)  # type: ignore[arg-type]
    return resolve_url("admin:look", match.public_id, taken.pk)


def _check(by: moderation.By, match: Match, given: Given, now: object) -> str:
    ruling = moderation.check(by, match.pk, now)  # type: ignore[arg-type]
    return f"{resolve_url('admin:match', match.public_id)}?checked={ruling.pk}"


ON_MATCHES: Mapping[str, StaffAction[Match]] = {
    "extend": StaffAction(
        _("Give more time"),
        _("What a seat is asked now may be answered so much later."),
        RulingKind.EXTENDED,
        lambda by, match, given, now: moderation.extend(
            by, match.pk, seat_of(given)[0], timedelta(hours=given["hours"]), now
        ),
        _seat_and_hours,
        is_for=lambda match: match.status in RUNS,
        sentence=_("A moderator has given {name} more time: until {day} ({zone})."),
    ),
    "restart": StaffAction(
        _("Start a clock anew"),
        _("The seat has all its time once more, from now on; a clock that was stuck runs again."),
        RulingKind.RESTARTED,
        lambda by, match, given, now: moderation.restart(by, match.pk, seat_of(given)[0], now),
        _seat,
        is_for=lambda match: match.status in RUNS,
        sentence=_("A moderator has let the time of {name} begin anew: until {day} ({zone})."),
    ),
    "pause": StaffAction(
        _("Pause the match"),
        _("Nobody is asked anything, and no time runs."),
        RulingKind.PAUSED,
        lambda by, match, given, now: moderation.pause(by, match.pk, now),
        is_for=lambda match: match.status in RUNS,
        sentence=_(
            "A moderator has paused the match. Nobody is asked anything and no time runs until it goes on."
        ),
    ),
    "resume": StaffAction(
        _("Let the match go on"),
        _("Everybody has as much time left as when it stopped."),
        RulingKind.RESUMED,
        lambda by, match, given, now: moderation.resume(by, match.pk, now),
        is_for=lambda match: match.status == MatchStatus.PAUSED,
        sentence=_(
            "A moderator has let the match go on. Everybody has as much time left as when it stopped."
        ),
        resumes=True,
    ),
    "force": StaffAction(
        _("End the waiting for a seat"),
        _("Silence answers for it, as if its time were up. That can't be taken back but by a rewind."),
        RulingKind.FORCED,
        lambda by, match, given, now: moderation.end_waiting(
            by, match.pk, seat_of(given)[0], now, given["as_of"]
        ),
        _waited_for,
        is_for=lambda match: match.status in RUNS,
        sentence=_(
            "A moderator has ended the waiting for {name}: the game has moved for that seat as if time "
            "were up."
        ),
    ),
    "rewind": StaffAction(
        _("Take the match back"),
        _(
            "What happened since counts no more, plans are off, earlier links do nothing. Chance is drawn "
            "anew; what somebody has seen they have seen."
        ),
        RulingKind.REWOUND,
        lambda by, match, given, now: moderation.rewind(by, match.pk, given["to"], now, given["as_of"]),
        _moment,
        is_for=lambda match: match.status in UNDERWAY,
        sentence=_(
            "A moderator has taken the match back to an earlier moment. What happened since counts no "
            "more, plans are off, and links in earlier mails do nothing; what chance brings from now on "
            "is drawn anew."
        ),
    ),
    "replace": StaffAction(
        _("Replace a player"),
        _("All links and sessions of the seat's former player die at once."),
        RulingKind.REPLACED,
        lambda by, match, given, now: moderation.replace(
            by, match.pk, *seat_of(given), given["address"], now
        ),
        _newcomer,
        is_for=lambda match: match.status in UNDERWAY,
        sentence=_(
            "A moderator has decided who plays the seat of {name} from now on. Links in earlier mails of "
            "that seat do nothing any more."
        ),
    ),
    "release": StaffAction(
        _("Let a match go on that a fault has stopped"),
        _("Only if its log can be played again as it stands."),
        RulingKind.RELEASED,
        lambda by, match, given, now: moderation.release(by, match.pk, now),
        is_for=lambda match: match.status == MatchStatus.QUARANTINED,
        sentence=_(
            "What was wrong with the match is put right, and a moderator has let it go on. Everybody has "
            "as much time left as when it stopped."
        ),
        resumes=True,
    ),
    "close": StaffAction(
        _("Close the match without a result"),
        _("It ends for everybody and for good."),
        RulingKind.ENDED,
        lambda by, match, given, now: moderation.close(by, match.pk, now),
        is_for=lambda match: match.status in UNFINISHED,
        sentence=_("A moderator has closed the match without a result. It is closed for good."),
    ),
    "resend": StaffAction(
        _("Send a mail again"),
        _("It is written anew, as its reader may have it now."),
        RulingKind.RESENT,
        lambda by, match, given, now: moderation.resend(by, match.pk, given["mail"], now),
        _mail,
        readers=Readers.MATCH_PAGE,  # beside the email itself
        sentence=_("A moderator has had a mail to {name} sent once more."),
    ),
    "note": StaffAction(
        _("Note something down"),
        _("For other moderators, beside the match."),
        RulingKind.NOTED,
        lambda by, match, given, now: moderation.note(by, now, match.pk),
        asks=SAID,
        readers=Readers.MODERATORS,
    ),
    "check": StaffAction(
        _("Play the log again and check it"),
        _("The digests are followed and all chance is looked at. Nothing changes."),
        RulingKind.CHECKED,
        _check,
        readers=Readers.MODERATORS,
    ),
    "look": StaffAction(
        _("Look as a seat"),
        _("You see what that seat saw and said. That you have looked is written down, for its players too."),
        RulingKind.LOOKED,
        _look_at,
        _look,
        readers=Readers.MATCH_PAGE,
        is_for=lambda match: match.version > 0,
    ),
}
