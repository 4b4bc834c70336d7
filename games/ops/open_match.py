"""Opening a match for people and robots at once: everything is checked before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError

from games import play
from games.clocks import PRESETS, Holidays, Pace, Unfit
from games.infra.locks import writing
from games.lobby import invitations, setup
from games.lobby.fill import MOST_WORDS
from games.lobby.match_settings import MOST_SILENCES, Away, MatchSettings
from games.models import Autopilot, Match, Player, folded, read_match_name
from games.players import accounts
from games.present.refusals import sentence
from games.rules.kernel import turn
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.rules.tools import shelf
from games.rules.tools.shelf import ToolError


@dataclass(frozen=True)
class People:
    """Who plays beside the robots, by email address."""

    seated: Sequence[str] = ()  # in the first seats
    invited: Sequence[str] = ()  # invited by email; the match begins when the last of them has joined
    words: Sequence[str] = ()  # for the draw, in the order of seats
    may_be_new: bool = False  # create accounts for people who have none


def page_address(match: Match) -> str:
    return f"{settings.SITE_URL}/m/{match.public_id}/"


def read_settings(given: Mapping[str, Any]) -> MatchSettings:
    """Read the settings of a match from a command line; raise ToolError."""
    return MatchSettings(
        game=given["game"],
        seats=sum(len(given[who]) for who in ("player", "invite", "robot")),
        robots=tuple(given["robot"]),
        options=shelf.options(given["options"]),
        pace=read_pace(given["pace"]),
        away=Away(given["holidays"], given["silences"], given["autopilot"]),
        name=read_name(given["name"]),
    )


def create_match(settings: MatchSettings, people: People, now: datetime) -> Match:
    """Open a match, and start it unless somebody is invited; raise ToolError with nothing written."""
    check(shelf.find(shelf.CATALOGUE, settings.game), settings, people)
    seated = [find_player(address, people.may_be_new) for address in people.seated]
    for player in seated:
        if player._state.adding:
            player.save()
    with writing():
        match = setup.open_match(settings, seated, now, words=people.words)
        if not people.invited:  # otherwise it starts when the last one accepts
            play.begin(match, now)
    if people.invited:
        invite(match, seated[0], [*map(accounts.read, people.invited)], now)
    match.refresh_from_db()
    return match


def read_name(told: str) -> str:
    """Read the name of a match; raise ToolError."""
    try:
        return read_match_name(told)
    except ValidationError as wrong:
        raise ToolError(wrong.messages[0]) from None


def invite(match: Match, sender: Player, addresses: Sequence[str], now: datetime) -> None:
    """Invite each address to a seat; raise ToolError at the first that can't be invited."""
    free = match.seats.filter(player=None, robot="").order_by("number").values_list("number", flat=True)
    for number, address in zip(free, addresses, strict=True):
        try:
            invitations.invite(match.pk, number, address, sender, now)
        except Refused as refused:
            told = sentence(match.rules, refused.code, refused.plain_details())
            raise ToolError(f"{address} couldn't be invited: {told}") from None


def check(rules: AnyRules, settings: MatchSettings, people: People) -> None:
    """Raise ToolError for what the game or this service doesn't offer."""
    _check_opening(rules, settings)
    for robot in settings.robots:
        if robot not in rules.robots:
            raise ToolError(
                f"{rules.meta.title} has no robot {robot!r}; it has {', '.join(sorted(rules.robots))}"
            )
    _check_away(settings.away)
    if len(people.words) > settings.seats:
        raise ToolError(f"there are words for {len(people.words)} players, but only {settings.seats} seats")
    if any(len(words) > MOST_WORDS for words in people.words):
        raise ToolError(f"a player's words can have at most {MOST_WORDS} characters")
    _check_people(people)


def _check_people(people: People) -> None:
    if people.invited and not people.seated:
        raise ToolError("an invitation needs someone in the match who sends it: add --player")
    for address in people.invited:
        accounts.read(address)
    everybody = [*people.seated, *people.invited]
    twice = [one for one in everybody if [*map(str.lower, everybody)].count(one.lower()) > 1]
    if twice:
        raise ToolError(f"{twice[0]} is listed twice; a person can have only one seat")


def _check_opening(rules: AnyRules, settings: MatchSettings) -> None:
    try:
        turn.check_opening(rules, settings.seats, dict(settings.options))
    except Refused as refused:
        raise shelf.refusal(rules, refused) from None


def _check_away(away: Away) -> None:
    if away.autopilot not in Autopilot.values:
        raise ToolError(
            f"automatic play can't be {away.autopilot!r}; choose one of {', '.join(Autopilot.values)}"
        )
    if not 1 <= away.silences_allowed <= MOST_SILENCES:
        raise ToolError(f"--silences must be between 1 and {MOST_SILENCES}, not {away.silences_allowed}")
    try:
        Holidays(away.holidays_allowed)
    except Unfit as unfit:
        raise ToolError(str(unfit)) from None


def read_pace(text: str) -> Pace:
    """Read a pace: the name of a preset, or one as JSON; raise ToolError."""
    if text in PRESETS:
        return PRESETS[text]
    if not text.lstrip().startswith("{"):
        raise ToolError(f"there is no pace {text!r}; choose one of {', '.join(PRESETS)}")
    try:
        return msgspec.json.decode(text, type=Pace)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise ToolError(f"this pace can't be read: {wrong}") from None


def find_player(address: str, may_create: bool) -> Player:
    """Find a player, or make one that isn't saved yet; raise ToolError."""
    address = accounts.read(address)
    found = Player.objects.filter(email__lower=folded(address)).first()
    if found is None and not may_create:
        raise ToolError(
            f"there is no player {address}; --create adds one who can sign in with a code by email"
        )
    if found is None:
        found = _new_player(address)
    if not found.is_active:
        raise ToolError(f"the account of {address} is not active")
    return found


def _new_player(address: str) -> Player:
    player = Player(email=Player.objects.normalize_email(address))
    player.set_unusable_password()
    return player
