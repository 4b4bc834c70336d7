"""What is written for good is refused in Python, and by the database itself whoever asks."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction

from games.infra import triggers
from games.models import Act, AppendOnlyError, Event, Look, Order, Ruling, SealedAnswer, Submission
from tests.kit.play_people import NOON, match

KEPT = {
    Act: "kind",
    Event: "kind",
    Look: "reason",
    Order: "door",
    Ruling: "kind",
    SealedAnswer: "command",
}
every_kind = pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)


def row(model: type[models.Model]) -> models.Model:
    """Write a row down, as stories do."""
    found = match()
    seat, submission = found.seats.get(number=0), Submission.objects.filter(match=found).earliest("pk")
    facts = {"match": found, "seat": seat, "at": NOON}
    if model is Act:
        return Act.objects.create(generation=1, kind="gave_up", key="k", **facts)
    if model is Order:
        return Order.objects.create(generation=1, content="{}", since=0, door="page", **facts)
    if model is SealedAnswer:
        return SealedAnswer.objects.create(
            question="0-1-0", command="{}", generation=1, submission=submission, **facts
        )
    if model is Ruling:
        return Ruling.objects.create(kind="noted", reason="Seen.", **facts)
    if model is Look:
        return Look.objects.create(match=found, seat=0, event=1, reason="To see.", at=NOON)
    return Event.objects.filter(match=found).latest("number")


def stored(one: models.Model) -> dict[str, object]:
    return type(one)._base_manager.filter(pk=one.pk).values().get()


@pytest.mark.django_db
@every_kind
@pytest.mark.parametrize(
    "deed",
    [
        lambda one: one.save(),
        lambda one: one.delete(),
        lambda one: type(one).objects.filter(pk=one.pk).update(at=NOON),
        lambda one: type(one).objects.filter(pk=one.pk).delete(),
        lambda one: type(one).objects.bulk_update([one], ["at"]),
        lambda one: type(one).objects.update_or_create(pk=one.pk, defaults={"at": NOON}),
    ],
    ids=["save", "delete", "update", "delete many", "bulk_update", "update_or_create"],
)
def test_python_refuses(model, deed):
    one = row(model)
    before = stored(one)
    with pytest.raises(AppendOnlyError), transaction.atomic():
        deed(one)
    assert stored(one) == before


@pytest.mark.django_db
@every_kind
@pytest.mark.parametrize(
    "deed",
    [
        lambda one, field: type(one)._base_manager.filter(pk=one.pk).update(**{field: "x"}),
        lambda one, field: type(one).objects.filter(pk=one.pk)._raw_delete("default"),
        lambda one, field: type(one).objects.bulk_create(
            [one], update_conflicts=True, unique_fields=["id"], update_fields=[field]
        ),
    ],
    ids=["base manager", "raw delete", "upsert"],
)
def test_the_database_refuses_what_goes_round_python(model, deed):
    one = row(model)
    before = stored(one)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        deed(one, KEPT[model])
    assert stored(one) == before


def refused(statement: str, *parameters: Any) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, parameters or None)
    except DatabaseError as error:
        assert "never changed" in str(error), error
        return True
    return False


@pytest.mark.django_db
@every_kind
def test_the_database_refuses_raw_statements(model):
    one, table = row(model), model._meta.db_table
    before = stored(one)
    assert refused(f"UPDATE {table} SET {KEPT[model]} = %s WHERE id = %s", "x", one.pk)
    assert refused(f"DELETE FROM {table} WHERE id = %s", one.pk)
    assert refused(f"UPDATE {table} SET {KEPT[model]} = {KEPT[model]}"), "even one that changes nothing"
    if connection.vendor == "postgresql":
        assert refused(f"INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET at = now()")
    else:
        assert refused(f"REPLACE INTO {table} SELECT * FROM {table}")
    assert stored(one) == before


@pytest.mark.django_db(transaction=True)
@every_kind
def test_the_database_refuses_to_empty_a_table(model):
    one, table = row(model), model._meta.db_table
    if connection.vendor == "postgresql":
        assert refused(f"TRUNCATE {table} CASCADE")
        assert refused("TRUNCATE games_match CASCADE"), "nor by way of what it points to"
    assert refused(f"DELETE FROM {table}")
    assert stored(one)


@pytest.mark.django_db
@every_kind
def test_without_the_triggers_it_would_be_done(model):
    one, table = row(model), model._meta.db_table
    with triggers.removed():
        assert not refused(f"UPDATE {table} SET {KEPT[model]} = %s WHERE id = %s", "x", one.pk)
    assert refused(f"DELETE FROM {table} WHERE id = %s", one.pk)


@pytest.mark.django_db
@every_kind
def test_what_others_point_to_is_protected(model):
    one = row(model)
    pointed = [getattr(one, name, None) for name in ("match", "seat", "submission")]
    for owner in filter(None, pointed):
        with pytest.raises(models.ProtectedError):
            owner.delete()


def laid() -> set[str]:
    tables = {
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    }
    with connection.cursor() as cursor:
        cursor.execute(tables[connection.vendor])
        return {name for (name,) in cursor.fetchall()}


def expected() -> set[str]:
    every = {name for _, name in triggers.names()}
    return {name for name in every if connection.vendor == "postgresql" or not name.endswith("truncate")}


def altered(model: type[models.Model], name: str) -> tuple[Any, Any]:
    old = model._meta.get_field(name)
    new = copy.copy(old)
    new.null = True
    return old, new


@pytest.mark.django_db(transaction=True)
@every_kind
def test_an_altering_migration_keeps_the_triggers(model):
    row(model)
    old, new = altered(model, KEPT[model])
    try:
        with connection.schema_editor() as editor:
            editor.alter_field(model, old, new)
        if connection.vendor == "sqlite":
            assert laid() != expected(), "SQLite has made the table anew: this is why they are laid again"
        call_command("migrate", verbosity=0)
        assert laid() == expected()
        assert refused(f"DELETE FROM {model._meta.db_table}")
    finally:
        with connection.schema_editor() as editor:
            editor.alter_field(model, new, old)
        triggers.install()


@pytest.mark.django_db(transaction=True)
def test_the_tables_can_be_emptied_after_a_test():
    row(Event)


@pytest.mark.django_db(transaction=True)
def test_and_then_they_are_empty_and_guarded_again():
    assert not Event.objects.exists()
    assert laid() == expected()


@pytest.mark.django_db(transaction=True)
def test_migrating_to_before_there_were_logs_works():
    call_command("migrate", "games", "0001", verbosity=0)
    call_command("migrate", verbosity=0)
    assert laid() == expected()
