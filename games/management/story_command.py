"""The base of our commands: whatever goes wrong becomes one sentence and an exit code.

0: done. 1: what was checked is not well. 2: it can't be done as asked.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.tools.shelf import ToolError

NOT_WELL, CANNOT = 1, 2


class StoryCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run; raise CommandError with one sentence for everything that can be expected to go wrong."""
        try:
            return super().execute(*args, **options)
        except (ToolError, HistoryBroken, TooNew, OSError, DatabaseError, UnicodeEncodeError) as error:
            raise CommandError(sentence(error), returncode=CANNOT) from None
        except KeyboardInterrupt:
            sys.exit(130)


def sentence(error: Exception) -> str:
    """Describe in one line what went wrong."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnicodeEncodeError):
        return "what was given is no text in UTF-8"
    if isinstance(error, DatabaseError):
        said = str(error).splitlines() or [type(error).__name__]
        return f"the database refuses ({said[0]}); is it there, and migrated?"
    return " ".join(str(error).split())
