"""The sets of statuses that more than one story asks for are named once, beside the statuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import games
from games.models import ENDED, RESTING, UNDERWAY, UNFINISHED, MatchStatus

HOME = Path(games.__file__).parent
NAMED = {UNDERWAY, UNFINISHED, RESTING, ENDED}


def spelled_out(source: str) -> Iterator[frozenset[str]]:
    """Find every collection of statuses that a module writes down."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Set, ast.Tuple, ast.List)):
            told = [ast.unparse(one) for one in node.elts]
            if told and all(one.startswith("MatchStatus.") for one in told):
                yield frozenset(MatchStatus[one.removeprefix("MatchStatus.")] for one in told)


def test_no_module_spells_out_a_set_that_has_a_name():
    modules = [one for one in HOME.rglob("*.py") if one != HOME / "models" / "match.py"]
    assert [one for one in modules if NAMED & {*spelled_out(one.read_text())}] == []


def test_a_copy_is_found():
    assert {*spelled_out("OPEN = frozenset({MatchStatus.PAUSED, MatchStatus.RUNNING})")} == {UNDERWAY}


def test_every_status_is_before_during_or_after_the_match():
    assert UNFINISHED | ENDED | {MatchStatus.LOBBY} == {*MatchStatus}
    assert not UNFINISHED & ENDED
