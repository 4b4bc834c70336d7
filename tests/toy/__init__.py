"""Magpies: a toy game that asks of the kernel what the real ones do.

Two to four magpies want one thing of each kind in their nests. Each day all draw two cards, and hide one
in the nest, all at the same time and in secret; then each takes two actions, one after the other, which is
to ask another for a card of a named kind. Who is asked gives the card, if it is there, or caws: that costs
a caw and turns the theft round, and may be answered in the same way. Whoever has one thing of each kind in
the nest may crow at any time, in anybody's turn: the game is over, and the nest with the most kinds wins.
When there are too few cards for another day, the magpie with the lowest seat crows.
"""

from tests.toy.rules import MAGPIES

__all__ = ["MAGPIES"]
