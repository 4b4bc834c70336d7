"""The one table of what each address takes: complete, true, enforced, and the same in the docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.models import AccountChangeKind
from games.players import addresses
from games.urls import urlpatterns
from games.web.account import access
from games.web.account.access import (
    ACTIONS,
    ANYBODY,
    DEMO,
    NOTIFIED,
    OTHERS,
    PROVIDER,
    PUBLIC,
    SECRET,
    SIGNED_IN,
    STAFF,
    TOKEN,
    WATCHER,
    SensitiveAction,
)
from tests.kit.browsers import WHO, stolen
from tests.kit.cast import NOON, at, match_of, person
from tests.kit.every_mail import everything
from tests.kit.places import STAFF as STAFF_ROUTE
from tests.kit.places import Scene, places

pytestmark = pytest.mark.django_db(transaction=True)
DOCS = (Path(__file__).resolve().parent.parent.parent / "docs" / "accounts.md").read_text()
#: Acts for whoever isn't signed in yet.
OPEN_ACTS = {
    *("account_confirm_login_code", "mfa_authenticate", "mfa_login_webauthn", "openid_callback", "link"),
}


def patterns(found: list[Any], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in found:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route, one
        else:
            yield from patterns(one.url_patterns, route)


def named(route: str, one: URLPattern) -> str:
    return "admin:" if route.startswith(STAFF_ROUTE) else one.name or one.callback.__name__


def listed() -> dict[str, str]:
    """Say what each address takes, by its name."""
    return {name: needs for needs, names in OTHERS.items() for name in names} | {
        act.url: act.needs.told for act in ACTIONS
    }


def missing_from_the_table(found: list[Any]) -> set[str]:
    return {named(route, one) for route, one in patterns(found)} - {*listed()}


def test_every_address_is_in_the_table_and_nothing_else():
    there = {named(route, one) for route, one in patterns(get_resolver().url_patterns)}
    assert missing_from_the_table(get_resolver().url_patterns) == set()
    assert {*listed()} - there == set()
    names = [name for names in OTHERS.values() for name in names]
    assert len(names) == len({*names}) and not {*names} & {act.url for act in ACTIONS}


def test_an_address_that_is_not_in_the_table_would_be_found():
    from django.urls import path

    new = path("forgotten/", lambda request: None, name="forgotten")  # type: ignore[return-value]
    assert missing_from_the_table([*urlpatterns, new]) == {"forgotten"}


def test_what_it_says_of_signing_in_is_so():
    kinds = (ANYBODY, PUBLIC, SECRET, NOTIFIED, WATCHER, PROVIDER, DEMO, TOKEN)
    open_to = {*OPEN_ACTS, *(name for needs in kinds for name in OTHERS[needs])}
    for route, one in patterns(get_resolver().url_patterns):
        if (name := named(route, one)) == "admin:":  # what stands before the rooms of staff is tested below
            continue
        is_closed = getattr(one.callback, "login_required", True)
        assert is_closed == (name not in open_to), f"{name}: {listed()[name]}"


@pytest.mark.parametrize("needs", [PUBLIC, SIGNED_IN, WATCHER, DEMO])
def test_nobody_gets_in_without_what_it_takes(needs):
    scene = Scene(match_of())
    for one in places():
        if listed()[one.name] == needs:
            got = Client().get(one.path(scene))
            assert got.status_code in (404, 405) or got["Location"].startswith("/accounts/login/"), one.name


GUARDED = [act for act in ACTIONS if act.needs.missing]


@pytest.mark.parametrize("act", GUARDED, ids=lambda act: act.what)
def test_a_stolen_session_gets_no_further_than_the_table_says(act: SensitiveAction):
    """Without code and second factor nothing changes, whichever way it is asked."""
    scene = Scene(match_of())
    addresses.add(person("alice"), "alice@second.example", NOON)
    path = next(one.path(scene) for one in places() if one.name == act.url)
    said = {"say": act.say, "email": "alice@second.example", "code": "BBBBBBBB"}
    with at(NOON):
        thief = stolen()
        if act.url == "type_address_code":
            thief = waits_for_a_code(thief)
        before = everything()
        answers = [thief.post(path, said)] + ([] if act.say or act.back else [thief.get(path)])
        if act.url == "my_farewell":  # it has a code of its own; there is no second factor to be shown here
            assert [one.status_code for one in answers] == [410]
            return
        assert {one["Location"].partition("?")[0] for one in answers} == {WHO}
        assert everything() == before


def waits_for_a_code(client: Client) -> Client:
    """Let the session be stolen while a code is on its way to another address."""
    from games.players import codes

    session = client.session
    asked = codes.ask(codes.Errand.MOVE, "alice@second.example", NOON, "en")
    session[codes.Errand.MOVE] = asked.kept()
    session.save()
    return client


def test_whoever_is_told_is_told_of_each_kind_of_change():
    assert {act.tells for act in ACTIONS if act.tells} == {*AccountChangeKind}
    for act in ACTIONS:
        changes = act.url.startswith("mfa_") and re.search("activate|add|remove|generate", act.url)
        assert bool(changes) <= bool(act.tells), act.what


def test_the_rooms_of_staff_are_closed_to_everybody_else():
    assert access.STAFF is STAFF and [act.url for act in ACTIONS if act.needs is STAFF] == ["admin:"]
    for route, _ in patterns(get_resolver().url_patterns):
        if route.startswith(STAFF_ROUTE):
            path = "/" + re.sub(r"<[^>]+>|\(\?P<[^>]*>[^)]*\)|[\^$]|\.\*", "x", route)
            assert Client().get(path).status_code in (302, 404)


# --- the docs


def rows(heading: str) -> list[list[str]]:
    """Read the table below a heading."""
    part = DOCS.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines][1:]


def routes(name: str) -> str:
    found = [f"/{route}" for route, one in patterns(get_resolver().url_patterns) if named(route, one) == name]
    return "`/admin/`" if name == "admin:" else ", ".join(f"`{one}`" for one in dict.fromkeys(found))


def test_the_docs_show_every_act_as_it_is():
    told = "every address of the account"
    expected = [
        [act.what, routes(act.url), act.needs.told, f"{told}: {act.tells.label}" if act.tells else "nobody"]
        for act in ACTIONS
    ]
    assert rows("What an account can do") == expected, "\n".join(f"| {' | '.join(row)} |" for row in expected)


def test_the_docs_show_every_other_address():
    expected = [[needs, ", ".join(routes(name) for name in names)] for needs, names in OTHERS.items()]
    assert rows("Every other address") == expected, "\n".join(f"| {' | '.join(row)} |" for row in expected)
