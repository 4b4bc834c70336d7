"""What is printed at the end: what was played, what went wrong meanwhile, promises, memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import median

from games.models import Match, Submission
from tests.soak.hour import Hour, finished
from tests.soak.promises import Row, told

MOST = 8  # oddities that are named


def tell(hour: Hour) -> bool:
    """Print everything; tell whether all promises held and memory was flat."""
    say_what_was_played(hour)
    hour.memory.write(hour.plan.folder / "memory.csv")
    held = say_promises(hour.rows())
    return say_memory(hour) and held


def say_what_was_played(hour: Hour) -> None:
    minutes, over = (hour.ended - hour.began) / 60, finished()
    doors = Counter(Submission.objects.filter(outcome="played").values_list("door", flat=True))
    statuses = Counter({f"{method} {code}": number for (method, code), number in hour.book.statuses.items()})
    beside = Counter({" ".join(what): number for what, number in hour.book.counts.items()})
    print(
        f"\n{minutes:.0f} minutes, {Match.objects.count()} matches, {sum(over.values())} over ({told(over)})"
    )
    print(f"moves by door: {told(doors)}")
    print(f"broken: {hour.trouble.told() or 'nothing'}")
    print(f"answers: {told(statuses)}")
    print(f"beside: {told(beside)}")
    for what, number in Counter(hour.book.faults).most_common(MOST):
        print(f"odd, {number} times: {what}")


def say_promises(rows: Iterable[Row]) -> bool:
    found = list(rows)
    print("\n| promise | what was checked | figure | holds |\n|---|---|---|---|")
    for row in found:
        print(f"| {row.promise} | {row.checked} | {row.figure} | {'yes' if row.holds else '**no**'} |")
    return all(row.holds for row in found)


def say_memory(hour: Hour) -> bool:
    """Print the growth of each process over the last two thirds; restarted ones apart."""
    print("\n| process | MB | most | MB more an hour | flat |\n|---|---|---|---|---|")
    steady = sorted(hour.memory.steady(hour.ended))
    for one in steady:
        flat = "yes" if one.is_flat else "**no**"
        print(f"| {one.name} | {one.mb:.0f} | {one.most:.0f} | {one.slope:+.1f} | {flat} |")
    for name, most in sorted(hour.memory.restarted(hour.ended).items()):
        print(f"| {name}, {len(most)} lives | | {max(most):.0f} (half below {median(most):.0f}) | | |")
    return bool(steady) and all(one.is_flat for one in steady)
