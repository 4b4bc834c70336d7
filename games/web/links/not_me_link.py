""" "This wasn't me": the page behind the link in a receipt, for a move the player didn't make."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import play
from games.mail import links, press
from games.models import Link
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.links.dead_link import DeadLink

UNPROCESSABLE, UNAVAILABLE = 422, 503


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Ask for confirmation; then disable all links of this seat so far, and undo what can be undone."""
    context: dict[str, Any] = {"link": links.token(link), "match": link.match}
    if request.method != "POST":
        return render(request, "pages/link_not_me.html", context)
    if request.POST.get("do") != "not_me":
        if links.is_dead(link, now):
            raise DeadLink
        refused = _("Nothing was chosen, so nothing has changed.")
        return render(request, "pages/link_not_me.html", context | {"refused": refused}, status=UNPROCESSABLE)
    try:
        disowned = press.disown(link, _("This wasn't me"), now)
    except (HistoryBroken, TooNew) as fault:
        if isinstance(fault, HistoryBroken) and link.match is not None:
            play.quarantine(link.match.pk, fault, now)
        return render(request, "pages/link_not_me.html", context, status=UNAVAILABLE)
    if disowned is None:
        raise DeadLink
    context |= {"disowned": disowned, "host": settings.DEFAULT_FROM_EMAIL}
    return render(request, "pages/link_disowned.html", context)
