"""A test that commits leaves nothing behind but what migrating wrote, and all is guarded as before."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection
from django.db.models import QuerySet

from games.infra import triggers
from games.models import Event
from tests.kit.emptying import empty, ours, triggers_lie
from tests.kit.play_people import match

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="Django empties the others"),
]


def rows_left() -> int:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f'SELECT count(*) FROM "{name}"' for name in ours()))
        return sum(count for (count,) in cursor.fetchall())


def test_every_row_goes_and_no_table_stays_unguarded():
    match()
    assert rows_left() > 20
    empty(None)
    assert rows_left() == 0
    assert ContentType.objects.exists()
    found = match()
    with pytest.raises(DatabaseError, match="never changed"):
        QuerySet(Event).filter(match=found).update(kind="other")


def test_what_was_lifted_is_laid_anew():
    triggers.remove()
    assert not triggers_lie()
    empty(None)
    assert triggers_lie()
