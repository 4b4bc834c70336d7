"""A player's settings: name, language, time zone, quiet hours, days off, and their beard."""

from __future__ import annotations

from datetime import date, time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import clocks
from games.clocks.settings import zone_names
from games.match import holidays
from games.models import Player
from games.present.refusals import plainly, sentence
from games.web.match.players_only import player_of
from games.web.site.section_note import SectionNote, back_to, done_note

#: Time zones that aren't places, left out of the list.
NO_PLACES = ("Etc/", "SystemV/", "posix/", "right/")
UNREADABLE = gettext_noop("We couldn't read that time. Write times like 22:30.")
LONGEST_BEARD = 999
OK, UNPROCESSABLE = 200, 422
NO_BEARD = gettext_noop("Beard length must be 0 to 999 centimetres. Leave it empty if you'd rather not say.")
HALF = gettext_noop("Quiet hours need both a start and an end, or neither.")
#: What each section says after its form was saved.
DONE = {
    "name": gettext_noop("Saved. This is what other players see now."),
    "language": gettext_noop("Saved."),
    "hours": gettext_noop("Saved. It applies from your next turn."),
    "holidays": gettext_noop("Those days are now holidays in all your current matches."),
    "along": gettext_noop("Saved."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hours(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    if request.method != "POST":
        return _page(request, player, _of(player), done_note(request.GET, DONE))
    told = {
        "zone": request.POST.get("zone", ""),
        "quiet_from": request.POST.get("quiet_from", ""),
        "quiet_to": request.POST.get("quiet_to", ""),
        "free_days": request.POST.getlist("free_days"),
    }
    try:
        rhythm = read(told)
    except ValueError as wrong:
        return _page(request, player, told, _refused("hours", gettext(str(wrong))))
    player.time_zone, player.free_days = rhythm.zone, list(rhythm.free_days)
    player.quiet_from = rhythm.quiet.start if rhythm.quiet else None
    player.quiet_to = rhythm.quiet.end if rhythm.quiet else None
    player.zone_confirmed = True
    player.save(update_fields=["time_zone", "free_days", "quiet_from", "quiet_to", "zone_confirmed"])
    return back_to(resolve_url("hours"), "hours")


@never_cache
@require_http_methods(["GET", "POST"])
def beard(request: HttpRequest) -> HttpResponse:
    """Save the beard length that a game asks for; the form for taking a seat fills it in."""
    if request.method == "GET":  # the address of a refused form, loaded again
        return redirect("hours")
    player, told = player_of(request), request.POST.get("beard", "").strip()
    if told and not (told.isascii() and told.isdigit() and len(told) < 9 and int(told) <= LONGEST_BEARD):
        return _page(request, player, _of(player), _refused("along", gettext(NO_BEARD)), beard=told)
    player.beard = int(told) if told else None
    player.save(update_fields=["beard"])
    return back_to(resolve_url("hours"), "along")


@never_cache
@require_http_methods(["GET", "POST"])
def days_off(request: HttpRequest) -> HttpResponse:
    """Take the same days off in every match; name the matches that refuse, and why."""
    if request.method == "GET":
        return redirect("hours")
    player, now = player_of(request), timezone.now()
    told = {name: request.POST.get(name, "") for name in ("first", "last")}
    try:
        first, last = (date.fromisoformat(one) for one in told.values())
    except ValueError:
        return _page(request, player, _of(player), _refused("holidays", plainly("days")), days=told)
    taken, refused = holidays.take_everywhere(player, first, last, now)
    if taken and not refused:
        return back_to(resolve_url("hours"), "holidays")
    where = [(seat.match, sentence(seat.match.rules, why.code, why.details)) for seat, why in refused]
    return _page(request, player, _of(player), days=told, off={"matches": taken, "refused": where})


def _refused(section: str, why: str) -> SectionNote:
    return SectionNote(section, why, refused=True)


def read(told: dict[str, Any]) -> clocks.Rhythm:
    """Read the form; raise ValueError with a sentence that says what is wrong."""
    quiet = None
    if bool(told["quiet_from"]) != bool(told["quiet_to"]):
        raise ValueError(HALF)
    if not all(day in {"0", "1", "2", "3", "4", "5", "6"} for day in told["free_days"]):
        raise ValueError(clocks.SENTENCES["free_days"])
    if told["quiet_from"]:
        quiet = clocks.Quiet(_time(told["quiet_from"]), _time(told["quiet_to"]))
    return clocks.Rhythm(told["zone"], quiet, tuple(sorted(map(int, told["free_days"]))))


def _time(told: str) -> time:
    try:
        return time.fromisoformat(told).replace(second=0, microsecond=0)
    except ValueError:
        raise ValueError(UNREADABLE) from None


def _of(player: Player) -> dict[str, Any]:
    return {
        "zone": player.time_zone,
        "quiet_from": f"{player.quiet_from:%H:%M}" if player.quiet_from else "",
        "quiet_to": f"{player.quiet_to:%H:%M}" if player.quiet_to else "",
        "free_days": [str(day) for day in player.free_days],
    }


def _page(
    request: HttpRequest,
    player: Player,
    told: dict[str, Any],
    note: SectionNote | None = None,
    **more: object,
) -> HttpResponse:
    context = {
        "told": told,
        "regions": regions(player.time_zone),
        "weekdays": [(str(number), name) for number, name in WEEKDAYS.items()],
        "beard": "" if player.beard is None else player.beard,
        "languages": settings.LANGUAGES,
        "is_guess": not player.zone_confirmed,
        "note": note,
    }
    status = UNPROCESSABLE if note and note.refused else OK
    return render(request, "pages/hours.html", context | more, status=status)


def regions(kept: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Group the time zones by continent, each with a readable name; include the one that is set."""
    places = {name for name in zone_names() if "/" in name and not name.startswith(NO_PLACES)} | {kept}
    found: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(places - {"UTC"}):
        region, _, place = name.partition("/")
        found.setdefault(region, []).append((name, (place or region).replace("_", " ").replace("/", ", ")))
    return list(found.items())
