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
from games.records.keep import is_counted
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
    return {
        "to": _one_of(_("Go back to just before"), choices_in_match.before(match)),
        "as_of": as_of_field(match),
    }


def _newcomer(match: Match) -> dict[str, forms.Field]:
    help_text = _(
        "The address of someone who has an account and has agreed. Leave it empty to make this an open seat."
    )
    return _seat(match) | {
        "address": AddressField(label=_("Email address"), required=False, help_text=help_text)
    }


def _mail(match: Match) -> dict[str, forms.Field]:
    return {"mail": _one_of(_("Email"), choices_in_match.mails(match))}


def _one_of(label: Any, choices: choices_in_match.Choices) -> forms.Field:
    """Offer a choice, or say that there is nothing to choose."""
    return forms.TypedChoiceField(label=label, choices=choices or NOTHING, coerce=int)


def _look(match: Match) -> dict[str, forms.Field]:
    every = seat_field(match, _names(match))
    event = forms.IntegerField(label=_("After event"), initial=match.version, min_value=1)
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
        _("Adds this much time to the seat's current turn."),
        RulingKind.EXTENDED,
        lambda by, match, given, now: moderation.extend(
            by, match.pk, seat_of(given)[0], timedelta(hours=given["hours"]), now
        ),
        _seat_and_hours,
        is_for=lambda match: match.status in RUNS,
        sentence=_("A moderator has given {name} more time. The new deadline is {day} ({zone})."),
    ),
    "restart": StaffAction(
        _("Restart a clock"),
        _("The seat gets its full time again, starting now. A stuck clock runs again."),
        RulingKind.RESTARTED,
        lambda by, match, given, now: moderation.restart(by, match.pk, seat_of(given)[0], now),
        _seat,
        is_for=lambda match: match.status in RUNS,
        sentence=_("A moderator has restarted the clock for {name}. The new deadline is {day} ({zone})."),
    ),
    "pause": StaffAction(
        _("Pause the match"),
        _("Nobody has to move, and the clocks stop."),
        RulingKind.PAUSED,
        lambda by, match, given, now: moderation.pause(by, match.pk, now),
        is_for=lambda match: match.status in RUNS,
        sentence=_(
            "A moderator has paused the match. Until it resumes, nobody has to move and the clocks "
            "are stopped."
        ),
    ),
    "resume": StaffAction(
        _("Resume the match"),
        _("Everyone keeps the time they had left."),
        RulingKind.RESUMED,
        lambda by, match, given, now: moderation.resume(by, match.pk, now),
        is_for=lambda match: match.status == MatchStatus.PAUSED,
        sentence=_("A moderator has resumed the match. Everyone keeps the time they had left."),
        resumes=True,
    ),
    "force": StaffAction(
        _("Stop waiting for a seat"),
        _(
            "The game moves for that seat, as if its time had run out. Only going back to an earlier "
            "moment can undo this."
        ),
        RulingKind.FORCED,
        lambda by, match, given, now: moderation.end_waiting(
            by, match.pk, seat_of(given)[0], now, given["as_of"]
        ),
        _waited_for,
        is_for=lambda match: match.status in RUNS,
        sentence=_(
            "A moderator has stopped waiting for {name}. The game has moved for that seat, as if "
            "time had run out."
        ),
    ),
    "rewind": StaffAction(
        _("Go back to an earlier moment"),
        _(
            "Everything after that moment is undone, plans are cancelled and earlier links stop "
            "working. Future draws will be new, but nobody can unsee what they have seen."
        ),
        RulingKind.REWOUND,
        lambda by, match, given, now: moderation.rewind(by, match.pk, given["to"], now, given["as_of"]),
        _moment,
        is_for=lambda match: match.status in UNDERWAY,
        sentence=_(
            "A moderator has taken the match back to an earlier moment: everything after it is "
            "undone. Plans are cancelled, and links in earlier emails no longer work. All draws from "
            "now on are new."
        ),
    ),
    "replace": StaffAction(
        _("Replace a player"),
        _("The former player's links and sessions stop working at once."),
        RulingKind.REPLACED,
        lambda by, match, given, now: moderation.replace(
            by, match.pk, *seat_of(given), given["address"], now
        ),
        _newcomer,
        is_for=lambda match: match.status in UNDERWAY,
        sentence=_(
            "A moderator has changed who plays in the seat of {name}. Links in that seat's earlier "
            "emails no longer work."
        ),
    ),
    "release": StaffAction(
        _("Resume a match stopped by an error"),
        _("Works only if the match's log can be replayed."),
        RulingKind.RELEASED,
        lambda by, match, given, now: moderation.release(by, match.pk, now),
        is_for=lambda match: match.status == MatchStatus.QUARANTINED,
        sentence=_(
            "The problem with the match is fixed, and a moderator has resumed it. Everyone keeps the "
            "time they had left."
        ),
        resumes=True,
    ),
    "close": StaffAction(
        _("Close the match without a result"),
        _("The match ends for everyone, for good."),
        RulingKind.ENDED,
        lambda by, match, given, now: moderation.close(by, match.pk, now),
        is_for=lambda match: match.status in UNFINISHED,
        sentence=_("A moderator has closed the match without a result. It can't be reopened."),
    ),
    "uncount": StaffAction(
        _("Don't count this match"),
        _("The match is left out of records, standings, ratings and statistics. Its log doesn't change."),
        RulingKind.UNCOUNTED,
        lambda by, match, given, now: moderation.count(by, match.pk, now, counts=False),
        is_for=lambda match: match.status == MatchStatus.OVER and is_counted(match),
        sentence=_("A moderator has ruled that this match doesn't count in records, standings and ratings."),
    ),
    "count": StaffAction(
        _("Count this match again"),
        _("The match counts again in records, standings, ratings and statistics."),
        RulingKind.COUNTED,
        lambda by, match, given, now: moderation.count(by, match.pk, now, counts=True),
        is_for=lambda match: (
            match.status == MatchStatus.OVER and not match.is_alone and not is_counted(match)
        ),
        sentence=_("A moderator has ruled that this match counts again in records, standings and ratings."),
    ),
    "resend": StaffAction(
        _("Send an email again"),
        _("The email is rewritten with what its reader may see now."),
        RulingKind.RESENT,
        lambda by, match, given, now: moderation.resend(by, match.pk, given["mail"], now),
        _mail,
        readers=Readers.MATCH_PAGE,  # beside the email itself
        sentence=_("A moderator has sent {name} an email again."),
    ),
    "note": StaffAction(
        _("Add a note"),
        _("Only moderators see it, next to the match."),
        RulingKind.NOTED,
        lambda by, match, given, now: moderation.note(by, now, match.pk),
        asks=SAID,
        readers=Readers.MODERATORS,
    ),
    "check": StaffAction(
        _("Replay and check the log"),
        _("Verifies the fingerprints and all draws. Nothing changes."),
        RulingKind.CHECKED,
        _check,
        readers=Readers.MODERATORS,
    ),
    "look": StaffAction(
        _("View the match from a seat"),
        _("You see what that seat has seen and sent. Your look is recorded, and the players can see that."),
        RulingKind.LOOKED,
        _look_at,
        _look,
        readers=Readers.MATCH_PAGE,
        is_for=lambda match: match.version > 0,
    ),
}
