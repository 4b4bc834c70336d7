"""Actions on a whole match: rewind, release, close; and replacing a player."""

from __future__ import annotations

from datetime import datetime

from games import play
from games.disputes.moderation.clocks import everybody, seat_at
from games.disputes.moderation.frame import By, Ruled, in_match
from games.match import seats, votes
from games.models import (
    UNFINISHED,
    Door,
    Event,
    Match,
    MatchRecord,
    MatchStatus,
    Player,
    Ruling,
    RulingKind,
    Vote,
)
from games.play import release as releasing
from games.play.workspace import Workspace
from games.players import accounts
from games.records import keep
from games.rules.kernel.events import Rewound, kind_of_type
from games.rules.kernel.refusal import HistoryBroken, Refused


def rewind(by: By, match_id: int, to: int, now: datetime, as_of: int | None = None) -> Ruling:
    """Rewind a match to just after event `to`. Raises Refused if there is no such moment.

    Also refused if the match went back since event `as_of`: the moderator can't mean what was played since.
    """

    def do(work: Workspace) -> Ruled:
        if as_of is not None and _went_back_since(work.match, as_of):
            raise Refused("gone_back_since")
        try:
            play.rewind(work, to, Door.MODERATOR, by.key)
        except Refused as refused:
            raise Refused("no_moment") if refused.code == "stale" else refused from None
        return Ruled(str(to), None, everybody(work))

    return in_match(by, RulingKind.REWOUND, match_id, now, do)


def _went_back_since(match: Match, as_of: int) -> bool:
    return Event.objects.filter(match=match, number__gt=as_of, kind=kind_of_type(Rewound)).exists()


def replace(by: By, match_id: int, number: int, generation: int, address: str, now: datetime) -> Ruling:
    """Give a seat to somebody with an account, or free it for the players to offer. Raises Refused.

    The seat's generation says which player is meant, so one who has left since can't be replaced twice.
    """

    def do(work: Workspace) -> Ruled:
        seat = seat_at(work, number)
        if seat.generation != generation:
            raise Refused("gone_already")
        former = seat.player
        if address:
            seats.hand_over(work, number, _new_player(by, address))
        elif not seats.empty(work, number):
            raise Refused("gone_already")
        told = [former] if former else []
        return Ruled("given" if address else "freed", seat, everybody(work), told)

    return in_match(by, RulingKind.REPLACED, match_id, now, do, number)


def _new_player(by: By, address: str) -> Player:
    player = accounts.known(address)
    if player is None or not player.is_active:
        raise Refused("nobody_there")
    if player == by.player:
        raise Refused("oneself")
    return player


def release(by: By, match_id: int, now: datetime) -> Ruling:
    """Let a match continue that a fault had stopped, if its log is sound again. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        if work.match.status != MatchStatus.QUARANTINED:
            raise Refused("not_stopped")
        try:
            releasing.let_go(work)
        except HistoryBroken:  # what is wrong may name a card: operators read it
            raise Refused("still_broken") from None
        return Ruled("", None, everybody(work))

    return in_match(by, RulingKind.RELEASED, match_id, now, do)


def count(by: By, match_id: int, now: datetime, *, counts: bool) -> Ruling:
    """Take a finished match out of records, standings and ratings, or count it again. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        record = MatchRecord.objects.filter(pk=work.match.pk).first()
        if record is None:
            raise Refused("not_over")
        if keep.is_counted(work.match) == counts:
            raise Refused("ruled_already")
        work.change(record, is_due=True)
        return Ruled("", None, everybody(work))

    return in_match(by, RulingKind.COUNTED if counts else RulingKind.UNCOUNTED, match_id, now, do)


def close(by: By, match_id: int, now: datetime) -> Ruling:
    """End a match for good, without a result. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        if work.match.status not in UNFINISHED:
            raise Refused("not_running")
        votes.end(work)
        work.drop(Vote.objects.filter(match=work.match))
        return Ruled("", None, everybody(work))

    return in_match(by, RulingKind.ENDED, match_id, now, do)
