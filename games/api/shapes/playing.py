"""Questions, answers and orders."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from games.api.shapes.basis import Key, Sent


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
