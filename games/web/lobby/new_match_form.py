"""The form that creates a match: fill it in, and read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.circles import series
from games.clocks import DAILY, PRESETS, Pace
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MOST_HOLIDAYS, MOST_SILENCES, Away, MatchSettings, usual
from games.models import Autopilot, Circle, Player, read_address, read_greeting, read_match_name
from games.present.refusals import sentence
from games.present.words import word
from games.rules.kernel.codec import read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seat_options import SeatOption, by_seat, seat_options
from games.web.lobby import options_form, pace_form, pace_words, seat_form
from games.web.lobby.seat_form import InvalidForm

OWN_PACE = "own"
AUTOPILOTS = {
    Autopilot.ROBOT: lazy("the game's robot"),
    Autopilot.SILENCE: lazy("the game's most cautious moves"),
}
#: Checkboxes, which a form sends only if they are ticked.
BOXES = ("door", "robot_accounts", "spectators", "spectators_signed_out", "private_messages")
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True)
class Friend:
    """A player of an earlier match or of any other, who can be invited by name."""

    player: Player
    name: str
    key: str  # in the form


@dataclass(frozen=True)
class NewMatchFields:
    """What the form is filled in with: as sent, as in an earlier match, or the defaults."""

    rules: AnyRules
    host: Player
    said: Mapping[str, str]
    options: Mapping[str, object] = field(default_factory=dict)
    friends: Sequence[Friend] = ()
    asked: frozenset[str] = frozenset()  # the friends that are ticked
    addresses: Sequence[str] = ()  # that the host typed for earlier matches
    addressed: frozenset[str] = frozenset()  # those that are ticked
    zone: str = ""  # of a fixed hour; if empty, the host's
    circles: Sequence[Circle] = ()  # that the host belongs to

    @property
    def zone_of_hour(self) -> str:
        return self.zone or self.host.time_zone

    def context(self, wrong: Mapping[str, str]) -> dict[str, Any]:
        """Gather what the template shows."""
        meta, said = self.rules.meta, self.said
        return {
            "seats": [(count, str(count) == said["seats"]) for count in meta.seats],
            "options": options_form.options_of_game(self.rules, self.options),
            "paces": pace_words.offers(said["pace"]),
            "lengths": pace_form.controls(said, wrong),
            "hours": pace_form.hours(said),
            "zone_of_hour": self.zone_of_hour,
            "friends": [(one, one.key in self.asked) for one in self.friends],
            "addresses": [(one, one in self.addressed) for one in self.addresses],
            "robot_counts": [(count, str(count) == said["robots"]) for count in range(meta.most_seats)],
            "robots": [
                (name, robot_name(self.rules, name), name == said["robot"]) for name in robots(self.rules)
            ],
            "autopilots": [(name, told, name == said["autopilot"]) for name, told in AUTOPILOTS.items()],
            "taking": seat_form.asked(self.rules, all_brings(self.rules), said, wrong),
            "is_seat_open": self._asks_about_seat(wrong),
            "circles": self.circles,
            "lengths_of_series": [(count, str(count) == said["best_of"]) for count in series.LENGTHS],
            "said": said,
            "most_silences": MOST_SILENCES,
            "most_holidays": MOST_HOLIDAYS,
            "wrong": wrong,
        }

    def _asks_about_seat(self, wrong: Mapping[str, str]) -> bool:
        """Tell whether the host still has to say something about the own seat, or said it wrongly."""
        is_wrong = any(name in ("hand", "words") or name.startswith("bring.") for name in wrong)
        return is_wrong or (self.rules.secrecy.has_secrets and self.said.get("hand") not in seat_form.HANDS)


def robots(rules: AnyRules) -> list[str]:
    """List a game's robots by key, the sensible one first."""
    return sorted(rules.robots, key=lambda name: (name != rules.automation.sensible, name))


def robot_name(rules: AnyRules, name: str) -> str:
    return word(rules, f"robot.{name}", otherwise=name)


