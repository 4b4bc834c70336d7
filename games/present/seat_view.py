"""What a page needs to know of a match its reader plays in; it costs the same queries whatever is hidden.

If a player keeps the hand out of emails, emails and the pages behind their links see the match as an onlooker
does: view, choices, timeout move, plan and story. Their authors don't have to think of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from django.db.models import QuerySet

from games.infra.statements import kept
from games.models import (
    Match,
    MatchStatus,
    Order,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.models.submission import IN_PERSON
from games.play import history
from games.play.diff import Questions, label
from games.present.match_view import MatchView, load_log
from games.present.saved_plan import SavedPlan
from games.present.story import MatchStory
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions

#: Without a log that could be folded.
WITHOUT_TABLE = frozenset({MatchStatus.LOBBY, MatchStatus.QUARANTINED})


@dataclass(repr=False)  # its fields hold hidden cards, which must not reach logs and error emails
class SeatView(MatchView):
    """A match as the player of one seat sees it at one moment."""

    seat: Seat
    now: datetime
    records: history.Records
    table: Any
    shows_hand: bool = True

    @classmethod
    def of(cls, seat: Seat, now: datetime) -> SeatView:
        """Load the match for the player of a seat; raise HistoryBroken or TooNew."""
        return cls(seat, now, *load_log(seat.match))

    @classmethod
    def by_mail(cls, seat: Seat, now: datetime) -> SeatView:
        """Load the match for an email to a seat and the pages it links to; raise HistoryBroken or TooNew."""
        return cls(seat, now, *load_log(seat.match), shows_hand=not seat.hides_hand)

    @property
    def match(self) -> Match:
        return self.seat.match

    @property
    def number(self) -> SeatNumber:
        return SeatNumber(self.seat.number)

    @cached_property
    def story(self) -> MatchStory:
        """Build the story as this seat may read it; once the match is over, as everyone may."""
        return MatchStory(self.match.rules, self.records, self.table, self.reader_of, self.names)

    def reader_of(self, number: int) -> Reader:
        """Give the reader for whom an event is redacted: everyone, once the match is over."""
        if self.is_over:
            return AFTERWARDS
        return self.seat.reader_of(number) if self.shows_hand else PUBLIC

    @property
    def reader(self) -> Reader:
        """Give the reader for whom the match is shown: nothing is hidden once it is over."""
        if self.is_over:
            return AFTERWARDS
        return self.number if self.shows_hand else PUBLIC

    @cached_property
    def view(self) -> Any:
        """Show the match as this reader may see it."""
        return self.match.rules.core.view(self.table.state, self.reader)

    @cached_property
    def public_view(self) -> Any:
        """Show the match as an onlooker sees it."""
        return self.match.rules.core.view(self.table.state, PUBLIC)

    @cached_property
    def mine(self) -> Questions:
        """List the questions this seat may answer now, those that others wait for first."""
        if not self.match.is_running:
            return {}
        found = questions(self.match.rules, self.table)
        here = {name: one for name, one in found.items() if name.seat == self.number and self.may_answer(one)}
        live = {name: one for name, one in here.items() if not self.table.is_timed_out(one)}
        return dict(sorted(live.items(), key=lambda item: (not item[1].awaited, item[0])))

    @property
    def first_question(self) -> Question | None:
        """Give the question that the page asks first, if any."""
        return next(iter(self.mine.values()), None)

    def may_answer(self, question: Question) -> bool:
        """Check whether a person may answer: nobody waits for questions that only plans can answer."""
        return question.awaited or question.kind not in self.match.rules.core.moments

    @cached_property
    def sealed(self) -> dict[str, dict[str, Any]]:
        """Give this seat's sealed answers, by question."""
        questions = [label(name) for name in self.mine]
        rows = _sealed(self.match.pk, self.seat.pk, self.seat.generation, questions)
        return {row.question: msgspec.json.decode(row.command) for row in rows}

    def choices(self, question: Question) -> Choices:
        """List the choices of a question; if the hand is shown, without those meant for "if I hold it"."""
        rules = self.match.rules
        if not self.shows_hand:
            return rules.secrecy.public_choices(self.public_view, question)
        found = next((one.choices for one in self.view.asked if one.question == question), ())
        return tuple(choice for choice in found if choice.command not in rules.secrecy.if_held)

    def silence(self, question: Question) -> dict[str, Any] | None:
        """Give the move made when this seat's time is up; with the hand hidden, only if anyone could tell."""
        rules = self.match.rules
        if self.shows_hand:
            return _spelled_out(rules.core.silence(self.table.state, question))
        return _spelled_out(rules.secrecy.public_silence(self.public_view, question))

    def late(self, question: Question) -> dict[str, Any] | None:
        """Give the move this seat's plan makes after asking in vain for the hours it allows, if it does."""
        if not self.shows_hand:
            return None
        rules = self.match.rules
        return _spelled_out(rules.automation.answer(self.view, question, self.orders, self.since, True))

    @cached_property
    def last_order(self) -> Order | None:
        return _orders.first(self.match.pk, self.seat.pk, self.seat.generation)

    @cached_property
    def remaining_orders(self) -> Any | None:
        """Give what is left of this seat's standing orders; None if it has never saved any."""
        order = self.last_order
        if order is None:
            return None
        rules = self.match.rules
        orders = codec(rules).orders(order.content)
        # Always from the owner's view: what is left is never shown to anyone else.
        own = rules.core.view(self.table.state, self.number)
        return rules.automation.left(own, orders, self.since) if self.match.is_running else orders

    @cached_property
    def since(self) -> list[Seen]:
        """List what this seat has seen since it saved its orders."""
        order = self.last_order
        return (
            order.seen_since(self.match.rules, self.records, self.number, self.table.options) if order else []
        )

    @property
    def orders(self) -> Any:
        """Give this seat's orders, or the game's defaults if it has none."""
        return (
            self.match.rules.automation.orders() if self.remaining_orders is None else self.remaining_orders
        )

    def ahead(self) -> str | None:
        """Say why this seat's plan is sure to stop and ask at its next turn."""
        return self._plan.will_stop() if self._plan else None

    def stopped(self, question: Question) -> str | None:
        """Say why this seat's plan has left a question to its owner."""
        return self._plan.has_stopped(question) if self._plan else None

    def planned(self) -> dict[str, Any] | None:
        """Give what this seat's plan would do if its turn came now."""
        return self._plan.next_move() if self._plan else None

    @cached_property
    def _plan(self) -> SavedPlan | None:
        order = self.last_order
        if order is None or not self.match.is_running:
            return None
        return SavedPlan.of(self.seat, order, self.records, self.table, shows_hand=self.shows_hand)

    @cached_property
    def last_move(self) -> int:
        """Give the number of the last event of the last move that this player made in person."""
        return _moves.first(self.match.pk, self.seat.pk, self.seat.since) or 0


@kept
def _sealed(match: int, seat: int, generation: int, questions: Iterable[str]) -> QuerySet[SealedAnswer]:
    """Find a seat's sealed answers, the one that counts last."""
    own = SealedAnswer.objects.filter(match=match, seat=seat, generation=generation)
    return own.filter(question__in=questions).order_by("pk")


@kept
def _orders(match: int, seat: int, generation: int) -> QuerySet[Order]:
    """Find a seat's orders, the newest first."""
    return Order.objects.filter(match=match, seat=seat, generation=generation).order_by("-pk")


@kept
def _moves(match: int, seat: int, since: int) -> QuerySet[Submission, int | None]:
    """Give the last event of each move a seat has made in person since then, the newest first."""
    moves = Submission.objects.filter(match=match, seat=seat, outcome=Outcome.PLAYED, door__in=IN_PERSON)
    return moves.filter(last_event__gt=since).order_by("-pk").values_list("last_event", flat=True)


def _spelled_out(command: Command | None) -> dict[str, Any] | None:
    return None if command is None else msgspec.to_builtins(command)
