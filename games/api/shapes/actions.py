"""What a player can do beside the game: undo, vote, nudge, leave."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import Field

from games.api.shapes.basis import Key, KeySent


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


class VoteSent(KeySent):
    subject: Literal["pause", "resume", "end", "rewind"]
    yes: bool = True
    moment: Key | None = Field(None, description="For “rewind”: the id of a moment.")


class VoteReceipt(Schema):
    is_carried: bool = Field(description="That was the last yes that was missing.")
