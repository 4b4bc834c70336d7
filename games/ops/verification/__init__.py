"""Whether what is stored of a match is consistent: the log, the match row, clocks and emails.

The rows are read under the match's lock and checked without it, so that nobody waits for a replay. Nothing is
changed or quarantined here: whoever reads the faults decides.
"""

from __future__ import annotations

import structlog
from django.db import DatabaseError, connection

from games.infra import triggers
from games.ops.verification import around, log
from games.ops.verification.rows import Rows, read
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.tools.verify_log import InvalidLog

logger = structlog.get_logger(__name__)


def faults(match_id: int) -> list[str]:
    """Describe each thing wrong with a match in a sentence; return an empty list if all is well."""
    found: list[str] = []
    try:
        found += _look(read(match_id), found)
    except (HistoryBroken, InvalidLog) as fault:
        found.append(" ".join(str(fault).split()))
    except TooNew as fault:
        found.append(f"not checked any further: {fault}")
    except DatabaseError:
        raise
    except Exception as error:  # one match that can't even be checked must not hide the others
        logger.exception("match_not_verified", match=match_id)
        found.append(f"could not be checked: {type(error).__name__}, see the log")
    return found


def _look(rows: Rows, found: list[str]) -> list[str]:
    """Check one thing after another; faults found before a check breaks are kept in `found`."""
    log.check_game(rows)
    found += log.in_columns(rows)
    found += around.given_up(rows)
    if rows.match.version == 0 and not rows.events:
        return list(log.never_begun(rows))
    table = log.follow(rows)
    return [
        *around.in_match_row(rows, table),
        *around.in_clocks(rows, table),
        *around.in_mails(rows, table),
    ]


LAID = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'",
}


def unguarded() -> list[str]:
    """List the missing triggers that keep written rows from being changed."""
    with connection.cursor() as cursor:
        cursor.execute(LAID[connection.vendor])
        laid = {name for (name,) in cursor.fetchall()}
    wanted = {name for _, name in triggers.names() if connection.vendor != "sqlite" or "truncate" not in name}
    return [f"the trigger {name} is missing: manage.py migrate restores it" for name in sorted(wanted - laid)]
