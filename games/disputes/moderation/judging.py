"""What a moderator does about a case: as `games.disputes.cases` has it, each refused try written down too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.disputes import cases
from games.disputes.moderation.frame import By, may_look, note_refused
from games.models import Case, RulingKind, Verdict
from games.rules.kernel.refusal import Refused


def take_case(by: By, case: Case, now: datetime) -> RulingKind:
    """Look into a case that waits. Raises Refused."""
    return _judge(by, case, RulingKind.TOOK, now, lambda who: cases.take(case.pk, who, now))


def answer(by: By, case: Case, now: datetime) -> RulingKind:
    """Write to whoever has flagged it. Raises Refused."""
    return _judge(by, case, RulingKind.ANSWERED, now, lambda who: cases.answer(case.pk, who, now))


def confer(by: By, case: Case, now: datetime) -> RulingKind:
    """Write something down for other moderators. Raises Refused."""
    return _judge(by, case, RulingKind.NOTED, now, lambda who: cases.answer(case.pk, who, now, private=True))


def decide(by: By, case: Case, verdict: str, now: datetime) -> RulingKind:
    """Decide it, and say why. Raises Refused."""
    return _judge(
        by, case, RulingKind.DECIDED, now, lambda who: cases.decide(case.pk, who, Verdict(verdict), now)
    )


def close_case(by: By, case: Case, now: datetime) -> RulingKind:
    """Close what was decided. Raises Refused."""
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
