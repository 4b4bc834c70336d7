"""Leaks that are no game's fault: mistakes of the code that holds a match and takes answers."""

from __future__ import annotations

from typing import Any

from games.rules.kernel import turn
from games.rules.kernel.events import Record
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory


class HastyTable(MatchInMemory[Any, Any, Any, Any, Any, Any]):
    """Checks the command before it checks whose question it is."""

    def give(self, name: QuestionName, seat: Seat, command: Any) -> list[Record[Any]]:
        if question := self.questions().get(name):
            turn.check(self.rules, self.table, question, command)
        return super().give(name, seat, command)


class TidyTable(MatchInMemory[Any, Any, Any, Any, Any, Any]):
    """Keeps sealed answers sorted by their content."""

    def give(self, name: QuestionName, seat: Seat, command: Any) -> list[Record[Any]]:
        records = super().give(name, seat, command)
        self.sealed = dict(sorted(self.sealed.items(), key=lambda sealed: repr(sealed[1])))
        return records


class WaryTable(MatchInMemory[Any, Any, Any, Any, Any, Any]):
    """Refuses to undo the draw of a caw."""

    def rewind(self, to: EventNumber) -> None:
        undone = [draw.item for record in self.records[to:] for draw in record.draws]
        if "caw" in undone:
            raise Refused("stale")
        super().rewind(to)
