"""`docs/security/asvs.md` answers every requirement once, and names only what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DOC = (ROOT / "docs" / "security" / "asvs.md").read_text()
#: The requirements of levels 1 and 2 in ASVS 5.0.0; those of level 3 alone are left out.
WANTED = """
V1.1.1-2 V1.2.1-9 V1.3.1-11 V1.4.1-3 V1.5.1-2 V2.1.1-3 V2.2.1-3 V2.3.1-4 V2.4.1 V3.2.1-2 V3.3.1-4
V3.4.1-6 V3.5.1-5 V3.7.1-2 V4.1.1-3 V4.2.1 V4.3.1-2 V4.4.1-4 V5.1.1 V5.2.1-3 V5.3.1-2 V5.4.1-3 V6.1.1-3
V6.2.1-12 V6.3.1-4 V6.4.1-4 V6.5.1-5 V6.6.1-3 V6.8.1-4 V7.1.1-3 V7.2.1-4 V7.3.1-2 V7.4.1-5 V7.5.1-2
V7.6.1-2 V8.1.1-2 V8.2.1-3 V8.3.1 V8.4.1 V9.1.1-3 V9.2.1-4 V10.1.1-2 V10.2.1-2 V10.3.1-4 V10.4.1-11
V10.5.1-5 V10.6.1-2 V10.7.1-3 V11.1.1-2 V11.2.1-3 V11.3.1-3 V11.4.1-4 V11.5.1 V11.6.1 V12.1.1-3 V12.2.1-2
V12.3.1-4 V13.1.1 V13.2.1-5 V13.3.1-2 V13.4.1-5 V14.1.1-2 V14.2.1-4 V14.3.1-3 V15.1.1-3 V15.2.1-3
V15.3.1-7 V16.1.1 V16.2.1-5 V16.3.1-4 V16.4.1-3 V16.5.1-3 V17.1.1 V17.2.1-4 V17.3.1-2
"""


def wanted() -> list[str]:
    found = []
    for one in WANTED.split():
        section, _, numbers = one.rpartition(".")
        first, _, last = numbers.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def answered() -> list[str]:
    """List the numbers in the first column of the tables of chapters."""
    chapters = DOC.partition("## What deviates")[0]
    rows = re.findall(r"^\| (V[^|]*) \|", chapters, re.MULTILINE)
    return [number for row in rows for number in row.split(", ")]


def test_every_requirement_is_answered_once():
    assert len(wanted()) == 253
    assert answered() == wanted()


def test_what_deviates_is_gathered_at_the_end():
    gathered = DOC.partition("## What deviates")[2].partition("## Keys")[0]
    deviates = re.findall(
        r"^\| (V[^|]*) \|[^|]*\| (?:yes for the API|partly|no\b|yes at sign-in; no)", DOC, re.MULTILINE
    )
    for number in (number for row in deviates for number in row.split(", ")):
        assert re.search(rf"\b{re.escape(number)}\b", gathered), number


@pytest.mark.parametrize(
    "named", sorted({*re.findall(r"`((?:tests|games|quartz_site|tools|docs|docker|templates)/[^`]*)`", DOC)})
)
def test_what_it_names_is_there(named):
    path, _, function = named.partition("::")
    there = ROOT / path
    assert there.exists(), path
    if function:
        tree = ast.parse(there.read_text())
        assert function in {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
