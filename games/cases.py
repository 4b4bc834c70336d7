"""Problems that players flag: what is said about each, who looks into it, and how it ends.

A case is between its opener and the moderators; nobody else at the table learns that there is one. Who
plays in a match never looks into a case of it, and an appeal goes to somebody who hasn't decided it before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from games import hands, impartial, limits, news
from games.hands import Hands
from games.locks import writing
from games.models import (
    LONGEST_WORD,
    TO_APPEAL,
    Case,
    CaseKind,
    CaseState,
    CaseWord,
    Match,
    Outbox,
    Player,
    Ruling,
    RulingKind,
    Seat,
    Verdict,
    new_key,
    read_at_most,
)
from games.news import News
from games.rules.kernel.refusal import Refused

#: What is being looked into, or will be.
UNDECIDED = (CaseState.OPEN, CaseState.LOOKING, CaseState.APPEALED)
AT_ONCE = 100
NO_APPEAL = {CaseState.CLOSED: "case_closed", CaseState.DECIDED: "appealed_already"}
#: Why a case was closed that no moderator has closed; for moderators to read.
BY_ITSELF = "The time for an appeal is over."


@dataclass(frozen=True)
class Flag:
    """What somebody flags: a kind and their words; a line of the log or a mail, if it is about one."""

    kind: CaseKind
    text: str
    line: int | None = None
    mail: Outbox | None = None
    key: str = field(default_factory=new_key)  # the same key is the same press


class Flagged(NamedTuple):
    case: Case
    is_new: bool  # else it was added to one that is open already


@dataclass(frozen=True)
class By:
    """Which moderator does something, and why; the same key is the same press."""

    moderator: Player
    reason: str
    key: str = field(default_factory=new_key)


# --- what a player does


def flag(seat: Seat, player: Player, told: Flag, now: datetime) -> Flagged:
    """Open a case, or say more about the same thing where it is open already. Raises Refused.

    Who sits there no more may do so too: they may have been replaced, which is what it is about.
    """
    text = _said(told.text)
    with writing():
        match = Match.objects.select_for_update().get(pk=seat.match_id)
        held = hands.of(match, player)
        if held is None:
            raise Refused("not_a_seat")
        mine = Case.objects.filter(match=match, opener=player)
        heard = mine.filter(words__key=told.key).first()
        if heard:
            return Flagged(heard, is_new=heard.words.earliest("pk").key == told.key)
        same = mine.filter(kind=told.kind, line=told.line, mail=told.mail, state__in=UNDECIDED).first()
        if same:
            _say_more(same, player, text, told.key, now)
            return Flagged(same, is_new=False)
        return Flagged(_open(match, held, player, told, text, now), is_new=True)


def _open(match: Match, held: Hands, player: Player, told: Flag, text: str, now: datetime) -> Case:
    limits.take("cases of a player", str(player.pk), now)
    case = Case.objects.create(
        match=match,
        seat=held.seat,
        generation=held.generation,
        opener=player,
        kind=told.kind,
        line=told.line,
        mail=told.mail,
        opened_at=now,
        changed_at=now,
    )
    word = _write(case, player, text, told.key, now)
    news.tell_player(match, player, News.FLAGGED, news.about_case(case, word), now)
    news.tell_moderators(case, news.about_case(case), impartial.judges_of(case), now)
    return case


def say(case_id: int, player: Player, told: str, key: str, now: datetime) -> None:
    """Say more about one's own case. Raises Refused."""
    text = _said(told)
    with _mine(case_id, player) as case:
        if case.words.filter(key=key).exists():
            return
        if case.state not in UNDECIDED:
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "case_decided")
        _say_more(case, player, text, key, now)


def appeal(case_id: int, player: Player, told: str, key: str, now: datetime) -> None:
    """Ask that another moderator looks into what was decided; once. Raises Refused."""
    text = _said(told)
    with _mine(case_id, player) as case:
        if case.words.filter(key=key).exists():
            return
        if not case.may_appeal:
            raise Refused(NO_APPEAL.get(CaseState(case.state), "not_decided"))
        limits.take("words of a player about cases", str(player.pk), now)
        word = _write(case, player, text, key, now)
        case.moderator = None
        _change(case, CaseState.APPEALED, now)
        about = news.about_case(case, word)
        news.tell_player(case.match, player, News.APPEALED, about, now)
        others = [one for one in impartial.judges_of(case) if one != case.decided_by]
        news.tell_moderators(case, about, others, now)


def close(case_id: int, player: Player, now: datetime) -> None:
    """Close one's own case, decided or not; closing it again changes nothing. Raises Refused."""
    with _mine(case_id, player) as case:
        if case.state != CaseState.CLOSED:
            _change(case, CaseState.CLOSED, now)


# --- what a moderator does


def take(case_id: int, by: By, now: datetime) -> None:
    """Look into a case that waits for somebody. Raises Refused."""
    by = _clean(by)
    with _judged(case_id, by) as case:
        if case is None:
            return
        if case.state in (CaseState.DECIDED, CaseState.CLOSED):
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "case_decided")
        if _looks(case):
            raise Refused("taken_already")
        if _decisions(case).filter(moderator=by.moderator).exists():
            raise Refused("decided_before")
        case.moderator = by.moderator
        _change(case, CaseState.LOOKING, now)
        _rule(case, by, RulingKind.TOOK, now)


