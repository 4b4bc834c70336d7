"""The page behind the link in an email about a change to an account, which undoes the change."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.mail import links
from games.models import AccountChange, Link
from games.players import account_changes, addresses
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.links.dead_link import DeadLink

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Ask for confirmation; then undo the change, once."""
    change = account_changes.find(link.content)
    if change is None or account_changes.is_too_late(change, now):
        raise DeadLink
    if request.method != "POST":
        return _show(request, link, change, done=change.undone_at is not None)
    if request.POST.get("do") != "undo":
        nothing = _("Nothing was chosen, so nothing has changed.")
        return _show(request, link, change, refused=nothing, status=UNPROCESSABLE)
    try:
        addresses.put_back(change, now)
    except Refused as refused:
        return _show(request, link, change, refused=_why(refused), status=CONFLICT)
    return _show(request, link, change, done=True)


def _why(refused: Refused) -> str:
    if refused.code == "taken":
        return _("Another account now uses that address. Contact the operator of this site.")
    return plainly(refused.code, refused.plain_details())


def _show(
    request: HttpRequest,
    link: Link,
    change: AccountChange,
    *,
    done: bool = False,
    refused: str = "",
    status: int = OK,
) -> HttpResponse:
    context: dict[str, Any] = {
        "link": links.token(link),
        "what": change.get_kind_display(),
        "main": change.main,
        "others": change.others,
        "done": done,
        "refused": refused,
    }
    return render(request, "pages/link_undo.html", context, status=status)
