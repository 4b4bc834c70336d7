"""What forms let moderators choose from in a match: moments to go back to, and emails that went out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from games.mail.kinds import OWN, called
from games.models import Match, Outbox, Outcome, Seat
from games.play import history
from games.present.names import Names
from games.present.story import MatchStory, StoryLine
from games.rules.kernel.events import Record, Rewound
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.kernel.seats import PUBLIC, EventNumber

#: How many moves, and emails, are offered, the latest first.
MOST = 60
Choices = list[tuple[int, str]]


def public_story(match: Match) -> tuple[history.Records, MatchStory]:
    """Build the story as an onlooker reads it; raise HistoryBroken or TooNew."""
    records, story_of = _story_maker(match)
    return records, story_of(records)


def _story_maker(match: Match) -> tuple[history.Records, Callable[[Sequence[Record[Any]]], MatchStory]]:
    records, table = history.load(match)
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    names = Names(match.rules, seats, table.options)
    return records, lambda some: MatchStory(match.rules, some, table, lambda number: PUBLIC, names)


def lines(match: Match) -> dict[int, str]:
    """Describe each event as an onlooker read it, those that were undone or that undid others too.

    Raises HistoryBroken or TooNew.
    """
    records, story_of = _story_maker(match)
    counting = {record.number for record in played(records)}
    back = [(one.number, one.event.to) for one in records if isinstance(one.event, Rewound)]
    gone = [one for one in records if one.number not in {*counting, *dict(back)}]
    return {
        **{line.number: line.text for line in story_of(records).lines},
        **{line.number: gettext("undone: %(line)s") % {"line": line.text} for line in story_of(gone).lines},
        **{
            number: gettext("The match went back to just after event %(to)d.") % {"to": to}
            for number, to in back
        },
    }


def before(match: Match) -> Choices:
    """List the moments before the latest moves, by the number of the event before."""
    try:
        records, story = public_story(match)
    except (HistoryBroken, TooNew):
        return []
    moves = (
        match.submissions.filter(outcome=Outcome.PLAYED, first_event__gt=1)
        .order_by("-first_event")
        .defer("command")
    )
    counting, rests_at = (
        [record.number for record in played(records)],
        {*rewind_targets(match.rules, records)},
    )
    found: dict[int, str] = {}
    for move in moves[: MOST * 3]:
        first, last = move.first_event or 0, move.last_event or 0
        to = _last_before(counting, first)
        line = _first(story.lines, first, last)
        if to in rests_at and line and len(found) < MOST:
            found.setdefault(to, gettext("%(number)d: %(line)s") % {"number": first, "line": line})
    return list(found.items())


def _last_before(counting: Sequence[EventNumber], first: int) -> EventNumber | None:
    """Find the event just before a move; None if the move itself was undone."""
    return max((number for number in counting if number < first), default=None) if first in counting else None


def _first(lines: Iterable[StoryLine], first: int, last: int) -> str:
    return next((line.text for line in lines if first <= line.number <= last), "")


def mails(match: Match) -> Choices:
    """List the latest emails of a match that aren't waiting to be sent."""
    rows = match.mails.exclude(state="queued").defer("rendered").select_related("seat").order_by("-pk")[:MOST]
    return [
        (row.pk, f"{row.pk}: {mail_seen(row)}, {_to(row.seat)}, {row.state}, {row.created_at:%Y-%m-%d %H:%M}")
        for row in rows
    ]


def mail_called(mail: Outbox) -> str:
    """Name an email as its reader's own list of emails does."""
    return called(mail.kind)


def mail_seen(mail: Outbox) -> str:
    """Name an email without revealing orders and plans: seeing more takes a look."""
    return gettext("a private email") if mail.kind in OWN else mail_called(mail)


def _to(seat: Seat | None) -> str:
    return gettext("seat %(number)d") % {"number": seat.number + 1} if seat else gettext("no seat")