def all_brings(rules: AnyRules) -> list[SeatOption]:
    """List everything that a match of this game may ask its players to bring, with any options."""
    every = {
        other: value
        for kind in by_seat(rules).values()
        for other, value in (kind.extra or {}).get("when", {}).items()
    }
    return seat_options(rules, read_options(rules, every))


def typed(settings: MatchSettings, rules: AnyRules) -> dict[str, str]:
    """Write settings as the form sends them."""
    ticked = {
        "door": settings.has_door,
        "robot_accounts": settings.robot_accounts,
        "spectators": settings.spectators,
        "spectators_signed_out": settings.spectators_signed_out,
        "private_messages": settings.private_messages,
    }
    return {
        "seats": str(settings.seats),
        "pace": pace_words.preset_of(settings.pace) or OWN_PACE,
        **pace_form.typed(settings.pace),
        "robots": str(len(settings.robots)),
        "robot": next(iter(settings.robots), rules.automation.sensible),
        "silences": str(settings.away.silences_allowed),
        "holidays": str(settings.away.holidays_allowed),
        "autopilot": str(settings.away.autopilot),
        "admit": "open" if settings.is_open else "private",
        "name": settings.name,
        "greeting": settings.greeting,
        "circle": settings.circle,
        "best_of": str(settings.best_of),
        **{name: "on" for name, is_so in ticked.items() if is_so},
    }


def sent(
    rules: AnyRules, host: Player, posted: QueryDict, offered: NewMatchFields | None = None
) -> NewMatchFields:
    """Keep what was sent, valid or not, so that the form can show it again with the people it offered."""
    posts = {name: str(value) for name, value in posted.items()}
    try:
        options = options_form.read_chosen(rules, posts)
    except Refused:
        options = {}
    said = {name: value for name, value in typed(usual(rules), rules).items() if name not in BOXES} | posts
    fields = offered or NewMatchFields(rules, host, {})
    return replace(
        fields,
        said=said,
        options=options,
        asked=frozenset(posted.getlist("friend")),
        addressed=frozenset(posted.getlist("contact")),
    )


@dataclass(frozen=True)
class NewMatchRequest:
    """What a valid form asks for: the match, what its host said on taking a seat, and the guests."""

    settings: MatchSettings
    said: Accepted
    guests: Sequence[Guest]


def read(sheet: NewMatchFields) -> NewMatchRequest:
    """Read the form; raise InvalidForm with all its errors."""
    reader = _Reader(sheet)
    said = reader.take("", lambda: _accepted(sheet))
    ordered = NewMatchRequest(reader.settings(), said or Accepted(None), reader.guests())
    if reader.wrong:
        raise InvalidForm(reader.wrong)
    return ordered


def _accepted(sheet: NewMatchFields) -> Accepted:
    return seat_form.accepted(sheet.rules, all_brings(sheet.rules), sheet.said)


def tempo_of(sheet: NewMatchFields) -> tuple[MatchSettings | None, dict[str, str]]:
    """Read what decides how fast a match is: its game, seats, options and pace; or give the errors."""
    reader = _Reader(sheet)
    meta = sheet.rules.meta
    seats = reader.number("seats", meta.least_seats, meta.most_seats)
    settings = MatchSettings(meta.slug, seats, options=sheet.options, pace=reader.pace())
    return (None if reader.wrong else settings), reader.wrong


