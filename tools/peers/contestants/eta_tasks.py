"""Celery's own timers: ten thousand tasks with one ETA; each notes how late it began. Run by `windows.py`.

A Celery worker with this application runs them; this module as a program sends them.
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import UTC, datetime

from celery import Celery

app = Celery("eta_tasks", broker=os.environ.get("ETA_BROKER", "memory://"))
app.conf.task_ignore_result = True
app.conf.worker_prefetch_multiplier = 0  # or it wouldn't take them all before they are due


@app.task(name="close")  # the same whether this module is a program or imported
def close(due: float) -> None:
    """Note how late it is: one short line, which the system appends whole."""
    path = os.environ["ETA_NOTES"]
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{time.time() - due:.4f}\n".encode())
    os.close(descriptor)


def main(number: int, seconds: float) -> None:
    """Send all; print when they are due."""
    due = time.time() + seconds
    eta = datetime.fromtimestamp(due, UTC)
    for _ in range(number):
        close.apply_async((due,), eta=eta)
    print(json.dumps({"due": due, "left": due - time.time()}))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
