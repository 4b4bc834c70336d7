"""Two worlds: nobody learns what the rules hide.

Two logs that differ only in what one reader may not know must read the same for that reader, whatever anyone
does in both. A game provides one function, `other_world`; everything else is here.
"""

from tests.kit.worlds.game import OtherWorld, UnderTest
from tests.kit.worlds.harness import Yields, compare_worlds
from tests.kit.worlds.reading import Leak

__all__ = ["Leak", "OtherWorld", "UnderTest", "Yields", "compare_worlds"]
