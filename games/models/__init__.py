"""One file per noun; import everything from here."""

from __future__ import annotations

from games.models.account import AccountChange, AccountChangeKind
from games.models.act import Act, ActKind
from games.models.address import folded, read_address
from games.models.agreement import Pause, Subject, Vote
from games.models.api_token import LONGEST_TOKEN_NAME, ApiToken, Scope
from games.models.append_only import AppendOnlyError
from games.models.block import Block
from games.models.canary import CanaryRun
from games.models.case import (
    LONGEST_WORD,
    PATIENCE,
    TO_APPEAL,
    Case,
    CaseKind,
    CaseState,
    CaseWord,
    Verdict,
)
from games.models.chat import ChatKind, ChatMention, ChatMessage, ChatTarget
from games.models.circle import Circle, CircleMatch, Membership, MembershipState, read_circle_name
from games.models.daily import DailyMine, DailySecret, DailyTry, day_of, midnight
from games.models.deadline import Deadline, DeadlineKind, DeadlineState
from games.models.delivery import Delivery, DeliveryStep, Heard, Unreachable, WhyNot
from games.models.event import Event
from games.models.heartbeat import Heartbeat
from games.models.inbound import Inbound, InboundState
from games.models.link import Link, Purpose
from games.models.lobby import Invitation, InvitationState, Lobby, new_door
from games.models.match import (
    ENDED,
    RESTING,
    UNDERWAY,
    UNFINISHED,
    Autopilot,
    Match,
    MatchKind,
    MatchSecret,
    MatchStatus,
)
from games.models.order import Order, SealedAnswer
from games.models.outage import Outage
from games.models.outbox import MailState, Outbox
from games.models.player import Language, Player, read_greeting, read_match_name, read_name
from games.models.push import Device
from games.models.rating import Rating, RatingPool
from games.models.reach import Channel, Dispatch, DispatchState
from games.models.record import Departure, Figure, MatchRecord, SeatRecord
from games.models.ruling import Look, Ruling, RulingKind, new_key
from games.models.seat import Seat, introduced, name_of_robot, names_of, roster_of
from games.models.series import Series, SeriesMatch
from games.models.stand_in import StandIn
from games.models.submission import Door, Outcome, Submission
from games.models.talk import LONGEST_NOTE, LONGEST_TALK, Hush, Note, Talk, read_at_most, read_text
from games.models.tally import Tally

__all__ = [
    "ENDED",
    "LONGEST_NOTE",
    "LONGEST_TALK",
    "LONGEST_TOKEN_NAME",
    "LONGEST_WORD",
    "PATIENCE",
    "RESTING",
    "TO_APPEAL",
    "UNDERWAY",
    "UNFINISHED",
    "AccountChange",
    "AccountChangeKind",
    "Act",
    "ActKind",
    "ApiToken",
    "AppendOnlyError",
    "Autopilot",
    "Block",
    "CanaryRun",
    "Case",
    "CaseKind",
    "CaseState",
    "CaseWord",
    "Channel",
    "ChatKind",
    "ChatMention",
    "ChatMessage",
    "ChatTarget",
    "Circle",
    "CircleMatch",
    "DailyMine",
    "DailySecret",
    "DailyTry",
    "Deadline",
    "DeadlineKind",
    "DeadlineState",
    "Delivery",
    "DeliveryStep",
    "Departure",
    "Device",
    "Dispatch",
    "DispatchState",
    "Door",
    "Event",
    "Figure",
    "Heard",
    "Heartbeat",
    "Hush",
    "Inbound",
    "InboundState",
    "Invitation",
    "InvitationState",
    "Language",
    "Link",
    "Lobby",
    "Look",
    "MailState",
    "Match",
    "MatchKind",
    "MatchRecord",
    "MatchSecret",
    "MatchStatus",
    "Membership",
    "MembershipState",
    "Note",
    "Order",
    "Outage",
    "Outbox",
    "Outcome",
    "Pause",
    "Player",
    "Purpose",
    "Rating",
    "RatingPool",
    "Ruling",
    "RulingKind",
    "Scope",
    "SealedAnswer",
    "Seat",
    "SeatRecord",
    "Series",
    "SeriesMatch",
    "StandIn",
    "Subject",
    "Submission",
    "Talk",
    "Tally",
    "Unreachable",
    "Verdict",
    "Vote",
    "WhyNot",
    "day_of",
    "folded",
    "introduced",
    "midnight",
    "name_of_robot",
    "names_of",
    "new_door",
    "new_key",
    "read_address",
    "read_at_most",
    "read_circle_name",
    "read_greeting",
    "read_match_name",
    "read_name",
    "read_text",
    "roster_of",
]
