"""Write the four lock files: versions, markers and hashes, and no host of a package index.

Run by `make lock`. `uv.lock` is not used: it records the index it was made from and is rewritten
behind another one. Plain pip installs what this writes, with `--require-hashes`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS: dict[str, list[str]] = {
    "production": [],
    "watching": ["--extra", "watching"],  # production, with what sends traces and errors
    "local": ["--group", "local"],
    "dev": ["--group", "dev"],
    "security": ["--group", "security"],
}
HEADER = "# Written by `make lock` from pyproject.toml. Python 3.11 and later; every platform in one file.\n"
COMPILE = [
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"),
    *("--no-header", "--no-emit-index-url", "--no-emit-find-links", "--no-emit-build-options"),
]


def write_lock(name: str, groups: list[str], upgrade: list[str]) -> None:
    path = Path("requirements") / f"{name}.txt"
    command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *groups, *COMPILE, *upgrade]
    subprocess.run([*command, "--output-file", str(path)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    text = (ROOT / path).read_text()
    if not text.startswith(HEADER):
        (ROOT / path).write_text(HEADER + text)
    print(f"{path}: {text.count('==')} packages")


if __name__ == "__main__":
    for lock_name, lock_groups in LOCKS.items():
        write_lock(lock_name, lock_groups, sys.argv[1:])
