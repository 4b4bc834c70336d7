"""A stored match of Quartz, loaded cold by the service. Needs Django set up."""

from __future__ import annotations

import json
import time

from games.play import history
from tools.bench_replay import LONG, long_match


def loads(seconds: float) -> None:
    """Print the seconds that 300 events take, by a process that has no table in memory."""
    match = long_match("quartz")
    history.load(match)
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds:
        history.memo.clear()
        history.load(match)
        done += 1
    spent = (time.process_time() - begun) / done
    print(json.dumps({"load": spent * LONG / match.version, "events": match.version}))
