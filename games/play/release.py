"""Let a match go on that a fault had stopped, once the fault is fixed."""

from __future__ import annotations

from datetime import datetime

import structlog

from games.infra.locks import writing
from games.mail import queue
from games.mail.kinds import News
from games.match import votes
from games.models import MatchStatus
from games.play import history, loading
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.tools.shelf import ToolError

log = structlog.get_logger(__name__)


def release(match_id: int, now: datetime) -> None:
    """Resume a match as after a pause, and tell its players; raise ToolError, HistoryBroken or TooNew.

    Don't trust the repair: check the chain and fold the log under the same lock.
    """
    with writing():
        match = loading.lock(match_id)
        work = Workspace.at(match, now)
        work.notify(*let_go(work), work.seats.values())
        write([work])
    log.warning("match_released", match=match_id)


def let_go(work: Workspace) -> tuple[News, queue.About]:
    """Resume a locked match in its caller's transaction; return what to email about it."""
    match = work.match
    if match.status != MatchStatus.QUARANTINED:
        raise ToolError(f"no fault has stopped match {match.public_id}: it is {match.get_status_display()}")
    history.memo.clear()  # it may remember a table folded before the fault
    history.check_chain(match)
    history.load(match)
    work.change(match, fault="")
    return votes.resume(work)
