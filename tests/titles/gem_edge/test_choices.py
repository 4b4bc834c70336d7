"""What is offered in whole matches is what is accepted, and a handful of whole turns is enough."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.rules.kernel import turn
from games.rules.kernel.codec import codec
from games.rules.kernel.events import kind_of_type
from games.rules.kernel.questions import offered
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules.decide import WHOLE
from tests.kit.random_play import play_at_random
from tests.titles.gem_edge.paragraphs import ge

Table = MatchInMemory[Any, Any, Any, Any, Any, Any]
NAMES = {kind_of_type(command) for command in WHOLE}
HANDFUL = 20  # with four ornaments of the market to choose from, where something is finished


@ge("GE-6")
def test_every_choice_of_whole_matches_is_accepted() -> None:
    commands: Counter[str] = Counter()

    def look(table: Table) -> None:
        for question in table.questions().values():
            named = list(offered(GEM_EDGE.core.choices(table.table.state, question)))
            for command in named:
                turn.check(GEM_EDGE, table.table, question, codec(GEM_EDGE).convert(command))
                commands[str(command["kind"])] += 1
            assert sum(command["kind"] in NAMES for command in named) <= HANDFUL

    for seed in range(4):
        play_at_random(
            GEM_EDGE, 2 + seed % 3, seed, options={"windows": ("light", "full")[seed % 2]}, after=look
        )
    assert commands.keys() == {kind_of_type(command) for command in GEM_EDGE.core.commands}
