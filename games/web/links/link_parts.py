"""What the page behind a link shows: its choices while they are open, then only what anybody may know.

Emails get forwarded. Unless the player wants the hand in emails, nothing here depends on it; the story and
the table are always shown as an onlooker sees them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from games.mail.choices import LATER
from games.mail.press.answers import is_meant
from games.models import Link, Match, MatchStatus, Purpose, Seat
from games.play.diff import label
from games.players import notification_settings
from games.present import choices as choosing
from games.present import generic_view, standing_orders
from games.present.choices import OfferedChoice
from games.present.commands import describe_command
from games.present.names import readable
from games.present.plan_drafts import Posted
from games.present.plans_offered import further_plan, plans_offered
from games.present.seat_view import SeatView
from games.present.story import MatchStory
from games.present.words import render_message
from games.rules.kernel.codec import codec
from games.rules.kernel.messages import Message
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC

MOST_LINES = 60


@dataclass(frozen=True)
class LinkQuestion:
    """A question on the page behind a link: the link's own choice first, and none selected."""

    title: str
    named: str  # what the link itself would do; "" for a link without a choice
    due: datetime | None
    own: Sequence[OfferedChoice]  # the link's own choice; several if it leaves open which card or whom
    others: Sequence[OfferedChoice]
    together: bool
    is_sealed: bool  # a sealed answer is there, and may be changed
    silence: str

    @property
    def offers(self) -> list[OfferedChoice]:
        return [*self.own, *self.others]


@dataclass(frozen=True)
class ChosenAnswer:
    """One complete choice, which one press plays."""

    label: str
    value: str  # of the button
    filled: Sequence[tuple[str, str]]  # what was filled in, as the form sends it again
    stakes: Sequence[str]


@dataclass(frozen=True)
class PlanLink:
    key: str
    text: str


# --- what it would do


def question_of(link: Link, seat_view: SeatView) -> tuple[QuestionName, Question] | None:
    """Find the open question a link is about."""
    return next(((name, one) for name, one in seat_view.mine.items() if label(name) == link.question), None)


def asking(link: Link, seat_view: SeatView, posted: Posted | None = None) -> LinkQuestion | None:
    """Draw the open question of a link, with what was sent."""
    found = question_of(link, seat_view)
    if found is None:
        return None
    name, question = found
    due = seat_view.clocks.get(seat_view.seat.number) if question.awaited else None
    silence = seat_view.silence(question) if question.awaited else None
    own, others = _offers(link, seat_view, question, posted)
    return LinkQuestion(
        title=seat_view.names.word(f"asked.{question.kind}", otherwise=readable(question.kind)),
        named=own[0].label if own else "",
        due=due,
        own=own,
        others=others,
        together=bool(question.together),
        is_sealed=label(name) in seat_view.sealed,
        silence=describe_command(seat_view.names, silence) if silence else "",
    )


def _offers(
    link: Link, seat_view: SeatView, question: Question, posted: Posted | None
) -> tuple[list[OfferedChoice], list[OfferedChoice]]:
    """Draw the link's own choice, and the other ones."""
    choices, meant = seat_view.choices(question), read(link)
    drawn = choosing.offers(choices, seat_view.names, posted if posted is not None else meant or None)
    pairs = list(zip(choices, drawn, strict=True))
    first = [_named(link, seat_view, offer) for choice, offer in pairs if meant and is_meant(choice, meant)]
    rest = [offer for choice, offer in pairs if not (meant and is_meant(choice, meant))]
    if link.purpose == Purpose.CONFIRM:
        rest = []
    return _unchosen(first, posted), _unchosen(rest, posted)


def chosen(seat_view: SeatView, question: Question, posted: Posted) -> ChosenAnswer:
    """Preview what a form would play; raise Incomplete, or Refused if it isn't one of the choices here."""
    value = str(posted["do"])
    told = choosing.command_text(seat_view.match.rules, posted, seat_view.table.options)
    command = msgspec.json.decode(told)
    if not any(is_meant(choice, command) for choice in seat_view.choices(question)):
        raise Refused("not_offered")
    filled = [(name, one) for name in posted if name.startswith(f"{value}/") for one in posted.getlist(name)]
    return ChosenAnswer(
        describe_command(seat_view.names, command), value, filled, _stakes(seat_view, question, told)
    )


