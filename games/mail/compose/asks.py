"""Emails that ask: what happened, the possible answers, the deadline, and what happens without an answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.infra.statements import kept
from games.mail.choices import LATER
from games.mail.compose import attacks, beginning, drawn, offers, spoken
from games.mail.compose.email_draft import Button, EmailDraft, moment, zone
from games.models import Deadline, DeadlineKind, DeadlineState, Match, Purpose
from games.play.diff import label, mail_kind
from games.present.commands import describe_command
from games.present.names import readable
from games.present.plan_news import why_stopped
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.table import questions

MOST_LINES, MOST_AT_FIRST = 8, 3

Context = dict[str, Any]


def turn(draft: EmailDraft) -> Context:
    return asked(draft, draft.row.question)


def resumed(draft: EmailDraft) -> Context:
    """Ask what was open when the match stopped: the pause held up the email that asked it."""
    clocks = Deadline.objects.filter(
        match=draft.match, seat=draft.seat.number, kind="question", state=DeadlineState.RUNNING
    )
    first = clocks.order_by("due_at", "pk").values_list("question", flat=True).first()
    return asked(draft, first or "")


def asked(draft: EmailDraft, about: str) -> Context:
    """Collect what an email about one question contains."""
    found = {label(name): (name, one) for name, one in _open(draft).items()}
    if about not in found:
        return around(draft)
    name, question = found[about]
    answers, settling = offers.answers(draft, name, question), offers.settling(draft, question)
    title = draft.names.word(f"asked.{question.kind}", otherwise=readable(question.kind))
    clock = _clocks.first(draft.match, about)
    attack = attacks.on(draft, question)
    around_it = around(draft, attack.number if attack else None)
    stopped = why_stopped(draft.seat_view, question)
    return around_it | {
        "title": title,
        "together": bool(question.together),
        "lines": [*beginning.lines(draft), *attacks.lines(draft, attack), *filter(None, [stopped])],
        "stakes": [*around_it["odds"], *_prospects(draft, question, answers)] if answers else [needs_hand()],
        "odds": [],
        "answers": answers,
        "why_asked": attacks.why_asked(draft, question),
        "settling": settling,
        "buttons": [
            *_hand_page_button(draft, question, answers),
            Button(_everything(draft), draft.link(Purpose.SEAT, question=about)),
            *_snooze_button(draft, clock, about),
            Button(_("Propose a pause, going back or ending the match"), draft.link(Purpose.VOTE)),
        ],
        **beginning.brief(draft),
        **_orders_and_plans(draft, question, len(settling)),
        **_clock(draft, clock, question),
    }


def _open(draft: EmailDraft) -> dict[QuestionName, Question]:
    return questions(draft.rules, draft.seat_view.table)


def _prospects(draft: EmailDraft, question: Question, answers: list[offers.Offer]) -> list[str]:
    """Say what answers would come to where none says so itself; only its own seat can know."""
    if not draft.seat_view.shows_hand or any(one.is_reckoned for one in answers):
        return []
    found = draft.rules.text.prospects(draft.view, question)
    return [drawn.sentence(draft, one) for one in found] if len(found) <= offers.FEW else []


def needs_hand() -> str:
    return _(
        "Your options depend on what only you may see, and your emails don't show that. Choose "
        "on the page with your hand: we email you a code to open it."
    )


def _hand_page_button(draft: EmailDraft, question: Question, answers: list[offers.Offer]) -> list[Button]:
    """Link to the page where cards are played if they can't be by email; say so if there is no other way."""
    if not draft.keeps_hand_back:
        return []
    said = _("See your hand and play a card")
    if question.together:
        said = _("See your cards on the match page")
    return [Button(said if answers else _("See your hand and choose"), draft.page, is_weighty=True)]


def _everything(draft: EmailDraft) -> str:
    if draft.keeps_hand_back:
        return _("All your options without your cards")
    return _("All your options")


def _plans_title(draft: EmailDraft, question: Question) -> str:
    if mail_kind(question, draft.rules.core.windows) == "turn":
        return _("Or save a plan for your next turns")
    return _("And a plan for what comes next")


def _orders_and_plans(draft: EmailDraft, question: Question, after: int) -> Context:
    """Offer orders and plans beside a turn; beside other questions plans, to who has used one."""
    is_turn = mail_kind(question, draft.rules.core.windows) == "turn"
    suggested = offers.suggested(draft, after) if is_turn else []
    after += sum(len(one["orders"]) for one in suggested)
    found = offers.plans_or_tip(draft, _plans_title(draft, question), after)
    return {"suggested": suggested, **(found if is_turn or "plans" in found else {})}


def _snooze_button(draft: EmailDraft, clock: Deadline | None, about: str) -> list[Button]:
    """Offer a later reminder, if there is time left then."""
    if clock is None or clock.due_at <= draft.now + LATER:
        return []
    return [Button(_("Remind me in six hours"), draft.link(Purpose.SNOOZE, question=about))]


def _clock(draft: EmailDraft, clock: Deadline | None, question: Question) -> Context:
    if clock is None:
        return {}
    due = {"due": moment(clock.due_at), "zone": zone(), "silence": _silence(draft, question)}
    return due | _plan_time(draft, clock, question)


def _plan_time(draft: EmailDraft, clock: Deadline, question: Question) -> Context:
    """Say when a plan that has asked acts all the same; without the hand not what it does, nor if it can."""
    hours = draft.rules.automation.patience(draft.seat_view.orders, question)
    late = _late_clocks.first(draft.match, clock.question, clock.due_at)
    if hours is None or late is None or not late.gives(hours):
        return {}
    if not draft.seat_view.shows_hand:
        return {"plan_at": moment(late.due_at)}
    command = draft.seat_view.late(question)
    return (
        {"plan_at": moment(late.due_at), "plan_does": describe_command(draft.names, command)}
        if command
        else {}
    )


@kept
def _clocks(match: Match, question: str) -> QuerySet[Deadline]:
    """Find the clocks of a question, the latest first."""
    clocks = Deadline.objects.filter(match=match, question=question, kind=DeadlineKind.QUESTION)
    return clocks.order_by("-pk")


@kept
def _late_clocks(match: Match, question: str, due_at: datetime) -> QuerySet[Deadline]:
    """Find when a plan that asked acts all the same, if that is before the time is up; the latest first."""
    clocks = Deadline.objects.filter(
        match=match, question=question, kind=DeadlineKind.LATE, state=DeadlineState.RUNNING
    )
    return clocks.filter(due_at__lt=due_at).order_by("-pk")


def _silence(draft: EmailDraft, question: Question) -> str:
    """Say what is done when nobody answers, if the email may know."""
    command = draft.seat_view.silence(question)
    return describe_command(draft.names, command) if command else ""


# --- what most emails contain


def around(draft: EmailDraft, before: int | None = None) -> Context:
    """Tell what happened since one's own last move (and before an event), and show the table."""
    most = MOST_LINES if draft.last_move else MOST_AT_FIRST  # a match begins with much dealing
    lines, left_out = draft.story.latest(draft.last_move, most, draft.seat.number, before)
    table = drawn.table(draft)
    return {
        "story_title": _("Since your last move") if draft.last_move else _("So far"),
        "story": lines,
        "left_out": _left_out(left_out),
        "said": spoken.since_last_mail(draft),
        "table": table,
        "legend": drawn.legend(table),
        "keeps_hand_back": draft.keeps_hand_back,
        "odds": drawn.odds(draft),
        "head": draft.match.head,
    }


def _left_out(count: int) -> str:
    if not count:
        return ""
    return ngettext("… and %(count)d more", "… and %(count)d more", count) % {"count": count}
