"""The rooms of one's own settings: addresses, hours, holidays, emails, blocked players; the host's words."""

from __future__ import annotations

import re

import pytest

from games.lobby.match_settings import Away
from games.mail import delivery
from games.mail.choices import CHOICES
from games.mail.compose import frame
from games.mail.kinds import KINDS
from games.mail.send import outbox
from games.match import seats
from games.models import Block, Outbox, Player
from games.players import addresses, blocks, notification_settings
from games.rules.kernel.refusal import Refused
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, SOON, Page, at, browser, match_of, person, turn_seat
from tests.kit.sign_in import CODE, ask, is_signed_in

pytestmark = pytest.mark.django_db(transaction=True)
ROOMS = (
    "/hours/",
    "/addresses/",
    "/mails/",
    "/mails/sent/",
    "/accounts/2fa/",
    "/api-access/",
    "/accounts/sessions/",
    "/blocked/",
    "/my-data/",
)
ADDRESSES, SECOND = "/addresses/", "alice@second.example"


def said(client, path: str, **told: object):
    with at():
        return client.post(path, told)


@pytest.mark.parametrize("path", ROOMS)
def test_each_room_is_ones_own_labelled_and_shows_the_way_to_the_others(client, path):
    assert client.get(path)["Location"].startswith("/accounts/login/")
    got = browser("alice").get(path)
    page, text = Page.of(got), got.content.decode()
    assert {facts["id"] for facts in page.controls} <= page.labelled
    assert len(page.ids) == len({*page.ids}) and text.count("<h1") == 1
    assert "style=" not in text and "onclick" not in text and "no-store" in got["Cache-Control"]
    assert all(
        f'href="{room}"' in text for room in ROOMS if room not in ("/mails/sent/", "/accounts/sessions/")
    )


# --- addresses


def with_second(name: str = "alice", address: str = SECOND):
    client = browser(name)
    said(client, ADDRESSES, say="add", email=address)
    assert emails()[-1].to == [address]
    assert said(client, ADDRESSES, say="code", code=mailed())["Location"] == "/addresses/?done"
    return client


def test_a_second_address_is_shown_to_be_ones_own_by_a_code_and_believed(client):
    with_second()
    assert addresses.others(person("alice")) == [SECOND]
    assert delivery.verified(person("alice")) == {"alice@example.org", SECOND}
    assert person("alice").email == "alice@example.org"
    with at():
        ask(client, SECOND)
        client.post(CODE, {"code": mailed()})
        assert is_signed_in(client)
    assert Player.objects.count() == 1


def test_the_main_one_is_told_of_another_and_not_which():
    with_second()
    told = emails()[-1]
    assert told.to == ["alice@example.org"] and "sign in as you" in " ".join(told.body.split())
    assert SECOND not in str(told.message())


def test_a_wrong_code_adds_nothing():
    client = browser("alice")
    said(client, ADDRESSES, say="add", email=SECOND)
    assert said(client, ADDRESSES, say="code", code="BBBBBBBB").status_code == 422
    assert said(browser("bob"), ADDRESSES, say="code", code=mailed()).status_code == 410
    assert not addresses.others(person("alice"))


def test_somebody_elses_is_not_to_be_had_main_or_second():
    with_second()
    bob = browser("bob")
    for address in ("alice@example.org", SECOND.upper()):
        said(bob, ADDRESSES, say="add", email=address)
        assert said(bob, ADDRESSES, say="code", code=mailed()).status_code == 409
    assert delivery.verified(person("bob")) == {"bob@example.org"}


@pytest.mark.parametrize("take", [addresses.add, addresses.confirm])
@pytest.mark.parametrize("address", ["alice@example.org", SECOND])
def test_what_two_show_to_be_theirs_in_one_moment_is_the_first_ones(monkeypatch, take, address):
    with_second()
    monkeypatch.setattr(addresses, "check_is_free", lambda *_: None)  # neither sees the other yet
    bob = person("bob")
    with pytest.raises(Refused, match="taken"):
        take(bob, address, NOON)
    assert bob.email == person("bob").email == "bob@example.org"
    assert address not in delivery.verified(bob)


@pytest.mark.parametrize("told", ["", "nobody", "a@b.example\nBcc: c@d.example", "x" * 300 + "@b.example"])
def test_what_is_no_address_is_mailed_nothing_and_stays_in_the_form(told):
    answer = said(browser("alice"), ADDRESSES, say="add", email=told)
    assert answer.status_code == 422 and not emails()
    assert "That isn't a valid email address." in Page.of(answer).words


def test_another_becomes_the_main_one_links_die_and_the_one_before_stays_and_is_told():
    found = match_of()
    seat = turn_seat(found)
    left = seat.player.email
    client = with_second(left.split("@")[0])
    said(client, ADDRESSES, say="main", email=SECOND)
    moved = Player.objects.get(email=SECOND)
    assert moved == seat.player and addresses.others(moved) == [left]
    assert found.seats.get(player=moved).generation == seat.generation + 1
    assert emails()[-1].to == [left] and SECOND not in str(emails()[-1].message())
    outbox.send_due(SOON.replace(hour=13))
    assert Outbox.objects.get(seat=seat, state="sent", generation=seat.generation + 1).to == SECOND


