"""The end of a match in a sentence, and its biggest moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from games.rules.kernel.messages import Message, Param, Parts, Row, Who, Words

if TYPE_CHECKING:
    from games.rules.kernel.contract import Outcome, SeatResult

WORDS: Words = {
    "ending.won": Row("{winner} wins, {points} to {other}."),
    "ending.alone": Row("{winner} wins with {points}."),
    "ending.tie": Row("{winner} wins on the tie-break, with {points} each."),
    "ending.shared": Row("The win is shared by {winners}, with {points} each."),
    "ending.name": Row("{seat}"),
}


class Moment(msgspec.Struct, frozen=True):
    """A big moment of a match. Of each kind only the weightiest is told; weights are points of the game.

    `open`: nothing in it was hidden from onlookers, so that it may be told to everybody afterwards.
    """

    kind: str
    weight: float
    message: Message
    open: bool = False


class Finish(msgspec.Struct, frozen=True):
    """Who won, and who came closest."""

    winners: tuple[SeatResult, ...]
    second: SeatResult | None

    @property
    def how(self) -> str:
        """Say how: "shared", by a "tie"-break, "alone", or "won" by points."""
        if len(self.winners) > 1:
            return "shared"
        if self.second is None:
            return "alone"
        return "tie" if self.second.points == self.winners[0].points else "won"

    @property
    def params(self) -> dict[str, Param]:
        """Give what sentences about the end can name."""
        best = self.winners[0]
        names = Parts(tuple(Message("ending.name", {"seat": Who(one.seat)}) for one in self.winners))
        other = self.second.points if self.second else 0
        return {"winner": Who(best.seat), "winners": names, "points": best.points, "other": other}


def finish(outcome: Outcome) -> Finish:
    """Find the winners of a match that is over, and the best of the others."""
    ranked = sorted(outcome, key=lambda one: one.rank)
    winners = tuple(one for one in ranked if one.rank == ranked[0].rank)
    return Finish(winners, next((one for one in ranked if one.rank > ranked[0].rank), None))


def plainly(end: Finish) -> Message:
    """Say who won, for a game without words of its own for it."""
    return Message(f"ending.{end.how}" if end.how else "won", end.params)


MOST_MOMENTS, LEAST_MOMENTS = 4, 2
#: Beyond the least, a moment has to weigh so much of the weightiest one.
WORTH_TELLING = 0.1


def biggest(moments: Sequence[tuple[Any, Moment]]) -> list[tuple[Any, Moment]]:
    """Choose the weightiest moments, one of each kind, in the order in which they happened."""
    best: dict[str, tuple[int, tuple[Any, Moment]]] = {}
    for place, (at, moment) in enumerate(moments):
        known = best.get(moment.kind)
        if moment.weight > 0 and (known is None or moment.weight > known[1][1].weight):
            best[moment.kind] = (place, (at, moment))
    weighed = sorted(best.values(), key=lambda one: -one[1][1].weight)[:MOST_MOMENTS]
    chosen = [
        one
        for rank, one in enumerate(weighed)
        if rank < LEAST_MOMENTS or one[1][1].weight >= WORTH_TELLING * weighed[0][1][1].weight
    ]
    return [found for _, found in sorted(chosen, key=lambda one: one[0])]
