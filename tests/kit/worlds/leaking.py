"""Leaks to plant in any game: in what is looked at, and in what is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as changed

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.seats import Reader
from games.rules.kernel.telling import Seen


def looking(rules: AnyRules, change: Callable[[Any, Any], dict[str, Any]]) -> AnyRules:
    """Show every reader some fields otherwise, by what the state holds."""

    def leaking(state: Any, reader: Reader) -> Any:
        sight = rules.view(state, reader)
        return changed(sight, **change(sight, state))

    return replace(rules, view=leaking)


def telling(rules: AnyRules, kind: type, *names: str) -> AnyRules:
    """Tell every reader these fields of a kind of event too."""

    def leaking(event: Any, reader: Reader, options: Any) -> Seen | None:
        seen = rules.redact(event, reader, options)
        shown = {name: getattr(event, name) for name in names if isinstance(event, kind)}
        return seen and Seen(seen.kind, seen.fields | shown)

    return replace(rules, redact=leaking)