def test_one_is_removed_but_never_the_main_one():
    client = with_second()
    assert said(client, ADDRESSES, say="remove", email="Alice@example.org").status_code == 409
    assert said(client, ADDRESSES, say="remove", email=SECOND).status_code == 302
    assert delivery.verified(person("alice")) == {"alice@example.org"}


def test_one_that_was_never_shown_does_not_become_the_main_one():
    assert said(browser("alice"), ADDRESSES, say="main", email="x@y.example").status_code == 409
    assert said(browser("alice"), ADDRESSES, say="dance").status_code == 422
    assert person("alice").email == "alice@example.org"


def test_there_is_an_end_to_them():
    for number in range(addresses.MOST):
        addresses.add(person("alice"), f"a{number}@second.example", NOON)
    with pytest.raises(Refused, match="too_many_addresses"):
        addresses.add(person("alice"), SECOND, NOON)


def test_an_address_that_was_left_for_another_is_ones_own_no_more():
    addresses.confirm(person("alice"), SECOND, NOON)
    assert delivery.verified(Player.objects.get(email=SECOND)) == {SECOND}


# --- which emails


def test_what_one_does_without_is_not_sent_and_what_asks_always_is():
    found = match_of()
    alice = person("alice")
    with at():
        browser("alice").post("/mails/", {"say": "choose", "wanted": ["ahead"], "hand": "ask"})
    seat = found.seats.get(player=alice)
    for kind in ("turn", "started"):
        Outbox.objects.filter(seat=seat, kind=kind).delete()
        row = Outbox.objects.create(
            match=found,
            seat=seat,
            generation=seat.generation,
            kind=kind,
            dedupe=f"a test's {kind}",
            send_after=NOON,
        )
        outbox.send(row.pk, SOON)
        row.refresh_from_db()
        assert row.state == ("superseded" if kind == "started" else "sent")


def test_a_reminder_that_was_asked_for_comes_although_reminders_are_not_wanted():
    alice = person("alice")
    notification_settings.choose(alice, ["reminder"], None)
    alice.refresh_from_db()
    plain, asked = (Outbox(kind="reminder", dedupe=one) for one in ("1:reminder:q", "1:snooze:q"))
    from games.mail.choices import is_unwanted

    assert is_unwanted(plain, alice) and not is_unwanted(asked, alice)


def test_each_choice_is_of_kinds_that_there_are_and_none_that_asks():
    kinds = {name for name, kind in KINDS.items() if kind.switch}
    assert {KINDS[name].switch for name in kinds} == {*CHOICES}
    assert not {kind for kind in kinds if KINDS[kind].is_asking} - {"reminder"}
    assert not kinds & {"proposed", "receipt", "confirm", "invitation"}


@pytest.mark.parametrize(("hand", "kept"), [("shown", True), ("hidden", False), ("ask", None), ("odd", None)])
def test_the_choice_is_kept_and_shown(hand, kept):
    client = browser("alice")
    said(client, "/mails/", say="choose", wanted=["over", "nonsense"], hand=hand)
    alice = person("alice")
    assert alice.hand_in_mail is kept and {*alice.unwanted} == {*CHOICES} - {"over"}
    form = next(one for one in Page.of(client.get("/mails/")).forms if "hand" in one.radios)
    assert form.values()["wanted"] == ["over"]


# --- about me


@pytest.mark.parametrize(
    ("told", "kept", "status"),
    [("30", 30, 302), ("", None, 302), ("0", 0, 302), ("1000", 5, 422), ("-1", 5, 422), ("²", 5, 422)],
)
def test_a_beard(told, kept, status):
    Player.objects.filter(pk=person("alice").pk).update(beard=5)
    answer = said(browser("alice"), "/hours/beard/", beard=told)
    assert answer.status_code == status and person("alice").beard == kept
    if status == 422:
        assert f'value="{told}"' in answer.content.decode()


def test_days_off_that_were_taken_lead_back_so_that_a_reload_takes_none():
    match_of()
    client = browser("alice")
    done = said(client, "/hours/days-off/", first="2026-03-05", last="2026-03-06")
    assert (done.status_code, done["Location"]) == (302, "/hours/?done=holidays#holidays")
    words = Page.of(client.get(done["Location"])).words
    assert "Those days are now holidays in all your current matches" in words


def test_days_off_are_taken_at_every_table_and_where_not_it_is_said():
    free, strict = match_of(), match_of("alice", "dora", "eve", away=Away(0))
    told = said(browser("alice"), "/hours/days-off/", first="2026-03-05", last="2026-03-06")
    words = Page.of(told).words
    assert "You have taken this holiday in one match." in words and "Days left: 0" in words
    assert free.seats.get(player=person("alice")).holidays == ["2026-03-05", "2026-03-06"]
    assert strict.seats.get(player=person("alice")).holidays == []


