"""Rows are written as by the ORM: short inserts, kept changes, and on PostgreSQL several as one message."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.infra.statements import Change, Insert, Update, kept_change, new_row, send
from games.models import (
    Block,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Door,
    Match,
    MatchSecret,
    Outcome,
    Player,
    Seat,
    Submission,
)
from tests.kit.kept import all_rows
from tests.kit.play_people import NOON, match, player

pytestmark = pytest.mark.django_db
OF_MATCH = ("version", "awaited", "ended_at")
together = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite takes one at a time")


@kept_change
def stop(match: Match, questions: Iterable[str], state: DeadlineState, due: Any) -> Change:
    return Change(Deadline.objects.filter(match=match, question__in=questions), state=state, due_at=due)


@kept_change
def seat_anew(seat: int, player: Player | None, holidays: Any, *, quiet: bool = False) -> Change:
    return Change(Seat.objects.filter(pk=seat), player=player, words=holidays, muted=quiet)


@kept_change
def push(status: str, by: int) -> Change:
    clocks = Deadline.objects.filter(match__status=status, attempts__lt=by).order_by("due_at")
    return Change(clocks, attempts=F("attempts") + 1)


def wish(found: Match, key: str, **more: Any) -> Submission:
    return Submission(match=found, key=key, door=Door.PAGE, outcome=Outcome.PLAYED, **more)


def clock(found: Match, question: str, kind: DeadlineKind = DeadlineKind.CARRY_ON) -> Deadline:
    return Deadline(match=found, kind=kind, question=question, asked_at=NOON, due_at=NOON, reminders=[1, "é"])


def undone(deed: Any) -> Any:
    with transaction.atomic():
        deed()
        found = all_rows()
        transaction.set_rollback(True)
    return found


def but_keys(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Leave out the key of each row: one that was taken back is not given again."""
    return {name: [row[1:] for row in rows] for name, rows in found.items()}


@pytest.mark.parametrize("number", [1, 2, 5])
def test_rows_are_inserted_as_by_the_orm(number):
    found, before = match(), Submission.objects.count()

    def made() -> list[Submission]:
        return [
            wish(found, f"{nth} %s", refusal={"code": "é"}, at=NOON, first_event=nth or None)
            for nth in range(number)
        ]

    by_orm = undone(lambda: Submission.objects.bulk_create(made()))
    for _ in range(2):
        assert but_keys(undone(lambda: send([Insert(Submission, made())]))) == but_keys(by_orm)
    rows = made()
    send([Insert(Submission, rows)])
    assert Submission.objects.count() == before + number
    for row in rows:
        assert row._state.db == "default" and not row._state.adding
        assert Submission.objects.get(pk=row.pk).key == row.key


def test_rows_that_have_their_keys_keep_them():
    people = [Player(email=f"{name}@example.org", display_name=name) for name in "ab"]
    keys = [one.pk for one in people]
    send([Insert(Player, people)])
    assert [Player.objects.get(display_name=name).pk for name in "ab"] == keys
    assert not any(one._state.adding for one in people), (
        "they are saved, though their key isn't their first field"
    )
    with pytest.raises(ValueError, match="with and without"):
        send([Insert(Block, [Block(pk=1), Block()])])
    with pytest.raises(ValueError, match="unsaved"):
        send([Insert(Block, [Block(player=people[0], blocked=Player(pk=None))])])


def test_rows_that_are_there_are_brought_up_to_date():
    found = [match(), match()]
    for lap in range(2):
        for nth, one in enumerate(found):
            one.version, one.awaited, one.ended_at = 70 + lap + nth, [nth, lap], NOON + timedelta(hours=lap)
            one.name = "not among the fields"
        send([Insert(Match, found, update_fields=OF_MATCH, unique_fields=("pk",))])
        rows = [Match.objects.get(pk=one.pk) for one in found]
        assert [(one.version, one.awaited, one.ended_at, one.name) for one in rows] == [
            (one.version, one.awaited, one.ended_at, "") for one in found
        ]


