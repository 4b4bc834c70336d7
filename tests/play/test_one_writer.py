"""Whatever is done in a match is put into a workspace, and one writer writes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "games"
ROOMS = ("play", "match", "disputes/moderation")
WRITING = {
    "save",
    "create",
    "bulk_create",
    "update",
    "bulk_update",
    "delete",
    "get_or_create",
    "update_or_create",
}
#: What writes by itself, and why.
ALLOWED = {
    "play/writer.py": "it is the writer",
    "play/workspace.py:change": "a set of names",
    "play/deadlines.py": "leases and tries, taken for many matches before any of them is locked",
    "play/outages.py": "one outage moves the clocks of all matches",
    "match/presence.py": "a page that was looked at, without the match's lock",
    "match/chat.py:note_read": "a chat that was looked at, without the match's lock",
    "match/stand_ins.py:note_by": "who uses a link, without the match's lock",
    "match/chat.py:write_note": "a player's own note, with an edition instead of an act",
    "disputes/moderation/frame.py:write_down": "a ruling about a player, in no match",
    "disputes/moderation/frame.py:note_refused": "what was refused, after its transaction is rolled back",
    "disputes/moderation/looking.py:_record_look": "a look changes nothing",
    "disputes/moderation/people.py": "the account itself; its seats go through the writer",
}


def writes(path: Path, root: Path) -> Iterator[str]:
    """List the functions of a file that write rows: calls on a manager, on what it filtered, or on a row."""
    for function in ast.walk(ast.parse(path.read_text())):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and is_write(call.func)
                ):
                    yield f"{path.relative_to(root)}:{function.name}"


def kept_writes(path: Path, root: Path) -> Iterator[str]:
    """List what has a write ready that is put together once: it needs none of the calls above."""
    tree = ast.parse(path.read_text())
    for name in (one for one in ast.walk(tree) if isinstance(one, ast.Name)):
        if name.id in {"Insert", "Update", "kept_change", "send"}:
            yield f"{path.relative_to(root)}:{name.id}"


def is_write(called: ast.Attribute) -> bool:
    """Leave out the `update` of a dict or set that is an attribute."""
    on = called.value
    return called.attr in WRITING and not (isinstance(on, ast.Attribute) and on.attr != "objects")


def test_nothing_writes_beside_the_writer():
    found = {one for room in ROOMS for path in (ROOT / room).glob("*.py") for one in writes(path, ROOT)}
    known = {one: {one, one.partition(":")[0]} & ALLOWED.keys() for one in found}
    assert sorted(one for one, allowed in known.items() if not allowed) == []
    assert {name for allowed in known.values() for name in allowed} == {*ALLOWED}, "a reason for nothing"


def test_nothing_has_a_write_ready_beside_the_writer():
    found = {one for room in ROOMS for path in (ROOT / room).glob("*.py") for one in kept_writes(path, ROOT)}
    assert {one.partition(":")[0] for one in found} == {"play/writer.py"}


def test_a_write_beside_it_would_be_found(tmp_path):
    odd = tmp_path / "odd.py"
    odd.write_text("def odd(match, seat):\n    Vote.objects.filter(match=match).delete()\n    seat.save()\n")
    assert list(writes(odd, tmp_path)) == ["odd.py:odd", "odd.py:odd"]
    odd.write_text("def odd(votes):\n    send([Insert(Vote, votes)])\n")
    assert sorted(kept_writes(odd, tmp_path)) == ["odd.py:Insert", "odd.py:send"]
