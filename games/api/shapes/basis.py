"""What all shapes are made of."""

from __future__ import annotations

from typing import Annotated

from ninja import Schema
from pydantic import ConfigDict, Field

Text = Annotated[str, Field(max_length=2000)]
Key = Annotated[str, Field(min_length=1, max_length=200)]


class Sent(Schema):
    """What a program sends: a field that isn't documented is an error, not ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


class KeySent(Sent):
    key: Key | None = None


class DoneShape(Schema):
    done: bool = True
