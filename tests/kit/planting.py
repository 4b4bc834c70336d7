"""Plants a new game in a copy of the checkout: its two folders and one line of the catalogue."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLANTED = ROOT / "tests" / "planted"
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "var", "staticfiles", ".*_cache", "__pycache__", "planted"
)
JAYS = {"tests.toy.words": "games.titles.jays.words", "tests.toy": "games.titles.jays"}
NAMES = {"MAGPIES": "JAYS", "magpies": "jays", "Magpies": "Jays"}
#: Help for each card, since the toy has none.
HELP = """
WORDS |= {f"help.{card}": Row("One of four things.") for card in ("bead", "caw", "ring", "spoon")}
"""
#: Fewer cards than the toy has, for short matches.
DECK = ('{"bead": 12, "caw": 10, "ring": 10, "spoon": 8}', '{"bead": 6, "caw": 6, "ring": 6, "spoon": 6}')


def plant(target: Path) -> Path:
    """Copy the checkout and add Jays: the toy under another name, with a board and a help page."""
    shutil.copytree(ROOT, target, ignore=NOT_COPIED)
    shutil.copytree(PLANTED, target, dirs_exist_ok=True)
    title, tests = target / "games/titles/jays", target / "tests/titles/jays"
    (title / "rules").mkdir()
    write(ROOT / "tests/toy/rules.py", title / "rules" / "__init__.py")
    write(ROOT / "tests/toy/words.py", title / "words.py")
    with (title / "words.py").open("a") as words:
        words.write(HELP)
    write(ROOT / "tests/toy/worlds.py", tests / "worlds.py")
    with (title / "RULES.md").open("a") as rules:
        rules.write(events_of_the_toy())
    enter(target / "games/rules/catalogue.py")
    return target


def write(old: Path, new: Path) -> None:
    """Copy a module of the toy, renamed to Jays."""
    text = old.read_text()
    for name, other in (*JAYS.items(), *NAMES.items(), DECK):
        text = text.replace(name, other)
    new.write_text(text)


def events_of_the_toy() -> str:
    """Take the table of the toy's events from docs/log-format.md."""
    page = (ROOT / "docs" / "log-format.md").read_text()
    return page.partition("### Magpies\n")[2].partition("\n### ")[0]


def enter(catalogue: Path) -> None:
    """Add the game to the catalogue."""
    text = catalogue.read_text()
    entered = re.sub(r"^(GAMES: .*)\)$", r"\1, JAYS)", text, flags=re.MULTILINE)
    assert entered != text
    head = "from games.titles.quartz.rules import QUARTZ\n"
    catalogue.write_text(entered.replace(head, f"from games.titles.jays.rules import JAYS\n{head}"))


def run(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module in the copy, with a database of its own."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {"DATABASE_URL": f"sqlite:///{checkout}/planted.sqlite3", "PYTHONPATH": str(checkout)}
    return subprocess.run([sys.executable, *command], cwd=checkout, env=env, capture_output=True, text=True)