def test_what_is_there_already_is_left_alone_if_that_is_meant():
    found = match()
    for question in ("one", "two"):
        send([Insert(Deadline, [clock(found, question), clock(found, "one")], ignore_conflicts=True)])
    assert Deadline.objects.filter(kind=DeadlineKind.CARRY_ON).count() == 2
    with pytest.raises(IntegrityError, match=r"one_running_deadline|question"), transaction.atomic():
        send([Insert(Deadline, [clock(found, "one")])])


def test_many_rows_are_written_in_as_many_statements_as_the_database_wants():
    people = [Player(email=f"{number}@example.org") for number in range(1200)]
    send([Insert(Player, people)])
    assert Player.objects.filter(email__endswith="0@example.org").count() == 120


def test_what_sets_itself_when_it_is_saved_does_so():
    class Row(models.Model):
        touched = models.DateTimeField(auto_now=True)

        class Meta:
            app_label = "nowhere"
            managed = False

    row = Row()
    (piece,) = Insert(Row, [row]).pieces(connection)
    assert abs(row.touched - timezone.now()) < timedelta(minutes=5) and len(piece.params) == 1


@pytest.mark.parametrize("ended", [None, NOON])
def test_one_row_is_brought_up_to_date_as_by_saving_it(ended):
    found = match()

    def changed() -> Match:
        one = Match.objects.get(pk=found.pk)
        one.version, one.awaited, one.ended_at, one.name = 70, [1, 2], ended, "not among the fields"
        return one

    by_orm = undone(lambda: changed().save(update_fields=OF_MATCH))
    for _ in range(2):
        assert undone(lambda: send([Update(changed(), OF_MATCH)])) == by_orm


def bare(row: models.Model) -> Any:
    """Tell all that a row holds, in its order, and whose rows it knows."""
    state, *values = vars(row).items()
    return values, row._state.fields_cache, row._state.db, row._state.adding, state[0]


def test_a_new_row_is_as_the_orm_makes_it():
    found, person = match(), player()
    given: list[tuple[Any, dict[str, Any]]] = [
        (Submission, {"match": found, "key": "k", "at": NOON, "seat": None}),
        (Submission, {"match_id": found.pk, "refusal": {"code": "late"}, "outcome": Outcome.PLAYED}),
        (Deadline, {"match": found, "kind": DeadlineKind.QUESTION, "asked_at": NOON, "due_at": NOON}),
        (Seat, {"match": found, "player": person, "number": 3, "salt": "s"}),
        (Seat, {"pk": 7, "match": found, "salt": "s"}),
        (Block, {"player": person, "blocked": Player(email="not.saved@example.org", pk=person.pk)}),
        (MatchSecret, {"match": found, "secret": b"s"}),
    ]
    for model, values in given:
        one, other = new_row(model, **values), model(**values)
        for name in ("created_at", "at"):
            if hasattr(one, name) and name not in values:
                setattr(one, name, getattr(other, name))
        assert bare(one) == bare(other), model


def test_a_default_that_can_be_changed_is_made_for_each_new_row():
    one, other = new_row(Deadline), new_row(Deadline)
    one.reminders.append(1)
    assert other.reminders == [] and new_row(Submission).refusal is not new_row(Submission).refusal
    assert new_row(Player).pk != new_row(Player).pk


@pytest.mark.parametrize(
    ("values", "error"),
    [({"nothing": 1}, TypeError), ({"match": 1}, ValueError), ({"match": Seat()}, ValueError)],
)
def test_what_no_row_can_be_made_of_is_refused_as_by_the_orm(values, error):
    with pytest.raises(error):
        Submission(**values)
    with pytest.raises(error):
        new_row(Submission, **values)


def test_values_of_other_types_go_the_way_of_the_orm():
    found = match()
    odd = {
        "key": 12,
        "question": Door.PAGE,
        "first_event": "7",
        "last_event": True,
        "at": "2026-03-01T12:00Z",
    }
    one, other = (
        but_keys(undone(lambda write=write: write(Submission(match=found, outcome=Outcome.PLAYED, **odd))))
        for write in (lambda row: send([Insert(Submission, [row])]), lambda row: row.save(force_insert=True))
    )
    assert one == other


