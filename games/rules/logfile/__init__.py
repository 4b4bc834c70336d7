"""A match's log as JSON lines, for whoever may read it: written, read back and checked.

docs/log-format.md says what stands in it byte for byte; the bytes that are hashed are stored as
they are, so nothing here ever encodes a record anew.
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
