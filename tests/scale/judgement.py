"""What was lost, doubled or late after all that went wrong. See docs/promises.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection

from games.models import Event, Match, Outbox, Outcome, Submission
from games.ops import verification
from tests.chaos.books import Mails, Watch, percentile
from tests.kit.mail_server import Box
from tests.scale.faults import Spell

USUAL, RECOVERED = 15.0, 30.0  # P3: most are closed so soon, and all so soon after a fault


@dataclass(frozen=True)
class Verdict:
    """A line of the result, and whether it is as promised."""

    told: str
    kept: bool


def read(notes: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in notes.read_text().splitlines() if line.endswith("}")]


def moves(noted: Sequence[Mapping[str, Any]]) -> Iterator[Verdict]:
    """Look whether each acknowledged move is in the log, once."""
    heard = {(one["match"], one["key"]) for one in noted if one["what"] == "acknowledged"}
    kept = {(one.match.public_id, one.key): one for one in Submission.objects.select_related("match")}
    lost = [press for press in heard if press not in kept or not is_logged(kept[press])]
    again = [one for one in noted if one["what"] == "again"]
    unheard = next((one["waiting"] for one in noted if one["what"] == "left"), None)
    yield Verdict(f"{len(heard)} moves acknowledged, {len(lost)} of them lost", bool(heard) and not lost)
    refused = Counter(one["status"] for one in noted if one["what"] == "refused")
    yield Verdict(f"{unheard} people never answered; refused, by status: {dict(refused)}", unheard == 0)
    yield Verdict(
        f"{len(again)} requests sent again: {dict(Counter(str(one['why']) for one in again))}", True
    )
    yield Verdict(waiting(noted), True)


def is_logged(one: Submission) -> bool:
    """Tell whether the events of a move are in the log; a sealed answer waits for others, and has none."""
    if one.outcome != Outcome.PLAYED or one.first_event is None or one.last_event is None:
        return one.outcome != Outcome.REFUSED
    wanted = one.last_event - one.first_event + 1
    return (
        Event.objects.filter(match=one.match, number__range=(one.first_event, one.last_event)).count()
        == wanted
    )


def waiting(noted: Sequence[Mapping[str, Any]]) -> str:
    took = [one["took"] for one in noted if one["what"] == "answered"]
    given_up = [one["took"] for one in noted if one["what"] == "again"]
    return (
        f"{len(took)} answers in p50 {percentile(took, 0.5):.2f} s, p99 {percentile(took, 0.99):.2f} s; "
        f"at most {max([*took, *given_up, 0]):.1f} s until an answer or a failure"
    )


def windows(watch: Watch, spells: Sequence[Spell]) -> Iterator[Verdict]:
    """Look how late each window was closed, beside what went wrong when it was due."""
    late = {pk: watch.late[pk] for pk in watch.late}
    open_still = len(watch.due) - len(late)
    excused = {pk for pk in late if any(_stopped(spell, watch.due[pk].timestamp()) for spell in spells)}
    usual = [seconds for pk, seconds in late.items() if pk not in excused]
    worst = max(
        (after(spells, watch.due[pk].timestamp(), seconds) for pk, seconds in late.items()), default=0
    )
    yield Verdict(f"{len(late)} windows closed, {open_still} still open", bool(late) and not open_still)
    yield Verdict(
        f"late p50 {percentile(usual, 0.5):.1f} s, p99 {percentile(usual, 0.99):.1f} s, "
        f"earliest {min(usual, default=0):+.1f} s, of {len(usual)} due while somebody could close them",
        percentile(usual, 0.99) <= USUAL,
    )
    yield Verdict(f"at most {worst:.1f} s after the deadline or the end of a fault", worst <= RECOVERED)


def _stopped(spell: Spell, due: float) -> bool:
    return spell.fault.stops_everything and spell.began - USUAL <= due <= spell.ended


def after(spells: Sequence[Spell], due: float, late: float) -> float:
    """Say how long after its deadline a window was closed, or after the fault during which that was."""
    ends = [spell.ended for spell in spells if spell.began <= due + late and due <= spell.ended]
    return min(late, due + late - max(ends)) if ends else late


def due_by(moment: datetime, box: Box) -> Mails:
    rows = Outbox.objects.filter(send_after__lte=moment).values_list("message_id", "state")
    return Mails({str(name): state for name, state in rows}, box)


def emails(mails: Mails) -> Iterator[Verdict]:
    states = Counter(mails.rows.values())
    yield Verdict(
        f"{len(mails.rows)} notices: {dict(states)}; {len(mails.lost())} lost",
        bool(mails.rows) and not mails.lost(),
    )
    yield Verdict(
        f"{mails.doubled()} sent twice, {len(mails.differing())} with other bytes", not mails.differing()
    )
    yield Verdict(
        f"{states['queued']} still queued, {states['failed']} failed",
        not states["queued"] and not states["failed"],
    )


def stored() -> Iterator[Verdict]:
    """Replay every match and compare it with everything stored, as `manage.py verify_matches` does."""
    found = [(one.public_id, verification.faults(one.pk)) for one in Match.objects.order_by("pk")]
    wrong = [f"{name}: {fault}" for name, faults in found for fault in faults] + verification.unguarded()
    twice = [key for key, times in _timeouts().items() if times > 1]
    yield Verdict(f"{len(found)} matches verified, {len(wrong)} faults {wrong[:5] or ''}".rstrip(), not wrong)
    yield Verdict(f"{len(twice)} windows closed twice", not twice)


def kept_bytes() -> Iterator[Verdict]:
    """Say how large the tables are that grow with every move: what docs/scale.md reckons with."""
    moves = Submission.objects.filter(outcome=Outcome.PLAYED).count()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables "
            "WHERE relname LIKE 'games_%' ORDER BY 2 DESC LIMIT 6"
        )
        largest = ", ".join(
            f"{name.removeprefix('games_')} {size // 1000:,} kB" for name, size in cursor.fetchall()
        )
    yield Verdict(
        f"{moves} moves and windows, {Event.objects.count()} events; the largest tables: {largest}", True
    )


def _timeouts() -> Counter[tuple[int, str]]:
    return Counter(Submission.objects.filter(door="timer").values_list("match", "question"))
