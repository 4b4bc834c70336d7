"""Everything about one case in one file that opens offline and can be verified.

It holds nothing that the rules hide. While the match is played, its log is the one for onlookers: redacted
parts are replaced by their leaves, so the chain still verifies. Once it is over, the file has the whole log
and the secret. Of submissions it lists those that changed the game and those refused to the player who opened
the case; never a command, nor a reason that may depend on a hand. Of emails it lists headers and delivery,
never bodies or addresses. It says when messages about the case were sent, not what they said, since players
may name cards they hold in them. Moderators' messages among themselves are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.disputes.rulings import shown_at
from games.mail.compose.email_draft import host
from games.mail.compose.frame import subject_of
from games.mail.kinds import ABOUT_TABLE, KINDS
from games.match import proof, rewind_points
from games.models import (
    ENDED,
    Case,
    CaseWord,
    Deadline,
    DeadlineKind,
    Event,
    Look,
    Match,
    Outbox,
    Pause,
    Ruling,
    RulingKind,
    Submission,
)
from games.ops import show_match
from games.present.refusals import SENTENCES
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader

Row = dict[str, Any]


def write(case: Case, now: datetime) -> bytes:
    """Build the file, in English and UTC; if the log can't be read, it has only the digests."""
    with translation.override("en"), timezone.override("UTC"):
        return proof.zipped(_files(case, now), now)


def _files(case: Case, now: datetime) -> dict[str, bytes]:
    match = case.match
    files, story = _logs(match, now)
    parts: dict[str, list[Row]] = {
        "case": [_case(case)],
        "messages": list(_messages(case)),
        "rulings": list(_rulings(case)),
        "looks": list(_looks(case)),
        "submissions": list(_submissions(case)),
        "mails": list(_mails(case)),
        "clocks": list(_clocks(match)),
        "pauses": list(_pauses(match)),
        "digests": list(_digests(match)),
    }
    files |= {f"{name}.json": _as_json(rows) for name, rows in parts.items()}
    files[proof.VERIFIER] = proof.verifier()
    files["index.css"] = render_to_string("evidence/index.css").encode()
    files["index.html"] = _index(case, parts, [*files], story, now).encode()
    return files


def _logs(match: Match, now: datetime) -> tuple[dict[str, bytes], list[str]]:
    """Give the logs, one for each kind of reader, and the story; both empty if the log is broken."""
    readers = list(_readers(match, now))
    try:
        logs = {f"{name}.jsonl": b"".join(proof.log(match, reader)) for name, reader in readers}
        return logs, list(show_match.show(match, readers[-1][1])) if readers else []
    except (HistoryBroken, TooNew):
        return {}, []


def _readers(match: Match, now: datetime) -> Iterator[tuple[str, Reader]]:
    if match.version:
        yield "log-of-onlookers", PUBLIC
    if match.is_unsealed(now):
        yield "log-of-everybody", AFTERWARDS


def _case(case: Case) -> Row:
    return {
        "case": case.public_id,
        "kind": case.get_kind_display(),
        "state": case.get_state_display(),
        "match": case.match.public_id,
        "match_state": case.match.get_status_display(),
        "game": case.match.game,
        "seat": case.seat.number + 1,
        "event": case.line,
        "opened": case.opened_at,
        "decided": case.decided_at,
        "verdict": case.get_verdict_display(),
        "commitment": case.match.commitment,
        "head": case.match.head,
    }


def _messages(case: Case) -> Iterator[Row]:
    for word in CaseWord.objects.filter(case=case, private=False).order_by("pk"):
        by = "a moderator" if word.as_moderator else "who opened the case"
        yield {"at": word.at, "by": by}


def _rulings(case: Case) -> Iterator[Row]:
    """List rulings on the match and the case; give a reason only if the whole table reads it."""
    shown = {*shown_at(case.match).values_list("pk", flat=True)}
    checked = Q(kind=RulingKind.CHECKED, case=None)
    mine = Ruling.objects.filter(Q(case=case) | Q(pk__in=shown) | checked, match=case.match, refused="")
    for ruling in mine.exclude(kind=RulingKind.NOTED).select_related("seat").order_by("pk"):
        seat = ruling.seat.number + 1 if ruling.seat else None
        reason = ruling.reason if ruling.pk in shown else ""
        yield {"at": ruling.at, "done": ruling.done, "seat": seat, "reason": reason}


