"""What players do about a case: open, add to, appeal, close."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from games.disputes import impartiality
from games.disputes.cases.frame import change, check_text, locked, write
from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.mail.kinds import News
from games.models import Case, CaseKind, CaseState, Match, Outbox, Player, Seat, new_key
from games.players import seat_history
from games.players.seat_history import Hands
from games.rules.kernel.refusal import Refused

#: Open, being handled, or appealed: players may still add to these.
UNDECIDED = (CaseState.OPEN, CaseState.LOOKING, CaseState.APPEALED)
NO_APPEAL = {CaseState.CLOSED: "case_closed", CaseState.DECIDED: "appealed_already"}


@dataclass(frozen=True)
class Flag:
    """What somebody reports: a kind, their words, and the log line or email it is about, if any."""

    kind: CaseKind
    text: str
    line: int | None = None
    mail: Outbox | None = None
    key: str = field(default_factory=new_key)  # the same key is the same press


class Flagged(NamedTuple):
    case: Case
    is_new: bool  # False if it was added to a case that is already open


def flag(seat: Seat, player: Player, report: Flag, now: datetime) -> Flagged:
    """Open a case, or add to the player's open case about the same thing. Raises Refused.

    Former players may report too: being replaced may be the very problem.
    """
    text = check_text(report.text)
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=seat.match_id)
        seat_held = seat_history.of(match, player)
        if seat_held is None:
            raise Refused("not_a_seat")
        mine = Case.objects.filter(match=match, opener=player)
        sent_before = mine.filter(words__key=report.key).first()
        if sent_before:
            return Flagged(sent_before, is_new=sent_before.words.earliest("pk").key == report.key)
        same = mine.filter(kind=report.kind, line=report.line, mail=report.mail, state__in=UNDECIDED).first()
        if same:
            _say_more(same, player, text, report.key, now)
            return Flagged(same, is_new=False)
        return Flagged(_open(match, seat_held, player, report, text, now), is_new=True)


def _open(match: Match, seat_held: Hands, player: Player, report: Flag, text: str, now: datetime) -> Case:
    limits.take("cases of a player", str(player.pk), now)
    case = Case.objects.create(
        match=match,
        seat=seat_held.seat,
        generation=seat_held.generation,
        opener=player,
        kind=report.kind,
        line=report.line,
        mail=report.mail,
        opened_at=now,
        changed_at=now,
    )
    word = write(case, player, text, report.key, now)
    queue.tell_player(match, player, News.FLAGGED, queue.about_case(case, word), now)
    queue.tell_moderators(case, queue.about_case(case), impartiality.judges_of(case), now)
    return case


def say(case_id: int, player: Player, words: str, key: str, now: datetime) -> None:
    """Add to one's own case. Raises Refused."""
    text = check_text(words)
    with _mine(case_id, player) as case:
        if case.words.filter(key=key).exists():
            return
        if case.state not in UNDECIDED:
            raise Refused("case_closed" if case.state == CaseState.CLOSED else "case_decided")
        _say_more(case, player, text, key, now)


def appeal(case_id: int, player: Player, words: str, key: str, now: datetime) -> None:
    """Ask for a second moderator to look at a decided case; possible once. Raises Refused."""
    text = check_text(words)
    with _mine(case_id, player) as case:
        if case.words.filter(key=key).exists():
            return
        if not case.may_appeal:
            raise Refused(NO_APPEAL.get(CaseState(case.state), "not_decided"))
        limits.take("words of a player about cases", str(player.pk), now)
        word = write(case, player, text, key, now)
        case.moderator = None
        change(case, CaseState.APPEALED, now)
        about = queue.about_case(case, word)
        queue.tell_player(case.match, player, News.APPEALED, about, now)
        others = [one for one in impartiality.judges_of(case) if one != case.decided_by]
        queue.tell_moderators(case, about, others, now)


def close(case_id: int, player: Player, now: datetime) -> None:
    """Close one's own case, decided or not; closing it twice is harmless. Raises Refused."""
    with _mine(case_id, player) as case:
        if case.state != CaseState.CLOSED:
            change(case, CaseState.CLOSED, now)


@contextmanager
def _mine(case_id: int, player: Player) -> Iterator[Case]:
    with locked(case_id) as case:
        if case.opener_id != player.pk:
            raise Refused("not_your_case")
        yield case


def _say_more(case: Case, player: Player, text: str, key: str, now: datetime) -> None:
    limits.take("words of a player about cases", str(player.pk), now)
    word = write(case, player, text, key, now)
    change(case, CaseState(case.state), now)
    if case.moderator:
        queue.tell_more_said(case, case.moderator, word, now)
