"""What must be true of the card game after every step, besides what must be true of any match."""

from __future__ import annotations

from typing import Any

from games.models import Match, SealedAnswer
from games.play import history
from games.play.diff import label
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record, Rewound, TimeUp
from games.rules.kernel.fold import played
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.silence import as_command
from tests.simulation.laws import require
from tests.titles.quartz_cards.laws import Watch


class CardLaws:
    """Walks along the log of one match."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.seen = 0

    def look(self, match: Match) -> None:
        """Check what has been written since the last look."""
        records, table = history.load(match)
        for record in records[self.seen :]:
            self.watch.step(record)
        self.check_answers(match, records)
        self.seen = len(records)
        asked = {one.kind for one in match.rules.core.open(table.state) if one.awaited}
        waits = match.rules.core.moments & asked
        later = match.deadlines.filter(kind="carry_on", question="", state="running")
        require(not waits or later.exists(), f"{waits} is left to somebody to answer")

    def check_answers(self, match: Match, records: history.Records) -> None:
        """What was said last in secret is what counts, however often it was changed."""
        rewound, window = EventNumber(0), EventNumber(0)
        silent = {(one.event.opened, one.event.seat) for one in records if isinstance(one.event, TimeUp)}
        still = {record.number for record in played(records)}
        for record in records:
            if isinstance(record.event, Rewound):
                rewound = record.number
            elif isinstance(record.event, e.WindowOpened) and record.number in still:
                window = record.number
            elif isinstance(record.event, e.Answered) and record.number > self.seen:
                name = QuestionName(rewound, window, record.event.seat)
                if name.opened_by not in silent:
                    self.check_answer(match, name, record)

    def check_answer(self, match: Match, name: QuestionName, record: Record[Any]) -> None:
        rows = SealedAnswer.objects.filter(match=match, question=label(name))
        last = rows.filter(generation=max(rows.values_list("generation", flat=True), default=0)).last()
        require(last is not None, f"nobody has answered {label(name)}, and it counts")
        assert last is not None
        said = codec(match.rules).command(last.command)
        require(agrees(said, record.event), f"{said} was said last, and {record.event} counts")


def agrees(said: Any, counts: e.Answered) -> bool:
    """Tell whether what is written down is what a rival has said."""
    if counts.aim is None:
        return isinstance(said, c.LetPass | c.AttackIfHeld)
    aimed = as_command(counts.aim)
    return (aimed.card, aimed.column, sorted(aimed.gems)) == (
        getattr(said, "card", None),
        getattr(said, "column", None),
        sorted(getattr(said, "gems", [])),
    )
