"""The frame of every moderator action: permission, lock, once per press, the ruling, and who is emailed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog

from games import play
from games.disputes import impartiality
from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.models import Case, Match, Player, Ruling, RulingKind, Seat, new_key, read_text
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew

log = structlog.get_logger(__name__)
LONGEST_REASON = 2000


@dataclass(frozen=True)
class By:
    """Who acts, why, for which case, and by which press of the button."""

    player: Player
    reason: str
    case: Case | None = None
    key: str = field(default_factory=new_key)

    def __post_init__(self) -> None:
        """Strip invisible characters from the reason: others read it, in emails too."""
        object.__setattr__(self, "reason", read_text(self.reason))


@dataclass(frozen=True)
class Ruled:
    """What an action did, and who is emailed about it."""

    about: str = ""
    seat: Seat | None = None
    seats: Iterable[Seat] = ()  # whose players are emailed
    players: Iterable[Player] = ()  # also emailed, though they no longer have a seat here


def in_match(
    by: By,
    kind: RulingKind,
    match_id: int,
    now: datetime,
    do: Callable[[Workspace], Ruled],
    number: int | None = None,
) -> Ruling:
    """Act on a locked match; raise Refused, and then keep nothing but a record of the try."""

    def act() -> Ruling:
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        if earlier := ruling_of_press(by):
            return earlier
        check_may_act(by, match)
        work = Workspace.at(match, now)
        done = do(work)
        ruling = work.add(ruling_of(by, kind, now, match=match, seat=done.seat, about=done.about))
        work.rows.notices += queue.of_ruling(ruling, done.seats, done.players)
        write([work])
        return ruling

    seat = None if number is None else Seat.objects.filter(match=match_id, number=number).first()
    facts = {"match_id": match_id, "seat": seat}
    try:
        return recording_refusals(by, kind, now, act, **facts)
    except HistoryBroken as fault:
        play.quarantine(match_id, fault, now)
        note_refused(by, kind, "fault", now, **facts)
        raise Refused("fault") from None


def recording_refusals(
    by: By, kind: RulingKind, now: datetime, act: Callable[[], Ruling], **facts: Any
) -> Ruling:
    """Act in one transaction; record a refused try, and raise Refused."""
    try:
        with writing():
            return act()
    except Refused as refused:
        note_refused(by, kind, refused.code, now, **facts)
        raise
    except TooNew:
        note_refused(by, kind, "try_again", now, **facts)
        raise Refused("try_again") from None


def ruling_of_press(by: By) -> Ruling | None:
    """Find the ruling of a press that was handled before."""
    return Ruling.objects.filter(key=by.key, moderator=by.player).first()


def check_may_act(by: By, match: Match | None = None) -> None:
    """Raise Refused unless the moderator may act here and gives a reason."""
    may_look(by.player, match)
    if match is not None and match.is_scratch:
        raise Refused("not_running")
    if by.case is not None and (match is None or by.case.match_id != match.pk):
        raise Refused("another_case")
    if not by.reason:
        raise Refused("no_reason")
    if len(by.reason) > LONGEST_REASON:
        raise Refused("too_long", over=len(by.reason) - LONGEST_REASON, most=LONGEST_REASON)


def may_look(player: Player, match: Match | None) -> None:
    """Raise Refused unless this is a moderator who doesn't play here."""
    if not (player.is_active and player.is_moderator):
        raise Refused("not_a_moderator")
    if match is not None and impartiality.has_sat_at(match, player):
        raise Refused("plays_there")


def ruling_of(by: By, kind: RulingKind, now: datetime, **facts: Any) -> Ruling:
    """Make a ruling, not written yet."""
    return Ruling(moderator=by.player, case=by.case, kind=kind, reason=by.reason, key=by.key, at=now, **facts)


def write_down(by: By, kind: RulingKind, now: datetime, **facts: Any) -> Ruling:
    """Add a ruling, in its caller's transaction."""
    ruling = ruling_of(by, kind, now, **facts)
    ruling.save()
    return ruling


def note_refused(by: By, kind: RulingKind, code: str, now: datetime, **facts: Any) -> None:
    """Record a refused try; up to a limit, since rulings are kept for good."""
    log.warning("act_refused", kind=str(kind), code=code, by=str(by.player.pk))
    if facts.get("seat") is None:
        facts.pop("seat", None)
    with suppress(Refused), writing():
        limits.take("refused acts of a player", str(by.player.pk), now)
        Ruling.objects.create(
            moderator=by.player,
            kind=kind,
            reason=by.reason[:LONGEST_REASON],
            refused=code,
            at=now,
            **facts,
        )
