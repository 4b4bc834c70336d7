"""Games, matches that begin, seats and invitations."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Schema
from pydantic import Field

from games.api.shapes.basis import Key, Sent


class GameShape(Schema):
    slug: str
    title: str
    least_seats: int
    most_seats: int
    robots: list[str]
    paces: list[str]
    options: dict[str, Any] = Field(description="JSON Schema of the game's options.")


class MatchSent(Sent):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[int, Field(ge=1, le=20)]
    robots: Annotated[int, Field(ge=0, le=20)] = 0
    robot: Annotated[str, Field(max_length=40)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    pace: Annotated[str, Field(max_length=40)] = "daily"
    name: Annotated[str, Field(max_length=200)] = ""
    greeting: Annotated[str, Field(max_length=400)] = ""
    is_open: bool = False
    has_link: bool = False
    spectators: bool = False
    robot_accounts: bool = False
    circle: Annotated[str, Field(max_length=40, pattern="^[A-Za-z0-9_-]*$")] = ""
    invite: Annotated[list[Annotated[str, Field(max_length=254)]], Field(max_length=20)] = Field(
        default_factory=list
    )
    hand_in_mail: bool = False
    words: Annotated[str, Field(max_length=200)] = ""
    brought: dict[str, Annotated[int, Field(ge=0, le=10**6)]] = Field(default_factory=dict)
    key: Key | None = None


class OpenedMatch(Schema):
    id: str
    status: str
    link: str | None = Field(description="By which anyone may take an open seat, if there is one.")


class JoinSent(Sent):
    link: Annotated[str, Field(max_length=400)] = Field(
        "", description="The secret link to the match, or its last part."
    )
    hand_in_mail: bool = False
    words: Annotated[str, Field(max_length=200)] = ""
    brought: dict[str, Annotated[int, Field(ge=0, le=10**6)]] = Field(default_factory=dict)


class InvitationSent(Sent):
    address: Annotated[str, Field(max_length=254)]
    key: Key | None = None


class OpenSeat(Schema):
    id: str
    game: str
    name: str
    players: list[str]
    free: int
    is_invited: bool
    takes_robots: bool


class OpenSeats(Schema):
    seats: list[OpenSeat]