@pytest.mark.parametrize("first", ["", "yesterday", "2026-13-01"])
def test_what_are_no_days_is_told_and_stays(first):
    answer = said(browser("alice"), "/hours/days-off/", first=first, last="2026-03-06")
    assert answer.status_code == 422 and "2026-03-06" in answer.content.decode()


def test_a_zone_is_guessed_until_it_is_confirmed():
    client = browser("alice")
    assert "data-guess" in client.get("/hours/").content.decode()
    said(client, "/hours/", zone="Europe/Riga", quiet_from="", quiet_to="")
    shown = client.get("/hours/").content.decode()
    assert "data-guess" not in shown and '<option value="Europe/Riga" selected>Riga</option>' in shown


def test_a_zone_that_is_none_is_refused_with_the_name_kept_in_the_form():
    told = said(browser("alice"), "/name/", name="Al", zone="Mars/Olympus", next="/m/abc/")
    assert told.status_code == 422 and 'value="Al"' in told.content.decode()
    assert person("alice").display_name == "Alice"


# --- blocking


def test_one_blocks_whom_one_has_played_with_and_lets_them_in_again():
    match_of()
    bob, client = person("bob"), browser("alice")
    assert "Bob" in Page.of(client.get("/blocked/")).words
    said(client, "/blocked/", say="block", player=bob.pk)
    assert blocks.hidden_by(person("alice")) == {bob.pk} and blocks.hidden_from(bob) == {person("alice").pk}
    said(client, "/blocked/", say="lift", player=bob.pk)
    assert not Block.objects.exists()


def test_whom_one_never_met_is_not_there_to_be_blocked():
    dora = person("dora")
    for player in (dora.pk, person("alice").pk, "nobody", ""):
        assert said(browser("alice"), "/blocked/", say="block", player=player).status_code == 404
    assert not Block.objects.exists()


def test_oneself_is_not_to_be_blocked():
    with pytest.raises(Refused, match="oneself"):
        blocks.block(person("alice"), person("alice"), NOON)


def test_it_never_shows_to_who_is_blocked():
    match_of()
    bob = browser("bob")

    def pages():
        with at():
            texts = [bob.get(path).content.decode() for path in ("/", "/blocked/", "/hours/", "/my-data/")]
        return [re.sub(r'(csrfmiddlewaretoken|key)" value="[^"]+"', "", text) for text in texts]

    before = pages()
    blocks.block(person("alice"), person("bob"), NOON)
    assert pages() == before
    with at():
        assert "alice" not in bob.post("/my-data/file/").json()["blocked"]


def test_a_free_seat_at_my_table_is_not_there_for_whom_i_blocked():
    found = match_of()
    carol = found.seats.get(player=person("carol"))
    seats.give_up(found.pk, carol.number, SOON)
    alice = found.seats.get(player=person("alice")).number
    seats.offer(found.pk, alice, carol.number, SOON)
    offer = found.seats.get(pk=carol.pk).offer
    page = f"/m/{found.public_id}/seat/{offer}/"
    blocks.block(person("alice"), person("eve"), NOON)
    with at():
        nowhere = browser("eve").get(f"/m/{found.public_id}/seat/nothing/")
        for answer in (browser("eve").get(page), browser("eve").post(page)):
            assert answer.status_code == 404 and answer.content == nowhere.content
        assert browser("dora").get(page).status_code == 200


# --- the host


def test_the_host_stands_in_the_footer_on_the_page_about_and_below_mails(client, settings):
    found = match_of()
    row = Outbox.objects.filter(match=found).first()
    bare = frame.finish(row, SOON).content.decode()
    assert "run by" not in bare
    assert "The operator hasn't added any details yet" in Page.of(client.get("/about/")).words
    settings.HOST_NAME, settings.HOST_CONTACT = "The <b>Tuesday</b> Club", "host@example.org"
    settings.PRIVACY_TEXT, settings.IMPRINT_TEXT = "We keep little.\n\n<i>Really.</i>", "Street 1"
    shown = client.get("/").content.decode()
    assert "The &lt;b&gt;Tuesday&lt;/b&gt; Club" in shown and 'href="mailto:host@example.org"' in shown
    about = client.get("/about/").content.decode()
    assert "<p>We keep little.</p>" in about and "&lt;i&gt;Really" in about and "Street 1" in about
    letter = frame.finish(row, SOON).content.decode()
    assert "This site is run by The <b>Tuesday</b> Club, host@example.org." in letter
    assert "&lt;b&gt;Tuesday&lt;/b&gt;" in letter


def test_a_contact_may_be_a_page(client, settings):
    settings.HOST_CONTACT = "https://club.example/contact"
    assert 'href="https://club.example/contact"' in client.get("/about/").content.decode()


@pytest.mark.parametrize("path", ["/hours/days-off/", "/hours/beard/"])
def test_a_form_that_was_refused_can_be_opened_again(path):
    client = browser("alice")
    assert client.post(path, {"first": "never", "beard": "long"}).status_code == 422
    assert client.get(path)["Location"] == "/hours/"


def test_deleting_says_nothing_of_matches_where_there_are_none():
    told = Page.of(browser(person("carol")).get("/my-data/")).words
    assert "This can't be undone" in told and "You are in" not in told