def chosen_by(link: Link, seat_view: SeatView, question: Question, own: OfferedChoice) -> ChosenAnswer:
    """Preview the choice of a link that leaves nothing open."""
    return ChosenAnswer(own.label, own.value, (), _stakes(seat_view, question, link.content))


def _stakes(seat_view: SeatView, question: Question, told: str) -> list[str]:
    """Say what a choice does and risks; without the hand, what everybody can work out."""
    rules = seat_view.match.rules
    try:
        command = codec(rules).command(told)
    except Refused:
        return []
    found = rules.text.reckon(seat_view.view, question, command) if seat_view.shows_hand else ()
    said = [_message(seat_view, one) for one in found]
    usual = seat_view.names.word(f"help.{msgspec.json.decode(told)['kind']}")
    return said or [*filter(None, [usual]), *odds(seat_view)]


def odds(seat_view: SeatView) -> list[str]:
    """Say how likely what comes next is, as everybody can work it out."""
    found = seat_view.match.rules.mail.odds(seat_view.public_view)
    return [_message(seat_view, one) for one in found]


def _message(seat_view: SeatView, told: Message) -> str:
    return render_message(seat_view.match.rules, told, seat_view.names.seat, seat_view.table.options)


def _unchosen(offers: list[OfferedChoice], posted: Posted | None) -> list[OfferedChoice]:
    """Select only what was sent, nothing beforehand."""
    return [replace(one, chosen=posted is not None and one.chosen) for one in offers]


def _named(link: Link, seat_view: SeatView, offer: OfferedChoice) -> OfferedChoice:
    return replace(offer, label=named(link, seat_view))


def read(link: Link) -> dict[str, Any]:
    """Read the command of a link; empty for a link without a choice, or with orders."""
    found: dict[str, Any] = msgspec.json.decode(link.content) if link.content else {}
    return found if "kind" in found else {}


def named(link: Link, seat_view: SeatView) -> str:
    """Say what a link would do."""
    meant = read(link)
    if meant:
        return describe_command(seat_view.names, meant)
    return orders_named(link, seat_view)[0] if link.content else ""


def plans(seat_view: SeatView) -> list[PlanLink]:
    """List the plans that one press saves."""
    return [PlanLink(one.key, one.text) for one in plans_offered(seat_view)]


def orders_named(link: Link, seat_view: SeatView) -> tuple[str, list[str]]:
    """Name orders by their ready-made plan and list the changes; without one, the changes are the name."""
    rules, names = seat_view.match.rules, seat_view.names
    orders = codec(rules).orders(link.content)
    changes = standing_orders.differences(rules, seat_view.orders, orders, names)
    if further := further_plan(seat_view, orders):
        return further.text, []
    for key, lay in rules.automation.ready_made.items():
        if rules.automation.unplanned(orders) != orders and lay(orders) == orders:
            return names.word(f"plan.{key}", otherwise=readable(key)), changes
    return "; ".join(changes), []


def snoozing(link: Link, now: datetime) -> dict[str, Any]:
    """Say whether a reminder can be set, or until when one is."""
    clock, laid = notification_settings.clock_of(link), notification_settings.snoozed(link)
    may = clock is not None and clock.due_at > now + LATER
    return {"snoozed_until": laid.send_after if laid else None, "may_snooze": may and laid is None}


def waits_too(link: Link) -> Match | None:
    """Find another match that waits for the player of a link: the one that has waited longest."""
    mine = Seat.objects.filter(
        player=link.player, match__status=MatchStatus.RUNNING, match__is_scratch=False
    ).exclude(match=link.match)
    waiting = (seat for seat in mine.select_related("match") if seat.number in seat.match.awaited)
    return next((seat.match for seat in waiting), None)


# --- what anybody may know


def public(seat_view: SeatView, since: int) -> dict[str, Any]:
    """Tell what happened since an event and show the table, both as an onlooker sees them."""
    rules, match = seat_view.match.rules, seat_view.match
    telling = MatchStory(rules, seat_view.records, seat_view.table, lambda number: PUBLIC, seat_view.names)
    return {
        "lines": telling.since(since)[-MOST_LINES:],
        **generic_view.board_context(seat_view.public_view, seat_view.names),
        "is_waited_for": match.is_running and seat_view.seat.number in match.awaited,
    }
