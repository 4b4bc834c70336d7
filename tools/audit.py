"""Look for known holes in the locked libraries: `python -m tools.audit ADVISORIES`, or `make audit`.

ADVISORIES is a checkout of the Python Packaging Advisory Database (pypa/advisory-database), so nothing has to
be reached from here: pip-audit asks a small server on loopback that answers from its files as osv.dev does.
What it finds is as new as the checkout, so the day of its newest advisory is said too. Needs
`requirements/security.txt`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("production", "security")
Advisories = dict[str, list[dict[str, Any]]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description="Look for known holes.")
    parser.add_argument("advisories", type=Path, help="a checkout of the advisory database")
    known = read(parser.parse_args().advisories)
    newest = max((str(one["modified"])[:10] for found in known.values() for one in found), default="none")
    number = sum(map(len, known.values()))
    print(f"{number:,} advisories about {len(known):,} packages, the newest of {newest}", flush=True)
    with served(known) as port:
        return max([audit(f"requirements/{name}.txt", port) for name in LOCKS])


def read(checkout: Path) -> Advisories:
    """Read every advisory that wasn't withdrawn, by the package it is about."""
    found: Advisories = defaultdict(list)
    for path in sorted(checkout.glob("vulns/*/*.yaml")):
        told = json.loads(json.dumps(yaml.safe_load(path.read_text()), default=str))
        if "withdrawn" not in told:
            for name in {canonicalize_name(one["package"]["name"]) for one in told["affected"]}:
                found[name].append(told)
    return found


@contextmanager
def served(known: Advisories) -> Iterator[int]:
    """Answer questions about packages as osv.dev does; yield the port."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            about = known.get(canonicalize_name(asked["package"]["name"]), [])
            answer = json.dumps({"vulns": [one for one in about if is_affected(one, asked)]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield int(server.server_address[1])
        server.shutdown()


def is_affected(advisory: dict[str, Any], asked: dict[str, Any]) -> bool:
    """Tell whether an advisory names a version; its lists of versions are complete."""
    name = canonicalize_name(asked["package"]["name"])
    about = [one for one in advisory["affected"] if canonicalize_name(one["package"]["name"]) == name]
    return any(asked["version"] in one.get("versions", ()) for one in about)


def audit(lock: str, port: int) -> int:
    osv = ["--vulnerability-service", "osv", "--osv-url", f"http://127.0.0.1:{port}/v1/query"]
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        *osv,
        "--disable-pip",
        "--require-hashes",
        "--requirement",
        lock,
    ]
    print(lock, flush=True)
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