def answer(case_id: int, by: By, now: datetime, *, private: bool = False) -> None:
    """Say something to whoever has flagged it, or among moderators. Raises Refused."""
    by = _clean(by)
    with _judged(case_id, by) as case:
        if case is None:
            return
        if not private:
            _must_look(case, by)
        word = _write(case, by.moderator, by.reason, by.key, now, as_moderator=True, private=private)
        _rule(case, by, RulingKind.NOTED if private else RulingKind.ANSWERED, now)
        if not private and case.opener:
            news.tell_player(case.match, case.opener, News.ANSWERED, news.about_case(case, word), now)


def decide(case_id: int, by: By, verdict: Verdict, now: datetime) -> None:
    """Decide a case one looks into, and say why. Raises Refused."""
    by = _clean(by)
    with _judged(case_id, by) as case:
        if case is None:
            return
        _must_look(case, by)
        case.verdict, case.reason = verdict, by.reason
        case.decided_by, case.decided_at = by.moderator, now
        _change(case, CaseState.DECIDED, now)
        ruling = _rule(case, by, RulingKind.DECIDED, now, verdict)
        if case.opener:
            about = f"case-{case.pk}-{ruling.pk}"
            news.tell_player(case.match, case.opener, News.DECIDED, about, now)


def close_decided(case_id: int, by: By, now: datetime) -> None:
    """Close a case that was decided and that nobody has appealed against. Raises Refused."""
    by = _clean(by)
    with _judged(case_id, by) as case:
        if case is None:
            return
        if case.state != CaseState.DECIDED:
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "not_decided")
        _change(case, CaseState.CLOSED, now)
        _rule(case, by, RulingKind.CLOSED_CASE, now)


def close_settled(now: datetime) -> int:
    """Close what was decided long ago, and nobody has appealed against; give their number."""
    over = Case.objects.filter(state=CaseState.DECIDED, decided_at__lte=now - TO_APPEAL).order_by("pk")
    return sum(_close_if_settled(pk, now) for pk in list(over.values_list("pk", flat=True)[:AT_ONCE]))


def _close_if_settled(case_id: int, now: datetime) -> bool:
    with _locked(case_id) as case:
        if case.closes_at is None or case.closes_at > now:
            return False
        _change(case, CaseState.CLOSED, now)
        Ruling.objects.create(
            match=case.match, case=case, kind=RulingKind.CLOSED_CASE, reason=BY_ITSELF, at=now
        )
        return True


# --- who may


@contextmanager
def _locked(case_id: int) -> Iterator[Case]:
    """Hold a case under the lock of its match."""
    with writing():
        Match.objects.select_for_update().get(cases=case_id)
        yield Case.objects.select_related("match", "opener", "moderator").get(pk=case_id)


@contextmanager
def _mine(case_id: int, player: Player) -> Iterator[Case]:
    with _locked(case_id) as case:
        if case.opener_id != player.pk:
            raise Refused("not_your_case")
        yield case


@contextmanager
def _judged(case_id: int, by: By) -> Iterator[Case | None]:
    """Hold a case for a moderator who may look into it; nothing where this press was heard before."""
    with _locked(case_id) as case:
        must_judge(by.moderator, case.match, case)
        yield None if Ruling.objects.filter(key=by.key).exists() else case


def must_judge(moderator: Player, match: Match, case: Case | None = None) -> None:
    """Refuse who is no moderator, or sits at the table, or has flagged it."""
    if not (moderator.is_moderator and moderator.is_active):
        raise Refused("not_a_moderator")
    has_flagged = case is not None and case.opener_id == moderator.pk
    if has_flagged or impartial.has_sat_at(match, moderator):
        raise Refused("plays_there")


def _must_look(case: Case, by: By) -> None:
    if case.state != CaseState.LOOKING or case.moderator_id != by.moderator.pk:
        raise Refused("taken_already" if _looks(case) else "not_taken")


def _looks(case: Case) -> bool:
    """Tell whether somebody looks into it who still can."""
    there = case.moderator
    return case.state == CaseState.LOOKING and there is not None and there.is_moderator and there.is_active


def _decisions(case: Case) -> QuerySet[Ruling]:
    return Ruling.objects.filter(case=case, kind=RulingKind.DECIDED, refused="")


# --- writing it down


def _said(told: str) -> str:
    text = read_at_most(told, LONGEST_WORD)
    if not text:
        raise Refused("nothing_said")
    return text


def _clean(by: By) -> By:
    return replace(by, reason=_said(by.reason))


def _say_more(case: Case, player: Player, text: str, key: str, now: datetime) -> None:
    limits.take("words of a player about cases", str(player.pk), now)
    word = _write(case, player, text, key, now)
    _change(case, CaseState(case.state), now)
    if case.moderator:
        news.tell_player(case.match, case.moderator, News.MORE_SAID, news.about_case(case, word), now)


def _write(case: Case, author: Player, text: str, key: str, now: datetime, **facts: bool) -> CaseWord:
    return CaseWord.objects.create(case=case, author=author, text=text, key=key, at=now, **facts)


def _change(case: Case, state: CaseState, now: datetime) -> None:
    case.state, case.changed_at = state, now
    case.save()


def _rule(case: Case, by: By, kind: RulingKind, now: datetime, about: str = "") -> Ruling:
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
