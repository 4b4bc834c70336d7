"""What players say to each other."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from games.api.shapes.basis import Key, Sent, Text


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
