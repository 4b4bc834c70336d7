"""Leaks that are no game's fault: mistakes of whatever holds a match and takes the answers."""

from __future__ import annotations

from typing import Any

from games.rules.kernel import turn
from games.rules.kernel.events import Record
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.sitting import Sitting


class HastyTable(Sitting[Any, Any, Any, Any, Any, Any]):
    """Asks whether a command would do before it asks whose question that is."""

    def give(self, name: QuestionName, seat: Seat, command: Any) -> list[Record[Any]]:
        if question := self.questions().get(name):
            turn.check(self.rules, self.table, question, command)
        return super().give(name, seat, command)


class TidyTable(Sitting[Any, Any, Any, Any, Any, Any]):
    """Keeps sealed answers in the order of what they say."""

    def give(self, name: QuestionName, seat: Seat, command: Any) -> list[Record[Any]]:
        records = super().give(name, seat, command)
        self.sealed = dict(sorted(self.sealed.items(), key=lambda sealed: repr(sealed[1])))
        return records


class WaryTable(Sitting[Any, Any, Any, Any, Any, Any]):
    """Lets nobody take back the draw of a caw."""

    def rewind(self, to: EventNumber) -> None:
        undone = [draw.item for record in self.records[to:] for draw in record.draws]
        if "caw" in undone:
            raise Refused("stale")
        super().rewind(to)
