"""What happened since."""

from __future__ import annotations

from ninja import Schema
from pydantic import Field

from games.api.shapes.matches import LogLine
from games.api.shapes.table_talk import TalkLine


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
