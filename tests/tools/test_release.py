"""Version, changelog, upgrade notes and databases of earlier releases agree; what doesn't is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quartz_site.version import version
from tools import release

NOTES = "# Upgrading\n\n## To 0.3.0\n\n## To 0.2.0\n\n"
CHANGES = """\
# Changes

## 0.3.0 (unreleased)
- c
## 0.2.0 (2026-01-02)
- b
## 0.1.0 (2026-01-01)
- a
"""


@pytest.fixture
def root(tmp_path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / release.CHANGES).write_text(CHANGES)
    (tmp_path / release.UPGRADING).write_text(NOTES)
    for one in ("0.1.0", "0.2.0"):
        (tmp_path / release.BEFORE / one).mkdir(parents=True)
        (tmp_path / release.BEFORE / one / "db.sqlite3.xz").write_bytes(b"x")
    return tmp_path


def test_everything_agrees_here():
    assert list(release.problems()) == []
    assert re.fullmatch(r"\d+\.\d+\.\d+", version())
    assert len(release.sections(release.ROOT)) > 5


def test_everything_agrees_there(root):
    assert list(release.problems(root, "0.3.0")) == []


@pytest.mark.parametrize(
    ("file", "was", "becomes", "said"),
    [
        (release.CHANGES, "0.3.0 (", "0.4.0 (", "another version"),
        (release.CHANGES, "2026-01-02", "unreleased", "only the newest"),
        (release.CHANGES, "2026-01-02", "soon", "each section is"),
        (release.CHANGES, "## 0.2.0 (2026-01-02)", "## Unreleased", "each section is"),
        (release.CHANGES, "## 0.1.0 (", "## 0.2.5 (", "newest comes first"),
        (release.UPGRADING, "## To 0.2.0\n", "", "no section “To 0.2.0”"),
    ],
)
def test_what_does_not_agree_is_named(root, file, was, becomes, said):
    text = (root / file).read_text()
    assert was in text
    (root / file).write_text(text.replace(was, becomes))
    assert any(said in one for one in release.problems(root, "0.3.0"))


def test_a_release_nothing_is_left_of_is_named(root):
    (root / release.BEFORE / "0.2.0" / "db.sqlite3.xz").unlink()
    assert [one for one in release.problems(root, "0.3.0") if "0.2.0 is missing" in one]


def test_only_what_has_no_date_gets_one(root):
    assert release.date(root, "2026-01-03")
    assert release.sections(root)[0] == ("0.3.0", "2026-01-03")
    assert not release.date(root, "2026-01-04")
    assert release.sections(root)[0] == ("0.3.0", "2026-01-03")


def test_the_command_says_so(capsys):
    assert release.main([]) == 0
    assert capsys.readouterr().out == f"{version()}: everything agrees\n"
