"""What moderators do about a case: take, answer, decide, close; and the closing of old cases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import QuerySet

from games.disputes import impartiality
from games.disputes.cases.frame import change, check_text, locked, write
from games.mail import queue
from games.mail.kinds import News
from games.models import TO_APPEAL, Case, CaseState, Match, Player, Ruling, RulingKind, Verdict, new_key
from games.rules.kernel.refusal import Refused

AT_ONCE = 100
#: The reason on record when a case closes by itself; for moderators to read.
BY_ITSELF = "The time for an appeal is over."


@dataclass(frozen=True)
class JudgedBy:
    """Which moderator acts, and why; a second call with the same key is the same press."""

    moderator: Player
    reason: str
    key: str = field(default_factory=new_key)


def take(case_id: int, by: JudgedBy, now: datetime) -> None:
    """Take a case that waits for a moderator. Raises Refused."""
    by = _checked(by)
    with _locked_for(case_id, by) as case:
        if case is None:
            return
        if case.state in (CaseState.DECIDED, CaseState.CLOSED):
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "case_decided")
        if case.is_held(now):
            raise Refused("taken_already")
        if _decisions(case).filter(moderator=by.moderator).exists():
            raise Refused("decided_before")
        if impartiality.is_about_act_of(case, by.moderator):
            raise Refused("own_act")
        case.moderator = by.moderator
        change(case, CaseState.LOOKING, now)
        _record(case, by, RulingKind.TOOK, now)


def answer(case_id: int, by: JudgedBy, now: datetime, *, private: bool = False) -> None:
    """Write to the player who opened the case, or only to other moderators. Raises Refused."""
    by = _checked(by)
    with _locked_for(case_id, by) as case:
        if case is None:
            return
        if not private:
            _check_has_taken(case, by, now)
        word = write(case, by.moderator, by.reason, by.key, now, as_moderator=True, private=private)
        _record(case, by, RulingKind.NOTED if private else RulingKind.ANSWERED, now)
        if not private and case.opener:
            queue.tell_player(case.match, case.opener, News.ANSWERED, queue.about_case(case, word), now)


def decide(case_id: int, by: JudgedBy, verdict: Verdict, now: datetime) -> None:
    """Decide a case one has taken, and say why. Raises Refused."""
    by = _checked(by)
    with _locked_for(case_id, by) as case:
        if case is None:
            return
        _check_has_taken(case, by, now)
        case.verdict, case.reason = verdict, by.reason
        case.decided_by, case.decided_at = by.moderator, now
        change(case, CaseState.DECIDED, now)
        ruling = _record(case, by, RulingKind.DECIDED, now, verdict)
        if case.opener:
            about = queue.AboutCase(case.pk, ruling.pk)
            queue.tell_player(case.match, case.opener, News.DECIDED, about, now)


def close_decided(case_id: int, by: JudgedBy, now: datetime) -> None:
    """Close a case that was decided and not appealed. Raises Refused."""
    by = _checked(by)
    with _locked_for(case_id, by) as case:
        if case is None:
            return
        if case.state != CaseState.DECIDED:
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "not_decided")
        change(case, CaseState.CLOSED, now)
        _record(case, by, RulingKind.CLOSED_CASE, now)


def close_settled(now: datetime) -> int:
    """Close cases whose time for an appeal is over; return how many."""
    over = Case.objects.filter(state=CaseState.DECIDED, decided_at__lte=now - TO_APPEAL).order_by("pk")
    return sum(_close_if_settled(pk, now) for pk in list(over.values_list("pk", flat=True)[:AT_ONCE]))


def _close_if_settled(case_id: int, now: datetime) -> bool:
    with locked(case_id) as case:
        if case.closes_at is None or case.closes_at > now:
            return False
        change(case, CaseState.CLOSED, now)
        Ruling.objects.create(
            match=case.match, case=case, kind=RulingKind.CLOSED_CASE, reason=BY_ITSELF, at=now
        )
        return True


# --- permission


@contextmanager
def _locked_for(case_id: int, by: JudgedBy) -> Iterator[Case | None]:
    """Lock a case for a moderator who may judge it; yield None if this press was handled before."""
    with locked(case_id) as case:
        check_may_judge(by.moderator, case.match, case)
        yield None if Ruling.objects.filter(key=by.key).exists() else case


def check_may_judge(moderator: Player, match: Match, case: Case | None = None) -> None:
    """Raise Refused unless this is a moderator who has never played in the match nor opened the case."""
    if not (moderator.is_moderator and moderator.is_active):
        raise Refused("not_a_moderator")
    has_flagged = case is not None and case.opener_id == moderator.pk
    if has_flagged or impartiality.has_sat_at(match, moderator):
        raise Refused("plays_there")


def _check_has_taken(case: Case, by: JudgedBy, now: datetime) -> None:
    if case.state != CaseState.LOOKING or case.moderator_id != by.moderator.pk:
        raise Refused("taken_already" if case.is_held(now) else "not_taken")


def _decisions(case: Case) -> QuerySet[Ruling]:
    return Ruling.objects.filter(case=case, kind=RulingKind.DECIDED, refused="")


# --- records


def _checked(by: JudgedBy) -> JudgedBy:
    return replace(by, reason=check_text(by.reason))


def _record(case: Case, by: JudgedBy, kind: RulingKind, now: datetime, about: str = "") -> Ruling:
    return Ruling.objects.create(
        match=case.match,
        case=case,
        moderator=by.moderator,
        kind=kind,
        reason=by.reason,
        about=about,
        key=by.key,
        at=now,
    )
