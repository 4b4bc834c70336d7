"""Figures printed on artwork only: said once among the match's facts, unless the match has its own."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.options import Options

#: The rows that say so, which are also the contexts of a match's words.
BRAVERY = "reconstructed.bravery"
ALL_VALUES, SOME_VALUES = "reconstructed.values", "reconstructed.some_values"

RECONSTRUCTED: Words = {
    "reconstructed.label": Row("Reconstructed"),
    ALL_VALUES: Row("what cards sell for"),
    SOME_VALUES: Row("what some of the cards sell for"),
    BRAVERY: Row("the coins on the bravery board"),
}


def figures(options: Options) -> list[str]:
    """List the rows that say which figures of a match are reconstructed."""
    ours = len(options.reconstructed_cards)
    values = [ALL_VALUES] if ours == len(CARDS) else [SOME_VALUES] if ours else []
    return values + [BRAVERY] * options.has_reconstructed_coins
