"""Changes are undone by the link in the email that told of them; "this wasn't me" and a move clear up too."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.db.models import F
from django.test import Client

from games.infra import limits
from games.infra.locks import writing
from games.mail import delivery, links
from games.models import AccountChange, AccountChangeKind, Link, Match, Player, Purpose, WhyNot
from games.ops import upkeep
from games.play import history
from games.players import account_changes, addresses, feeds, notification_settings
from games.rules.kernel.refusal import Refused
from tests.kit.account_mails import emails, mailed
from tests.kit.browsers import SECRET, factors, told, undo_links
from tests.kit.cast import NOON, Page, at, browser, match_of, person
from tests.kit.mailed_links import link_for, mail_to

pytestmark = pytest.mark.django_db(transaction=True)
SECOND, THIEFS = "alice@second.example", "thief@elsewhere.example"
SOON = NOON + timedelta(hours=1)


@pytest.fixture(autouse=True)
def noon():
    person("alice")
    with at(NOON):
        yield


def signed_in(address: str = "alice@example.org") -> Client:
    """Sign in as people do, so that the browser is listed."""
    client = Client()
    client.post("/accounts/login/", {"email": address})
    client.post("/accounts/login/code", {"code": mailed()})
    return client


def is_in(client: Client) -> bool:
    return client.get("/hours/").status_code == 200


def press(path: str, **said: str):
    return Client().post(path, {"link": path.removeprefix("/t/"), **said})


def taken_over() -> Player:
    """Let somebody with the mailbox and a session take everything: address, app, and the old address away."""
    alice = person("alice")
    addresses.add(alice, THIEFS, NOON)
    addresses.make_main(alice, THIEFS, NOON)
    addresses.remove(alice, "alice@example.org", NOON)
    TOTP.activate(alice, SECRET)
    alice.refresh_from_db()
    return alice


# --- the link


def test_one_press_gives_the_account_back():
    found = match_of()
    alice = taken_over()
    thief = signed_in(THIEFS)
    feeds.renew(alice, NOON)
    seat = found.seats.get(player=alice)
    first = undo_links()[0]
    assert "alice@example.org" in Page.of(Client().get(first)).words
    with at(SOON):
        assert press(first, do="undo").status_code == 200
    alice.refresh_from_db()
    assert alice.email == "alice@example.org" and delivery.verified(alice) == {"alice@example.org"}
    assert not factors(alice) and not is_in(thief) and feeds.address_of(alice) is None
    assert found.seats.get(pk=seat.pk).generation == seat.generation + 1
    assert is_in(signed_in())
    assert {("account_undone", "alice@example.org"), ("account_undone", THIEFS)} <= told()


def use_up_what_a_seat_may_do(found: Match) -> None:
    seat, most = found.seats.get(number=0), settings.LIMITS["acts of a seat"][0]
    for _ in range(most):
        with writing():
            limits.take("acts of a seat", str(seat.pk), NOON)
    with pytest.raises(Refused, match="too_many"):
        notification_settings.mute(found.pk, seat.number, NOON, muted=True)


def break_the_log(found: Match) -> None:
    """Let a match say that it has more events than there are."""
    Match.objects.filter(pk=found.pk).update(version=F("version") + 1)
    history.memo.clear()


HINDER = [use_up_what_a_seat_may_do, break_the_log]


@pytest.mark.parametrize("hinder", HINDER)
def test_nothing_about_a_match_keeps_an_owner_from_the_account(hinder):
    found = match_of()
    seat = found.seats.get(player=person("alice"), number=0)
    taken_over()
    before = found.seats.get(pk=seat.pk).generation
    hinder(found)
    pressed = press(undo_links()[0], do="undo")
    assert (pressed.status_code, "Another account" in Page.of(pressed).words) == (200, False)
    assert delivery.verified(person("alice")) == {"alice@example.org"}
    assert found.seats.get(pk=seat.pk).generation == before + 1


@pytest.mark.parametrize("hinder", HINDER)
@pytest.mark.parametrize("move", [addresses.confirm, addresses.make_main])
def test_nor_from_having_emails_sent_elsewhere(move, hinder):
    found, alice = match_of(), person("alice")
    seat = found.seats.get(player=alice)
    addresses.add(alice, SECOND, NOON)
    hinder(found)
    move(alice, SECOND, NOON)
    assert Player.objects.get(pk=alice.pk).email == SECOND
    assert found.seats.get(pk=seat.pk).generation == seat.generation + 1


@pytest.mark.parametrize("hinder", HINDER)
def test_nor_from_saying_this_wasnt_me_once_and_for_all(hinder):
    found = match_of()
    seat = found.seats.get(player=person("alice"))
    not_me = link_for(seat, Purpose.NOT_ME)
    hinder(found)
    thief = signed_in()
    assert press(f"/t/{links.token(not_me)}", do="not_me").status_code == 200
    assert found.seats.get(pk=seat.pk).generation == seat.generation + 1
    assert not is_in(thief)
    owner = signed_in()
    for _ in range(3):
        press(f"/t/{links.token(not_me)}", do="not_me")
    assert is_in(owner)


def test_a_second_press_asks_the_seats_that_a_first_one_left(monkeypatch):
    found = match_of()
    seat = found.seats.get(player=person("alice"))
    taken_over()
    link, before = undo_links()[0], found.seats.get(pk=seat.pk).generation
    with monkeypatch.context() as cut, pytest.raises(SystemExit):
        cut.setattr(addresses.seats, "move", lambda *_: sys.exit())
        press(link, do="undo")
    assert delivery.verified(person("alice")) == {"alice@example.org"}
    for _ in range(2):
        assert press(link, do="undo").status_code == 200
        assert found.seats.get(pk=seat.pk).generation == before + 1


def test_an_address_is_made_the_main_one_only_so_often():
    """Each time emails every address and asks every seat anew."""
    alice = person("alice")
    addresses.add(alice, SECOND, NOON)
    most = settings.LIMITS["moves of a player"][0]
    for turn in range(most):
        addresses.make_main(alice, (SECOND, "alice@example.org")[turn % 2], NOON)
    with pytest.raises(Refused, match="too_many"):
        addresses.make_main(alice, SECOND, NOON)
    assert press(undo_links()[0], do="undo").status_code == 200


def test_looking_and_submitting_the_form_as_drawn_change_nothing():
    taken_over()
    (first, *_) = undo_links()
    assert Client().get(first).status_code == 200
    assert press(first).status_code == 422
    assert not AccountChange.objects.exclude(undone_at=None).exists()


def test_it_holds_for_a_week_and_once():
    taken_over()
    first, *later = undo_links()
    with at(NOON + account_changes.UNDOABLE):
        assert Client().get(first).status_code == press(first, do="undo").status_code == 410
    with at(NOON + account_changes.UNDOABLE - timedelta(seconds=1)):
        assert press(first, do="undo").status_code == 200
        emailed = len(emails())
        alice = Player.objects.get(email="alice@example.org")
        addresses.add(alice, SECOND, NOON + timedelta(days=6))
        inside = signed_in()
        for link in (first, *later):  # what came after is undone with it, and not once more
            assert "The change was undone" in Page.of(press(link, do="undo")).words
        assert SECOND in delivery.verified(alice) and is_in(inside)
    assert [row for row in emails()[emailed:] if "undone" in row.subject] == []


def test_what_was_undone_is_told_without_another_link():
    taken_over()
    press(undo_links()[0], do="undo")
    last = [one for one in emails() if one.subject == "Changes to your account were undone"]
    assert last and not [one for one in last if "/t/" in one.body]


def test_a_thief_can_undo_no_further_than_what_was_done_to_them():
    """Each link leads back to before its own change: the owner's, of the first, to before all of them."""
    alice = taken_over()
    owners = undo_links()[0]
    thiefs = Link.objects.filter(purpose=Purpose.UNDO, mail__to=THIEFS).latest("pk")
    assert press(owners, do="undo").status_code == 200
    press(f"/t/{links.token(thiefs)}", do="undo")
    alice.refresh_from_db()
    assert delivery.verified(alice) == {"alice@example.org"}


