"""The site's own settings, but for the clock of a host, and for how long an email waits."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import time_machine

from quartz_site.settings import *  # noqa: F403

#: By how many seconds this host's clock is ahead, or behind.
CLOCK = "SCALE_CLOCK"
#: Nobody here has time for a minute and a half.
SEND_AFTER = 5

if apart := int(os.environ.get(CLOCK, "0")):
    # Like a wrong clock it runs as fast as others. libfaketime would let Python's sleep fail.
    time_machine.travel(datetime.now(UTC) + timedelta(seconds=apart), tick=True).start()
