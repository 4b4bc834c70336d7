"""Looking at a match as one of its seats, recorded each time; and verifying its log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from games.disputes.moderation.frame import By, Ruled, check_may_act, in_match, note_refused
from games.infra.locks import writing
from games.models import Look, Match, Player, Ruling, RulingKind, Seat
from games.ops import verification
from games.rules.kernel.refusal import Refused

#: How long what was asked for may be read; after that, ask again.
LOOK_LASTS = timedelta(minutes=15)
#: The same look again within this time counts as the same press.
PRESSED_TWICE = timedelta(minutes=1)


def look_as_seat(by: By, match_id: int, number: int, event: int, now: datetime) -> Look:
    """Record a look at the match as a seat saw it after an event, before it is shown. Raises Refused."""

    def of_seat(match: Match) -> dict[str, int]:
        if not Seat.objects.filter(match=match, number=number).exists():
            raise Refused("not_a_seat")
        if not 1 <= event <= match.version:
            raise Refused("no_moment")
        return {"seat": number, "event": event}

    return _record_look(by, match_id, now, of_seat)


def take_evidence(by: By, match_id: int, now: datetime) -> Look:
    """Record that a case's evidence is taken, before it is handed out. Raises Refused."""
    return _record_look(by, match_id, now, lambda match: {"event": match.version})


def _record_look(by: By, match_id: int, now: datetime, facts: Callable[[Match], dict[str, int]]) -> Look:
    try:
        with writing():
            match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
            check_may_act(by, match)
            who = {"match": match, "case": by.case, "moderator": by.player, "reason": by.reason}
            seen = {**who, **facts(match)}
            twice = Look.objects.filter(**seen, at__gt=now - PRESSED_TWICE).first()
            return twice or Look.objects.create(**seen, at=now)
    except Refused as refused:
        note_refused(by, RulingKind.LOOKED, refused.code, now, match_id=match_id)
        raise


def find_look(player: Player, match: Match, pk: int, now: datetime) -> Look | None:
    """Find a look that is still valid; only its own moderator may use it."""
    mine = Look.objects.filter(pk=pk, match=match, moderator=player, at__gt=now - LOOK_LASTS)
    return mine.first()


def check(by: By, match_id: int, now: datetime) -> Ruling:
    """Verify a match's digests, replay its log, and record the result. Raises Refused."""
    wrong = verification.faults(match_id) if _may_act(by, match_id) else []
    return in_match(
        by, RulingKind.CHECKED, match_id, now, lambda work: Ruled(f"{work.match.version} {len(wrong)}")
    )


def _may_act(by: By, match_id: int) -> bool:
    """Check whether verifying is worth the time; if not, `in_match` refuses and records it."""
    try:
        check_may_act(by, Match.objects.get(pk=match_id))
    except Refused:
        return False
    return True
