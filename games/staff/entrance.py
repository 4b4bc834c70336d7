"""Who may enter the moderators' area and act there: moderators with recent two-step verification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, timedelta
from functools import wraps
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.disputes import moderation
from games.disputes.moderation import By
from games.models import Match, Player, RulingKind
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.staff.actions.action import StaffAction
from games.web.account import recent_proof, staff_attempts
from games.web.match.players_only import nothing_here, player_of

#: How recent two-step verification must be for an action, and how recent while somebody keeps working here.
RECENT, AT_WORK = timedelta(minutes=15), timedelta(hours=4)
#: When this browser was last here; kept in the session, written at most once a minute.
LAST_HERE, NOTED_EVERY = "last in the staff area", timedelta(minutes=1)
KEPT = "kept_act"
FORBIDDEN = 403
Room = Callable[..., HttpResponse]


def shown(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page, in UTC as its tables say: players of many zones appear side by side."""
    _note_work(request)
    with timezone.override(UTC):
        return render(request, template, admin.site.each_context(request) | context, status=status)


def for_moderators(room: Room) -> Room:
    """Admit moderators; operators who aren't moderators have rooms of their own."""

    @wraps(room)
    def enter(request: HttpRequest, **blanks: Any) -> HttpResponse:
        try:
            moderation.may_look(player_of(request), None)
        except Refused as refused:
            return refuse_entry(request, refused)
        return room(request, **blanks)

    return enter


def at_match(room: Room) -> Room:
    """Find a match for a moderator who doesn't play in it."""

    @wraps(room)
    def enter(request: HttpRequest, public_id: str, **blanks: Any) -> HttpResponse:
        found = Match.objects.filter(public_id=public_id).first()
        try:
            moderation.may_look(player_of(request), found)
        except Refused as refused:
            return refuse_entry(request, refused, found)
        return room(request, found, **blanks) if found else nothing_here(request)

    return enter


def offers(actions: Mapping[str, StaffAction[Any]]) -> Callable[[Room], Room]:
    """Mark a room with its actions' kinds of ruling, to record tries by people who are kept out."""

    def mark(room: Room) -> Room:
        room.__dict__[staff_attempts.KINDS] = {slug: action.kind for slug, action in actions.items()}
        return room

    return mark


def refuse_entry(
    request: HttpRequest, refused: Refused, match: Match | None = None, kind: RulingKind = RulingKind.LOOKED
) -> HttpResponse:
    """Say why somebody of the staff can't enter, and record that they tried."""
    by, now = By(player_of(request), ""), timezone.now()
    moderation.note_refused(by, kind, refused.code, now, match=match)
    return shown(request, "rooms/turned_away.html", FORBIDDEN, why=plainly(refused.code))


def is_recent(request: HttpRequest) -> bool:
    """Check whether two-step verification here is recent, or was followed by steady work."""
    player = player_of(request)
    if recent_proof.has_shown_factor(request, player, RECENT):
        return True
    return _was_here(request, RECENT) and recent_proof.has_shown_factor(request, player, AT_WORK)


def _was_here(request: HttpRequest, within: timedelta) -> bool:
    last: float = request.session.get(LAST_HERE, 0)
    return last > (timezone.now() - within).timestamp()


def _note_work(request: HttpRequest) -> None:
    """Remember that somebody works here whose verification is recent, so that it isn't asked for again."""
    if is_recent(request) and not _was_here(request, NOTED_EVERY):
        request.session[LAST_HERE] = timezone.now().timestamp()


def ask_for_verification(request: HttpRequest) -> HttpResponse:
    """Ask for two-step verification again; what was typed waits in the session."""
    if request.method == "POST":
        typed = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
        request.session[KEPT] = {"path": request.path, "typed": typed}
    return redirect(recent_proof.ask_for_factor(player_of(request), request.get_full_path()))


def kept(request: HttpRequest) -> dict[str, str]:
    """Give what was typed here before verification was asked for, and forget it."""
    found = request.session.get(KEPT)
    if not found or found["path"] != request.path:
        return {}
    del request.session[KEPT]
    return dict(found["typed"])


def moderator_of(request: HttpRequest) -> Player:
    return player_of(request)
