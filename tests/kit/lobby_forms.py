"""The forms for opening and filling matches, as people send them."""

from __future__ import annotations

from games.models import Match
from tests.kit.cast import Page, address

OPENING = "/new/quartz/"


def form_at(client, path: str = OPENING) -> dict:
    """Return the main form of a page as rendered, plus the one answer it has no default for."""
    form = max(Page.of(client.get(path)).forms, key=lambda one: len(one.fields))
    return form.values() | {"hand": "no_hand"}


def opened(client, path: str = OPENING, **changes) -> Match:
    response = client.post(path, form_at(client, path) | changes)
    assert response.status_code == 302, Page.of(response).words
    return Match.objects.select_related("lobby").get(public_id=response["Location"].split("/")[2])


def act(client, match: Match, do: str, **more):
    page = Page.of(client.get(address(match)))
    forms = [form for form in page.forms if ("do", do) in form.buttons]
    seat = more.pop("seat", None)
    form = next(one for one in forms if seat is None or one.values().get("seat") == [seat])
    return client.post(address(match, "lobby/"), form.values() | {"do": do} | more)
