"""My open questions as forms, and what each answer would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from django.utils.datastructures import MultiValueDict
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.play.diff import label
from games.present import choices as choosing
from games.present import lessons
from games.present.choices import OfferedChoice
from games.present.commands import describe_command
from games.present.names import readable
from games.present.orders_offered import OrderOffered, offered_orders
from games.present.plan_drafts import Posted
from games.present.plan_news import why_stopped
from games.present.pointing import Pointing, narrowed, things
from games.present.seat_view import SeatView
from games.present.words import render_message
from games.rules.kernel.codec import codec
from games.rules.kernel.messages import Message
from games.rules.kernel.questions import Choices, Question, QuestionName
from games.rules.kernel.refusal import Refused
from games.web.match import pressed

FEW = 8  # up to this many answers need no headings
RECKON = "reckon"  # field of a form that only asks what an answer would do


@dataclass(frozen=True)
class Forecast:
    """What a form would do as it is filled in."""

    text: str
    lines: Sequence[str]
    open: str  # what is still missing in the form


@dataclass(frozen=True)
class OfferGroup:
    """Answers under one heading; under none, they are seen at once."""

    heading: str
    offers: Sequence[OfferedChoice]
    is_advised: bool = False  # by a lesson: it comes first

    @property
    def is_open(self) -> bool:
        """Tell whether what was filled in is in it."""
        return any(offer.chosen for offer in self.offers)

    @property
    def at_once(self) -> list[OfferedChoice]:
        """List the answers that are one press of a button."""
        return [offer for offer in self.offers if not offer.blanks]

    @property
    def by_steps(self) -> list[OfferedChoice]:
        """List the answers that leave something to choose."""
        return [offer for offer in self.offers if offer.blanks]


@dataclass(frozen=True)
class QuestionForm:
    """One open question, as a form."""

    number: int  # on its page, counted from one
    title: str
    awaited: bool
    due: datetime | None
    press: str
    offers: list[OfferedChoice]
    together: bool
    sealed: str  # my sealed answer so far, in words
    silence: str  # what happens if I don't answer
    prospects: list[str]  # what answers would bring
    settling: Sequence[OrderOffered]  # orders that would answer it from now on
    stopped: str = ""  # why my plan has left it to me
    is_reaction: bool = False  # with a short clock, to what somebody else does
    pointing: Pointing = Pointing()
    reckoned: Forecast | None = None
    advised: OfferedChoice | None = None  # by a lesson
    explained: str = ""  # where on the rules page

    @property
    def to_press(self) -> str:
        """Name the button that gives the advised answer."""
        if self.advised is None:
            return ""
        is_one_press = not self.advised.blanks or len(self.offers) == 1
        return self.advised.label if is_one_press else gettext("Confirm")

    @property
    def groups(self) -> list[OfferGroup]:
        """Group the answers by heading, those without one first; few answers need no headings.

        What a lesson asks for comes before all others, so that it is in sight below the lesson.
        """
        first = [] if self.advised is None else [OfferGroup("", [self.advised], is_advised=True)]
        others = [offer for offer in self.offers if offer is not self.advised]
        if len(self.offers) <= FEW:
            return [*first, OfferGroup("", others)]
        headings = ["", *(offer.under for offer in others)]
        return [
            *first,
            *(
                OfferGroup(heading, [offer for offer in others if offer.under == heading])
                for heading in dict.fromkeys(headings)
            ),
        ]

    @property
    def only_lets(self) -> bool:
        """Tell whether a reaction is asked for that the reader hasn't got."""
        return self.is_reaction and len(self.offers) == 1 and not self.offers[0].blanks


def question_forms(
    seat_view: SeatView, pressed: str, posted: Posted | None, at: Sequence[str] = ()
) -> list[QuestionForm]:
    """Draw my open questions, narrowed to what was pointed at; what was sent fills in its question, or the
    first that still offers it."""
    pointings = point(offered(seat_view), at)
    choices = {question: found for question, (found, _) in pointings.items()}
    target = _target_question(seat_view, pressed, posted, choices)
    drawn = []
    for number, (name, question) in enumerate(seat_view.mine.items(), 1):
        found = choices.get(question, ())
        sent = posted if name == target else None
        advised = lessons.command_at(seat_view, question)
        picked = advised or _filled_in(seat_view, name, question, len(found)) if sent is None else sent
        offers = with_forecasts(seat_view, question, choosing.offers(found, seat_view.names, picked))
        if advised and sent is None:
            offers = _open_first(offers)
        asking = _question_form(seat_view, number, name, question, offers)
        asking = replace(asking, pointing=pointings[question][1])
        if advised:
            asking = replace(asking, advised=_first_that_covers(found, offers, advised))
        if sent is not None and RECKON in sent:
            asking = replace(asking, reckoned=_without_repeats(offers, forecast(seat_view, question, sent)))
        drawn.append(asking)
    return drawn


