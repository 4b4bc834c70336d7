"""The moderators' area, on Django's admin: operators appoint staff; moderators look, decide and repair.

Nothing here is a raw form over a row: each action has a form of its own with a reason, and a function that
does it. Two-step verification comes before all of it: see `games.web.site.middleware`.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.present.site_name import site_name
from games.staff import address_room, case_room, match_room, matches, player_room
from games.staff import first_page as first
from games.staff.accounts_admin import Players

#: Django's pages for passwords, which we don't have, and for rows that have no room of their own.
NOT_HERE = ("password_", "autocomplete/", "r/")


class Rooms(AdminSite):
    site_title = site_header = property(lambda self: site_name())
    index_title = _("Moderators' area")
    enable_nav_sidebar = False

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.register(Player, Players)

    def index(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return first.first_page(request)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Add the moderators' rooms, and leave out admin pages that nobody needs."""
        own = [
            ("cases/", case_room.cases, "cases"),
            ("cases/<slug:public_id>/", case_room.case, "case"),
            ("cases/<slug:public_id>/evidence/<int:look>/", case_room.evidence_file, "case_evidence"),
            ("cases/<slug:public_id>/<slug:act>/", case_room.act, "case_act"),
            ("matches/", matches.matches, "matches"),
            ("matches/<slug:public_id>/", match_room.match, "match"),
            ("matches/<slug:public_id>/looks/<int:look>/", match_room.look, "look"),
            ("matches/<slug:public_id>/<slug:act>/", match_room.act, "match_act"),
            ("people/", player_room.people, "people"),
            ("people/<uuid:player_id>/", player_room.person, "person"),
            ("people/<uuid:player_id>/<slug:act>/", player_room.act, "person_act"),
            ("addresses/<slug:act>/", address_room.act, "address_act"),
        ]
        rooms: list[URLResolver | URLPattern] = [
            path(route, self.admin_view(room), name=name) for route, room, name in own
        ]
        return rooms + [one for one in super().get_urls() if not str(one.pattern).startswith(NOT_HERE)]
