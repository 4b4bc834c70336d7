"""What players decide before their turn: orders and plans, and sealed answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from games.infra.statements import kept
from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.models.match import Match
from games.models.seat import Seat
from games.models.submission import Submission
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Seen
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import Reader


class OrderQuerySet(AppendOnlyQuerySet["Order"]):
    def latest_of(
        self,
        matches: Iterable[Match],
        seats: Mapping[int, Mapping[int, Seat]],
        rows: Iterable[Order] | None = None,
    ) -> dict[int, dict[int, Order]]:
        """Return the orders in force, by match and seat; the newest may be there already."""
        mine = {seat.pk: seat for table in seats.values() for seat in table.values()}
        found: dict[int, dict[int, Order]] = {match.pk: {} for match in matches}
        for row in newest_orders(found) if rows is None else rows:
            seat = mine[row.seat_id]
            if row.generation == seat.generation:
                found[row.match_id][seat.number] = row
        return found


class Order(AppendOnly):
    """All orders of a seat at once; the latest row of the seat's current generation is in force."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    generation = models.PositiveIntegerField()
    content = models.TextField()  # the game's own record, as JSON
    since = models.PositiveIntegerField()  # the last event when it was made
    door = models.CharField(max_length=12)
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[OrderQuerySet] = OrderQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = (models.Index(fields=["match", "seat", "id"], name="latest_order"),)

    def __str__(self) -> str:
        return f"orders of seat {self.seat_id}"

    def seen_since(
        self, rules: AnyRules, records: Sequence[Record[Any]], reader: Reader, options: object
    ) -> list[Seen]:
        """Return what its seat, `reader`, has seen since it was made: orders use this beside the view."""
        return seen_in(rules, played(records, self.since), reader, options)

    def did_at_once(self) -> list[tuple[int, int]]:
        """Return the moves it made as soon as it was saved: the first and last event of each."""
        deeds = Submission.objects.filter(order=self, at=self.at, first_event__isnull=False).order_by("pk")
        return [(first or 0, last or 0) for first, last in deeds.values_list("first_event", "last_event")]


@kept
def newest_orders(matches: Iterable[int]) -> models.QuerySet[Order]:
    """Ask each seat for the newest order of its generation: there may be thousands of older ones."""
    own = {"match": models.OuterRef("match"), "seat": models.OuterRef("pk")}
    laid = Order.objects.filter(generation=models.OuterRef("generation"), **own).order_by("-pk")
    newest = models.Subquery(laid.values("pk")[:1])
    seats = Seat.objects.filter(match__in=matches).order_by().annotate(newest=newest)
    return Order.objects.filter(pk__in=seats.values("newest"))


class SealedAnswer(AppendOnly):
    """An answer given together with others, or early; the latest row counts until the last one is in."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    generation = models.PositiveIntegerField()  # a substitute neither sees it nor is bound by it
    question = models.CharField(max_length=40)  # rewound-opened-seat
    command = models.TextField()
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[SealedAnswer]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["match", "question", "id"], name="latest_sealed"),)

    def __str__(self) -> str:
        return f"a sealed answer of seat {self.seat_id}"
