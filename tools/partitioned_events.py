"""Divide the table of events by match, as a site with more events than one table holds well would.

Tried by `tools.bench_events --partitions`; the site itself does without (docs/scale.md says until when).
"""

from __future__ import annotations

from django.db import connection

from games.infra import triggers

TABLE = "games_event"


def divide(parts: int) -> None:
    """Put a table divided into so many parts in place of the empty one, with all that guarded it.

    PostgreSQL wants the key by which it divides in every unique index, so nothing but the sequence keeps ids
    apart: the site finds events by match and number only.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {TABLE} RENAME TO whole")
        cursor.execute(
            f"CREATE TABLE {TABLE} (LIKE whole INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING CONSTRAINTS, "
            "UNIQUE (match_id, number)) PARTITION BY HASH (match_id)"
        )
        for part in range(parts):
            rest = f"FOR VALUES WITH (MODULUS {parts}, REMAINDER {part})"
            cursor.execute(f"CREATE TABLE {TABLE}_{part} PARTITION OF {TABLE} {rest}")
        for column in ("id", "submission_id"):
            cursor.execute(f"CREATE INDEX ON {TABLE} ({column})")
        cursor.execute("DROP TABLE whole")
    triggers.install()
    with connection.cursor() as cursor:
        for part in range(parts):  # PostgreSQL hands on all triggers but this
            cursor.execute(
                f"CREATE TRIGGER {TABLE}_{part}_no_truncate BEFORE TRUNCATE ON {TABLE}_{part} "
                "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse()"
            )
