"""Who belongs to a circle: inviting, leaving, and what only its keeper may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.circles import belonging, founding, joining
from games.lobby import contacts
from games.models import Circle, Player, read_circle_name
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.match.players_only import player_of
from games.web.match.seat_actions import too_many
from games.web.people.circle_page import of_members
from games.web.site.section_note import SectionNote, back_to, done_note

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422

#: What each section says after its form was sent.
DONE = {
    "members": gettext_noop("Saved."),
    "invite": gettext_noop("Invited: by email, and on their People page."),
    "link": gettext_noop("Saved. An earlier link no longer works."),
    "name": gettext_noop("Saved."),
    "ratings": gettext_noop("Saved."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_members
def circle_members(request: HttpRequest, found: Circle) -> HttpResponse:
    """Show the members; do what a button says and return to its section."""
    player, said = player_of(request), request.POST.dict()
    do = ACTIONS.get(said.get("say", ""))
    if request.method != "POST" or do is None:
        return _page(request, found, player, done_note(request.GET, DONE))
    section = SECTIONS[said["say"]]
    try:
        do(found, player, said, timezone.now())
    except ValidationError as wrong:
        note = SectionNote(section, wrong.messages[0], refused=True)
        return _page(request, found, player, note, UNPROCESSABLE)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        found.refresh_from_db()
        note = SectionNote(section, plainly(refused.code), refused=True)
        return _page(request, found, player, note, CONFLICT)
    if said["say"] == "leave":
        return redirect("circles")
    return back_to(resolve_url("circle_members", found.public_id), section)


def _page(
    request: HttpRequest, found: Circle, player: Player, note: SectionNote | None, status: int = OK
) -> HttpResponse:
    members = belonging.members(found, player)
    friends = contacts.played_with(player)
    there = belonging.known_at(found, player, friends)
    context = {
        "circle": found,
        "members": members,
        "mine": next((one for one in members if one.player_id == player.pk), None),
        "is_keeper": found.keeper_id == player.pk,
        "invited": belonging.invited(found, player),
        "friends": [one for one in friends if one.pk not in there],
        "door": _address(found) if found.door else "",
        "note": note,
    }
    return render(request, "pages/circle_members.html", context, status=status)


def _address(found: Circle) -> str:
    return f"{settings.SITE_URL}{resolve_url('join_circle', found.public_id, found.door)}"


# --- what its buttons do


def _who(said: Mapping[str, str]) -> UUID:
    """Read whom a button is about; raise Refused for what is nobody's id."""
    try:
        return UUID(said.get("player", ""))
    except ValueError:
        raise Refused("not_a_member") from None


def _invite(found: Circle, player: Player, said: Mapping[str, str], now: datetime) -> None:
    guest = next((one for one in contacts.played_with(player) if one.pk == _who(said)), None)
    if guest is None:
        raise Refused("not_a_member")
    joining.invite(found, player, guest, now)


def _rename(found: Circle, player: Player, said: Mapping[str, str], _: datetime) -> None:
    founding.rename(found, player, read_circle_name(said.get("name", "")))


def _take_part(found: Circle, player: Player, said: Mapping[str, str], now: datetime) -> None:
    joining.take_part(found, player, said.get("wanted") == "on", now)


ACTIONS: Mapping[str, Callable[[Circle, Player, Mapping[str, str], datetime], None]] = {
    "invite": _invite,
    "remove": lambda found, player, said, _: joining.remove(found, player, _who(said)),
    "hand_over": lambda found, player, said, _: founding.hand_over(found, player, _who(said)),
    "leave": lambda found, player, said, _: joining.leave(found, player),
    "rename": _rename,
    "open_door": lambda found, player, said, _: founding.open_door(found, player),
    "shut_door": lambda found, player, said, _: founding.shut_door(found, player),
    "keep_ratings": lambda found, player, said, _: founding.keep_ratings(
        found, player, said.get("wanted") == "on"
    ),
    "take_part": _take_part,
}
SECTIONS = {
    "invite": "invite",
    "remove": "members",
    "hand_over": "members",
    "leave": "members",
    "rename": "name",
    "open_door": "link",
    "shut_door": "link",
    "keep_ratings": "ratings",
    "take_part": "ratings",
}
