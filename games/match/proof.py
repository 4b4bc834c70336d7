"""What players check their match with: the log as a reader may see it, and the program that verifies it.

Once a match is over, its players may have the whole log, with the secret and the words that all chance came
from.
"""

from __future__ import annotations

import inspect
import io
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime

from games.models import Match
from games.play import history
from games.rules import logfile
from games.rules.kernel.seats import AFTERWARDS, Reader
from games.rules.tools import verify_log

LOG, VERIFIER = "log.jsonl", "verify_log.py"


def write(match: Match, now: datetime) -> bytes:
    """Pack the whole log of a match that is over, and what checks it; raise HistoryBroken or TooNew."""
    return zipped({LOG: b"".join(log(match, AFTERWARDS)), VERIFIER: verifier()}, now)


def log(match: Match, reader: Reader) -> Iterator[bytes]:
    """Write a log as this reader may see it; raise HistoryBroken or TooNew."""
    words = [*match.seats.order_by("number").values_list("words", flat=True)]
    return logfile.write(match.rules, history.stored(match), history.secret_of(match), words, reader)


def verifier() -> bytes:
    """Return the program that checks a log; it needs nothing but Python."""
    return inspect.getsource(verify_log).encode()


def zipped(files: Mapping[str, bytes], now: datetime) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
