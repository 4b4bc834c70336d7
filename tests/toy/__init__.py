"""Magpies: a toy game that asks of the kernel what the real ones do.

Two to four magpies hold hidden cards. Each round all hide one in the nest at the same time and in
secret; then each takes two actions: draw, or snatch a card of a named kind. The robbed bird may caw,
which shoos the thief unless that one caws back, and so on. A spoon may be flashed at any time, in
anybody's turn, and whoever shows two of them ends the game at once.
"""

from tests.toy.rules import MAGPIES

__all__ = ["MAGPIES"]
