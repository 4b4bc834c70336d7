"""A kept statement is what the ORM would say, whatever it is given and whatever was asked before."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, DataError, connection, connections, models, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy

from games.infra.statements import ask, kept
from games.infra.statements.places import LONGEST
from games.infra.statements.store import NAME
from games.models import (
    Block,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Match,
    MatchStatus,
    Outbox,
    Player,
    Seat,
)
from tests.kit.at_once import PATIENCE, needs_postgres, together
from tests.kit.kept import told
from tests.kit.play_people import NOON, match, player
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.django_db


@kept
def seats(match: Match, number: int) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match, number=number)


@kept
def numbered(number: int, generation: int) -> QuerySet[Seat]:
    return Seat.objects.filter(number=number, generation=generation).order_by("pk")


@kept
def locked_in_turn(match: int) -> QuerySet[Match]:
    return Match.objects.select_for_update().filter(pk=match)


@kept
def of_player(player: Player | None) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player).order_by("pk")


@kept
def at(matches: Iterable[Any]) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=matches).select_related("player", "match").order_by("pk")


@kept
def not_at(matches: Iterable[Any]) -> QuerySet[Seat]:
    return Seat.objects.exclude(match__in=matches).order_by("pk")


@kept
def locked(match: int) -> QuerySet[Match]:
    return Match.objects.select_for_update(of=("self",), skip_locked=True).filter(pk=match)


@kept
def first_two(status: str, *, newest: bool, names: tuple[str, ...] = ("pk",)) -> QuerySet[Match, Any]:
    found = Match.objects.filter(status=status).order_by("-pk" if newest else "pk")
    return found.values_list(*names)[:2]


def texts(asked: CaptureQueriesContext) -> list[str]:
    return [one["sql"] for one in asked]


def ours() -> dict[Any, Any]:
    kept_here: dict[Any, Any] = vars(connections[DEFAULT_DB_ALIAS])[NAME]
    return kept_here


# --- values


def test_equal_values_are_never_taken_for_each_other():
    match()
    Seat.objects.filter(number=1).update(generation=2)
    Seat.objects.filter(number=2).update(generation=1)
    found = {(a, b): [(one.number, one.generation) for one in numbered(a, b)] for a in (1, 2) for b in (1, 2)}
    assert found == {(1, 1): [], (1, 2): [(1, 2)], (2, 1): [(2, 1)], (2, 2): []}


def test_none_is_a_statement_of_its_own():
    person = match().seats.get(number=0).player
    Seat.objects.filter(number=1).update(player=None)
    for _ in range(2):
        assert [one.number for one in of_player(person)] == [0]
        assert [one.number for one in of_player(None)] == [1]


def test_none_in_a_list_is_nothing_as_with_the_orm():
    found = match()
    assert len(at([found, None])) == 3 == len(at([found, found]))
    assert at([None]) == []


def test_an_empty_list_is_asked_all_the_same():
    match()
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert at([]) == []
            assert len(not_at([])) == 3
            assert not at.exists([]) and at.first([]) is None
        assert len(asked) == 4
    assert list(at.function([])) == []


def test_a_list_of_any_length_and_kind_finds_its_rows():
    found = [match() for _ in range(3)]
    for number in (1, 3, 2, 0, 3):
        some = found[:number]
        for given in (
            some,
            tuple(some),
            {*some},
            (one for one in some),
            [one.pk for one in some],
            {o.pk: 1 for o in some},
        ):
            assert len(at(given)) == 3 * number
    assert len(at(Match.objects.filter(pk=found[0].pk))) == 3, "a queryset is left to the ORM"


@pytest.mark.parametrize("number", [-1, 2**15, 2**31, 2**63, 2**100])
def test_a_number_no_row_can_have_finds_none(number):
    found = match()
    assert seats(found, number) == [] == list(seats.function(found, number))
    assert len(seats(found, 0)) == 1
    assert seats(found, number) == []


@pytest.mark.parametrize("number", [-(2**100), -(2**63), -1, 2**31, 2**63, 2**100])
@pytest.mark.parametrize("compared", ["pk", "number", "number__lt", "number__gte", "pk__lte", "match__gt"])
def test_a_number_beyond_every_column_is_compared_as_by_the_orm(compared, number):
    found = match()

    @kept
    def those(number: int) -> QuerySet[Seat]:
        return Seat.objects.filter(match=found.pk, **{compared: number}).order_by("pk")

    @kept
    def beside(seat: int, number: int) -> QuerySet[Seat]:
        return Seat.objects.filter(match=found.pk, number=seat).filter(**{compared: number}).order_by("pk")

    for _ in range(2):
        assert outcome(those, number) == outcome(lambda one: list(those.function(one)), number)
        assert outcome(lambda one: beside(0, one), number) == outcome(
            lambda one: list(beside.function(0, one)), number
        )


def outcome(asked: Any, number: int) -> Any:
    """Give what is found, or the kind of error that is raised instead."""
    try:
        return asked(number)
    except (OverflowError, DataError) as wrong:
        return type(wrong)


def test_a_wrong_row_and_one_that_is_nowhere_are_refused_as_by_the_orm():
    found: Any = match()
    assert len(of_player(found.seats.get(number=0).player)) == 1
    for wrong in (found, Player()):
        with pytest.raises(ValueError) as ours:
            seats(wrong, 0) if isinstance(wrong, Player) else of_player(wrong)
        with pytest.raises(ValueError) as theirs:
            list(seats.function(wrong, 0) if isinstance(wrong, Player) else of_player.function(wrong))
        assert str(ours.value) == str(theirs.value)
    with pytest.raises(ValueError, match="number"):
        seats("no key", 0)


def test_what_is_lazy_is_one_value():
    found = match()
    seat = found.seats.get(number=1)
    person = SimpleLazyObject(lambda: seat.player)
    Seat.objects.filter(number=2).update(words="Save")

    @kept
    def saying(words: Any) -> QuerySet[Seat]:
        return Seat.objects.filter(words=words)

    for _ in range(2):
        assert of_player(person) == [seat]
        assert [one.number for one in saying(gettext_lazy("Save"))] == [2]


def test_expressions_are_left_to_the_orm():
    found = match()
    assert [one.number for one in numbered(F("generation"), F("number"))] == [1]

    @kept
    def among(numbers: Iterable[Any]) -> QuerySet[Seat]:
        return Seat.objects.filter(match=found.pk, number__in=numbers).order_by("pk")

    assert [one.number for one in among([0, 2])] == [0, 2]
    assert [one.number for one in among([F("generation"), 2])] == [1, 2]


def test_values_are_converted_as_their_fields_do():
    found = match()
    row, clock = Outbox.objects.order_by("pk").first(), Deadline.objects.order_by("pk").first()
    assert row and clock

    @kept
    def letters(ident: uuid.UUID, after: datetime) -> QuerySet[Outbox]:
        return Outbox.objects.filter(message_id=ident, send_after__gte=after)

    @kept
    def clocks(kind: DeadlineKind, due: datetime, reminders: list[int]) -> QuerySet[Deadline]:
        return Deadline.objects.filter(kind=kind, due_at__lte=due, reminders__in=reminders)

    @kept
    def banks(bank: timedelta, muted: bool) -> QuerySet[Seat]:
        return Seat.objects.filter(bank=bank, muted=muted).order_by("pk")

    Seat.objects.filter(number=1).update(bank=timedelta(hours=3, microseconds=1), muted=True)
    for _ in range(2):
        assert letters(row.message_id, row.send_after) == [row]
        assert letters(str(row.message_id), row.send_after) == [row], "as text"
        assert letters(uuid.uuid4(), row.send_after) == []
        assert letters(row.message_id, row.send_after + timedelta(microseconds=1)) == []
        assert clock in clocks(DeadlineKind(clock.kind), clock.due_at, [clock.reminders])
        assert clock in clocks(str(clock.kind), clock.due_at, [clock.reminders])
        assert [one.number for one in banks(timedelta(hours=3, microseconds=1), True)] == [1]
        assert banks(timedelta(hours=3, microseconds=1), False) == []
    assert found


# --- rows


def test_rows_are_as_the_orm_makes_them():
    found = match()
    Seat.objects.filter(number=2).update(player=None)
    for _ in range(2):
        assert [told(one) for one in at([found])] == [told(one) for one in at.function([found])]
    with CaptureQueriesContext(connection) as asked:
        (first, *_, last) = at([found])
        assert first.player and first.match == found and last.player is None
        assert first._state.db == DEFAULT_DB_ALIAS and not first._state.adding
        assert not first.get_deferred_fields() and first.muted is False
    assert len(asked) == 1


def test_annotations_aggregates_and_rows_without_instances_come_as_well():
    @kept
    def waited(match: int) -> QuerySet[Seat, Any]:
        clocks = Deadline.objects.filter(match=OuterRef("match"), state=DeadlineState.RUNNING, match_id=match)
        return (
            Seat.objects.annotate(waited=Exists(clocks), low=Lower("words"))
            .filter(match=match)
            .order_by("pk")
        )

    @kept
    def counted(match: int, least: int) -> QuerySet[Match, Any]:
        found = Match.objects.annotate(people=models.Count("seats", filter=Q(seats__number__gte=least)))
        return found.filter(people__gt=least, pk=match).values_list("people", flat=True)

    @kept
    def as_dicts(match: int) -> QuerySet[Seat, Any]:
        return Seat.objects.filter(match=match).order_by("pk").values("number", "match__status")

    @kept
    def with_seats(match: int) -> QuerySet[Match]:
        return Match.objects.filter(pk=match).prefetch_related("seats").defer("options")

    pk = match().pk
    for one, args in ((waited, (pk,)), (counted, (pk, 1)), (as_dicts, (pk,)), (with_seats, (pk,))):
        for _ in range(2):
            assert [told(row) for row in one(*args)] == [told(row) for row in one.function(*args)]
    assert [one.waited for one in waited(pk)] == [True] * 3
    with CaptureQueriesContext(connection) as asked:
        (found,) = with_seats(pk)
        assert len(found.seats.all()) == 3
    assert len(asked) == 2
    assert found.get_deferred_fields() == {"options"}


def test_what_stands_after_the_star_belongs_to_the_statement():
    older, *_, newer = (match() for _ in range(3))
    running = MatchStatus.RUNNING
    for _ in range(2):
        assert first_two(running, newest=False)[0] == (older.pk,)
        assert first_two(running, newest=True)[0] == (newer.pk,)
        assert first_two(running, newest=True, names=("status", "version"))[0] == ("running", newer.version)
        assert len(first_two(running, newest=True)) == 2
        assert first_two("nothing", newest=True) == [] and not first_two.exists("nothing", newest=True)
        assert first_two.exists(running, newest=True)
    with pytest.raises(TypeError, match="by position"):
        first_two(status=running, newest=True)


def test_arguments_may_be_as_many_as_one_likes_or_left_out():
    @kept
    def any_of(number: int = 2, *pairs: Any) -> QuerySet[Seat]:
        wanted = Q(number=number)
        for at_match, numbers in zip(pairs[::2], pairs[1::2], strict=True):
            wanted |= Q(match=at_match, number__in=numbers)
        return Seat.objects.filter(wanted).order_by("pk")

    found = [match() for _ in range(3)]
    for _ in range(2):
        assert len(any_of()) == 3
        assert len(any_of(1, found[0], [0, 1, 2])) == 5
        assert len(any_of(0, found[0], [1, 2], found[1], [])) == 5


def test_what_is_found_is_a_list_of_its_own():
    found = match()
    at([found]).clear()
    assert len(at([found])) == 3


# --- what can't be kept


def patterned(name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(words__contains=name)


def in_any_case(name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(words__iexact=name)


def of_year(year: int) -> QuerySet[Deadline]:
    return Deadline.objects.filter(due_at__year=year)


def of_day(day: date) -> QuerySet[Deadline]:
    return Deadline.objects.filter(due_at__date=day)


def inside_json(number: int) -> QuerySet[Match]:
    return Match.objects.filter(options__turns=number)


def reckoned(now: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(due_at__gt=now - timedelta(hours=1))


def annotated(number: int) -> QuerySet[Seat]:
    return Seat.objects.annotate(given=number)


def truthful(number: int) -> QuerySet[Seat]:
    return Seat.objects.filter(number=number) if number else Seat.objects.all()


def compared(words: str) -> QuerySet[Seat]:
    return Seat.objects.filter(words="" if words == "none" else words)


def looked_into(match: Match) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match.pk)


def gone_through(numbers: list[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(number__in=[one + 1 for one in numbers])


def counted_off(number: int) -> QuerySet[Seat]:
    return Seat.objects.all()[:number]


def written_out(words: str) -> QuerySet[Seat]:
    return Seat.objects.filter(words=f"{words}!")


def timed(words: str) -> QuerySet[Seat]:
    return Seat.objects.filter(words=words, match__deadlines__due_at__gt=timezone.now())


def elsewhere(number: int) -> QuerySet[Seat]:
    return Seat.objects.using("other").filter(number=number)


@pytest.mark.parametrize(
    ("function", "value"),
    [
        *((one, "a") for one in (patterned, in_any_case, compared, written_out, timed)),
        *((one, 1) for one in (of_year, inside_json, annotated, truthful, counted_off, elsewhere)),
        *((of_day, NOON.date()), (reckoned, NOON), (looked_into, Match(pk=1)), (gone_through, [1])),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_function_that_does_anything_with_its_values_is_refused(function, value):
    with pytest.raises((TypeError, AttributeError)):
        kept(function)(value)


# --- who asks, and when


def test_the_text_is_the_orms_and_is_seen_by_all_who_look_on():
    found = match()
    seen: list[str] = []

    def look_on(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with CaptureQueriesContext(connection) as by_orm:
        list(at.function([found]))
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked, connection.execute_wrapper(look_on):
            at([found])
        assert texts(asked) == texts(by_orm)
    assert len(seen) == 2 and "IN (%s)" in seen[0]


def test_it_is_put_together_once_for_each_shape():
    made: list[Any] = []

    @kept
    def counted(match: Any, numbers: Iterable[int]) -> QuerySet[Seat]:
        made.append(match)
        return Seat.objects.filter(match=match, number__in=numbers)

    found = match()
    counted(found, [1, 2])
    assert len(made) == 2, "with places, and as the ORM says it, to compare"
    for _ in range(3):
        assert {one.number for one in counted(found.pk, {0, 1})} == {0, 1}
    assert len(made) == 2
    counted(found, [1])
    assert len(made) == 4


def test_rows_are_locked_in_a_transaction_and_refused_outside(transactional_db):
    found = match()
    with transaction.atomic():
        assert locked(found.pk) == [found]
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locked(found.pk)
        with CaptureQueriesContext(connection) as asked, transaction.atomic():
            locked(found.pk)
        assert 'FOR UPDATE OF "games_match" SKIP LOCKED' in " ".join(texts(asked))


def test_several_questions_are_asked_together():
    found = [match(), match()]
    for asked_for in ([found[0]], found, [], [None]):
        with CaptureQueriesContext(connection) as asked:
            some, others = ask(at.later(asked_for), seats.later(found[1], 1))
        assert [told(one) for one in (*some, *others)] == [
            told(one) for one in (*at(asked_for), *seats(found[1], 1))
        ]
        assert len(asked) == (1 if connection.vendor == "postgresql" else 2)


@needs_postgres
def test_what_is_asked_with_a_lock_sees_what_was_done_before_it_was_got(transactional_db):
    found, is_held = match(), Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=found.pk)
            is_held.set()
            assert wait_for(somebody_waits)
            Seat.objects.filter(match=found, number=0).update(silences=7)

    def read() -> int:
        is_held.wait(PATIENCE)
        with transaction.atomic():
            _, [seat] = ask(locked_in_turn.later(found.pk), seats.later(found, 0))
        return seat.silences

    assert together([hold, read]) == [None, 7]


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_threads_have_statements_of_their_own():
    found = [match() for _ in range(8)]
    at([found[0]])

    def finds_its_own(one: Match) -> bool:
        mine = [{seat.match_id for seat in at([one])} == {one.pk} for _ in range(30)]
        return all(mine) and ours() is not kept_here

    kept_here = ours()
    assert together([partial(finds_its_own, one) for one in found]) == [True] * 8


def test_threads_that_share_a_connection_dont_mix_values():
    """Django's server for tests shares one on SQLite; here only what is between asking and sending."""
    found = [match() for _ in range(2)]
    statement, _ = at._statement(lambda rows: (rows, rows.query), ([found[0]],), {})
    one, other = statement._bound((1,)), statement._bound((2,))
    assert one.as_sql()[1] == (1,) and other.as_sql()[1] == (2,)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_closed_and_opened_again_asks_on():
    found = match()
    asked = {}

    def ask_twice() -> None:
        asked["before"] = len(at([found]))
        connection.close()
        asked["after"] = len(at([found]))
        connection.close()

    thread = Thread(target=ask_twice)
    thread.start()
    thread.join()
    assert asked == {"before": 3, "after": 3}


