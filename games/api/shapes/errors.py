"""What any endpoint may answer instead, always in the same form."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import Field

from games.api import problems
from games.api.shapes.playing import QuestionShape


class ErrorFacts(Schema):
    code: str = Field(description="Stays the same; for programs.")
    message: str = Field(description="For people, in the language of the player.")
    details: dict[str, Any]
    open: list[QuestionShape] | None = Field(
        None, description="After a stale answer, the questions that are open now, if the token may read."
    )


class ErrorShape(Schema):
    error: ErrorFacts


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
