"""Reads a scene: what came of the last answer, what is asked, what a reader sees."""

from __future__ import annotations

from typing import Any, TypeVar

from games.rules.kernel.contract import Outcome
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Reader
from tests.kit.given import Refusal, Scene

Kind = TypeVar("Kind", bound=Event)


def state(scene: Scene) -> Any:
    return scene.table.table.state


def came(scene: Scene) -> list[Event]:
    """Return the events of the last answer, which must not have been refused."""
    assert isinstance(scene.came, list), scene.came
    return scene.came


def happened(scene: Scene, kind: type[Kind]) -> list[Kind]:
    """List the events of one kind that came of the last answer."""
    return [event for event in came(scene) if isinstance(event, kind)]


def code(scene: Scene) -> str:
    """Return the code of the last refusal."""
    assert isinstance(scene.came, Refusal), scene.came
    return scene.came.code


def result(scene: Scene) -> Outcome:
    """Return the result of a finished match."""
    assert scene.outcome is not None
    return scene.outcome


def offers(scene: Scene, seat: int, asked: str, kind: str = "") -> list[dict[str, Any]]:
    """List what a question offers: every command, or those of one kind."""
    return [offer for offer in scene.offered(seat, asked) if kind in ("", offer["kind"])]


def seen_by(scene: Scene, reader: Reader, kind: str) -> list[dict[str, object]]:
    """List the fields of events of a kind as a reader saw them."""
    return [seen.fields for seen in scene.table.seen(reader) if seen.kind == kind]


def awaited(scene: Scene) -> list[tuple[str, int]]:
    """List the awaited questions and seats."""
    asked = scene.table.questions()
    return [(asked[name].kind, int(name.seat)) for name in scene.table.awaited()]
