"""Actions on a case: one row each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django import forms
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.disputes import moderation
from games.disputes.moderation import By, judging
from games.models import Case, CaseState, RulingKind, Verdict
from games.staff.actions.action import SAID, Given, Readers, StaffAction


def _verdict(case: Case) -> dict[str, forms.Field]:
    """Ask for the verdict; none is preselected, so nobody sends one unread."""
    chosen = [("", _("Choose…")), *Verdict.choices]
    return {"verdict": forms.ChoiceField(label=_("Decision"), choices=chosen)}


def _may_be_taken(case: Case) -> bool:
    return case.waits or (case.state == CaseState.LOOKING and not case.is_held(timezone.now()))


def _take_evidence(by: By, case: Case, given: Given, now: datetime) -> str:
    taken = moderation.take_evidence(replace(by, case=case), case.match_id, now)
    return f"{resolve_url('admin:case', case.public_id)}?file={taken.pk}"


ON_CASES: Mapping[str, StaffAction[Case]] = {
    "take": StaffAction(
        _("Take the case"),
        _("You handle the case, and other moderators can see that."),
        RulingKind.TOOK,
        lambda by, case, given, now: judging.take_case(by, case, now),
        readers=Readers.MODERATORS,
        is_for=_may_be_taken,
    ),
    "answer": StaffAction(
        _("Reply"),
        _("Sends an email to the person who reported the problem. Your reply also appears on the case page."),
        RulingKind.ANSWERED,
        lambda by, case, given, now: judging.answer(by, case, now),
        asks=SAID,
        is_for=lambda case: case.state == CaseState.LOOKING,
    ),
    "confer": StaffAction(
        _("Write to other moderators"),
        _("Your message stays on this page. Players never see it."),
        RulingKind.NOTED,
        lambda by, case, given, now: judging.confer(by, case, now),
        asks=SAID,
        readers=Readers.MODERATORS,
    ),
    "evidence": StaffAction(
        _("Download the evidence"),
        _(
            "One file with everything about this case. It reveals nothing hidden, opens offline and "
            "can verify itself. Your download is recorded, and the players can see that."
        ),
        RulingKind.LOOKED,
        _take_evidence,
        readers=Readers.MATCH_PAGE,
    ),
    "decide": StaffAction(
        _("Decide"),
        _("Before you decide, fix what needs fixing on the match page."),
        RulingKind.DECIDED,
        lambda by, case, given, now: judging.decide(by, case, given["verdict"], now),
        _verdict,
        is_for=lambda case: case.state == CaseState.LOOKING,
    ),
    "shut": StaffAction(
        _("Close the case"),
        _("There is a decision, and nobody has appealed."),
        RulingKind.CLOSED_CASE,
        lambda by, case, given, now: judging.close_case(by, case, now),
        readers=Readers.MODERATORS,
        is_for=lambda case: case.state == CaseState.DECIDED,
    ),
}
