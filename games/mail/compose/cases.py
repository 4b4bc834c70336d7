"""Emails about reported problems: to whoever reported one, and to moderators with only the id of the case."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from games.mail import kinds, queue
from games.mail.compose.email_draft import Button, EmailDraft, moment, safe, zone
from games.models import Case, Purpose, Verdict

Context = dict[str, Any]
LONGEST = 1500  # characters of a message; the rest is on the page of the case


def flagged(draft: EmailDraft) -> Context:
    return _told(
        draft,
        _("You wrote:"),
        *_quoted(draft),
        _(
            "A moderator who isn't in this match will look into it and reply by email and on the "
            "case page. Nobody in the match is told about your report."
        ),
        _("Until then the match continues and time keeps running. To add anything, write on the case page."),
    )


def answered(draft: EmailDraft) -> Context:
    return _told(draft, *_quoted(draft), _("You can reply on the case page."))


def decided(draft: EmailDraft) -> Context:
    case = queue.case_of(draft.row)
    said = [str(Verdict(case.verdict).label), *_lines(case.reason)] if case and case.verdict else []
    if case is not None and case.may_appeal:
        said.append(
            _(
                "If you disagree, you can appeal: say why on the case page, and another moderator will "
                "look into it."
            )
        )
    if case is not None and case.closes_at:
        day = {"day": moment(case.closes_at), "zone": zone()}
        said.append(_("The case closes automatically on %(day)s (%(zone)s).") % day)
    return _told(draft, *said)


def appealed(draft: EmailDraft) -> Context:
    return _told(
        draft,
        *_quoted(draft),
        _("A moderator who hasn't decided it before will look into it. Their decision is final."),
    )


def _told(draft: EmailDraft, *lines: str) -> Context:
    """Say it, with a link to the case that works in any browser."""
    case = queue.case_of(draft.row)
    link = draft.link(Purpose.CASE, match=draft.match, content=case.public_id if case else "")
    return {
        "title": kinds.called(draft.row.kind),
        "lines": lines,
        "buttons": [Button(_("Open the case"), link)],
        "calm": True,
    }


def _quoted(draft: EmailDraft) -> list[str]:
    word = queue.word_of(draft.row)
    return _lines(word.text) if word else []


def _lines(text: str) -> list[str]:
    """Quote what somebody wrote, with nothing in it that can be clicked."""
    return [safe(line, LONGEST) for line in text[:LONGEST].splitlines() if line.strip()]


# --- to moderators


def waits(draft: EmailDraft) -> Context:
    """Name the case by number only: reading what was said, and by whom, has to be recorded."""
    case = queue.case_of(draft.row)
    return {
        "title": kinds.called(draft.row.kind),
        "lines": [_facts(case)] if case else [],
        "buttons": [Button(_("Moderators' area"), f"{settings.SITE_URL}{_room(draft, case)}")],
        "calm": True,
    }


def _room(draft: EmailDraft, case: Case | None) -> str:
    """Link moderators to the case, and operators, whom none of them may help, to where they appoint one."""
    judges = draft.player is not None and draft.player.is_moderator
    return resolve_url("admin:case", case.public_id) if case and judges else resolve_url("admin:index")


def _facts(case: Case) -> str:
    told = {"case": case.public_id, "match": case.match.public_id, "state": case.get_state_display()}
    return _("Case %(case)s about match %(match)s: %(state)s.") % told
