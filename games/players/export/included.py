"""The one list of what a player's file includes; everything else is in `left_out`, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Q

from games.mail import delivery
from games.models import Act, Player, Seat

Row = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of rows: its name in the file, its fields, and how to find the player's rows."""

    name: str
    model: str
    fields: tuple[str, ...]
    mine: Callable[[Player], Q]

    def rows(self, player: Player) -> list[Row]:
        found = apps.get_model(self.model)._default_manager.filter(self.mine(player)).order_by("pk")
        return list(found.values(*self.fields))


@dataclass(frozen=True)
class OfSeat:
    """One kind of rows of a seat; only those from the time its player has had the seat."""

    name: str
    model: str
    fields: tuple[str, ...]
    by_time: bool = False  # for rows that don't store the seat's generation

    def rows(self, seat: Seat, taken: Act | None) -> list[Row]:
        found = apps.get_model(self.model)._default_manager.filter(seat=seat).order_by("pk")
        if taken is not None:
            found = (
                found.filter(at__gt=taken.at)
                if self.by_time
                else found.filter(generation__gt=taken.generation)
            )
        return list(found.values(*self.fields))


def _of_user(player: Player) -> Q:
    return Q(user=player)


def _at_my_addresses(player: Player) -> Q:
    return Q(address__in=delivery.verified(player))


