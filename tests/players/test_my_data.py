"""Everything about me as a file, and farewell for good."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder

from games.lobby import invitations
from games.mail.send import outbox
from games.match import seats
from games.models import (
    Block,
    Deadline,
    Event,
    Inbound,
    Link,
    Match,
    Outbox,
    Player,
    Seat,
    Submission,
    Unreachable,
)
from games.players import addresses, blocks, notification_settings
from games.players import delete as deleting
from games.players.export import everything
from games.players.export.included import DISPATCH, KINDS, MAIL, OF_SEAT, REPLY, SEAT, STEP
from games.players.export.left_out import LEFT_OUT
from games.rules import catalogue
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Seat as Number
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, SOON, Page, at, browser, match_of, open_questions, person, play_on
from tests.kit.opened import open_table

pytestmark = pytest.mark.django_db(transaction=True)
FILE, FAREWELL = "/my-data/file/", "/my-data/farewell/"


def saved(name: str) -> dict:
    with at():
        got = browser(name).post(FILE)
    assert got.status_code == 200 and got["Content-Disposition"].startswith("attachment")
    assert "no-store" in got["Cache-Control"]
    return json.loads(got.content)


# --- what the file holds


def listed() -> set[str]:
    """Name each field that stands in the file."""
    found = {(apps.get_model(kind.model), name) for kind in (*KINDS, *OF_SEAT) for name in kind.fields}
    found |= {(Seat, name) for name in SEAT if "__" not in name}
    found |= {(Outbox, name) for name in MAIL} | {(Inbound, name) for name in REPLY}
    found |= {(apps.get_model("games.Delivery"), name) for name in STEP}
    found |= {(apps.get_model("games.Dispatch"), name) for name in DISPATCH}
    return {f"{model.__name__}.{name.split('__')[0]}" for model, name in found} | {"Seat.match"}


def test_each_field_of_each_row_is_in_the_file_or_said_why_not():
    fields = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        if model.__name__ not in LEFT_OUT
        for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
        if model._meta.app_label != "tests"
    }
    named = {name for name in LEFT_OUT if "." in name}
    assert fields == listed() | named
    assert not listed() & named
    models = {model.__name__ for model in apps.get_models()}
    assert {name for name in LEFT_OUT if "." not in name} <= models


def test_my_own_is_in_it():
    found = match_of(words=["lamps and picks", "bob's own words"])
    addresses.add(person("alice"), "alice@second.example", NOON)
    blocks.block(person("alice"), person("dora"), NOON)
    notification_settings.choose(person("alice"), ["ahead"], None)
    told = saved("alice")
    assert told["account"][0]["email"] == "alice@example.org"
    assert told["account"][0]["unwanted"] == ["ahead"]
    assert {one["email"] for one in told["addresses"]} == {"alice@example.org", "alice@second.example"}
    assert told["blocked"][0]["blocked__display_name"] == "Dora"
    (seat,) = told["seats"]
    assert seat["match__public_id"] == found.public_id and seat["words"] == "lamps and picks"
    assert seat["seen"] and all(set(one) == {"kind", "fields", "said"} for one in seat["seen"])


@pytest.mark.parametrize("game", [rules.meta.slug for rules in catalogue.GAMES])
def test_what_i_have_seen_of_any_game_is_json(game):
    found = match_of(game=game)
    play_on(found, 120)
    for seat in found.seats.select_related("player"):
        told = json.loads(json.dumps(everything(seat.player), cls=DjangoJSONEncoder))
        assert len(told["seats"][0]["seen"]) > 50


def test_of_others_nothing_is_in_it_but_what_i_may_see():
    found = match_of(words=["mine", "canary words of bob", ""])
    play_on(found, 12)
    addresses.add(person("bob"), "canary@second.example", NOON)
    Player.objects.filter(email="bob@example.org").update(beard=777, unwanted=["over"])
    number = found.seats.get(player=person("alice")).number
    text = json.dumps(saved("alice"))
    for canary in ("bob@example.org", "carol@example.org", "canary", "777", *salts(found)):
        assert canary not in text
    told = json.loads(text)["seats"][0]
    assert told["moves"] == mine_alone(found, number)
    assert [one["fields"] for one in told["seen"]] == read_by(found, number)


def salts(found: Match) -> list[str]:
    return list(found.seats.values_list("salt", flat=True))


def mine_alone(found: Match, number: int) -> list[dict]:
    rows = Submission.objects.filter(match=found, seat__number=number).order_by("pk")
    fields = ("door", "command", "outcome", "refusal", "at")
    return json.loads(
        json.dumps(list(rows.values(*fields)), default=lambda when: f"{when:%Y-%m-%dT%H:%M:%S}Z")
    )


def read_by(found: Match, number: int) -> list[dict]:
    from games.play import history

    records, table = history.load(Match.objects.get(pk=found.pk))
    told = [seen(found.rules, record, Number(number), table.options) for record in records]
    return json.loads(json.dumps([one.fields for one in told if one is not None]))


def test_who_took_over_a_seat_has_nothing_of_who_sat_there_before():
    found = match_of()
    play_on(found, 12)
    left = found.seats.get(player=person("alice"))
    notification_settings.mute(found.pk, left.number, NOON)
    with at(SOON):
        seats.give_up(found.pk, left.number, SOON)
        seats.substitute(found.pk, left.number, person("eve"), SOON)
    with at(SOON.replace(hour=13)):
        told = everything(person("eve"))
    (seat,) = told["seats"]
    assert not seat["moves"] and not seat["orders"] and not seat["acts"]
    assert "alice@example.org" not in json.dumps(told, default=str)
    assert all(one["to"] == "eve@example.org" for one in told["mails"])


def test_it_takes_a_press_of_ones_own_and_is_limited():
    alice = browser("alice")
    assert alice.get(FILE).status_code == 405
    assert browser("alice", enforce_csrf_checks=True).post(FILE).status_code == 403
    with at():
        answers = [alice.post(FILE).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


# --- farewell


def gone(name: str) -> str:
    """Let somebody delete their account by the code from the email; give the words of the last page."""
    client = browser(name)
    with at():
        client.post(FAREWELL)
        told = client.post(FAREWELL, {"code": mailed()})
        assert client.get("/hours/").status_code == 302
    return Page.of(told).words


def everywhere(canary: str) -> list[str]:
    """Say in which tables something still stands."""
    found = []
    for model in apps.get_models():
        rows = model._default_manager.all()
        if model.__name__ == "MatchSecret":
            continue
        if any(canary.encode() in repr(row).encode() for row in rows.values_list()):
            found.append(model.__name__)
    return found


def test_it_takes_the_code_from_the_mail():
    alice = browser("alice")
    assert alice.post(FAREWELL, {"code": "BBBBBBBB"}).status_code == 410
    with at():
        alice.post(FAREWELL)
        assert emails()[-1].to == ["alice@example.org"]
        assert alice.post(FAREWELL, {"code": "BBBBBBBB"}).status_code == 422
        assert browser("bob").post(FAREWELL, {"code": "BBBBBBBB"}).status_code == 410
        page = Page.of(alice.get("/my-data/"))
    assert Player.objects.filter(email="alice@example.org").exists()
    assert "This can't be undone, by you or by us." in page.words
    assert {facts["id"] for facts in page.controls} <= page.labelled


def test_the_others_keep_their_match_and_its_log_checks():
    found = match_of(words=["lamps", "", ""])
    play_on(found, 6)
    events = list(Event.objects.filter(match=found).values_list("payload", flat=True))
    mine = found.seats.get(player=person("alice"))
    assert "can't be restored" in gone("alice")
    seat = Seat.objects.get(pk=mine.pk)
    assert seat.player is None and seat.gave_up and seat.on_autopilot and seat.name == "A former player"
    assert seat.generation == mine.generation + 1
    assert list(Event.objects.filter(match=found).values_list("payload", flat=True))[: len(events)] == events
    assert "alice" not in Page.of(browser("bob").get(f"/m/{found.public_id}/")).words.lower()
    out = StringIO()
    call_command("verify_matches", found.public_id, stdout=out)
    play_on(found, 6)


def test_nothing_that_names_them_is_left_in_any_table():
    found = match_of()
    addresses.add(person("alice"), "alice@second.example", NOON)
    blocks.block(person("bob"), person("alice"), NOON)
    invitations.invite(lobby().pk, 2, "alice@second.example", person("carol"), NOON)
    with at():
        browser("alice").get("/hours/")
    outbox.send_due(SOON)
    assert everywhere("alice@example.org") and everywhere("alice@second.example")
    gone("alice")
    # What the others were emailed is theirs, and its bytes are thrown away after a week.
    Outbox.objects.exclude(seat__player=None).update(rendered=None)
    for canary in ("alice@example.org", "alice@second.example", "Alice"):
        assert everywhere(canary) == []
    assert not Block.objects.exists() and not EmailAddress.objects.filter(email__startswith="alice").exists()
    assert not Link.objects.filter(address__startswith="alice").exists()
    assert not Outbox.objects.filter(
        match=found, state="queued", seat__player=None, to__startswith="alice"
    ).exists()


def lobby() -> Match:
    return open_table("quartz", [person("bob"), person("carol")], [], now=NOON, free=1)


def test_a_seat_at_a_table_that_fills_is_free_again():
    table = open_table("quartz", [person("alice"), person("bob")], [], now=NOON, free=1)
    gone("alice")
    seat = table.seats.get(number=0)
    assert seat.player is None and not seat.gave_up and not seat.words
    table.refresh_from_db()
    assert table.status == "lobby"


def test_a_seat_taken_in_another_tab_meanwhile_is_left_too(monkeypatch):
    found, late = match_of(), open_table("quartz", [person("bob")], [], now=NOON, free=1)
    leave_all = deleting.joining.leave_all

    def meanwhile(player: Player) -> None:
        if not late.seats.filter(player=player).exists() and not taken:
            taken.append(player)
            Seat.objects.filter(match=late, player=None).update(player=player)
            Match.objects.filter(pk=late.pk).update(status="closed")
        leave_all(player)

    taken: list[Player] = []
    monkeypatch.setattr(deleting.joining, "leave_all", meanwhile)
    gone("alice")
    assert taken and not Player.objects.filter(email="alice@example.org").exists()
    left = late.seats.get(number=1)
    assert left.player is None and left.generation == 2
    assert found.seats.get(number=0).gave_up


def test_another_tab_is_asked_to_sign_in_and_what_it_presses_changes_nothing():
    found = match_of()
    other = browser("alice")
    address = f"/m/{found.public_id}/"
    with at():
        assert other.get(address).status_code == 200
    gone("alice")
    rows = {model: model.objects.count() for model in (Event, Submission, Seat, Player, Outbox)}
    with at():
        for path in (address, "/hours/", "/my-data/"):
            assert other.get(path)["Location"].startswith("/accounts/login/")
        for path in (address, "/hours/", FAREWELL):
            pressed = other.post(path, {"code": "AAAAAAAA"})
            assert pressed.status_code == 403 and "nothing was changed" in Page.of(pressed).words
    assert rows == {model: model.objects.count() for model in rows}


def test_a_wish_not_to_be_written_to_is_kept_and_a_bounce_is_not():
    person("alice")
    notification_settings.never_invite("alice@example.org", NOON)
    Unreachable.objects.create(address="alice@example.org", why="bounced")
    gone("alice")
    assert [one.why for one in Unreachable.objects.all()] == ["never"]


def test_the_last_operator_can_not_go():
    Player.objects.filter(pk=person("alice").pk).update(is_operator=True)
    alice = browser("alice")
    with at():
        told = alice.post(FAREWELL)
    assert told.status_code == 409 and "Appoint another one first" in Page.of(told).words
    assert not emails()
    Player.objects.filter(pk=person("bob").pk).update(is_operator=True)
    gone("alice")
    assert not Player.objects.filter(email="alice@example.org").exists()


def test_for_one_who_is_waited_for_the_game_plays_on_at_once():
    found = match_of()
    first = next(name for name, question in open_questions(found).items() if question.awaited)
    who = found.seats.get(number=first.seat).player
    gone(who.email.split("@")[0])
    clock = Deadline.objects.get(match=found, state="running", kind="carry_on")
    assert clock.due_at <= SOON + timedelta(minutes=1)
