"""Take out of a finished image what a running site never reads: `python trim.py /venv /app`.

Called by the Dockerfile, after static files are collected and catalogues compiled.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

#: Sources of compiled catalogues, and what only type checkers and compilers read.
SOURCES = ("*.po", "*.pot", "*.pyi", "*.pyx", "*.pxd", "*.c", "*.h")
#: Languages of the site, and those that Django falls back to.
LANGUAGES = ("en", "pt", "pt_BR", "pt_PT", "ru")
#: Compiles the catalogues, and has done so.
BUILT_WITH = ("babel",)


def superfluous(root: Path) -> Iterator[Path]:
    """List tests, sources, other languages, and what was needed only to build."""
    for name in SOURCES:
        yield from root.rglob(name)
    yield from (folder for folder in root.rglob("tests") if folder.is_dir())
    for languages in root.rglob("locale"):
        yield from (one for one in languages.iterdir() if one.is_dir() and not is_ours(one.name))
    for name in BUILT_WITH:
        yield from root.glob(f"lib/*/site-packages/{name}")
        yield from root.glob(f"lib/*/site-packages/{name}-*.dist-info")


def is_ours(name: str) -> bool:
    """Check for a language of the site, or for a folder that is no language, such as a cache."""
    return name in LANGUAGES or name.startswith(("en_", "ru_", "_"))


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)  # a folder above it may have gone first
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    for root in map(Path, sys.argv[1:]):
        for path in [*superfluous(root)]:
            remove(path)