class _Reader:
    """Read the form field by field, and collect the errors."""

    def __init__(self, sheet: NewMatchFields) -> None:
        self.sheet = sheet
        self.wrong: dict[str, str] = {}

    def settings(self) -> MatchSettings:
        meta, said = self.sheet.rules.meta, self.sheet.said
        return MatchSettings(
            game=meta.slug,
            seats=self.number("seats", meta.least_seats, meta.most_seats),
            robots=self.robots(),
            options=self.take("options", lambda: options_form.read_chosen(self.sheet.rules, said)) or {},
            pace=self.pace(),
            away=self.away(),
            name=self.line("name", read_match_name),
            greeting=self.line("greeting", read_greeting),
            is_open=said["admit"] == "open",
            has_door="door" in said,
            spectators="spectators" in said or "spectators_signed_out" in said,
            spectators_signed_out="spectators_signed_out" in said,
            private_messages="private_messages" in said,
            robot_accounts="robot_accounts" in said,
            circle=said.get("circle", "")[:24],
            best_of=self.best_of(),
        )

    def take(self, name: str, read: Any) -> Any:
        try:
            return read()
        except InvalidForm as wrong:
            self.wrong |= wrong.errors
        except Refused as refused:
            self.wrong[name] = sentence(self.sheet.rules, refused.code, refused.plain_details())
        return None

    def number(self, name: str, least: int, most: int) -> int:
        told = self.sheet.said[name].strip()
        if told.isascii() and told.isdigit() and len(told) <= len(str(most)) and least <= int(told) <= most:
            return int(told)
        self.wrong[name] = _("Enter a whole number from %(least)d to %(most)d.") % {
            "least": least,
            "most": most,
        }
        return least

    def line(self, name: str, read: Callable[[str], str]) -> str:
        """Read a line of text that may be empty."""
        try:
            return read(self.sheet.said.get(name, ""))
        except ValidationError as wrong:
            self.wrong[name] = wrong.messages[0]
            return ""

    def pace(self) -> Pace:
        told = self.sheet.said["pace"]
        if told == OWN_PACE:
            return self.take("", lambda: pace_form.read(self.sheet.said, self.sheet.zone_of_hour)) or DAILY
        if told not in PRESETS:
            self.wrong["pace"] = _("Choose one of these.")
        return PRESETS.get(told, DAILY)

    def away(self) -> Away:
        autopilot = self.sheet.said["autopilot"]
        if autopilot not in Autopilot.values:
            self.wrong["autopilot"] = _("Choose one of these.")
        silences = self.number("silences", 1, MOST_SILENCES)
        return Away(self.number("holidays", 0, MOST_HOLIDAYS), silences, autopilot)

    def robots(self) -> tuple[str, ...]:
        count, robot = (
            self.number("robots", 0, self.sheet.rules.meta.most_seats - 1),
            self.sheet.said["robot"],
        )
        if robot not in self.sheet.rules.robots:
            self.wrong["robot"] = _("Choose one of these.")
        return (robot,) * count

    def best_of(self) -> int:
        told = self.sheet.said["best_of"]
        if told not in map(str, series.LENGTHS):
            self.wrong["best_of"] = _("Choose one of these.")
            return 1
        return int(told)

    def guests(self) -> list[Guest]:
        named = [
            Guest(one.player.email, one.player) for one in self.sheet.friends if one.key in self.sheet.asked
        ]
        ticked = [one for one in self.sheet.addresses if one in self.sheet.addressed]
        known = {one.lower() for one in ticked}
        typed = [one for one in _BETWEEN.split(self.sheet.said.get("invite", "")) if one]
        typed = ticked + [one for one in typed if one.lower() not in known]
        try:
            found = read_addresses(typed, self.sheet.host, self.sheet.rules.meta.most_seats)
        except ValueError as wrong:
            self.wrong["invite"] = str(wrong)
            return named
        return [*named, *(Guest(one) for one in found)]


def read_addresses(typed: Sequence[str], host: Player, most: int) -> list[str]:
    """Check all addresses before anybody is emailed; raise ValueError with a sentence."""
    if len(typed) > most:
        raise ValueError(_("You entered more addresses than the game has seats."))
    seen: dict[str, str] = {}
    for told in typed:
        try:
            address = read_address(told)
        except ValidationError:
            raise ValueError(
                _("This isn't an email address: %(address)s") % {"address": shown(told)}
            ) from None
        if address.lower() == host.email.lower():
            raise ValueError(_("You already have a seat. Remove your own address."))
        if address.lower() in seen:
            raise ValueError(_("This address is listed twice: %(address)s") % {"address": address})
        seen[address.lower()] = address
    return [*seen.values()]


def shown(told: str) -> str:
    """Shorten what somebody typed, and replace characters that could garble the line around it."""
    return "".join(sign if sign.isprintable() else "�" for sign in told[:80])
