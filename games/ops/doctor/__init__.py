"""Looks at a site as its host would: what is well, what isn't, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from games.ops.doctor import domains, email, inside, outside
from games.ops.doctor.finding import Finding, Health

__all__ = ["Finding", "Health", "examine"]


def examine(
    now: datetime, *, send_to: str = "", selector: str = "", backups: Path | None = None, slow: bool = False
) -> Iterator[Finding]:
    """Look at everything, one part after the other; what can't be reached is a finding too."""
    yield from inside.release()
    yield from inside.settings_made()
    yield from inside.database(now)
    yield from inside.broker(now)
    yield from inside.at_work(now)
    yield from inside.canary(now)
    yield from inside.disk()
    yield from inside.backups(backups, now)
    yield from email.server(send_to)
    yield from email.replies(now)
    yield from domains.records(selector)
    yield from outside.site(now, slow=slow)
