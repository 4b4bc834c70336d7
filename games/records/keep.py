"""Keeping the results of finished matches: after the last move, and again when something has changed.

The last move writes an empty record; a sweep fills it in here, from the log and the other rows. A moderator's
ruling marks it as due again, and `manage.py recount` marks all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from datetime import datetime

import msgspec

from games.infra.locks import writing
from games.models import (
    CircleMatch,
    Door,
    Match,
    MatchRecord,
    MatchStatus,
    Outcome,
    RatingPool,
    Ruling,
    RulingKind,
    Seat,
    SeatRecord,
    Submission,
)
from games.models.submission import IN_PERSON
from games.play import history
from games.records import answers, figures, ratings
from games.rules.kernel import contract
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import HistoryBroken, TooNew

#: What a person has decided, in person or by a plan.
OF_PEOPLE = (*IN_PERSON, Door.STAND_IN, Door.ORDER)
AT_ONCE = 500  # records in memory
RULED = (RulingKind.COUNTED, RulingKind.UNCOUNTED)


def keep_due(now: datetime, most: int = 50) -> int:
    """Fill in the records that are due, and work out ratings that no longer hold; return how many."""
    due = MatchRecord.objects.filter(is_due=True).order_by("ended_at", "pk")[:most]
    kept = sum(_keep(pk) for pk in list(due.values_list("pk", flat=True)))
    return kept + ratings.rebuild_stale(now)


def keep_now(match: Match) -> None:
    """Fill in the record of one match if it is due, because somebody needs it now."""
    if MatchRecord.objects.filter(pk=match.pk, is_due=True).exists():
        _keep(match.pk)


def recount(now: datetime) -> tuple[int, int]:
    """Work everything out again from the logs; return how many matches, and how many records changed."""
    over = Match.objects.filter(status=MatchStatus.OVER, is_scratch=False)
    _forget_others()
    _begin_missing(over.filter(record=None))
    changed = 0
    keys = list(MatchRecord.objects.order_by("ended_at", "pk").values_list("pk", flat=True))
    for pk in keys:
        before = _as_kept(pk)
        MatchRecord.objects.filter(pk=pk).update(is_due=True)
        _keep(pk)
        changed += before != _as_kept(pk)
    _add_up()
    ratings.set_stale(RatingPool.objects.all())
    while ratings.rebuild_stale(now):
        pass
    return len(keys), changed


def _add_up() -> None:
    """Add up the statistics of every game from its records."""
    for game in set(MatchRecord.objects.values_list("game", flat=True)):
        counts: Counter[str] = Counter()
        with writing():
            found = MatchRecord.objects.filter(game=game, is_counted=True, is_due=False)
            for record in found.prefetch_related("places").order_by("pk").iterator(AT_ONCE):
                counts += figures.of_match(record, list(record.places.all()))
            figures.replace(game, counts)


def _forget_others() -> None:
    """Drop the records of matches that aren't over, which nothing here makes."""
    for record in MatchRecord.objects.exclude(match__status=MatchStatus.OVER):
        with writing():
            _take_away(record)
            record.delete()


def _begin_missing(matches: Iterable[Match]) -> None:
    for match in matches:
        began, ended = match.started_at or match.created_at, match.ended_at or match.created_at
        MatchRecord.objects.create(match=match, game=match.game, started_at=began, ended_at=ended)


def _as_kept(pk: int) -> object:
    facts = MatchRecord.objects.filter(pk=pk).values(
        "is_counted", "seats", "people", "moves", "chosen", "cards"
    )
    places = SeatRecord.objects.filter(record=pk).order_by("number")
    return list(facts), list(places.values_list("number", "player", "rank", "points", "stayed", "answers"))


# --- one match


