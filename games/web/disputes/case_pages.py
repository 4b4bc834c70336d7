"""Report a problem, follow its case, list one's own cases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.disputes import cases
from games.models import Case, CaseKind, Match, Outbox, Player, Seat, new_key
from games.players import seat_history
from games.present.match_names import unique_name
from games.present.refusals import sentence
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.web.disputes.case_parts import (
    APPEAL,
    CLOSE,
    SAY,
    FlagForm,
    case_context,
    line_name,
    line_of,
    line_said,
    mail_of,
)
from games.web.match.players_only import may_show_hand, nothing_here, player_of

OK, CONFLICT, UNPROCESSABLE, TOO_MANY = 200, 409, 422, 429
MOST, LONGEST_KEY = 100, 64
PAPER, LINK = "paper.html", "pages/link_frame.html"
STALE = frozenset({"case_closed", "case_decided", "not_decided", "appealed_already"})


def refusal(page: HttpResponse, refused: Refused) -> HttpResponse:
    """Set the status of a page that says why something was refused."""
    page.status_code = CONFLICT if refused.code in STALE else UNPROCESSABLE
    if refused.code == "too_many":
        page.status_code, page["Retry-After"] = TOO_MANY, str(refused.details["seconds"])
    return page


def refusal_sentence(match: Match, refused: Refused) -> str:
    return sentence(match.rules, refused.code, refused.plain_details())


def key_in(posted: Mapping[str, str]) -> str:
    """Read the key that recognises a second press of the same form; make a new one if it is missing."""
    key = posted.get("key", "")
    return key if 0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() else new_key()


# --- flagging


def flagged(
    seat: Seat,
    player: Player,
    posted: Mapping[str, str],
    line: int | None,
    mail: Outbox | None,
    now: datetime,
) -> cases.Flagged:
    """File the problem a form reports, or find the case that has it already; raise Refused."""
    if posted.get("kind") not in CaseKind.values:
        raise Refused("no_kind")
    kind = CaseKind(posted["kind"])
    made = cases.Flag(kind, posted.get("text", ""), line=line, mail=mail, key=key_in(posted))
    return cases.flag(seat, player, made, now)


def flag_page(
    request: HttpRequest, seat: Seat, line: int | None, mail: Outbox | None, **more: Any
) -> HttpResponse:
    """Draw the form; after a refusal, with what was filled in."""
    with_hand = more.pop("with_hand", False)
    reader = seat.reader_of(line or 0) if with_hand else PUBLIC
    posted = request.POST
    form = FlagForm(
        line_name(seat, line) if line else "",
        mail,
        posted.get("kind", ""),
        posted.get("text", ""),
        key_in(posted),
    )
    context = {
        "base": PAPER,
        "seat": seat,
        "match": seat.match,
        "title": unique_name(seat.match),
        "line_said": line_said(seat, line, reader),
    }
    return render(request, "pages/flag.html", context | form.context() | more)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def flag(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form that reports a problem, or file it; former players of the match may, too."""
    player, now = player_of(request), timezone.now()
    match = Match.objects.filter(public_id=public_id).first()
    held = seat_history.of(match, player) if match else None
    if held is None:
        return nothing_here(request)
    seat, sits = held.seat, held.seat.player_id == player.pk
    asked = request.POST if request.method == "POST" else request.GET
    line = line_of(seat, asked.get("line", "")) if sits else None
    mail = mail_of(held, player, asked.get("mail", ""))
    shown = {"sits": sits, "with_hand": sits and may_show_hand(request.session, seat, now)}
    if request.method != "POST":
        return flag_page(request, seat, line, mail, **shown)
    try:
        case, is_new = flagged(seat, player, request.POST, line, mail, now)
    except Refused as refused:
        page = flag_page(request, seat, line, mail, **shown, refused=refusal_sentence(seat.match, refused))
        return refusal(page, refused)
    return _to(case, "flagged" if is_new else "merged")


def _to(case: Case, done: str) -> HttpResponse:
    return HttpResponseRedirect(f"{resolve_url('case', case.public_id)}?done={done}")


# --- a case


def find(public_id: str, player: Player) -> Case | None:
    """Find a case, for the player who opened it."""
    found = Case.objects.select_related("match", "seat__player", "seat__match", "mail")
    return found.filter(public_id=public_id, opener=player).first()


def acted(case: Case, player: Player, posted: Mapping[str, str], now: datetime) -> str:
    """Do what was chosen in the form of a case, and name it; "" if nothing was. Raise Refused."""
    do, text, key = posted.get("do", ""), posted.get("text", ""), key_in(posted)
    if do == SAY:
        cases.say(case.pk, player, text, key, now)
    elif do == APPEAL:
        cases.appeal(case.pk, player, text, key, now)
    elif do == CLOSE:
        cases.close(case.pk, player, now)
    else:
        return ""
    return do


def not_chosen() -> str:
    return _("Nothing was chosen, so nothing has changed. Your text is still in the form.")


def case_page(request: HttpRequest, case: Case, *, with_hand: bool, **more: Any) -> HttpResponse:
    """Draw the page of a case; after a refusal, with what was written."""
    asks_again = "refused" in more
    kept = {name: request.POST.get(name, "") if asks_again else "" for name in ("text", "do")}
    context = case_context(case, with_hand=with_hand, **kept) | {"base": PAPER, "match": case.match}
    return render(request, "pages/case.html", context | {"title": unique_name(case.match)} | more)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a case to the player who opened it, or do what they chose."""
    player, now = player_of(request), timezone.now()
    found = find(public_id, player)
    if found is None:
        return nothing_here(request)
    sits = found.seat.player_id == player.pk
    shown = {"with_hand": sits and may_show_hand(request.session, found.seat, now)}
    if request.method != "POST":
        return case_page(request, found, **shown, done=request.GET.get("done", ""))
    try:
        did = acted(found, player, request.POST, now)
    except Refused as refused:
        found = find(public_id, player) or found
        return refusal(
            case_page(request, found, **shown, refused=refusal_sentence(found.match, refused)), refused
        )
    if not did:
        page = case_page(request, found, **shown, refused=not_chosen())
        page.status_code = UNPROCESSABLE
        return page
    return _to(found, did)


@never_cache
@require_http_methods(["GET", "HEAD"])
def my_cases(request: HttpRequest) -> HttpResponse:
    """List the cases a player has opened, the latest change first."""
    mine = (
        Case.objects.filter(opener=player_of(request)).select_related("match").order_by("-changed_at", "-pk")
    )
    return render(request, "pages/cases.html", {"cases": mine[:MOST], "zone": player_of(request).time_zone})
