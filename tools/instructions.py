"""Counts the machine's instructions with valgrind: unlike seconds they don't hang on what else is running.

Run Python under `command`; then `counted` counts what one call takes.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

VALGRIND, CONTROL = "valgrind", "callgrind_control"
TOTAL = "totals:"  # the line of a dump with the sum of all


def are_countable() -> bool:
    """Tell whether this machine has valgrind."""
    return all(map(shutil.which, (VALGRIND, CONTROL)))


def command(folder: Path) -> list[str]:
    """Give what to put before a command to count in it; the folder takes what valgrind writes.

    Nothing is counted before `counted` says so: setting up takes seconds instead of minutes.
    """
    written = f"--callgrind-out-file={folder}/callgrind.%p"
    return [VALGRIND, "--quiet", "--tool=callgrind", "--instr-atstart=no", written]


def counted(action: Callable[[], object], folder: Path) -> int:
    """Count the instructions of a call in this process, without those of a garbage collection by chance."""
    gc.collect()
    gc.disable()
    _tell("--instr=on")
    _tell("--zero")
    action()
    _tell("--dump")
    _tell("--instr=off")
    gc.enable()
    newest = max(folder.glob(f"callgrind.{os.getpid()}.*"), key=lambda one: int(one.suffix[1:]))
    return total_of(newest.read_text())


def total_of(dump: str) -> int:
    """Read the sum from a dump."""
    line = next(line for line in dump.splitlines() if line.startswith(TOTAL))
    return int(line.removeprefix(TOTAL).split()[0])


def _tell(what: str) -> None:
    subprocess.run([CONTROL, what, str(os.getpid())], check=True, capture_output=True)
