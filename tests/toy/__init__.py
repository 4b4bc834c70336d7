"""Magpies: a toy game that asks of the kernel what the real ones do.

Two to four magpies hold hidden cards. Each round all hide one in the nest at the same time and in
secret; then each takes a turn of two actions: draw, or snatch a card of a named kind. The robbed
bird may shoo the thief with a caw, the thief may caw back. A spoon may be flashed at any time, in
anybody's turn, and whoever shows six points of them ends the game at once.
"""

from tests.toy.rules import MAGPIES

__all__ = ["MAGPIES"]
