"""Cases, for moderators: the queue, and each case with everything said and done about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps

from django.db.models import Case as When
from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models import When as If
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.disputes import evidence, impartiality, moderation
from games.models import (
    PATIENCE,
    Case,
    CaseKind,
    CaseState,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Look,
    Player,
    Ruling,
    RulingKind,
    names_of,
)
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.staff import action_page, choices_in_match, entrance
from games.staff.actions import ON_CASES
from games.staff.choices_in_match import mail_called
from games.web.match.players_only import nothing_here

#: A case doesn't wait its turn if somebody's time runs out this soon.
SOON = timedelta(days=1)
MOST = 200
#: How many lines are shown before and after the reported one.
AROUND = 3
LONG = 19  # more digits than any row's number has


@require_safe
@entrance.for_moderators
def cases(request: HttpRequest) -> HttpResponse:
    """List cases that aren't closed, most urgent first, without those about one's own matches."""
    now = timezone.now()
    waiting = queue(entrance.moderator_of(request), now)
    return entrance.shown(request, "rooms/cases.html", title=_("Cases"), cases=waiting[:MOST], now=now)


def queue(moderator: Player, now: datetime) -> QuerySet[Case]:
    """Sort by urgency, then by age: appeals first, then what can't wait, decided ones last.

    What can't wait is a case where time runs out soon, or somebody else may be moving for a player. A case
    whose moderator has done nothing for a while waits like one that nobody has taken.
    """
    running = Deadline.objects.filter(
        match=OuterRef("match"), state=DeadlineState.RUNNING, kind=DeadlineKind.QUESTION
    )
    holds = Q(moderator=OuterRef("moderator"), moderator__is_moderator=True, moderator__is_active=True)
    lately = Ruling.objects.filter(holds, case=OuterRef("pk"), refused="", at__gt=now - PATIENCE)
    waits = Q(state=CaseState.OPEN) | Q(state=CaseState.LOOKING, is_seen_to=False)
    cannot_wait = Q(runs_out__lt=now + SOON) | Q(kind=CaseKind.NOT_ME)
    urgency = When(
        If(state=CaseState.DECIDED, then=Value(4)),
        If(state=CaseState.APPEALED, then=Value(0)),
        If(waits & cannot_wait, then=Value(1)),
        If(waits, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    found = Case.objects.exclude(state=CaseState.CLOSED).exclude(match__in=impartiality.tables_of(moderator))
    found = found.exclude(opener=moderator).select_related("match", "moderator")
    timed = found.annotate(
        runs_out=Subquery(running.order_by("due_at", "pk").values("due_at")[:1]),
        is_seen_to=Exists(lately),
    )
    return timed.annotate(urgency=urgency).order_by("urgency", "opened_at", "pk")


def of_case(room: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Find a case for a moderator who isn't involved in it."""

    @wraps(room)
    def enter(request: HttpRequest, public_id: str, **blanks: str) -> HttpResponse:
        found = (
            Case.objects.select_related("match", "opener", "mail", "seat").filter(public_id=public_id).first()
        )
        moderator, match = entrance.moderator_of(request), found.match if found else None
        try:
            moderation.may_look(moderator, match)
            if found and found.opener_id == moderator.pk:
                raise Refused("plays_there")
        except Refused as refused:
            return entrance.refuse_entry(request, refused, match)
        return room(request, found, **blanks) if found else nothing_here(request)

    return enter


@require_safe
@of_case
def case(request: HttpRequest, found: Case) -> HttpResponse:
    done = request.GET.get("done", "")
    return entrance.shown(
        request,
        "rooms/case.html",
        title=_("Case: %(kind)s") % {"kind": found.get_kind_display()},
        case=found,
        now=timezone.now(),
        lines=_lines(found),
        is_not_me=found.kind == CaseKind.NOT_ME,
        mail=mail_called(found.mail) if found.mail else "",
        steps=found.mail.steps.all() if found.mail else [],
        words=found.words.select_related("author"),
        deeds=_actions_taken(found),
        acts=[(slug, one) for slug, one in ON_CASES.items() if one.is_for(found)],
        told=str(RulingKind(done).label) if done in RulingKind.values else "",
        file=_evidence_look(request, found, request.GET.get("file", "")),
    )


def _actions_taken(found: Case) -> list[tuple[Ruling | Look, str]]:
    """List what was done for a case, oldest first, and to or as whom."""
    names = names_of(found.match.seats.select_related("player"))
    rulings = found.rulings.filter(refused="").select_related("moderator", "player")
    looks = found.looks.select_related("moderator")
    done: list[tuple[Ruling | Look, str]] = [(one, str(one.player or "")) for one in rulings]
    done += [(one, "" if one.seat is None else _("as %(name)s") % {"name": names[one.seat]}) for one in looks]
    return sorted(done, key=lambda one: one[0].at)


def _evidence_look(request: HttpRequest, found: Case, look: str) -> Look | None:
    """Find the recorded look that allows taking a case's evidence; it expires like any other."""
    number = int(look) if look.isascii() and look.isdigit() and len(look) < LONG else 0
    mine = moderation.find_look(entrance.moderator_of(request), found.match, number, timezone.now())
    return mine if mine and mine.case_id == found.pk and mine.seat is None else None


@require_safe
@of_case
def evidence_file(request: HttpRequest, found: Case, look: int) -> HttpResponse:
    """Download the evidence, for a recorded look."""
    if _evidence_look(request, found, str(look)) is None:
        return nothing_here(request)
    content = evidence.write(found, timezone.now())
    name = f'attachment; filename="evidence-{found.public_id}.zip"'
    return HttpResponse(content, headers={"Content-Type": "application/zip", "Content-Disposition": name})


def _lines(found: Case) -> list[tuple[int, str]]:
    """Show the reported line among its neighbours, as a spectator reads them; seeing more takes a look."""
    if found.line is None:
        return []
    try:
        public = choices_in_match.lines(found.match)
    except (HistoryBroken, TooNew):
        return []
    hidden = _("event %(number)d, hidden from some readers") % {"number": found.line}
    told = sorted(({found.line: hidden} | public).items())
    at = next(place for place, (number, _line) in enumerate(told) if number == found.line)
    return told[max(0, at - AROUND) : at + AROUND + 1]


@entrance.offers(ON_CASES)
@require_http_methods(["GET", "HEAD", "POST"])
@of_case
def act(request: HttpRequest, found: Case, act: str) -> HttpResponse:
    """Act on a case, by the action's own form."""
    if act not in ON_CASES:
        return nothing_here(request)
    return action_page.run(
        request, ON_CASES[act], found, resolve_url("admin:case", found.public_id), found.match
    )
