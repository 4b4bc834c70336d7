"""The filters of the log: which kinds of event belong to which topic."""

from __future__ import annotations

TOPICS = {
    "mining": frozenset(
        {"mined", "tray_filled", "kept", "replaced", "shared", "parked", "obsidian_landed", "obsidian_lost"}
    ),
    "cards": frozenset(
        {
            "cards_dealt",
            "card_played",
            "reacted",
            "let_happen",
            "traded",
            "stolen",
            "taken_back",
            "shoved",
            "hand_sold",
        }
    ),
    "leaving": frozenset(
        {
            "left_mine",
            "stayed_last",
            "alone_inside",
            "bonus_given_up",
            "thrill_ended",
            "accident_happened",
            "accident_taken",
            "token_spent",
        }
    ),
    "coins": frozenset({"crystals_sold", "hand_sold", "evening_fell", "match_ended"}),
}
