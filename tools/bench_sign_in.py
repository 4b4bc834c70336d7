"""Measures whether response times reveal who has an account: `python -m tools.bench_sign_in`.

It runs a site on PostgreSQL, with a slow mail server. Codes are requested alternately for addresses with and
without an account, each over a connection of its own that then fetches another page. What counts is how long
that takes, and how often a guess by time would be right.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import sqrt
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from quartz_site.local.crew import answers
from quartz_site.local.postgres import postgres
from quartz_site.local.processes import free_port, stop

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = """
import sys, django; django.setup()
from games.models import Player
for n in range(int(sys.argv[1])): Player.objects.create_user(f"known{n}@example.org")
"""
SENT = """
import time, django; django.setup()
from games.models import Outbox
while Outbox.objects.filter(state="queued").exists(): time.sleep(0.2)
for whose in ("known", "other"):
    print(Outbox.objects.filter(state="sent", to__startswith=whose).count(), "codes were emailed to", whose)
"""
LOGIN = "/accounts/login/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FOUND = 302
Taken = list[tuple[float, float]]  # milliseconds: until the response, and until the next one


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure whether time tells who has an account.")
    parser.add_argument("--tries", type=int, default=50, help="how many of each")
    parser.add_argument(
        "--delay", type=float, default=0.3, help="seconds the mail server takes for each email"
    )
    args = parser.parse_args()
    with site(args.tries, args.delay) as (port, env):
        warm_up(port)
        known, unknown = tries(port, args.tries)
        subprocess.run([sys.executable, "-W", "ignore", "-c", SENT], cwd=ROOT, env=env, check=True)
    for what, column in (("until the answer", 0), ("until the connection is served again", 1)):
        report(what, [one[column] for one in known], [one[column] for one in unknown])
    return 0


def tries(port: int, number: int) -> tuple[Taken, Taken]:
    """Try both kinds in turn, each first half of the time, so that other load slows both."""
    took: dict[str, Taken] = {"known": [], "other": []}
    for n in range(number):
        for whose in sorted(took, reverse=bool(n % 2)):
            took[whose].append(timed(port, f"{whose}{n}@example.org", f"10.{len(took[whose])}.0.1"))
    return took["known"], took["other"]


def warm_up(port: int) -> None:
    for n in range(10):
        timed(port, f"nobody{n}@example.org", f"10.3.0.{n}")


def timed(port: int, email: str, visitor: str) -> tuple[float, float]:
    """Request a code as a browser does, then another page on the same connection."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", LOGIN)
    page = line.getresponse()
    cookies = "; ".join(one.partition(";")[0] for one in page.headers.get_all("Set-Cookie", []))
    found = TOKEN.search(page.read().decode())
    assert found
    form = urlencode({"csrfmiddlewaretoken": found[1], "email": email})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
    began = time.perf_counter()
    line.request("POST", LOGIN, form, headers | {"X-Forwarded-For": visitor})
    answer = line.getresponse()
    answer.read()
    answered = time.perf_counter()
    assert answer.status == FOUND, answer.status
    line.request("GET", "/healthz")
    line.getresponse().read()
    again = time.perf_counter()
    line.close()
    return 1000 * (answered - began), 1000 * (again - began)


def report(what: str, known: Sequence[float], unknown: Sequence[float]) -> None:
    """Print both distributions, and how often the one with an account is the slower of two."""
    print(
        f"{what} (ms)", *(distribution(*row) for row in (("known", known), ("unknown", unknown))), sep="\n  "
    )
    slower = sum((a > b) + (a == b) / 2 for a in known for b in unknown) / (len(known) * len(unknown))
    doubt = 2 * sqrt((len(known) + len(unknown) + 1) / (12 * len(known) * len(unknown)))
    verdict = "time tells nothing" if abs(slower - 0.5) <= doubt else "TIME TELLS"
    print(f"  the known one is slower in {slower:.0%} of all pairs; by chance 50% ± {doubt:.0%}: {verdict}")


def distribution(name: str, took: Sequence[float]) -> str:
    tenths = quantiles(took, n=10, method="inclusive")
    figures = {"min": min(took), "p10": tenths[0], "p50": tenths[4], "p90": tenths[8], "max": max(took)}
    return f"{name:8} {len(took)} tries " + " ".join(f"{key} {value:6.1f}" for key, value in figures.items())


# --- the site


@contextmanager
def site(players: int, delay: float) -> Iterator[tuple[int, dict[str, str]]]:
    """Run database, mail server, web and worker; yield the web port and their environment."""
    folder = Path(tempfile.mkdtemp(prefix="quartz-bench-"))
    with ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        env = environment(running.enter_context(postgres(folder)), mail_server(running, delay))
        port = running.enter_context(free_port())
        for once in (["manage.py", "migrate", "-v", "0"], ["-c", PLAYERS, str(players)]):
            subprocess.run([sys.executable, "-W", "ignore", *once], cwd=ROOT, env=env, check=True)
        begin(running, env, "manage.py", "sweep", "--forever", "--every", "1")
        pages = ("--config", "python:quartz_site.gunicorn_conf", "--bind", f"127.0.0.1:{port}")
        begin(running, env, "-m", "gunicorn", *pages, "quartz_site.wsgi")
        while not answers(f"http://127.0.0.1:{port}/healthz"):
            time.sleep(0.1)
        yield port, env


def environment(database: str, mail_port: int) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "ENV_FILE": os.devnull,
        "ENVIRONMENT": "local",
        "SECRET_KEY": "for measuring only",
        "DATABASE_URL": database,
        "REDIS_URL": "none",
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "PROXY_HOPS": "1",  # each try comes from another address, so that no limit is reached
    }


def mail_server(running: ExitStack, delay: float) -> int:
    command = [sys.executable, "-m", "quartz_site.local.sink", str(delay)]
    server = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE)
    running.callback(server.terminate)
    assert server.stdout is not None
    return int(server.stdout.readline())


def begin(running: ExitStack, env: dict[str, str], *words: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-W", "ignore", *words],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    running.callback(stop, child)


if __name__ == "__main__":
    sys.exit(main())
