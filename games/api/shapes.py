"""The shapes of what programs send and get, for reading requests and for the schema."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field

from games.api import problems

Text = Annotated[str, Field(max_length=2000)]
Key = Annotated[str, Field(min_length=1, max_length=200)]


class Sent(Schema):
    """What a program sends: a field that isn't documented is an error, not ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- errors


class ErrorFacts(Schema):
    code: str = Field(description="Stays the same; for programs.")
    message: str = Field(description="For people, in the language of the player.")
    details: dict[str, Any]
    open: list[QuestionShape] | None = Field(
        None, description="After a stale answer, the questions that are open now, if the token may read."
    )


class ErrorShape(Schema):
    error: ErrorFacts


# --- who


class Me(Schema):
    id: UUID
    name: str
    language: str
    time_zone: str
    is_robot: bool
    scopes: list[str]
    ends_at: datetime | None


# --- games


class GameShape(Schema):
    slug: str
    title: str
    least_seats: int
    most_seats: int
    robots: list[str]
    paces: list[str]
    options: dict[str, Any] = Field(description="JSON Schema of the game's options.")


# --- matches


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


class PlaceShape(Schema):
    seat: int
    name: str
    rank: int
    points: int
    is_me: bool
    is_robot: bool


class FieldShape(Schema):
    name: str
    label: str
    of: str = Field(description="seat, number, or a kind of thing of the game")
    values: list[int | str]
    many: bool
    least: int
    most: int
    ordered: bool


class ChoiceShape(Schema):
    kind: str
    label: str
    help: str
    exact: bool = Field(description="Otherwise some ways to fill in the fields are refused.")
    fields: list[FieldShape]


class QuestionShape(Schema):
    id: str
    kind: str
    title: str
    is_awaited: bool = Field(description="The match waits for this answer.")
    is_together: bool = Field(description="The answer stays sealed until everyone who is asked has answered.")
    due_at: datetime | None
    silence: dict[str, Any] | None = Field(description="The move made for me if my time runs out.")
    sealed: dict[str, Any] | None = Field(description="My sealed answer so far.")
    choices: list[ChoiceShape]


class Questions(Schema):
    questions: list[QuestionShape]


class AnswerSent(Sent):
    question: Key
    command: dict[str, Any] = Field(description="The kind of a choice, and its fields filled in.")
    key: Key | None = None


class AnswerReceipt(Schema):
    outcome: Literal["played", "sealed"]
    happened: list[str] | None = Field(description="What it did; only for tokens that may read.")


class LogLine(Schema):
    text: str
    kind: str
    seats: list[int]


class LogLines(Schema):
    lines: list[LogLine]
    went_back: bool = Field(description="Play has gone back since the cursor: lines before it may be gone.")
    cursor: str


# --- orders


class PlanShape(Schema):
    key: str
    text: str


class OrdersShape(Schema):
    orders: dict[str, Any] | None = Field(description="What is left of my orders, in the game's own form.")
    plans: list[PlanShape] = Field(description="Plans that can be laid by their key.")
    next_move: dict[str, Any] | None
    stops: str | None = Field(description="Why the plan is sure to stop at my next turn.")


class OrdersSent(Sent):
    orders: dict[str, Any] | None = None
    plan: Key | None = Field(None, description="The key of one of the plans, instead of orders.")


# --- beside the game


class UndoShape(Schema):
    is_possible: bool
    until: datetime | None = Field(description="Until then, if there is a hurry.")


class BallotShape(Schema):
    subject: str
    is_open: bool = Field(description="Somebody has proposed it; otherwise I can.")
    agreed: list[int] = Field(description="Seats that said yes, the one who proposed it first.")
    missing: list[int] = Field(description="Seats whose yes is missing.")
    ends_at: datetime | None = Field(description="From then on a missing yes doesn't count.")
    moment: str | None = Field(description="What play would go back to; send it with a yes.")
    undone: str | None = Field(description="The first thing that would be undone.")


class MomentShape(Schema):
    id: str
    undone: str = Field(description="The first thing that would be undone.")
    moved_at: datetime
    lines: int = Field(description="How many lines of the log would be undone.")


class NudgeShape(Schema):
    reaches: list[int] = Field(description="Seats that would get an email if I nudged now.")
    next_at: datetime | None = Field(description="When I can nudge again, or when it would reach somebody.")


class ActionsShape(Schema):
    undo: UndoShape
    may_vote: bool
    votes: list[BallotShape] = Field(description="Votes that are open or can be proposed.")
    moments: list[MomentShape] = Field(description="What play can go back to, if all agree.")
    nudge: NudgeShape | None
    may_leave: bool


class KeySent(Sent):
    key: Key | None = None


class VoteSent(KeySent):
    subject: Literal["pause", "resume", "end", "rewind"]
    yes: bool = True
    moment: Key | None = Field(None, description="For “rewind”: the id of a moment.")


class VoteReceipt(Schema):
    is_carried: bool = Field(description="That was the last yes that was missing.")


# --- talk


class TalkLine(Schema):
    name: str
    is_mine: bool
    is_private: bool = Field(description="Only its author and one player read it.")
    text: str
    at: datetime


class TalkLines(Schema):
    talk: list[TalkLine]


class TalkSent(Sent):
    text: Text
    to: Annotated[int, Field(ge=0, le=99)] | None = Field(
        None, description="The seat of the only player who reads it, where the match allows that."
    )
    key: Key | None = None


class DoneShape(Schema):
    done: bool = True


# --- news


class DeadlineLine(Schema):
    match: str
    asked_at: datetime
    due_at: datetime


class Deadlines(Schema):
    deadlines: list[DeadlineLine]


class NewsOfMatch(Schema):
    match: str
    name: str
    status: str
    waits_for_me: bool
    went_back: bool
    lines: list[LogLine]
    talk: list[TalkLine]


class NewsSince(Schema):
    cursor: str
    news: list[NewsOfMatch]
    more: bool = Field(description="There is more: ask again with the new cursor at once.")


# --- hosting


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


# --- results


class Result(Schema):
    match: str
    game: str
    ended_at: datetime
    is_counted: bool
    places: list[PlaceShape]


class ResultLines(Schema):
    results: list[Result]
    more: bool


class RatingShape(Schema):
    rank: int
    player: str
    rating: float
    uncertainty: float
    matches: int
    is_me: bool


class Ratings(Schema):
    ratings: list[RatingShape]
    more: bool


for made in (ErrorFacts, ErrorShape, MatchShape):
    made.model_rebuild()

#: What any of them may answer instead, always in the same form.
ERRORS: dict[int, type[Schema]] = dict.fromkeys(
    (
        problems.BAD_REQUEST,
        problems.UNAUTHORIZED,
        problems.FORBIDDEN,
        problems.NOT_FOUND,
        problems.CONFLICT,
        problems.TOO_LARGE,
        problems.UNPROCESSABLE,
        problems.TOO_MANY,
        problems.UNAVAILABLE,
    ),
    ErrorShape,
)
