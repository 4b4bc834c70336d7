"""Where the others live: a virtual environment and a folder of npm, made once and kept in `var/peers/`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = ROOT / "var" / "peers"
PYTHON = HOME / "venv" / "bin" / "python"
MODULES = HOME / "node_modules"
CONTESTANTS = HERE / "contestants"


def set_up() -> None:
    """Make both environments where they are missing or were made for other versions."""
    if not _is_fresh("requirements.txt"):
        subprocess.run([sys.executable, "-m", "venv", "--clear", HOME / "venv"], check=True)
        subprocess.run(
            [PYTHON, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True
        )
        _note("requirements.txt")
    if shutil.which("npm") and not _is_fresh("package.json"):
        shutil.copy(HERE / "package.json", HOME / "package.json.new")
        (HOME / "package.json.new").rename(HOME / "package.json")
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=HOME, check=True)
        _note("package.json")


def _is_fresh(name: str) -> bool:
    HOME.mkdir(parents=True, exist_ok=True)
    kept = HOME / f"{name}.installed"
    return kept.exists() and kept.read_bytes() == (HERE / name).read_bytes()


def _note(name: str) -> None:
    shutil.copy(HERE / name, HOME / f"{name}.installed")


def theirs(script: str, *words: object) -> Any:
    """Run a contestant in the others' environment; parse what it prints."""
    program = [_node(), "--max-old-space-size=2048"] if script.endswith(".js") else [str(PYTHON)]
    return printed([*program, str(CONTESTANTS / script), *map(str, words)])


def ours(module: str, *words: object) -> Any:
    """Run a contestant in this environment; parse what it prints."""
    return printed([sys.executable, "-m", f"tools.peers.contestants.{module}", *map(str, words)])


def printed(command: Sequence[str]) -> Any:
    more = {"NODE_PATH": str(MODULES), "NODE_ENV": "production", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[-3:]}: {done.stderr.strip()[-800:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def _node() -> str:
    found = shutil.which("node")
    if found is None:
        raise FileNotFoundError("boardgame.io needs node and npm")
    return found


def versions() -> str:
    """Name what is compared, with versions."""
    wanted = (HERE / "requirements.txt").read_text().splitlines()
    packages = [line.replace("==", " ") for line in wanted if "==" in line]
    boardgame = json.loads((MODULES / "boardgame.io" / "package.json").read_text())["version"]
    return ", ".join([f"Python {sys.version.split()[0]}", *packages, f"boardgame.io {boardgame}"])