def test_whoever_was_removed_is_told_but_cannot_undo_it():
    """Else a thief's own address would come back as often as its owner removed it."""
    alice = person("alice")
    addresses.add(alice, THIEFS, NOON)
    addresses.remove(alice, THIEFS, NOON)
    removed = {one.to[0]: one.body for one in emails() if "removed" in one.subject}
    assert removed.keys() == {"alice@example.org", THIEFS}
    assert "/t/" in removed["alice@example.org"] and "/t/" not in removed[THIEFS]


def test_nor_does_giving_the_account_back_hand_a_thief_a_new_link():
    """What is removed with it is told to the addresses that are the owner's again, and to no other."""
    alice = taken_over()
    owners = undo_links()[0]
    sent = len(emails())
    press(owners, do="undo")
    new = emails()[sent:]
    assert {one.subject for one in new} >= {"A passkey or an app was removed from your account"}
    assert [one.to for one in new if "/t/" in one.body] == [["alice@example.org"]]
    row = AccountChange.objects.get(kind=AccountChangeKind.FACTOR_REMOVED, player=alice)
    assert (row.main, row.others) == ("alice@example.org", [])


def test_where_the_main_one_takes_no_emails_the_others_can_undo_it():
    alice = person("alice")
    addresses.add(alice, SECOND, NOON)
    delivery.leave_alone("alice@example.org", WhyNot.BOUNCED, NOON)
    addresses.confirm(alice, THIEFS, NOON)
    told_second = [one.body for one in emails() if one.to == [SECOND] and "go to another" in one.subject]
    assert "/t/" in told_second[-1]


