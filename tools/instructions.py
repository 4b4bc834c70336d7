"""Counts the machine's instructions with valgrind: unlike seconds they don't hang on what else is running.

Run Python under `COMMAND`; then `counted` counts what one call takes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

#: Count nothing until told to, which is ten times faster.
COMMAND = ["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"]
CONTROL = "callgrind_control"
TOTAL = "totals:"  # the line of a dump with the sum of all


def are_countable() -> bool:
    """Tell whether this machine has valgrind."""
    return all(map(shutil.which, (COMMAND[0], CONTROL)))


def command(folder: Path) -> list[str]:
    """Give what to put before a command to count in it; the folder takes what valgrind writes."""
    return [*COMMAND, f"--callgrind-out-file={folder}/callgrind.%p"]


def counted(action: Callable[[], object], folder: Path) -> int:
    """Count the instructions of a call in this process."""
    _tell("--instr=on")
    _tell("--zero")
    action()
    _tell("--dump")
    _tell("--instr=off")
    newest = max(folder.glob(f"callgrind.{os.getpid()}.*"), key=lambda one: int(one.suffix[1:]))
    return total_of(newest.read_text())


def total_of(dump: str) -> int:
    """Read the sum from a dump."""
    line = next(line for line in dump.splitlines() if line.startswith(TOTAL))
    return int(line.removeprefix(TOTAL).split()[0])


def _tell(what: str) -> None:
    subprocess.run([CONTROL, what, str(os.getpid())], check=True, stdout=subprocess.DEVNULL)


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="quartz-instructions-"))
