"""A player's notification settings: which emails, none, daily digest, and the secret address of the feeds."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail import links
from games.mail.choices import CHOICES
from games.players import feeds, notification_settings
from games.web.match.players_only import player_of
from games.web.site.section_note import back_to, done_note

HANDS = {"shown": True, "hidden": False}
SECTIONS = {"choose": "kinds", "renew": "feeds", "end": "feeds"}
DONE = {
    "mails": gettext_noop("Saved."),
    "kinds": gettext_noop("Saved. Changes apply from the next email."),
    "feeds": gettext_noop("Saved."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_mails(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    if request.method == "POST":
        _change(request)
        return back_to(resolve_url("my_mails"), SECTIONS.get(request.POST.get("say", ""), "mails"))
    link = feeds.address_of(player)
    token = links.token(link) if link else ""
    context = {
        "muted": player.muted,
        "digest": player.digest,
        "choices": [(name, told, name not in player.unwanted) for name, told in CHOICES.items()],
        "hand": next((said for said, shown in HANDS.items() if shown is player.hand_in_mail), "ask"),
        "note": done_note(request.GET, DONE),
        "calendar": f"{settings.SITE_URL}{resolve_url('calendar', token)}" if link else "",
        "atom": f"{settings.SITE_URL}{resolve_url('atom', token)}" if link else "",
    }
    return render(request, "pages/my_mails.html", context)


def _change(request: HttpRequest) -> None:
    player = player_of(request)
    said = request.POST.get("say", "")
    if said in ("no_more", "again"):
        notification_settings.mute_all(player, muted=said == "no_more")
    elif said in ("digest", "each"):
        notification_settings.once_a_day(player, digest=said == "digest")
    elif said == "choose":
        wanted = request.POST.getlist("wanted")
        notification_settings.choose(player, {*CHOICES} - {*wanted}, HANDS.get(request.POST.get("hand", "")))
    elif said == "renew":
        feeds.renew(player, timezone.now())
    elif said == "end":
        feeds.end(player)