def test_an_address_that_is_somebody_elses_by_now_stays_theirs():
    alice = person("alice")
    addresses.add(alice, SECOND, NOON)
    addresses.remove(alice, SECOND, NOON)
    addresses.add(person("bob"), SECOND, NOON)
    _added, removed, *_ = undo_links()
    assert press(removed, do="undo").status_code == 200
    assert SECOND in delivery.verified(person("bob")) and SECOND not in delivery.verified(person("alice"))
    addresses.confirm(alice, THIEFS, NOON)
    Player.objects.create_user("alice@example.org")
    emails()
    moved = Link.objects.filter(purpose=Purpose.UNDO, mail__kind=AccountChangeKind.MAIN_MOVED).latest("pk")
    refused = press(f"/t/{links.token(moved)}", do="undo")
    assert refused.status_code == 409 and "Another account now uses that address" in Page.of(refused).words


def test_whoever_is_told_is_so_in_their_own_language_and_the_address_that_was_removed_too():
    Player.objects.update(language="pt-br")
    alice = person("alice")
    addresses.add(alice, SECOND, NOON)
    addresses.remove(alice, SECOND, NOON)
    sent = {(one.to[0], one.message()["Content-Language"]) for one in emails()}
    assert sent == {("alice@example.org", "pt-br"), (SECOND, "pt-br")}


def test_of_a_deleted_account_nothing_is_told_or_kept():
    addresses.add(person("alice"), SECOND, NOON)
    Player.objects.filter(email="alice@example.org").delete()
    assert not AccountChange.objects.exists()
    assert not [one for one in emails() if one.to == ["alice@example.org"]]


def test_what_is_settled_is_forgotten():
    addresses.add(person("alice"), SECOND, NOON)
    upkeep.prune(NOON + timedelta(days=6))
    assert AccountChange.objects.exists()
    upkeep.prune(NOON + timedelta(days=7, seconds=1))
    assert not AccountChange.objects.exists()


# --- second factors added since


def add_key(days_ago: float = 0) -> None:
    key = Authenticator.objects.create(user=person("alice"), type="webauthn", data={"name": "Key"})
    spare = {"user": person("alice"), "type": "recovery_codes", "defaults": {"data": {}}}
    Authenticator.objects.get_or_create(**spare)
    Authenticator.objects.filter(pk=key.pk).update(created_at=NOON - timedelta(days=days_ago))


def test_this_wasnt_me_takes_off_what_was_added_since_the_receipt_and_tells():
    found = match_of()
    seat = found.seats.get(player=person("alice"))
    receipt = mail_to(seat, "receipt", "")
    not_me = link_for(seat, Purpose.NOT_ME, mail=receipt)
    add_key(days_ago=3)
    add_key()
    press(f"/t/{links.token(not_me)}", do="not_me")
    assert factors(person("alice")) == ["recovery_codes", "webauthn"]
    assert ("factor_removed", "alice@example.org") in told()
    assert Authenticator.objects.get(type="webauthn").created_at == NOON - timedelta(days=3)


def test_the_last_one_takes_the_spare_codes_with_it():
    found = match_of()
    not_me = link_for(found.seats.get(player=person("alice")), Purpose.NOT_ME)
    add_key(days_ago=-0.01)
    press(f"/t/{links.token(not_me)}", do="not_me")
    assert not factors(person("alice"))


@pytest.mark.parametrize(("days", "stays"), [(6, False), (8, True)])
def test_no_old_email_takes_off_what_has_long_been_there(days, stays):
    found = match_of()
    seat = found.seats.get(player=person("alice"))
    not_me = link_for(seat, Purpose.NOT_ME)
    Link.objects.filter(pk=not_me.pk).update(at=NOON - timedelta(days=30))
    add_key(days_ago=days)
    press(f"/t/{links.token(not_me)}", do="not_me")
    assert ("webauthn" in factors(person("alice"))) == stays


@pytest.mark.parametrize("move", [addresses.confirm, addresses.make_main])
def test_a_move_of_the_main_address_takes_off_what_is_not_settled(move):
    alice = person("alice")
    addresses.add(alice, SECOND, NOON)
    add_key(days_ago=8)
    add_key(days_ago=1)
    move(alice, SECOND, NOON)
    assert factors(alice) == ["recovery_codes", "webauthn"]


def test_a_move_signs_out_all_browsers_but_the_one_it_was_made_in():
    here, elsewhere = signed_in(), signed_in()
    here.post("/mails/sent/code/", {"email": SECOND})
    here.post("/mails/sent/address/", {"code": mailed()})
    assert Player.objects.filter(email=SECOND).exists()
    assert is_in(here) and not is_in(elsewhere)
    assert browser("bob").get("/hours/").status_code == 200