def test_what_a_transaction_takes_back_was_never_there():
    found = match()
    with transaction.atomic():
        Seat.objects.filter(match=found, number=1).update(number=9)
        assert len(seats(found, 9)) == 1
        transaction.set_rollback(True)
    assert seats(found, 9) == [] and len(seats(found, 1)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_migration_in_between_leaves_nothing_stale():
    found = [player(), player()]
    Block.objects.create(player=found[0], blocked=found[1])

    @kept
    def blocks(player: Player) -> QuerySet[Block]:
        return Block.objects.filter(player=player)

    before = [told(one) for one in blocks(found[0])]
    field: Any = models.CharField(max_length=9, default="new")
    field.set_attributes_from_name("extra")
    field.model = Block
    with connection.schema_editor() as editor:
        editor.add_field(Block, field)
    try:
        assert [told(one) for one in blocks(found[0])] == before == [told(one) for one in Block.objects.all()]
    finally:
        with connection.schema_editor() as editor:
            editor.remove_field(Block, field)
    assert [told(one) for one in blocks(found[0])] == before


def test_another_connection_meets_nothing_that_is_kept_here():
    at([match()])
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    assert ours() and NAME not in vars(other)


def test_a_connection_that_keeps_too_many_drops_the_oldest(monkeypatch):
    monkeypatch.setattr("games.infra.statements.store.MOST", 3)
    found = match()
    for number in range(8):
        assert len(at([found.pk + nth for nth in range(number)])) == (3 if number else 0)
    assert len(ours()) <= 3


def test_lists_of_many_lengths_share_few_statements():
    @kept
    def some(matches: Iterable[Match]) -> QuerySet[Seat]:
        return Seat.objects.filter(match__in=matches)

    found = [match() for _ in range(12)]
    for number in range(5, 12):
        for more in range(22 - number):
            assert len(some([*found[:number], *range(10**6, 10**6 + more)])) == 3 * number
    shapes = [key[2] for key in ours() if isinstance(key, tuple) and key[0] is some]
    assert sorted(shapes) == [((length,),) for length in (6, 9, 14, 22)]


def test_a_long_list_is_left_to_the_orm():
    found = match()
    at([found.pk])
    before = len(ours())
    assert len(at([found.pk, *range(10**6, 10**6 + LONGEST)])) == 3
    assert len(ours()) == before
