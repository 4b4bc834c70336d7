"""The log of a match as JSON lines for one reader: write it, read it back and check it.

docs/log-format.md describes it byte for byte. The stored bytes are the ones that are hashed, so nothing
here ever encodes a record again.
"""

from games.rules.logfile.holding import opening, records, told
from games.rules.logfile.lines import Whole
from games.rules.logfile.opened import options_of
from games.rules.logfile.reading import Log, read
from games.rules.logfile.writing import stored, write

__all__ = [
    "Log",
    "Whole",
    "opening",
    "options_of",
    "read",
    "records",
    "stored",
    "told",
    "write",
]
