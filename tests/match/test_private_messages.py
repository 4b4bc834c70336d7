"""Messages between two players: only where the match allows them, and for nobody else's eyes."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match import chat, presence
from games.models import Act, Block, Look, Match, Talk
from games.players.delete import farewell
from games.players.export.collect import everything
from games.rules.kernel.refusal import Refused
from games.staff import timeline
from tests.kit.cast import SOON, Page, address, at, browser, match_of, person
from tests.kit.moderator import filled, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
SECRET = "The ruby is in my chest."


def plotting():
    """Start a match in which Alice and Bob may plot against Carol."""
    found = match_of()
    Match.objects.filter(pk=found.pk).update(private_messages=True)
    found.refresh_from_db()
    return found


def number_of(found, name):
    return found.seats.get(player=person(name)).number


def whisper(found, by="alice", to="bob", text=SECRET, **more):
    chat.say(found.pk, number_of(found, by), text, SOON, to=number_of(found, to), **more)


def talk_of(found, name):
    return browser(name).get(address(found, "talk/")).content.decode()


def test_the_two_read_it_on_the_page_and_nobody_else_does():
    found = plotting()
    whisper(found)
    assert SECRET in talk_of(found, "alice") and "only to Bob" in talk_of(found, "alice")
    assert SECRET in talk_of(found, "bob") and "only to you" in talk_of(found, "bob")
    for rest in ("", "talk/", "history/", "more/", "orders/"):
        assert SECRET not in browser("carol").get(address(found, rest)).content.decode()


def form_of(client, found):
    page = Page.of(client.get(address(found, "talk/")))
    return next(one for one in page.forms if one.action.endswith("#talk"))


def test_it_is_sent_by_the_form_of_the_chat():
    found = plotting()
    client = browser("alice")
    form = next(
        one for one in Page.of(client.get(address(found, "talk/"))).forms if one.action.endswith("#talk")
    )
    sent = {name: values[0] for name, values in form.values().items()}
    sent |= {"said": SECRET, "to": str(number_of(found, "bob"))}
    assert client.post(address(found, "talk/"), sent).status_code == 302
    assert Talk.objects.get().to == person("bob")
    assert client.post(address(found, "talk/"), sent).status_code == 302
    assert Talk.objects.count() == 1, "a second press of the same form"


@pytest.mark.parametrize("to", ["x", "77", "-1", "٣", "999"])
def test_a_seat_that_there_is_not_gets_nothing(to):
    found = plotting()
    client = browser("alice")
    form = next(
        one for one in Page.of(client.get(address(found, "talk/"))).forms if one.action.endswith("#talk")
    )
    press = form.values()["press"][0]
    told = client.post(address(found, "talk/"), {"press": press, "said": SECRET, "to": to})
    assert told.status_code in (409, 422) and not Talk.objects.exists()


def test_where_the_match_does_not_allow_them_there_are_none():
    found = match_of()
    assert "Send to" not in talk_of(found, "alice")
    with pytest.raises(Refused, match="no_private_messages"):
        whisper(found)
    assert not Talk.objects.exists()


def test_nobody_writes_to_themselves_or_to_an_empty_seat():
    found = plotting()
    with pytest.raises(Refused, match="not_a_seat"):
        whisper(found, to="alice")
    found.seats.filter(player=person("bob")).update(player=None)
    with pytest.raises(Refused, match="not_a_seat"):
        chat.say(found.pk, number_of(found, "alice"), SECRET, SOON, to=1 - number_of(found, "alice") % 2)


def bytes_for(found, name):
    """Give what somebody's open page costs, its mark, how soon it asks again, and what is new there."""
    client = browser(name)
    pages = [client.get(address(found, rest)) for rest in ("talk/", "history/", "more/")]
    with CaptureQueriesContext(connection) as asked:
        page = client.get(address(found))
    return len(asked), page["ETag"], page["Ask-Again"], ["unread" in one.content.decode() for one in pages]


def test_that_two_plot_changes_nothing_for_the_third():
    found = plotting()
    browser("carol").get(address(found))
    before = bytes_for(found, "carol")
    whisper(found)
    assert bytes_for(found, "carol") == before
    assert bytes_for(found, "bob")[1] != before[1]


def test_it_is_new_to_its_reader_and_counts_as_something_that_happened():
    found = plotting()
    client = browser("bob")
    later = SOON + presence.LIVELY
    with at(later):
        page = client.get(address(found))
        assert int(page["Ask-Again"]) == presence.CALM
        chat.say(found.pk, number_of(found, "alice"), SECRET, later, to=number_of(found, "bob"))
        changed = client.get(address(found), headers={"If-None-Match": page["ETag"]})
        assert (changed.status_code, int(changed["Ask-Again"])) == (200, presence.QUICK)
        mine, others = (chat.unread(found.seats.get(player=person(who))) for who in ("bob", "carol"))
        assert (mine, others) == (1, 0)


def test_who_has_blocked_its_author_does_not_read_it():
    found = plotting()
    Block.objects.create(player=person("bob"), blocked=person("alice"))
    whisper(found)
    assert SECRET not in talk_of(found, "bob")
    assert chat.unread(found.seats.get(player=person("bob"))) == 0


def test_who_takes_over_the_seat_does_not_read_it():
    found = plotting()
    whisper(found)
    found.seats.filter(player=person("bob")).update(player=person("dora"), generation=2)
    assert SECRET not in talk_of(found, "dora")


def test_both_find_it_in_the_file_about_themselves_and_others_do_not():
    found = plotting()
    whisper(found)
    files = {who: json.dumps(everything(person(who)), default=str) for who in ("alice", "bob", "carol")}
    assert [SECRET in files[who] for who in ("alice", "bob", "carol")] == [True, True, False]


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_it_goes_with_either_of_the_two_and_never_becomes_public(who):
    found = plotting()
    whisper(found)
    farewell(person(who), SOON)
    assert not Talk.objects.exists()
    assert SECRET not in talk_of(found, "carol")


def test_moderators_read_it_only_by_a_look_that_is_recorded():
    found = plotting()
    whisper(found)
    entries, _ = timeline.entries(found, {seat.number: seat.name for seat in found.seats.all()}, None)
    assert SECRET not in " ".join(str(one) for one in entries)
    assert Act.objects.filter(kind="said_alone").count() == 1
    mo, path = staff(), f"/admin/matches/{found.public_id}/look/"
    assert SECRET not in mo.get(f"/admin/matches/{found.public_id}/").content.decode()
    for name, reads in (("bob", True), ("carol", False)):
        seat = found.seats.get(player=person(name))
        shown = mo.get(mo.post(path, filled(mo, path, seat=f"{seat.number}:{seat.generation}"))["Location"])
        assert (SECRET in shown.content.decode()) is reads
    assert Look.objects.filter(match=found).count() == 2
