"""Moderators' actions on cases: those of `games.disputes.cases`, with refused tries recorded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.disputes import cases
from games.disputes.moderation.frame import By, may_look, note_refused
from games.models import Case, RulingKind, Verdict
from games.rules.kernel.refusal import Refused


def take_case(by: By, case: Case, now: datetime) -> RulingKind:
    """Take a case that waits. Raises Refused."""
    return _judge(by, case, RulingKind.TOOK, now, lambda who: cases.take(case.pk, who, now))


def answer(by: By, case: Case, now: datetime) -> RulingKind:
    """Write to the player who opened the case. Raises Refused."""
    return _judge(by, case, RulingKind.ANSWERED, now, lambda who: cases.answer(case.pk, who, now))


def confer(by: By, case: Case, now: datetime) -> RulingKind:
    """Write a message for other moderators. Raises Refused."""
    return _judge(by, case, RulingKind.NOTED, now, lambda who: cases.answer(case.pk, who, now, private=True))


def decide(by: By, case: Case, verdict: str, now: datetime) -> RulingKind:
    """Decide the case, and say why. Raises Refused."""
    return _judge(
        by, case, RulingKind.DECIDED, now, lambda who: cases.decide(case.pk, who, Verdict(verdict), now)
    )


def close_case(by: By, case: Case, now: datetime) -> RulingKind:
    """Close a decided case. Raises Refused."""
    return _judge(by, case, RulingKind.CLOSED_CASE, now, lambda who: cases.close_decided(case.pk, who, now))


def _judge(
    by: By, case: Case, kind: RulingKind, now: datetime, do: Callable[[cases.JudgedBy], None]
) -> RulingKind:
    try:
        may_look(by.player, case.match)
        do(cases.JudgedBy(by.player, by.reason, by.key))
    except Refused as refused:
        note_refused(by, kind, refused.code, now, match=case.match, case=case)
        raise
    return kind
