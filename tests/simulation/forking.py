"""Play many simulations from one process, each in a child: Python and Django are started once.

`python -m tests.simulation --serve` reads a line for each, and answers with how its child ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent.parent
SERVE = [sys.executable, "-m", "tests.simulation", "--serve"]


def serve() -> int:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _play(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return 0


def _play(args: list[str], out: str, err: str) -> NoReturn:
    """Be the child: play, write what there is to say into two files, and end without tidying up."""
    from tests.simulation.command import main

    code = 2
    try:
        for descriptor, name in ((1, out), (2, err)):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
        code = main(args)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


@dataclass
class Simulator:
    """A process that plays what it is told."""

    process: subprocess.Popen[str]
    folder: Path

    def play(self, *args: str) -> subprocess.CompletedProcess[str]:
        assert self.process.stdin and self.process.stdout
        out, err = self.folder / "out", self.folder / "err"
        order = {"args": args, "out": str(out), "err": str(err)}
        print(json.dumps(order), file=self.process.stdin, flush=True)
        code = int(self.process.stdout.readline())
        return subprocess.CompletedProcess(args, code, out.read_text(), err.read_text())


@contextmanager
def simulator(folder: Path, env: Mapping[str, str]) -> Iterator[Simulator]:
    """Start a process that plays; it ends when nothing more can come."""
    pipe = subprocess.PIPE
    with subprocess.Popen(SERVE, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True) as process:
        yield Simulator(process, folder)
