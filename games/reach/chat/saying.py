"""What is said in a chat about a match.

In the chat of a match or a circle: only what everybody in the match may know, and onlookers too. It is made
of the match's row, its seats and its clocks, never from its log or from what a notice tells its reader. So
notices only give the moment: what was the state then is said. In a player's own chat: the few words of the
notice, as any other channel has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Max, QuerySet
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from games.infra.statements import kept
from games.match import clocks as timing
from games.models import (
    ChatMention,
    ChatTarget,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Match,
    MatchStatus,
    Outbox,
    Seat,
    SeatRecord,
    names_of,
)
from games.present.dates import in_words
from games.present.match_names import match_name
from games.present.names import isolated
from games.present.words import title
from games.reach.chat.message import ChatText, Mention
from games.reach.wording import clock_of, wording_of, written_for


@dataclass(frozen=True)
class Awaited:
    """A player whose turn it is."""

    seat: Seat
    name: str
    asked_at: datetime | None
    due_at: datetime | None

    @property
    def about(self) -> str:
        """Name this turn: the next one of the same player is another."""
        return f"{self.seat.number}@{self.asked_at.isoformat() if self.asked_at else ''}"


def said(target: ChatTarget, notice: Outbox) -> ChatText | None:
    """Say what a notice gives reason to say in a chat; None if that is nothing."""
    called = dict(_called(target.pk))
    if target.player is not None:
        with written_for(target.player.language, target.player.time_zone):
            return _for_reader(notice, [Mention(str(target.player), one) for one in called.values()])
    if notice.match is None:
        return None
    with written_for(target.language, target.time_zone):
        return _for_all(notice.match, called)


@kept
def _called(target: int) -> QuerySet[ChatMention, tuple[object, str]]:
    mine = ChatMention.objects.filter(target=target).order_by("player", "pk")
    return mine.values_list("player", "called")


def _for_reader(notice: Outbox, mentions: Sequence[Mention]) -> ChatText:
    """Say to a player what a notice says, in a few words."""
    words, clock = wording_of(notice), clock_of(notice)
    facts = {
        "kind": notice.kind,
        "match": _facts(notice.match) if notice.match else None,
        "until": clock.due_at.isoformat() if clock else None,
    }
    text = f"{words.what}\n{words.body}" if words.body else words.what
    return ChatText(text, words.url, [f"notice {notice.pk}"], mentions, facts)


# --- what everybody may know


def _for_all(match: Match, called: dict[object, str]) -> ChatText | None:
    if match.status == MatchStatus.RUNNING:
        return _turn(match, called)
    name = isolated(match_name(match))
    if match.status == MatchStatus.PAUSED:
        return _news(match, "paused", gettext("“%(match)s” is paused.") % {"match": name})
    if match.status == MatchStatus.CLOSED:
        return _news(match, "ended", gettext("“%(match)s” ended without a result.") % {"match": name})
    if match.status == MatchStatus.OVER:
        return _over(match, name)
    return None


def _turn(match: Match, called: dict[object, str]) -> ChatText | None:
    """Name everybody whose turn it is, with the time of whoever has least; None if robots play on."""
    awaited = _awaited(match)
    if not awaited:
        return None
    dues = [one.due_at for one in awaited if one.due_at]
    mentions = [
        Mention(one.name, called[one.seat.player_id]) for one in awaited if one.seat.player_id in called
    ]
    facts = {
        "kind": "turn",
        "match": _facts(match),
        "waiting_for": [
            {
                "seat": one.seat.number,
                "name": one.name,
                "until": one.due_at.isoformat() if one.due_at else None,
            }
            for one in awaited
        ],
    }
    told = _whose_turn(match, [isolated(one.name) for one in awaited])
    text = f"{told}, {_until(min(dues))}" if dues else told
    return ChatText(text, _page(match), [one.about for one in awaited], mentions, facts)


def _until(when: datetime) -> str:
    # Translators: letters as in Django's date filter, with the weekday
    told = in_words(when, pgettext("date format", "l j F, H:i"))
    zone = timezone.get_current_timezone_name()
    return gettext("until %(when)s (%(zone)s)") % {"when": told, "zone": zone}


def _whose_turn(match: Match, names: Sequence[str]) -> str:
    name = isolated(match_name(match))
    if len(names) == 1:
        return gettext("It's %(name)s's turn in “%(match)s”") % {"name": names[0], "match": name}
    several = str(get_text_list([*names], gettext("and")))
    return gettext("“%(match)s” is waiting for %(names)s") % {"match": name, "names": several}


def _awaited(match: Match) -> list[Awaited]:
    seats = Seat.objects.at([match])[match.pk]
    names, clocks = names_of(seats.values()), {row.seat: _running_on(row) for row in _asked(match)}
    found = [seats[number] for number in sorted(match.awaited) if number in seats]
    return [
        _one(seat, names[seat.number], clocks.get(seat.number)) for seat in found if not seat.plays_itself
    ]


def _one(seat: Seat, name: str, clock: Deadline | None) -> Awaited:
    return Awaited(seat, name, clock.asked_at if clock else None, clock.due_at if clock else None)


def _asked(match: Match) -> QuerySet[Deadline]:
    """Find the last clock of each seat, whether it runs or not."""
    asked = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION)
    last = asked.values("seat").annotate(last=Max("pk")).values("last")
    return Deadline.objects.filter(pk__in=last).order_by("seat", "pk")


def _running_on(clock: Deadline) -> Deadline:
    """Let a stopped clock show what it would if it ran.

    A sealed answer stops the clock of its seat, and nobody else may see that it was given.
    """
    if clock.state != DeadlineState.RUNNING:
        for stop in timing.stopped_since(clock):
            timing.stand_still(clock, stop, stop.ended)
    return clock


def _over(match: Match, name: str) -> ChatText:
    names = names_of(Seat.objects.at([match])[match.pk].values())
    winners = _winners(match, names)
    told = gettext("“%(match)s” is over.") % {"match": name}
    if winners:
        first = str(get_text_list([isolated(one) for one in winners], gettext("and")))
        told = f"{told} {gettext('First place: %(names)s.') % {'names': first}}"
    return _news(match, "over", told, {"first": winners})


def _winners(match: Match, names: dict[int, str]) -> list[str]:
    firsts = SeatRecord.objects.filter(record=match.pk, rank=1).order_by("number")
    return [names[number] for number in firsts.values_list("number", flat=True) if number in names]


def _news(match: Match, kind: str, text: str, more: dict[str, object] | None = None) -> ChatText:
    facts = {"kind": kind, "match": _facts(match), **(more or {})}
    return ChatText(text, _page(match), [kind], (), facts)


def _page(match: Match) -> str:
    return f"{settings.SITE_URL}{resolve_url('match', match.public_id)}"


def _facts(match: Match) -> dict[str, str]:
    return {"id": match.public_id, "game": title(match.rules.meta), "name": match_name(match)}


def test_text(target: ChatTarget, name: str) -> ChatText:
    """Write what the test button sends."""
    told = gettext("This is a test. Messages about “%(name)s” will appear here.") % {"name": name}
    if target.is_personal:
        told = gettext("This is a test. Messages about your matches will appear here.")
    return ChatText(told, settings.SITE_URL, ["test"], (), {"kind": "test"})
