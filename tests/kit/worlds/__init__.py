"""Two worlds: nobody learns what the rules hide.

Two logs that differ only in what one reader may not know must stay the same for that reader,
whatever anybody does in both. A game brings one function, `other_world`; everything else is here.
"""

from tests.kit.worlds.game import OtherWorld, UnderTest
from tests.kit.worlds.harness import Yields, compare_worlds
from tests.kit.worlds.reading import Leak

__all__ = ["Leak", "OtherWorld", "UnderTest", "Yields", "compare_worlds"]
