"""Fuzz what strangers hand in: `python -m tools.fuzz [replies|credentials …] [--minutes 10]`, or `make fuzz`.

Needs atheris (`pip install -r requirements/security.txt`, Linux x86_64). What was found so far is kept in
`var/fuzz/`, so the next run goes on from there; an input that breaks something is left beside it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from tools.fuzz import seeds

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / "fuzz"
TARGETS = {"replies": seeds.replies, "credentials": seeds.credentials}
LONGEST = {"replies": 16_000, "credentials": 2_000}
#: Seconds that one input may take, and the memory of the whole run.
SECONDS, MEGABYTES = 5, 1024
SETTINGS = {"SECRET_KEY": seeds.KEY, "DATABASE_URL": "sqlite://:memory:", "ENV_FILE": os.devnull}
DONE = re.compile(r"#(\d+)\s+DONE\s+cov: (\d+) ft: (\d+) corp: (\d+)")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Fuzz what strangers hand in.")
    parser.add_argument("targets", nargs="*", metavar="|".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=10, help="for each (10)")
    arguments = parser.parse_args()
    broken = [one for one in arguments.targets or TARGETS if not fuzz(one, arguments.minutes)]
    return 1 if broken else 0


def fuzz(name: str, minutes: float) -> bool:
    """Fuzz one target for a while, print how far it came, and return whether nothing broke."""
    corpus = KEPT / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(TARGETS[name]()):
        (corpus / f"seed-{number:03}").write_bytes(seed)
    bounds = [
        f"-max_total_time={int(60 * minutes)}",
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST[name]}",
        f"-artifact_prefix={KEPT}/{name}-",
    ]
    command = [sys.executable, "-m", f"tools.fuzz.{name}", str(corpus), *bounds]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **SETTINGS}, stderr=subprocess.PIPE, text=True)
    print(told(name, ran.stderr), flush=True)
    if ran.returncode:
        print(ran.stderr[-4000:], file=sys.stderr)
    return ran.returncode == 0


def told(name: str, output: str) -> str:
    """Say how much was tried and reached, from the fuzzer's last line."""
    found = DONE.search(output)
    if found is None:
        return f"{name}: broke"
    tried, branches, features, kept = (f"{int(one):,}" for one in found.groups())
    return (
        f"{name}: {tried} inputs, {branches} branches, {features} features, {kept} inputs kept; nothing broke"
    )


if __name__ == "__main__":
    sys.exit(main())
