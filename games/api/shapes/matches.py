"""Who asks, and the matches they may see."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from ninja import Schema
from pydantic import Field

from games.api.shapes.results import PlaceShape


class Me(Schema):
    id: UUID
    name: str
    language: str
    time_zone: str
    is_robot: bool
    scopes: list[str]
    ends_at: datetime | None


class SeatShape(Schema):
    number: int
    name: str | None
    is_robot: bool
    is_me: bool
    is_awaited: bool
    on_autopilot: bool
    due_at: datetime | None


class MatchLine(Schema):
    id: str
    game: str
    name: str
    status: str
    waits_for_me: bool
    due_at: datetime | None
    ended_at: datetime | None
    unread: int


class MatchLines(Schema):
    matches: list[MatchLine]


class MatchShape(Schema):
    id: str
    game: str
    name: str
    status: str
    seat: int | None = Field(description="My seat; null for an onlooker.")
    seats: list[SeatShape]
    view: dict[str, Any] | None = Field(
        description="The match as I may see it, as its page is drawn from; each game has its own fields."
    )
    result: list[PlaceShape] | None


class LogLine(Schema):
    text: str
    kind: str
    seats: list[int]


class LogLines(Schema):
    lines: list[LogLine]
    went_back: bool = Field(description="Play has gone back since the cursor: lines before it may be gone.")
    cursor: str


class DeadlineLine(Schema):
    match: str
    asked_at: datetime
    due_at: datetime


class Deadlines(Schema):
    deadlines: list[DeadlineLine]
