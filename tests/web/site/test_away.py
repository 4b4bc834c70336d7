"""The database goes away under a page: what was sent is kept in it, and sent again it counts once."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client

from games.models import Act, Event, Match, Order, Submission, Vote
from games.play import history
from tests.kit.at_once import needs_postgres
from tests.kit.cast import Form, Page, address, browser, events, match_of, turn_seat
from tests.kit.cutting import Cut, refuse, terminate
from tests.kit.match_tabs import all_tabs
from tests.kit.places import Scene, places

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
MOST = 60
ROWS = (Match, Event, Submission, Order, Act, Vote)


def rows() -> list[Any]:
    return [list(model._base_manager.order_by("pk").values()) for model in ROWS]


def mover() -> tuple[Match, Client]:
    found = match_of()
    return found, browser(turn_seat(found).player)


def form_of(client: Client, found: Match, action: str = "") -> Form:
    return next(one for one in all_tabs(client, found).forms if one.action.partition("#")[0].endswith(action))


def kept(answer: Any) -> Form:
    """Read the page that is shown in place of an answer: it is a page like any other, with one form."""
    assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
    assert "no-store" in answer["Cache-Control"]
    page = Page.of(answer)
    assert "Try again in a moment" in page.words and "harmless" in page.words
    (form,) = page.forms
    assert form.method == "post" and len(form.buttons) == 1
    return form


def sent_again(client: Client, form: Form) -> Any:
    return client.post(form.action, form.values())


@contextmanager
def away(error: Exception):
    def gone(*_: object) -> None:
        raise error

    with connection.execute_wrapper(gone):
        yield


@pytest.mark.parametrize(
    "how", [refuse, pytest.param(terminate, marks=needs_postgres)], ids=["driver", "server"]
)
def test_a_move_cut_at_any_statement_is_kept_and_sent_again_is_in_the_log_once(how):
    cuts = 0
    for place in range(1, MOST):
        found, client = mover()
        sent = Page.of(client.get(address(found))).asking[0].values() | {"do": ["leave?"]}
        cut = Cut(place, how)
        history.memo.clear()
        with cut.watching():
            answer = client.post(address(found), sent)
        if cut.seen < place:
            assert answer.status_code == 302, "the page has no more statements"
            break
        cuts += 1
        connection.close()
        assert cut.seen == place, "nothing more was asked"
        form = kept(answer)
        assert all(form.values()[name] == sent[name] for name in ("press", "do"))
        assert [sent_again(client, form).status_code for _ in range(2)] == [302, 302]
        assert Submission.objects.filter(match=found, door="page").count() == 1
        assert Event.objects.filter(match=found, kind="left_mine").count() == 1
        found.refresh_from_db()
        history.check_chain(found)
    least = 6 if connection.vendor == "postgresql" else 10  # several statements may go as one message
    assert MOST > cuts > least, "each statement was cut once"


def test_a_move_whose_commit_was_not_heard_of_is_in_the_log_once(monkeypatch):
    found, client = mover()
    sent = Page.of(client.get(address(found))).asking[0].values() | {"do": ["leave?"]}
    commit = connection._commit

    def lose() -> None:
        commit()
        refuse()

    with monkeypatch.context() as cut:
        cut.setattr(connection, "_commit", lose)
        form = kept(client.post(address(found), sent))
    connection.close()
    before = events(found)
    assert Event.objects.filter(match=found, kind="left_mine").count() == 1
    answer = sent_again(client, form)
    assert answer.status_code == 302 and events(found) == before
    assert "leave the mine" in Page.of(client.get(answer["Location"])).words.lower()


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("orders/", {"plan": "bold"}),
        ("take-back/", {}),
        ("vote/", {"subject": "pause", "say": "yes"}),
        ("days/", {"days": "take", "first": "2026-03-10", "last": "2026-03-11"}),
    ],
)
def test_whatever_else_is_pressed_on_a_match_page_is_kept_too(action, more):
    found, client = mover()
    move = Page.of(client.get(address(found))).asking[0].values() | {"do": ["leave?"]}
    assert client.post(address(found), move).status_code == 302
    sent = form_of(client, found, action).values() | more
    before = rows()
    with away(OperationalError("server closed the connection unexpectedly")):
        form = kept(client.post(address(found, action), sent))
    assert rows() == before
    assert sent_again(client, form).status_code == 302
    assert rows() != before


def test_a_page_that_is_only_looked_at_leads_to_itself():
    found, client = mover()
    with away(InterfaceError("the connection is closed")):
        answer = client.get(address(found) + "?done=orders")
    assert answer.status_code == 503 and not Page.of(answer).forms
    assert f'href="{address(found)}?done=orders"' in answer.content.decode()


def test_no_address_fails_without_a_database_open_or_not():
    found, client = mover()
    client.raise_request_exception = False
    told = {}
    for place in [*(one.path(Scene(found)) for one in places()), "/admin/", "/nowhere/"]:
        for ask in (client.get, client.post, Client(raise_request_exception=False).get):
            with away(OperationalError("gone")):
                told[ask, place] = ask(place).status_code
    assert {place for (_, place), status in told.items() if status == 500} == set()
    assert told[client.get, "/"] == told[client.get, "/readyz"] == 503
    assert told[client.get, "/healthz"] == told[client.get, "/robots.txt"] == 200


def test_the_form_that_is_kept_is_guarded_and_holds_text_as_text():
    found = match_of()
    client = browser(turn_seat(found).player, enforce_csrf_checks=True)
    page = client.get(address(found))
    token = Page.of(page).forms[0].values()["csrfmiddlewaretoken"][0]
    odd = '"><script>alert(1)</script>'
    with away(OperationalError("gone")):
        assert client.post(address(found), {"do": odd}).status_code == 403
        form = kept(client.post(address(found), {"csrfmiddlewaretoken": token, "do": odd}))
    assert form.values()["do"] == [odd] and len(form.values()["csrfmiddlewaretoken"]) == 1
    assert sent_again(client, form).status_code == 422


def test_a_fault_of_ours_is_told_as_one():
    found, client = mover()
    client.raise_request_exception = False
    with away(ProgrammingError("no such column")):
        assert client.get(address(found)).status_code == 500


def test_it_is_written_down_without_what_was_posted(log):
    found, client = mover()
    sent = Page.of(client.get(address(found))).asking[0].values()
    with away(OperationalError("server closed the connection")):
        client.post(address(found), sent)
    assert "database_away" in log.getvalue() and "server closed" in log.getvalue()
    assert sent["press"][0] not in log.getvalue()