# --- changes


def test_a_change_is_made_as_by_the_orm_and_tells_how_many():
    found, other = match(), match()
    clocks = Deadline.objects.filter(match=found).order_by("pk")
    names = [one.question for one in clocks]
    for _ in range(2):
        changed = [
            undone(lambda: stop(found, names, DeadlineState.DONE, NOON)),
            undone(lambda: stop(found, [], DeadlineState.DONE, NOON)),
            undone(lambda: clocks.update(state=DeadlineState.DONE, due_at=NOON)),
        ]
        assert changed[0] == changed[2] != changed[1] == all_rows()
    assert stop(found, ["nothing", "like", "it"], DeadlineState.DONE, NOON) == 0 == stop(found, [], "x", NOON)
    assert stop(found, names, DeadlineState.DONE, NOON) == len(names) > 0
    assert not Deadline.objects.filter(match=other, state=DeadlineState.DONE).exists()


def test_none_is_written_as_none():
    found = match()
    seat, person = found.seats.get(number=0), player()
    for _ in range(2):
        assert seat_anew(seat.pk, None, "a") == 1 and Seat.objects.get(pk=seat.pk).player is None
        assert seat_anew(seat.pk, person, "b", quiet=True) == 1
        assert [(one.player, one.words, one.muted) for one in Seat.objects.filter(pk=seat.pk)] == [
            (person, "b", True)
        ]
        assert seat_anew(seat.pk, person.pk, "c") == 1 and Seat.objects.get(pk=seat.pk).player == person


def test_a_change_may_look_at_other_tables_and_reckon_with_its_own_row():
    found = match()
    for lap in range(3):
        assert push(found.status, 2) == (Deadline.objects.filter(match=found).count() if lap < 2 else 0)
    assert {*Deadline.objects.values_list("attempts", flat=True)} == {2}


# --- one message


def writes(found: Match) -> list[Any]:
    names = list(Deadline.objects.filter(match=found).values_list("question", flat=True))
    return [
        Insert(Submission, [wish(found, "a"), wish(found, "b")]),
        Insert(Match, [found], update_fields=OF_MATCH, unique_fields=("pk",)),
        stop.later(found, names, DeadlineState.DONE, NOON),
        Insert(Deadline, [clock(found, "x")], ignore_conflicts=True),
        Insert(Submission, [wish(found, "c")]),
    ]


@pytest.mark.parametrize("laps", [2])
def test_each_write_gets_the_answer_that_is_its_own(laps):
    for lap in range(laps):
        found = match()
        found.version = 90 + lap
        planned = writes(found)
        send(planned)
        assert Match.objects.get(pk=found.pk).version == 90 + lap
        keys = {row.pk: row.key for one in (planned[0], planned[4]) for row in one.rows}
        assert sorted(keys.values()) == ["a", "b", "c"]
        for pk, key in keys.items():
            assert Submission.objects.get(pk=pk).key == key
        assert (
            planned[2].changed == Deadline.objects.filter(match=found, state=DeadlineState.DONE).count() > 0
        )


def test_the_log_of_queries_sees_them_and_there_are_as_many_whatever_there_is_to_write():
    found = match()
    for planned in (writes(found), [Insert(Submission, []), stop.later(found, [], "done", NOON)]):
        with CaptureQueriesContext(connection) as asked, transaction.atomic():
            send(planned)
        sent = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
        assert len(sent) == (1 if connection.vendor == "postgresql" else len(planned))
    send([])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broken", range(5))
def test_all_are_written_or_none(broken):
    found = match()
    before = all_rows()
    planned = writes(found)
    planned[broken] = Insert(Submission, [wish(found, "twin"), wish(found, "twin")])
    with pytest.raises(IntegrityError):
        send(planned)
    assert all_rows() == before


@together
def test_where_the_server_binds_values_each_goes_by_itself(monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "server_side_binding", True)
    planned = writes(match())
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        send(planned)
    assert len([one for one in asked if "SAVEPOINT" not in one["sql"]]) == 5