def _open_first(offers: Sequence[OfferedChoice]) -> list[OfferedChoice]:
    """Keep open the first of several forms that the advice fills in."""
    first = next((one for one in offers if one.chosen), None)
    return [replace(one, chosen=one is first) for one in offers]


def _first_that_covers(
    choices: Choices, offers: Sequence[OfferedChoice], command: Mapping[str, Any]
) -> OfferedChoice | None:
    """Find what gives an answer: choices and offers are listed in the same order."""
    covering = (offer for choice, offer in zip(choices, offers, strict=True) if choice.covers(command))
    return next(covering, None)


def offered(seat_view: SeatView) -> dict[Question, Choices]:
    """List the choices of my questions."""
    return {question: seat_view.choices(question) for question in seat_view.mine.values()}


def point(choices: Mapping[Question, Choices], at: Sequence[str]) -> dict[Question, tuple[Choices, Pointing]]:
    """Narrow the choices of each question to what was pointed at."""
    found = {}
    for question, all_of_them in choices.items():
        left, heard = narrowed(all_of_them, at)
        found[question] = left, Pointing(heard, frozenset(things(left)))
    return found


def with_forecasts(
    seat_view: SeatView, question: Question, offers: Iterable[OfferedChoice]
) -> list[OfferedChoice]:
    """Add to each choice without blanks what it would bring; then a short name for it will do."""
    return [one if one.blanks else _with_forecast(seat_view, question, one) for one in offers]


def _with_forecast(seat_view: SeatView, question: Question, offer: OfferedChoice) -> OfferedChoice:
    lines = forecast(seat_view, question, MultiValueDict({"do": [offer.value]})).lines
    short = (
        seat_view.names.word(*[f"{offer.row}.{value}" for value in offer.settled.values()]) if lines else ""
    )
    return replace(offer, label=short or offer.label, help=" ".join([*filter(None, [offer.help]), *lines]))


def _without_repeats(offers: Iterable[OfferedChoice], whole: Forecast) -> Forecast:
    """Leave out what is already said beside the selected choice."""
    is_told = any(one.chosen and not one.blanks for one in offers)
    return replace(whole, lines=()) if is_told else whole


def forecast(seat_view: SeatView, question: Question, posted: Posted) -> Forecast:
    """Say what a form would do as it is filled in, and what that would bring, as far as its seat can know."""
    rules, names = seat_view.match.rules, seat_view.names
    try:
        text = choosing.command_text(rules, posted, seat_view.table.options)
        command = codec(rules).command(text)
    except choosing.Incomplete as open_:
        return Forecast("", (), str(open_))
    except Refused:
        return Forecast("", (), "")
    lines = rules.text.reckon(seat_view.view, question, command)
    return Forecast(describe_command(names, msgspec.to_builtins(command)), _said(seat_view, lines), "")


def _said(seat_view: SeatView, lines: Iterable[Message]) -> list[str]:
    names = seat_view.names
    told = (render_message(names.rules, one, names.seat, seat_view.table.options) for one in lines)
    return [capfirst(one) for one in told]  # many begin with the name of a card


def _target_question(
    seat_view: SeatView, pressed: str, posted: Posted | None, choices: Mapping[Question, Any]
) -> QuestionName | None:
    """Find the question that what was sent belongs to."""
    for name in seat_view.mine:
        if label(name) == pressed:
            return name
    for name, question in seat_view.mine.items() if posted else ():
        if any(one.chosen for one in choosing.offers(choices.get(question, ()), seat_view.names, posted)):
            return name
    return None


def _filled_in(
    seat_view: SeatView, name: QuestionName, question: Question, choices: int
) -> dict[str, Any] | None:
    """Fill in my sealed answer; if there is only one choice, the answer that silence would give."""
    sealed = seat_view.sealed.get(label(name))
    return sealed or (seat_view.silence(question) if choices == 1 else None)


def _question_form(
    seat_view: SeatView, number: int, name: QuestionName, question: Question, offers: list[OfferedChoice]
) -> QuestionForm:
    rules, names = seat_view.match.rules, seat_view.names
    sealed = seat_view.sealed.get(label(name))
    silence = seat_view.silence(question) if question.awaited else None
    return QuestionForm(
        number=number,
        title=names.word(f"asked.{question.kind}", otherwise=readable(question.kind)),
        awaited=question.awaited,
        due=seat_view.clocks.get(seat_view.seat.number) if question.awaited and not sealed else None,
        press=pressed.draw(seat_view.seat, label(name)),
        offers=offers,
        together=bool(question.together),
        sealed=describe_command(names, sealed) if sealed else "",
        silence=describe_command(names, silence) if silence else "",
        is_reaction=question.awaited and question.kind in rules.core.windows,
        stopped=why_stopped(seat_view, question),
        explained=rules.alone.explained.get(question.kind, ""),
        prospects=[
            line
            for line in _said(seat_view, rules.text.prospects(seat_view.view, question))
            if not any(line in offer.help for offer in offers)
        ],
        settling=offered_orders(names, rules.automation.settling(seat_view.view, question)),
    )