def _looks(case: Case) -> Iterator[Row]:
    """List looks taken for this case; every look once the match has ended."""
    looks = Look.objects.filter(match=case.match)
    for look in looks.filter(Q() if case.match.status in ENDED else Q(case=case)).order_by("pk"):
        seen_as = "an onlooker" if look.seat is None else f"seat {look.seat + 1}"
        yield {"at": look.at, "as": seen_as, "as_of_event": look.event, "reason": look.reason}


def _submissions(case: Case) -> Iterator[Row]:
    made = Q(first_event__isnull=False)
    refused = Q(outcome="refused", seat=case.seat, at__lte=case.changed_at)
    rows = Submission.objects.filter(made | refused, match=case.match).select_related("seat")
    for one in rows.order_by("pk"):
        yield {
            "at": one.at,
            "seat": one.seat.number + 1 if one.seat else None,
            "by": _door(one, case),
            "outcome": one.get_outcome_display(),
            "refused_as": _why_refused(one) if one.seat_id == case.seat_id else "",
            "events": [one.first_event, one.last_event],
        }


def _why_refused(one: Submission) -> str:
    """Give refusal codes of the service only: a game's code may reveal what is in a hand."""
    code = str(one.refusal.get("code", ""))
    return code if code in SENTENCES else ""


def _door(one: Submission, case: Case) -> str:
    """Say how a move came in, without showing whether another seat has standing orders."""
    by_will = one.door in rewind_points.BY_THEIR_WILL and one.seat_id != case.seat_id
    return "its player, or their orders" if by_will else one.get_door_display()


def _mails(case: Case) -> Iterator[Row]:
    """List headers of emails about the match, and of personal emails to the seat that opened the case."""
    theirs = Q(seat=case.seat, generation=case.generation)
    rows = Outbox.objects.filter(Q(kind__in=ABOUT_TABLE) | theirs, match=case.match)
    for mail in rows.select_related("seat", "match").prefetch_related("steps").order_by("pk"):
        yield {
            "seat": mail.seat.number + 1 if mail.seat else None,
            "kind": mail.kind,
            "subject": subject_of(mail) if mail.kind in KINDS else "",
            "message_id": f"<{mail.message_id}@{host()}>",
            "queued": mail.created_at,
            "not_before": mail.send_after,
            "sent": mail.sent_at,
            "state": mail.get_state_display(),
            "tries": mail.attempts,
            "delivery": [{"at": step.at, "step": str(step.get_step_display())} for step in mail.steps.all()],
        }


def _clocks(match: Match) -> Iterator[Row]:
    """List the deadlines of questions; the hours a plan waits are private to its owner."""
    for clock in Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION).order_by("pk"):
        yield {
            "seat": None if clock.seat is None else clock.seat + 1,
            "asked": clock.asked_at,
            "due": clock.due_at,
            "pushed_by": clock.pushed_by,
            "state": clock.get_state_display(),
        }


def _pauses(match: Match) -> Iterator[Row]:
    for pause in Pause.objects.filter(match=match).order_by("pk"):
        yield {"began": pause.began, "ended": pause.ended}


def _digests(match: Match) -> Iterator[Row]:
    for event in Event.objects.filter(match=match).order_by("number").only("number", "digest", "at"):
        yield {"number": event.number, "digest": event.digest, "at": event.at}


# --- the file


def _as_json(rows: list[Row]) -> bytes:
    return json.dumps(rows, indent=1, ensure_ascii=False, default=_serialized).encode() + b"\n"


def _serialized(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _index(
    case: Case, parts: dict[str, list[Row]], files: Iterable[str], story: Iterable[str], now: datetime
) -> str:
    """Render the page that shows everything."""
    logs = [name for name in files if name.endswith(".jsonl")]
    return render_to_string(
        "evidence/index.html",
        {
            "case": {_heading(name): _cell(value) for name, value in parts["case"][0].items()},
            "head": case.match.head,
            "tables": [_table(name, rows) for name, rows in parts.items() if name != "case"],
            "story": story,
            "logs": logs,
            "is_torn": bool(case.match.version) and not logs,
            "files": sorted(files),
            "now": now,
        },
    )


def _table(name: str, rows: list[Row]) -> Row:
    heads = [*rows[0]] if rows else []
    return {
        "name": name,
        "heads": [*map(_heading, heads)],
        "rows": [[_cell(row[head]) for head in heads] for row in rows],
    }


def _heading(name: str) -> str:
    return name.replace("_", " ")


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_cell(one) for one in value)
    if isinstance(value, dict):
        return " ".join(_cell(one) for one in value.values())
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    return "" if value is None else str(value)