def _keep(pk: int) -> bool:
    """Fill in one record, unless another process has just done it."""
    with writing():
        rows = MatchRecord.objects.select_for_update(of=("self",)).select_related("match")
        record = rows.filter(pk=pk, is_due=True).first()
        if record is None:
            return False
        is_first = not record.places.exists()
        _take_away(record)
        places = _fill(record)
        record.is_due = False
        record.save()
        if record.is_counted:
            figures.add(record.game, figures.of_match(record, places))
        _rate(record, places, is_first)
        return True


def _take_away(record: MatchRecord) -> None:
    """Take what a record has added out of the statistics, and its places with it."""
    places = list(record.places.all())
    if places and record.is_counted:
        figures.add(record.game, figures.of_match(record, places), -1)
    record.places.all().delete()


def _rate(record: MatchRecord, places: list[SeatRecord], is_first: bool) -> None:
    found = CircleMatch.objects.filter(match=record.match_id).values_list("circle", flat=True).first()
    if is_first and record.is_counted:
        ratings.rate(record, places, found)
    elif not is_first:
        pools = RatingPool.objects.filter(game=record.game, circle=None)
        ratings.set_stale(pools)
        ratings.set_stale(RatingPool.objects.filter(game=record.game, circle=found))


def _fill(record: MatchRecord) -> list[SeatRecord]:
    """Work out a record; a match whose log can't be read isn't counted."""
    match = record.match
    seats = list(match.seats.select_related("player").order_by("number"))
    outcome, record.cards = _read(match, {seat.number for seat in seats if not seat.is_robot})
    record.is_counted = outcome is not None and is_counted(match)
    record.seats, record.people = len(seats), sum(not seat.is_robot for seat in seats)
    record.moves, record.chosen = _moves(match, {seat.pk for seat in seats if seat.is_robot})
    return SeatRecord.objects.bulk_create(_places(record, seats, outcome or ()))


def _read(match: Match, people: set[int]) -> tuple[contract.Outcome | None, dict[str, int]]:
    """Read the result of a match, and how often people played each card, out of its log."""
    try:
        records, table = history.load(match)
    except (HistoryBroken, TooNew):
        return None, {}
    found: contract.Outcome | None = match.rules.core.outcome(table.state)
    return found, _cards(match.rules, records, people)


def _cards(rules: contract.AnyRules, records: history.Records, people: set[int]) -> dict[str, int]:
    events = [one.event for one in played(records) if isinstance(one.event, rules.core.events)]
    cards = Counter(card for one in events if (card := rules.text.plays(one)) and one.seat in people)
    return dict(sorted(cards.items()))


def is_counted(match: Match) -> bool:
    """Tell whether a match counts: no lesson and no daily try does, others by the last ruling."""
    if match.is_alone:
        return False
    last = Ruling.objects.filter(match=match, kind__in=RULED, refused="").order_by("pk").last()
    return last is None or last.kind == RulingKind.COUNTED


def _moves(match: Match, robots: Container[int]) -> tuple[int, dict[str, int]]:
    """Count the moves of a match, and by kind those that people have chosen."""
    played = Submission.objects.filter(match=match, outcome=Outcome.PLAYED).exclude(command="")
    rows = list(played.values_list("seat", "door", "command"))
    chosen = Counter(
        str(msgspec.json.decode(command)["kind"])
        for seat, door, command in rows
        if door in OF_PEOPLE and seat not in robots
    )
    return len(rows), dict(sorted(chosen.items()))


def _places(record: MatchRecord, seats: list[Seat], outcome: contract.Outcome) -> list[SeatRecord]:
    times = answers.of_match(record.match, seats)
    results: dict[int, contract.SeatResult] = {result.seat: result for result in outcome}
    return [
        SeatRecord(
            record=record,
            number=seat.number,
            player=seat.player,
            is_robot=seat.is_robot,
            rank=results[seat.number].rank,
            points=results[seat.number].points,
            stayed=not seat.on_autopilot,
            answers=[] if seat.is_robot_account else times.get(seat.number, []),
        )
        for seat in seats
        if seat.number in results
    ]
