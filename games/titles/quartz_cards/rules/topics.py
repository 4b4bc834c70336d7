"""The filters of the log: which kinds of event belong to which topic."""

from __future__ import annotations

TOPICS = {
    "digging": frozenset({"explore_announced", "card_laid", "digging_stopped", "stopped", "line_stands"}),
    "helpers": frozenset({"helpers_dealt", "hire_offered", "hired", "hire_declined", "help_drawn", "helped"}),
    "attacks": frozenset(
        {
            "attack_played",
            "defence_asked",
            "duel_asked",
            "let_happen",
            "defended",
            "taken_back",
            "present_returned",
            "present_laid",
            "card_handed_over",
            "column_stolen",
        }
    ),
    "columns": frozenset({"column_protected", "line_collected", "accident_happened", "column_stolen"}),
}
