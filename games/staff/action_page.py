"""The page of a staff action: its form, which always asks for a reason, and what happens when it is sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.disputes import impartiality, moderation
from games.disputes.moderation import By
from games.disputes.moderation.frame import LONGEST_REASON
from games.models import Case, Match, Player, Ruling, RulingKind, new_key
from games.present.match_names import unique_name
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.staff import entrance
from games.staff.actions.action import Given, Readers, StaffAction, T
from games.staff.actions.fields import AS_OF
from games.web.account import staff_attempts

UNPROCESSABLE = 422
#: Who reads the reason: the people it concerns, or only moderators.
READ_BY_ALL = _("The people involved will read this in an email and on the match page.")
READ_ON_THE_PAGE = _("The people involved will read this on the match page.")
READ_IN_A_MAIL = _("The people involved will read this in an email.")
READ_BY_US = _("Only moderators will read this.")


class ActionForm(forms.Form):
    """The form of an action."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    case = forms.CharField(widget=forms.HiddenInput, max_length=24, required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 4}), strip=True)

    def __init__(self, act: StaffAction[Any], about: Any, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.about = about
        self.fields["reason"].label = act.asks
        self.fields["reason"].help_text = _read_by(act, about)
        self.fields |= act.fields(about)
        self.order_fields([*act.fields(about), "reason"])


def run(
    request: HttpRequest, act: StaffAction[T], about: T, back: str, match: Match | None = None
) -> HttpResponse:
    """Show an action's form, or do it; a refused form comes back filled in, with the reason."""
    if not entrance.is_recent(request):
        if request.method == "POST":
            _note_too_old(request, act.kind, about, match)
        return entrance.ask_for_verification(request)
    if request.method != "POST":
        first = {"key": new_key(), "case": request.GET.get("case", "")} | entrance.kept(request)
        return _render(request, act, ActionForm(act, about, initial=first), back)
    form = ActionForm(act, about, request.POST)
    if not form.is_valid():
        return _render(request, act, form, back, status=UNPROCESSABLE)
    try:
        done = act.do(_by(request, form.cleaned_data, match), about, form.cleaned_data, timezone.now())
    except Refused as refused:
        why = plainly(refused.code, refused.plain_details())
        return _render(
            request, act, _as_of_now(act, form, request.POST.copy()), back, why=why, status=UNPROCESSABLE
        )
    there = done if isinstance(done, str) and done.startswith("/") else f"{back}?done={_ruling_kind(done)}"
    return redirect(_in_case(there, form))


def _as_of_now(act: StaffAction[Any], form: ActionForm, posted: QueryDict) -> ActionForm:
    """Fill a refused form in again as of now: pressing again means having read why it was refused."""
    if not isinstance(form.about, Match):
        return form
    form.about.refresh_from_db()
    again = ActionForm(act, form.about, posted)
    if AS_OF in again.fields:
        posted[AS_OF] = str(again.fields[AS_OF].initial)
    return again


def _in_case(there: str, form: ActionForm) -> str:
    """Keep the case in the URL if the action is part of one."""
    case = str(form["case"].value() or "")
    if not case or isinstance(form.about, Case):
        return there
    return f"{there}{'&' if '?' in there else '?'}{urlencode({'case': case})}"


def _subject(about: object) -> str:
    """Name the subject of an action; for an address, the form already does."""
    if isinstance(about, Match):
        return unique_name(about)
    return str(about.get_kind_display()) if isinstance(about, Case) else str(about or "")


def _note_too_old(request: HttpRequest, kind: RulingKind, about: object, match: Match | None) -> None:
    """Record an action that asked for verification again: somebody else may be at this browser."""
    facts = {"match": match, "player": about if isinstance(about, Player) else None}
    by = By(entrance.moderator_of(request), "")
    moderation.note_refused(by, kind, staff_attempts.TOO_OLD, timezone.now(), **facts)


def _read_by(act: StaffAction[Any], about: object) -> Any:
    """Say who reads the reason, and where."""
    if act.readers is Readers.MODERATORS:
        return READ_BY_US
    if act.readers is Readers.MATCH_PAGE:
        return READ_ON_THE_PAGE
    return READ_BY_ALL if isinstance(about, Match) else READ_IN_A_MAIL


def _ruling_kind(done: object) -> str:
    return str(done.kind) if isinstance(done, Ruling) else str(done or "")


def _render(
    request: HttpRequest, act: StaffAction[Any], form: ActionForm, back: str, why: str = "", status: int = 200
) -> HttpResponse:
    here = {"act": act, "form": form, "back": _in_case(back, form), "why": why, "title": act.title}
    return entrance.shown(request, "rooms/act.html", status, on=_subject(form.about), **here)


def _by(request: HttpRequest, given: Given, match: Match | None) -> By:
    """Say who acts, and for which case."""
    moderator = entrance.moderator_of(request)
    case = _case(moderator, given["case"], match)
    return By(moderator, given["reason"], case, _unique_key(request, given["key"]))


def _case(moderator: Player, public_id: str, match: Match | None) -> Case | None:
    """Find a case; None if it is about another match or isn't this moderator's to judge."""
    found = Case.objects.select_related("match").filter(public_id=public_id).first() if public_id else None
    if found is None or (match is not None and found.match_id != match.pk):
        return None
    is_theirs = found.opener_id != moderator.pk and not impartiality.has_sat_at(found.match, moderator)
    return found if is_theirs else None


def _unique_key(request: HttpRequest, key: str) -> str:
    """Derive a key that is unique to this form and person, whatever key the form sends."""
    parts = f"{entrance.moderator_of(request).pk}|{request.path}|{key}"
    return salted_hmac("games.admin.forms", parts, algorithm="sha256").hexdigest()
