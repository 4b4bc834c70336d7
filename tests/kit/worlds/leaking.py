"""Leaks to plant in any game: in its views, and in the events readers see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace as changed

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.messages import Seen
from games.rules.kernel.seats import Reader


def looking(rules: AnyRules, change: Callable[[Any, Any], dict[str, Any]]) -> AnyRules:
    """Change some fields of every reader's view, depending on the state."""

    def leaking(state: Any, reader: Reader) -> Any:
        sight = rules.core.view(state, reader)
        return changed(sight, **change(sight, state))

    return rules.changed(view=leaking)


def telling(rules: AnyRules, kind: type, *names: str) -> AnyRules:
    """Reveal these fields of a kind of event to every reader."""

    def leaking(event: Any, reader: Reader, options: Any) -> Seen | None:
        seen = rules.core.redact(event, reader, options)
        shown = {name: getattr(event, name) for name in names if isinstance(event, kind)}
        return seen and Seen(seen.kind, seen.fields | shown)

    return rules.changed(redact=leaking)
