"""The opening of a log that is being written or has been read."""

from __future__ import annotations

from games.rules.kernel.codec import codec, read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Opened
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew


def opened_by(rules: AnyRules, line: bytes) -> Opened:
    """Decode the first record of a log; raise HistoryBroken or TooNew."""
    event: object = codec(rules).read(line).event if line else None
    if not isinstance(event, Opened):
        raise HistoryBroken("a log begins with its opening")
    if event.rules > rules.core.version:
        raise TooNew(f"the match was opened under rules {event.rules}; this program has {rules.core.version}")
    return event


def options_of(rules: AnyRules, opened: Opened) -> object:
    """Read the options of a match; raise HistoryBroken if the game doesn't offer them."""
    try:
        return read_options(rules, opened.options)
    except Refused as refused:
        raise HistoryBroken(f"the opening holds options nobody offers: {refused.details}") from None
