"""Compile a statement once and reuse it: the ORM takes longer to write the SQL than the database to run it.

A kept function returns an ordinary queryset. Its positional arguments are values that are filled in later;
its keyword-only arguments are part of the statement itself:

    @kept
    def seats_at(matches: Iterable[Match]) -> QuerySet[Seat]:
        return Seat.objects.filter(match__in=matches).select_related("player")

    seats_at(found)          # a list of seats
    seats_at.first(found)    # a seat or None, as by `.first()`
    seats_at.exists(found)   # whether there is one
    ask(locked.later(1), seats_at.later([1]))  # two lists; on PostgreSQL in one message

    @kept_change
    def stop(match: Match, questions: Iterable[str], state: str) -> Change:
        return Change(Deadline.objects.filter(match=match, question__in=questions), state=state)

    stop(found, names, "done")                                       # how many rows were changed
    move = new_row(Submission, match=match, key=key)  # as `Submission(...)`, in less time
    # On PostgreSQL one message.
    send([Insert(Submission, [move])])
    send([Insert(Event, events), Update(found, ["head"]), stop.later(found, names, "done")])

The function is called once for each connection and each shape of its arguments. None, True and False are
part of the shape, and so is the length of a list, long ones rounded up by repeating their last value. It
gets placeholders instead of values: it can pass them on to `filter`, `exclude` and the like, and do nothing
else with them. That call compares the statement with the ORM's own, letter by letter, and raises a
TypeError if a value isn't compared as it is (a pattern, date arithmetic) or the function reads the clock. A
setting or language it reads stays as it was at that call. A value that the ORM treats in its own way is
left to the ORM. A statement is sent even if an empty list leaves it nothing to find, because the number of
statements mustn't give anything away.

`tests/infra/test_kept_functions.py` finds all kept functions and compares them with the ORM.
"""

from games.infra.statements.keeping import Asking, Change, Kept, KeptChange, ask, kept, kept_change, registry
from games.infra.statements.rows import new_row
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
    "new_row",
    "registry",
    "send",
]
