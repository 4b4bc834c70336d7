"""Bugs put in on purpose: each must turn a seed red, or the laws look at nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games import desk, follow, history, outbox, play
from games.models import Match
from games.play import receipts


def memo_before_commit() -> None:
    """Keep the table when the rows are written, and find it by number: a rolled back one is served."""
    save = desk.Desk.save

    def save_and_remember(self: desk.Desk) -> Any:
        events = save(self)
        self.remember()
        return events

    def put(self: history.Memo, match: Match, records: Any, table: Any) -> None:
        vars(self).setdefault("tables", {})[match.version] = (records, table)

    def get(self: history.Memo, match: Match) -> Any:
        return vars(self).get("tables", {}).get(match.version)

    desk.Desk.save = save_and_remember  # type: ignore[method-assign]
    history.Memo.put = put  # type: ignore[method-assign]
    history.Memo.get = get  # type: ignore[method-assign]


def mail_of_a_taken_turn() -> None:
    outbox.still_makes_sense = lambda row, now: True


def forgotten_receipt() -> None:
    """Know that a wish was heard, and not what came of it: what was done is told as refused."""
    receipts.receipt_of = lambda submission: play.Receipt("refused", "stale")


def clock_left_running() -> None:
    follow.stop_clocks = lambda desk, names: None


def rendered_anew() -> None:
    """Render every try anew, under the same Message-ID."""
    deliver = outbox.deliver

    def again(row: Any, server: Any) -> None:
        if row.attempts > 1:
            row.rendered = bytes(row.rendered) + b"once more\n"
        deliver(row, server)

    outbox.deliver = again


PLANTED: dict[str, Callable[[], None]] = {
    one.__name__: one
    for one in (
        memo_before_commit,
        mail_of_a_taken_turn,
        forgotten_receipt,
        clock_left_running,
        rendered_anew,
    )
}
