"""A new game is its folder, its folder of tests and one line of the catalogue, as docs/add-a-game.md says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.kit.planting import ROOT, plant, run

ROOMS = ("games", "quartz_site", "templates", "locale", "tests", "docs", "docker")
GENERATED = {".pyc", ".mo"}
#: Tests that find every game in the catalogue.
CONTRACT = ("tests/rules", "tests/secrecy/test_rules.py", "tests/site/test_site.py")


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> Path:
    """Follow the page, step by step."""
    checkout = plant(tmp_path_factory.mktemp("planted") / "checkout")
    for command in (["-m", "tests.titles.jays.golden"], ["manage.py", "collect_words"]):
        done = run(checkout, *command)
        assert done.returncode == 0, done.stderr
    return checkout


def test_nothing_else_is_touched(planted):
    ours, theirs = files(ROOT), files(planted)
    added = theirs.keys() - ours.keys()
    changed = {path for path in theirs if path in ours and ours[path] != theirs[path]}
    assert {Path(*path.parts[:3]) for path in added} == {Path("games/titles/jays"), Path("tests/titles/jays")}
    catalogues = {Path(f"locale/{name}/LC_MESSAGES/django.po") for name in ("ru", "pt_BR")}
    assert changed == {Path("games/rules/catalogue.py"), *catalogues}


def files(checkout: Path) -> dict[Path, bytes]:
    """Read the rooms in which games could leave something, without what is generated."""
    found = [path for room in ROOMS for path in (checkout / room).rglob("*") if path.is_file()]
    return {path.relative_to(checkout): path.read_bytes() for path in found if path.suffix not in GENERATED}


def test_its_sentences_wait_for_their_translation(planted):
    russian = (planted / "locale/ru/LC_MESSAGES/django.po").read_text()
    assert 'msgctxt "jays: crowed"' in russian
    assert re.search(r'msgid "The nest of %\(name\)s"\nmsgstr ""', russian)


@pytest.fixture(scope="module")
def passed(planted) -> list[str]:
    """Run its own tests and those of every game, and name those that passed."""
    pytests = ["-m", "pytest", "-q", "-rp", "-p", "no:cacheprovider", "-k", "jays"]
    done = run(planted, *pytests, "tests/titles/jays", *CONTRACT)
    assert done.returncode == 0, done.stdout[-5000:]
    return re.findall(r"^PASSED (\S+)", done.stdout, re.MULTILINE)


def test_it_is_seen_and_played_on_its_page_and_by_email(passed):
    assert len([name for name in passed if name.startswith("tests/titles/jays/")]) == 3


def test_the_tests_of_every_game_find_it(passed):
    assert len([name for name in passed if name.startswith(CONTRACT)]) >= 50


def test_the_contracts_hold_it_apart_from_other_games_and_from_the_site(planted):
    lint = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    assert run(planted, *lint).returncode == 0
    (planted / "games/titles/jays/rules/bad.py").write_text(
        "import django.db\nfrom games.titles.quartz.rules import gems\n"
    )
    told = run(planted, *lint).stdout
    (planted / "games/titles/jays/rules/bad.py").unlink()
    assert "games.titles.jays.rules.bad -> django" in told
    assert "games.titles.jays.rules.bad -> games.titles.quartz.rules.gems" in told
