"""All moderator actions in one table, by the room that offers them.

An action is one row here, and the story function in `games.disputes.moderation` that it calls. Its URL, its
page, its name in the audit, and what players read in emails and on pages all follow from the row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import RulingKind
from games.staff.actions.action import Readers, StaffAction
from games.staff.actions.on_case import ON_CASES
from games.staff.actions.on_match import ON_MATCHES
from games.staff.actions.on_player import ON_ADDRESSES, ON_PLAYERS

__all__ = [
    "ACTIONS",
    "ON_ADDRESSES",
    "ON_CASES",
    "ON_MATCHES",
    "ON_PLAYERS",
    "Readers",
    "StaffAction",
    "every_action",
    "resuming",
    "sentences",
]

#: By the name of the URL pattern, then by the slug in the URL.
ACTIONS: Mapping[str, Mapping[str, StaffAction[Any]]] = {
    "match_act": ON_MATCHES,
    "case_act": ON_CASES,
    "person_act": ON_PLAYERS,
    "address_act": ON_ADDRESSES,
}


def every_action() -> list[StaffAction[Any]]:
    return [action for offered in ACTIONS.values() for action in offered.values()]


def sentences() -> dict[str, Any]:
    """Map each kind of ruling that players hear about to the sentence they read."""
    return {action.kind: action.sentence for action in every_action() if action.sentence}


def resuming() -> frozenset[RulingKind]:
    """List the kinds of ruling after which a match continues."""
    return frozenset(action.kind for action in every_action() if action.resumes)
