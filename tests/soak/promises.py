"""What can be checked of each promise from outside, after an hour: a row each, with its figure."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from games.mail import links
from games.models import (
    Event,
    Inbound,
    InboundState,
    Match,
    MatchStatus,
    Order,
    Outcome,
    Seat,
    SeatRecord,
    Submission,
)
from games.play import history
from tests.chaos.books import Mails, closed_once, lateness, percentile
from tests.kit.cast import Page
from tests.kit.commands import Own
from tests.kit.mail_server import Box
from tests.soak.book import Acknowledged, Book, found_in
from tests.soak.by_page import PageReader
from tests.soak.people import Person

LATE, LATE_AFTER = 15.0, 30.0  # seconds, p99: usually, and with a broker that was down
PROOFS = 20
ACCEPTED = (Outcome.PLAYED, Outcome.SEALED)
PLAYED = """
from games.models import Submission
print(Submission.objects.filter(outcome="played").count())
"""


class Row(NamedTuple):
    promise: str
    checked: str
    figure: str
    holds: bool


# --- emails


def notices(box: Box) -> Row:
    mails = Mails.of(box)
    lost, states = mails.lost(), Counter(mails.rows.values())
    figure = f"{len(lost)} lost of {len(mails.rows):,} ({told(states)})"
    return Row("P1", "each queued email came, or is shown as outdated or failed", figure, not lost)


def doubles(box: Box, kills: int) -> Row:
    mails = Mails.of(box)
    doubled, differing = mails.doubled(), len(mails.differing())
    figure = f"{doubled} doubled beside {kills} kills of workers, {differing} of them differing"
    return Row("P2", "doubles are rare, and the same bytes", figure, doubled <= kills and not differing)


# --- windows


def windows(late: list[float]) -> Row:
    figure = f"{len(late):,} windows, {lateness(late)}, worst {max(late, default=0):.1f} s"
    return Row("P3", "windows close in time", figure, bool(late) and percentile(late, 0.99) <= LATE)


def once() -> Row:
    said, holds = "each by one event", True
    try:
        closed_once(list(Match.objects.exclude(version=0)))  # some may not have begun
    except AssertionError as fault:
        said, holds = f"a window closed twice, or a log has a gap: {fault}", False
    closed = Submission.objects.filter(door="timer").count()
    return Row("P4", "a window closes once; logs have no gap", f"{closed:,} closed, {said}", holds)


# --- moves


def moves(book: Book) -> Row:
    """Look for each acknowledged move by what its player was told."""
    asked = {"page": by_key, "api": by_key, "link": by_link, "reply": by_link}
    missing = [move for move in book.moves if not asked[move.door](move)]
    doors = Counter(move.door for move in book.moves)
    figure = f"{len(missing)} lost of {len(book.moves):,} acknowledged ({told(doors)})"
    unread = Inbound.objects.filter(state=InboundState.WAITING).count()
    figure += f"; {unread} replies unread" + (f"; e.g. {missing[0].door}" if missing else "")
    return Row("P5", "each acknowledged move is in the log", figure, not missing and not unread)


def by_key(move: Acknowledged) -> bool:
    key = key_of_program(move) if move.player else move.name
    found = Submission.objects.filter(match__public_id=move.match, key=key, outcome__in=ACCEPTED)
    return found.count() == 1


def key_of_program(move: Acknowledged) -> str:
    from games.api.playing import key_of

    match = Match.objects.get(public_id=move.match)
    return key_of(match.seats.get(player__email=move.player), None, move.name)


def by_link(move: Acknowledged) -> bool:
    """Find what was done by a link or in reply to its email: an answer, or a plan."""
    link = links.find(move.name)
    if link is None or link.seat is None:
        return False
    answered = Submission.objects.filter(match=link.match, seat=link.seat, question=link.question)
    return answered.exists() or Order.objects.filter(seat=link.seat, at__gte=link.at).exists()


def presses(book: Book) -> Row:
    differing = [one for one in book.twice if one.first != one.second]
    doors = Counter(one.door for one in book.twice)
    figure = f"{len(differing)} of {len(book.twice):,} answered in two ways ({told(doors)})"
    figure += "".join(f"; {one.door}: {one.first} and {one.second}" for one in differing[:3])
    return Row("P6", "a form sent twice at once plays once", figure, bool(book.twice) and not differing)


# --- secrets, draws, logs


def secrets(book: Book, logs: Iterable[Path]) -> Row:
    texts = [path.read_text(errors="replace") for path in logs if path.exists()]
    hits = sum(len(found_in(text, book.secrets)) for text in texts)
    size = sum(map(len, texts)) / 1e6
    figure = f"{hits} of {len(book.secrets):,} tokens and cookies in {size:,.1f} MB of logs"
    return Row("P11", "no token reaches a log", figure, not hits and bool(book.secrets) and size > 0)


def verified(own: Own) -> Row:
    said, holds = verdict(own)
    return Row("P14", "manage.py verify_matches: chain, dice, clocks, emails of every match", said, holds)


def verdict(own: Own) -> tuple[str, bool]:
    try:
        out = own.manage("verify_matches")
    except AssertionError as fault:
        lines = [line for line in str(fault).splitlines() if line.strip()]
        return f"{lines[-1] if lines else fault}: {' | '.join(lines[1:6])}"[:600], False
    return out.strip().splitlines()[-1], ", 0 faults" in out


def proofs(people: Iterable[Person], folder: Path) -> Row:
    """Let players download the log of matches that are over, and run the program that comes with it."""
    readers = {one.address: one for one in people if isinstance(one, PageReader) and one.own}
    theirs = Seat.objects.filter(match__status=MatchStatus.OVER, player__email__in=[*readers])
    by_match = {seat.match: readers[seat.player.email] for seat in theirs.select_related("match", "player")}
    some = [*by_match.items()][:PROOFS]
    failed = sum(not is_proved(reader, match, folder) for match, reader in some)
    checked = "logs downloaded by players, checked by the program beside them"
    return Row("P14", checked, f"{failed} of {len(some)} refused", bool(some) and not failed)


def is_proved(reader: PageReader, match: Match, folder: Path) -> bool:
    assert reader.own is not None
    page = Page.of(reader.own.get(f"/m/{match.public_id}/check/"))
    form = next((one for one in page.forms if one.action.endswith("/proof/")), None)
    if form is None:
        return False
    packed = reader.own.post(form.action, form.values())
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        archive.extractall(folder / match.public_id)
    checked = [sys.executable, "verify_log.py", "log.jsonl"]
    return subprocess.run(checked, cwd=folder / match.public_id, capture_output=True).returncode == 0


def replays() -> Row:
    """Fold each finished match anew, and compare with the places that were kept when it ended."""
    history.memo.clear()
    over = Match.objects.filter(status=MatchStatus.OVER)
    differing = [match.public_id for match in over if not is_as_kept(match)]
    events = Event.objects.count()
    figure = f"{len(differing)} of {over.count()} finished matches differ; {events:,} events in all"
    return Row("P22", "a log folds to the result that was kept", figure, not differing)


def is_as_kept(match: Match) -> bool:
    _, table = history.load(match)
    places = match.rules.core.outcome(table.state) or ()
    kept = SeatRecord.objects.filter(record_id=match.pk).values_list("number", "rank", "points")
    return {(one.seat, one.rank, one.points) for one in places} == set(kept)


def restored(own: Own, before: int) -> Row:
    said, holds = verdict(own)
    kept = int(own.script(PLAYED).split()[-1])
    figure = f"{said}; {kept:,} moves in it, {before:,} when it began"
    return Row("P23", "a dump taken under load passes every check", figure, holds and kept >= before)


# --- all of it


def errors(book: Book) -> Row:
    figure = told(book.broken) or "none"
    return Row("", "no page answered with an error of the site", figure, not book.broken)


def stopped() -> Row:
    found = Match.objects.filter(status=MatchStatus.QUARANTINED).count()
    return Row("P21", "no match was stopped by a fault", str(found), not found)


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.most_common())


def tried(check: Callable[[], Row], name: str) -> Row:
    """Check; what can't be checked doesn't hold."""
    try:
        return check()
    except Exception as fault:
        return Row(name, "could not be checked", f"{type(fault).__name__}: {fault}"[:300], False)
