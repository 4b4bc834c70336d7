"""Children that hear Ctrl-C, even where the suite itself was started in the background and is deaf to it."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """Call between fork and exec: a signal that is ignored stays so in every child."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
