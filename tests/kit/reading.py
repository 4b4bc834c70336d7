"""Reading a table at which something has happened: what came of it, what is asked, what one may see."""

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
    """Give what came of the last answer, which wasn't refused."""
    assert isinstance(scene.came, list), scene.came
    return scene.came


def happened(scene: Scene, kind: type[Kind]) -> list[Kind]:
    """List the events of a kind among those that came of the last answer."""
    return [event for event in came(scene) if isinstance(event, kind)]


def code(scene: Scene) -> str:
    """Give the code of the last refusal."""
    assert isinstance(scene.came, Refusal), scene.came
    return scene.came.code


def result(scene: Scene) -> Outcome:
    """Give the result of a match that is over."""
    assert scene.outcome is not None
    return scene.outcome


def offers(scene: Scene, seat: int, asked: str, kind: str = "") -> list[dict[str, Any]]:
    """Spell out what a question offers, all of it or one kind of answer."""
    return [offer for offer in scene.offered(seat, asked) if kind in ("", offer["kind"])]


def seen_by(scene: Scene, reader: Reader, kind: str) -> list[dict[str, object]]:
    """List what a reader was told in events of a kind."""
    return [seen.fields for seen in scene.table.seen(reader) if seen.kind == kind]


def awaited(scene: Scene) -> list[tuple[str, int]]:
    """Say who is waited for, and what for."""
    asked = scene.table.questions()
    return [(asked[name].kind, int(name.seat)) for name in scene.table.awaited()]
