"""Magpies: a toy game that uses of the kernel what real games do.

Two to four magpies want one thing of each kind in their nests. Each day everyone draws two cards and hides
one in the nest, all at the same time and in secret. Then each takes two actions, one after the other: ask
another magpie for a card of a named kind. The victim gives the card if it is there, or caws: that costs a caw
and turns the theft around, and may be answered in the same way. A magpie with one thing of each kind in the
nest may crow at any time, in anyone's turn: the game is over, and the nest with the most kinds wins. When
there are too few cards for another day, the magpie with the lowest seat crows.
"""

from tests.toy.rules import MAGPIES

__all__ = ["MAGPIES"]
