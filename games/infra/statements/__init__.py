"""Statements that are put together once: to have the ORM say a thing in SQL takes longer than to ask it.

A kept function returns an ordinary queryset. Its positional arguments are values, left open in the statement;
what it takes after a star belongs to the statement itself:

    @kept
    def seats_at(matches: Iterable[Match]) -> QuerySet[Seat]:
        return Seat.objects.filter(match__in=matches).select_related("player")

    seats_at(found)          # a list of seats
    seats_at.first(found)    # a seat or None, as by `.first()`
    seats_at.exists(found)   # whether there is one
    ask(locked.later(1), seats_at.later([1]))  # two lists; on PostgreSQL by one message

    @kept_change
    def stop(match: Match, questions: Iterable[str], state: str) -> Change:
        return Change(Deadline.objects.filter(match=match, question__in=questions), state=state)

    stop(found, names, "done")                                       # how many rows were changed
    # On PostgreSQL one message.
    send([Insert(Event, events), Update(found, ["head"]), stop.later(found, names, "done")])

The function is called once for each shape of its arguments and each connection: None, True and False are part
of the shape, and so is how many there are in a list. It gets places instead of values, can pass them on to
`filter`, `exclude` and the like, and do nothing else with them. What isn't compared as it is (a pattern, a
date that is reckoned with) is refused with a TypeError when it is first called, and so is a function that
reads the clock: the statement is compared with the ORM's own, letter by letter. A setting or a language that
it reads stays as it was. A value that the ORM treats in a way of its own is left to the ORM. A statement is
sent even if an empty list leaves it nothing to find, for how many there are must tell nobody anything.

`tests/infra/test_kept_functions.py` finds every kept function by itself and compares it with the ORM.
"""

from games.infra.statements.keeping import Asking, Change, Kept, KeptChange, ask, kept, kept_change, registry
from games.infra.statements.writing import Insert, Update, Write, send

__all__ = [
    "Asking",
    "Change",
    "Insert",
    "Kept",
    "KeptChange",
    "Update",
    "Write",
    "ask",
    "kept",
    "kept_change",
    "registry",
    "send",
]
