"""Every row of an email is made in one place, and queued once for its reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.mail import queue
from games.mail.kinds import REMINDER
from games.models import Outbox
from tests.kit.play_people import NOON, match

ROOT = Path(__file__).parents[3]
ONLY = ROOT / "games/mail/queue/rows.py"
WRITING = {"create", "bulk_create", "get_or_create", "update_or_create"}


def rows_made(tree: ast.AST) -> list[str]:
    """Find where a row of the outbox is made or written."""
    called = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    written = {f"Outbox.{manager}.{name}" for manager in ("objects", "_base_manager") for name in WRITING}
    return [one for one in called if one in written | {"Outbox"}]


def test_nobody_else_makes_a_row():
    found = {
        path.relative_to(ROOT).as_posix(): made
        for path in (ROOT / "games").rglob("*.py")
        if path != ONLY and (made := rows_made(ast.parse(path.read_text())))
    }
    assert found == {}


@pytest.mark.parametrize("line", ["Outbox(kind='turn')", "Outbox.objects.get_or_create(dedupe='a')"])
def test_one_who_does_is_seen(line):
    assert rows_made(ast.parse(line))


@pytest.mark.django_db
def test_the_same_reason_queues_one_email():
    found = match()
    seat = found.seats.get(number=1)
    first, again = (
        queue.email(REMINDER, "why", NOON, match=found, seat=seat, about="0-1-1") for _ in range(2)
    )
    assert (queue.write_once(first)[1], queue.write_once(again)[1]) == (True, False)
    queue.write([queue.email(REMINDER, "why", NOON, to="somebody@else.example")])
    row = Outbox.objects.get(dedupe="why")
    assert (row.match, row.seat, row.generation, row.question, row.to) == (found, seat, 1, "0-1-1", "")
    assert (row.message_id, row.send_after) == (first.message_id, NOON)
