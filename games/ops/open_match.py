"""Opening a match for people and robots at once: everything is looked at before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError

from games import play
from games.clocks import PRESETS, Holidays, Pace, Unfit
from games.infra.locks import writing
from games.lobby import invitations, setup
from games.lobby.setup import Away
from games.models import Autopilot, Match, Player, read_match_name
from games.players import accounts
from games.present.refusals import sentence
from games.rules.kernel import turn
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.rules.tools import shelf
from games.rules.tools.shelf import Stop

MOST_WORDS = 200
MOST_SILENCES = 20


@dataclass(frozen=True)
class Invitation:
    """What a host asks for: people by mail address, then robots, in the order of joining."""

    game: str
    people: Sequence[str] = ()
    robots: Sequence[str] = ()
    options: dict[str, object] = field(default_factory=dict)
    pace: str = "daily"  # by its name, or one's own as JSON
    words: Sequence[str] = ()
    away: Away = Away()
    name: str = ""
    invited: Sequence[str] = ()  # asked by mail; the match begins when the last of them has sat down

    @property
    def seats(self) -> int:
        return len(self.people) + len(self.invited) + len(self.robots)


def page_address(match: Match) -> str:
    return f"{settings.SITE_URL}/m/{match.public_id}/"


def create_match(wanted: Invitation, now: datetime, *, create_players: bool = False) -> Match:
    """Open and start a match; raise Stop, with nothing written, for one that can't be."""
    rules = shelf.find(shelf.CATALOGUE, wanted.game)
    check(rules, wanted)
    pace = read_pace(wanted.pace)
    people = [find_player(address, create_players) for address in wanted.people]
    for player in people:
        if player._state.adding:
            player.save()
    with writing():
        match = setup.lay_table(
            wanted.game,
            people,
            wanted.robots,
            now=now,
            options=wanted.options,
            pace=pace,
            away=wanted.away,
            words=wanted.words,
            free=len(wanted.invited),
            name=read_name(wanted.name),
        )
        if not wanted.invited:  # else with the last who accepts
            play.begin(match, now)
    if wanted.invited:
        invite(match, people[0], [*map(accounts.read, wanted.invited)], now)
    match.refresh_from_db()
    return match


def read_name(told: str) -> str:
    """Read what a match is to be called; raise Stop."""
    try:
        return read_match_name(told)
    except ValidationError as wrong:
        raise Stop(wrong.messages[0]) from None


def invite(match: Match, sender: Player, addresses: Sequence[str], now: datetime) -> None:
    """Ask each to a seat of their own; raise Stop at the first who can't be asked."""
    free = match.seats.filter(player=None, robot="").order_by("number").values_list("number", flat=True)
    for number, address in zip(free, addresses, strict=True):
        try:
            invitations.invite(match.pk, number, address, sender, now)
        except Refused as refused:
            told = sentence(match.rules, refused.code, refused.plain_details())
            raise Stop(f"{address} was not invited: {told}") from None


def check(rules: AnyRules, wanted: Invitation) -> None:
    """Raise Stop for what the game, or this service, doesn't have."""
    _check_opening(rules, wanted)
    for robot in wanted.robots:
        if robot not in rules.robots:
            raise Stop(f"{rules.meta.title} has no robot {robot!r}; it has {', '.join(sorted(rules.robots))}")
    _check_away(wanted.away)
    if len(wanted.words) > wanted.seats:
        raise Stop(f"there are words for {len(wanted.words)} seats, and {wanted.seats} seats")
    if any(len(words) > MOST_WORDS for words in wanted.words):
        raise Stop(f"a player's words have at most {MOST_WORDS} letters")
    if wanted.invited and not wanted.people:
        raise Stop("whoever invites sits at the table: name a player beside those who are invited")
    for address in wanted.invited:
        accounts.read(address)
    everybody = [*wanted.people, *wanted.invited]
    twice = [one for one in everybody if [*map(str.lower, everybody)].count(one.lower()) > 1]
    if twice:
        raise Stop(f"{twice[0]} stands there twice; one person has one seat")


def _check_opening(rules: AnyRules, wanted: Invitation) -> None:
    try:
        turn.check_opening(rules, wanted.seats, wanted.options)
    except Refused as refused:
        raise shelf.refusal(rules, refused) from None


def _check_away(away: Away) -> None:
    if away.autopilot not in Autopilot.values:
        raise Stop(f"an autopilot is one of {', '.join(Autopilot.values)}; not {away.autopilot!r}")
    if not 1 <= away.silences_allowed <= MOST_SILENCES:
        raise Stop(f"{away.silences_allowed} silences are not between 1 and {MOST_SILENCES}")
    try:
        Holidays(away.holidays_allowed)
    except Unfit as unfit:
        raise Stop(str(unfit)) from None


def read_pace(text: str) -> Pace:
    """Read a pace: the name of one, or one's own as JSON; raise Stop."""
    if text in PRESETS:
        return PRESETS[text]
    if not text.lstrip().startswith("{"):
        raise Stop(f"there is no pace {text!r}; there are {', '.join(PRESETS)}")
    try:
        return msgspec.json.decode(text, type=Pace)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise Stop(f"this is no pace: {wrong}") from None


def find_player(address: str, may_create: bool) -> Player:
    """Find a player, or make one that is not saved yet; raise Stop."""
    address = accounts.read(address)
    found = Player.objects.filter(email__iexact=address).first()
    if found is None and not may_create:
        raise Stop(f"there is no player {address}; --create makes one who signs in by mail")
    if found is None:
        found = _new_player(address)
    if not found.is_active:
        raise Stop(f"{address} is no active player")
    return found


def _new_player(address: str) -> Player:
    player = Player(email=Player.objects.normalize_email(address))
    player.set_unusable_password()
    return player
