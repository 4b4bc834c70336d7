"""Which release this is: said once, in pyproject.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "pyproject.toml"


@cache
def version() -> str:
    return str(tomllib.loads(FILE.read_text())["project"]["version"])
