"""Compiles each catalogue for gettext, in pure Python. Set-up and image builds call it.

python -m quartz_site.catalogues.compiling
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent.parent / "locale"


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compile catalogues that changed since they were compiled; list the written files."""
    return [compile_one(source) for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if is_stale(source)]


def is_stale(source: Path) -> bool:
    made = source.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime <= source.stat().st_mtime


def compile_one(source: Path) -> Path:
    """Write the compiled form in one step, as a page may be reading the old one."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    made = source.with_suffix(".mo")
    # In a folder of its own: another process may be compiling the same catalogue.
    with tempfile.TemporaryDirectory(dir=source.parent) as scratch:
        draft = Path(scratch, made.name)
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(made)
    return made


if __name__ == "__main__":
    compile_all()
