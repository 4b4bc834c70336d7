"""Children that react to Ctrl-C even if the suite was started in the background, where it is ignored."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """Call between fork and exec: every child inherits an ignored signal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
