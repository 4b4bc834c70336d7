"""The filters of the log: which kinds of event belong to which topic."""

from __future__ import annotations

TOPICS = {
    "stones": frozenset(
        {"slide_filled", "stone_taken", "stone_inserted", "stone_discarded", "picked_through"}
    ),
    "cards": frozenset(
        {
            "card_drawn",
            "cards_shuffled",
            "dropped",
            "card_played",
            "card_cancelled",
            "card_failed",
            "ornaments_swapped",
            "stones_swapped",
            "stone_pried_out",
            "tipped_out",
            "picked_through",
            "pocket_picked",
        }
    ),
    "ornaments": frozenset(
        {
            "ornaments_kept",
            "handed_in",
            "market_refreshed",
            "market_refilled",
            "ornament_taken",
            "ornaments_swapped",
            "ornaments_shuffled",
        }
    ),
    "points": frozenset({"handed_in", "compensated", "match_ended"}),
}