ME = (
    *(
        "email",
        "display_name",
        "language",
        "time_zone",
        "zone_confirmed",
        "quiet_from",
        "quiet_to",
        "free_days",
    ),
    *("hides_figures", "rated_since", "is_robot"),
    *("channels", "email_after", "silent_until"),
    *("muted", "digest", "unwanted", "hand_in_mail", "beard", "is_moderator", "is_operator", "is_active"),
    *("joined", "last_login"),
)
KINDS = (
    Kind("account", "games.Player", ME, lambda player: Q(pk=player.pk)),
    Kind("addresses", "account.EmailAddress", ("email", "verified", "primary"), _of_user),
    Kind(
        "sign_in_services",
        "socialaccount.SocialAccount",
        ("provider", "uid", "date_joined", "last_login"),
        _of_user,
    ),
    Kind("addresses_left_alone", "games.Unreachable", ("address", "why", "since"), _at_my_addresses),
    Kind(
        "browsers",
        "usersessions.UserSession",
        ("created_at", "last_seen_at", "ip", "user_agent"),
        _of_user,
    ),
    Kind(
        "account_changes",
        "games.AccountChange",
        ("kind", "main", "others", "at", "undone_at"),
        lambda player: Q(player=player),
    ),
    Kind(
        "api_tokens",
        "games.ApiToken",
        ("name", "scopes", "ending", "made_at", "ends_at", "last_used_at", "last_address", "uses"),
        lambda player: Q(player=player),
    ),
    Kind("second_factors", "mfa.Authenticator", ("type", "created_at", "last_used_at"), _of_user),
    Kind(
        "push_devices",
        "games.Device",
        ("name", "added_at", "reached_at", "error"),
        lambda player: Q(player=player),
    ),
    Kind("blocked", "games.Block", ("blocked__display_name", "at"), lambda player: Q(player=player)),
    Kind(
        "circles",
        "games.Membership",
        ("circle__name", "circle__keeper__display_name", "state", "at", "rated_since"),
        lambda player: Q(player=player),
    ),
    Kind(
        "chats",
        "games.ChatTarget",
        (
            *("kind", "shown", "match__public_id", "circle__name", "language", "time_zone"),
            *("made_at", "ok_at", "error", "off_at"),
        ),
        lambda player: Q(player=player) | Q(set_by=player),
    ),
    Kind(
        "mentioned_in_chats",
        "games.ChatMention",
        ("target__kind", "target__match__public_id", "target__circle__name", "called"),
        lambda player: Q(player=player),
    ),
    Kind(
        "results",
        "games.SeatRecord",
        (
            *("record__match__public_id", "record__game", "record__ended_at", "record__is_counted"),
            *("rank", "points", "stayed", "answers"),
        ),
        lambda player: Q(player=player),
    ),
    Kind("matches_left", "games.Departure", ("match__public_id", "at"), lambda player: Q(player=player)),
    Kind(
        "ratings",
        "games.Rating",
        ("pool__game", "pool__circle__name", "mu", "sigma", "matches", "at"),
        lambda player: Q(player=player),
    ),
    Kind(
        "daily_mines",
        "games.DailyTry",
        ("mine__day", "match__public_id", "is_named", "began_at", "points", "rank"),
        lambda player: Q(player=player),
    ),
    Kind(
        "said",
        "games.Talk",
        ("match__public_id", "to__display_name", "text", "at"),
        lambda player: Q(player=player),
    ),
    Kind(
        "said_to_me_alone",
        "games.Talk",
        ("match__public_id", "player__display_name", "text", "at"),
        lambda player: Q(to=player),
    ),
    Kind(
        "stand_ins",
        "games.StandIn",
        ("seat__match__public_id", "link__address", "until", "made_at", "ended_at"),
        lambda player: Q(player=player),
    ),
    Kind(
        "stood_in_for_others",
        "games.StandIn",
        ("seat__match__public_id", "until", "made_at"),
        lambda player: Q(by=player),
    ),
    Kind("notes", "games.Note", ("match__public_id", "text", "at"), lambda player: Q(player=player)),
    Kind(
        "not_read",
        "games.Hush",
        ("match__public_id", "whose__display_name"),
        lambda player: Q(by=player),
    ),
    Kind(
        "tables_opened",
        "games.Lobby",
        ("match__public_id", "is_open", "greeting", "moved_at"),
        lambda player: Q(host=player),
    ),
    Kind(
        "invitations_sent",
        "games.Invitation",
        ("match__public_id", "address", "state", "sent_at", "reminded_at"),
        lambda player: Q(sender=player, by_name=None),  # if invited by name, the address stays out
    ),
    Kind(
        "flagged",
        "games.Case",
        (
            *("public_id", "match__public_id", "kind", "state", "verdict", "reason"),
            *("opened_at", "changed_at", "decided_at"),
        ),
        lambda player: Q(opener=player),
    ),
    Kind(
        "said_of_cases",
        "games.CaseWord",
        ("case__public_id", "as_moderator", "private", "text", "at"),
        lambda player: Q(author=player),
    ),
    Kind(
        "rulings_as_moderator",
        "games.Ruling",
        ("kind", "reason", "refused", "at"),
        lambda player: Q(moderator=player),
    ),
    Kind("looks_as_moderator", "games.Look", ("seat", "reason", "at"), lambda player: Q(moderator=player)),
    Kind("acts_as_staff", "admin.LogEntry", ("action_time", "action_flag"), _of_user),
)
SEAT = (
    *("number", "words", "brought", "silences", "on_autopilot", "gave_up", "seeks", "bank", "holidays"),
    *(
        "hand_in_mail",
        "named_on_card",
        "muted",
        "seen_at",
        "read_chat_at",
        "match__public_id",
        "match__game",
        "match__status",
        "lessons",
    ),
)
OF_SEAT = (
    OfSeat("moves", "games.Submission", ("door", "command", "outcome", "refusal", "at"), by_time=True),
    OfSeat("orders", "games.Order", ("content", "door", "at")),
    OfSeat("sealed_answers", "games.SealedAnswer", ("command", "at")),
    OfSeat("acts", "games.Act", ("kind", "about", "at")),
    OfSeat("votes", "games.Vote", ("subject", "at")),
)
MAIL = ("kind", "state", "to", "created_at", "sent_at")
REPLY = ("state", "why", "door", "received_at")
STEP = ("step", "at")
DISPATCH = ("channel", "state", "created_at", "accepted_at", "seen_at")
