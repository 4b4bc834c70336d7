"""Plans and ambushes, written on the match page part by part, without a script, for every game there is."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from msgspec.inspect import BoolType, IntType, LiteralType, StrType, StructType, Type, type_info

from games import play
from games.models import Match, Order, Seat
from games.play import history
from games.present.plan_drafts import (
    alternatives,
    blank,
    compound,
    is_optional,
    is_seat,
    list_of,
    plain,
    records,
    tagged,
)
from games.rules.catalogue import GAMES
from games.rules.kernel.codec import codec
from games.titles.gnomes.rules import commands
from games.web.match.plan_faults import wrong_in
from tests.kit.cast import NOON, Form, Page, address, browser, events, person
from tests.kit.opened import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
BY_NAME = {rules.meta.slug: rules for rules in GAMES}
TEXTS = ("0/0", "1/-2", "0/0>1/0", "-3/4>-3/5")  # what is typed where words of a form are places
WRITTEN = [(slug, name) for slug, rules in BY_NAME.items() for name in compound(rules)]


def match_in(game: str, **options: Any) -> Match:
    people = [person(name) for name in ("alice", "bob", "carol")]
    found = open_table(game, people, [], now=NOON, secret=bytes(32), options=options)
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def onlooker(found: Match) -> Seat:
    """Give a seat that no plan answers for now: it is asked nothing, or all choose in secret at the start."""
    seats = found.seats.select_related("player")
    return seats.exclude(number__in=found.awaited).first() or seats[0]


def laid(found: Match, seat: Seat) -> Any:
    last = Order.objects.filter(match=found, seat=seat).order_by("-pk").first()
    return codec(found.rules).orders(last.content) if last else None


def content(orders: Any) -> Any:
    """Write orders out as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(orders))


def form_of(response: Any, name: str) -> Form:
    return next(one for one in Page.of(response).forms if one.values().get("draft") == [name])


def pressed(client: Any, form: Form, deed: str, **changes: Any) -> Any:
    assert deed in [value for _, value in form.buttons], (deed, form.buttons)
    return client.post(form.action.partition("#")[0], form.values() | changes | {"edit": deed})


# --- whatever a game lets one lay can be laid from nothing, by presses and blanks alone


class Wish:
    """Something to lay, thought up from the types of a game's orders."""

    def __init__(self, dice: random.Random, seats: list[int]) -> None:
        self.dice, self.seats = dice, seats

    def of(self, kind: Type) -> Any:
        if is_optional(kind) and self.dice.random() < 0.4:
            return None
        if of := list_of(kind):
            most = min(of[1], 4)
            return [self.of(of[0]) for _ in range(self.dice.randint(0, most))]
        one = self.dice.choice(alternatives(kind))
        if isinstance(one, StructType):
            return tagged(one) | {field.encode_name: self.of(field.type) for field in one.fields}
        if isinstance(one, LiteralType):
            return self.dice.choice(one.values)
        if isinstance(one, BoolType):
            return self.dice.random() < 0.5
        if isinstance(one, StrType):
            return self.dice.choice([text for text in TEXTS if re.search(one.pattern or "", text)])
        assert isinstance(one, IntType)
        return self.dice.choice(self.seats) if is_seat(kind) else self.dice.randint(one.ge or 0, one.le)


class Writer:
    """Writes a wish down as somebody would who sees nothing but the form."""

    def __init__(self, client: Any, form: Form) -> None:
        self.client, self.form = client, form

    def press(self, deed: str) -> None:
        self.form = form_of(pressed(self.client, self.form, deed), self.form.values()["draft"][0])

    def write(self, kind: Type, name: str, wish: Any, now: Any) -> None:
        found = records(kind)
        if of := list_of(kind):
            self.write_list(of[0], name, wish)
        elif found and wish is None:
            if now is not None:
                self.press(f"out {name}")
        elif found:
            mark, record = next((m, one) for m, one in found.items() if tagged(one).items() <= wish.items())
            if now is None:
                self.press(f"put {name} {mark}")
                now = blank(record)
            for field in record.fields:
                part = f"{name}/{field.encode_name}"
                self.write(field.type, part, wish[field.encode_name], now[field.encode_name])
        else:
            self.fill(kind, name, wish)

    def write_list(self, item: Type, name: str, wish: list[Any]) -> None:
        if not records(item):
            places = [one for one, _ in self.form.selects].count(name)
            assert places >= len(wish)
            self.set(name, [*wish, *[""] * (places - len(wish))])
            return
        for place, one in enumerate(wish):
            mark, record = next(
                (m, kind) for m, kind in records(item).items() if tagged(kind).items() <= one.items()
            )
            self.press(f"put {name} {mark}")
            self.write(item, f"{name}/{place}", one, blank(record))

    def fill(self, kind: Type, name: str, wish: Any) -> None:
        if isinstance(plain(kind), BoolType):
            assert self.form.boxes[name] == ["yes"]
            self.set(name, ["yes"] if wish else [])
            return
        options = next((values for one, values in self.form.selects if one == name), None)
        assert options is None or ("" if wish is None else str(wish)) in options
        self.set(name, ["" if wish is None else str(wish)])

    def set(self, name: str, values: list[str]) -> None:
        self.form.fields = [pair for pair in self.form.fields if pair[0] != name]
        self.form.fields += [(name, value) for value in values]


@pytest.mark.parametrize("round_", range(6))
@pytest.mark.parametrize(("game", "name"), WRITTEN)
def test_whatever_may_be_laid_is_laid_by_presses_and_blanks(game, name, round_):
    found = match_in(game)
    seat, kind = onlooker(found), compound(BY_NAME[game])[name].type
    client, others = browser(seat.player), [one for one in range(3) if one != seat.number]
    thoughts = Wish(random.Random(round_), others)
    wish = next(filter(None, (thoughts.of(kind) for _ in range(99))))
    writer = Writer(client, form_of(client.get(address(found, "orders/")), name))
    writer.write(kind, name, wish, None)
    assert not Order.objects.filter(match=found).exists(), "nothing is laid before that is pressed"
    done = client.post(writer.form.action.partition("#")[0], writer.form.values())
    assert done.status_code == 302, Page.of(done).words
    assert content(laid(found, seat))[name] == wish
    again = form_of(client.get(address(found, "orders/")), name)
    done = client.post(again.action.partition("#")[0], again.values())
    assert done.status_code == 302, Page.of(done).words
    assert content(laid(found, seat))[name] == wish, "the form holds what is laid"


# --- how the form behaves


@pytest.fixture
def cards():
    """Somebody who looks on at the card game, with the page's address."""
    found = match_in("quartz_cards")
    seat = onlooker(found)
    return found, seat, browser(seat.player)


def ambush(client: Any, found: Match, *deeds: str, **changes: Any) -> Form:
    form = form_of(client.get(address(found, "orders/")), "ambushes")
    for deed in deeds:
        form = form_of(pressed(client, form, deed, **changes), "ambushes")
    return form


def test_a_press_for_more_lays_nothing_and_opens_the_form(cards):
    found, _, client = cards
    before = events(found)
    form = form_of(client.get(address(found, "orders/")), "ambushes")
    page = pressed(client, form, "put ambushes here")
    assert page.status_code == 200
    assert "Not saved yet" in Page.of(page).words
    assert (events(found), Order.objects.count()) == (before, 0)


def test_what_is_wrong_is_said_beside_its_blank_and_nothing_typed_is_lost(cards):
    found, _, client = cards
    form = ambush(client, found, "put ambushes here")
    typed = {"ambushes/0/worth": "heaps", "ambushes/0/cards": "73", "ambushes/0/last": "4"}
    told = client.post(form.action.partition("#")[0], form.values() | typed)
    assert told.status_code == 422
    words = Page.of(told).words
    assert "1. Ambush, Card: choose one" in words
    assert "1. Ambush, The line has this many cards: a whole number from 0 to 72" in words
    assert "1. Ambush, The line is worth at least: a whole number from 0 to 999" in words
    again = form_of(told, "ambushes").values()
    assert {name: again[name] for name in typed} == {name: [value] for name, value in typed.items()}
    assert not Order.objects.exists()


def test_a_mended_form_is_laid(cards):
    found, seat, client = cards
    form = ambush(client, found, "put ambushes here")
    form = form_of(client.post(form.action.partition("#")[0], form.values()), "ambushes")
    sent = form.values() | {"ambushes/0/card": "may_i_help"}
    assert client.post(form.action.partition("#")[0], sent).status_code == 302
    assert [one.card for one in laid(found, seat).ambushes] == ["may_i_help"]


def cards_of(form: Form, count: int) -> list[str]:
    return [form.values()[f"ambushes/{place}/card"][0] for place in range(count)]


def test_parts_are_moved_up_and_taken_out(cards):
    found, _, client = cards
    form = ambush(client, found, *["put ambushes here"] * 3)
    named = {
        f"ambushes/{at}/card": card
        for at, card in enumerate(("may_i_help", "stop_stop_stop", "hand_it_over"))
    }
    form = form_of(pressed(client, form, "up ambushes/2", **named), "ambushes")
    assert cards_of(form, 3) == ["may_i_help", "hand_it_over", "stop_stop_stop"]
    form = form_of(pressed(client, form, "out ambushes/0"), "ambushes")
    assert cards_of(form, 2) == ["hand_it_over", "stop_stop_stop"]
    assert "ambushes/2/card" not in form.values()


def test_the_first_of_a_list_has_no_button_to_go_up(cards):
    found, _, client = cards
    form = ambush(client, found, *["put ambushes here"] * 2)
    deeds = [value for _, value in form.buttons]
    assert "up ambushes/1" in deeds and "up ambushes/0" not in deeds


def test_no_more_is_offered_than_may_be_laid_and_more_is_refused(cards):
    found, _, client = cards
    form = ambush(client, found, *["put ambushes here"] * 8, **{"ambushes/0/card": "may_i_help"})
    assert "put ambushes here" not in [value for _, value in form.buttons]
    many = {f"ambushes/{at}": "here" for at in range(9)} | {
        f"ambushes/{at}/card": "may_i_help" for at in range(9)
    }
    many |= {
        f"ambushes/{at}/{what}": word
        for at in range(9)
        for what, word in (("against", "anybody"), ("take", "dearest_two"))
    }
    told = client.post(form.action.partition("#")[0], {"draft": "ambushes"} | many)
    assert told.status_code == 422
    assert "Ambushes: at most 8" in Page.of(told).words


def test_enter_in_a_blank_lays_what_is_written(cards):
    """A browser presses the first button of a form then: that must be the one that lays it."""
    found, _, client = cards
    assert ambush(client, found, "put ambushes here").buttons[0] == ("", "")


def test_standing_orders_and_other_writings_stay_as_they_are(cards):
    found, seat, client = cards
    client.post(address(found, "orders/"), {"hire": "never"})
    client.post(address(found, "orders/"), {"plan": "bold"})
    form = ambush(client, found, "put ambushes here")
    client.post(form.action.partition("#")[0], form.values() | {"ambushes/0/card": "may_i_help"})
    now = laid(found, seat)
    assert (now.hire, now.plan.worth, len(now.ambushes)) == ("never", 14, 1)


def test_only_the_others_can_be_named(cards):
    found, seat, client = cards
    form = ambush(client, found, "put ambushes here")
    options = next(values for name, values in form.selects if name == "ambushes/0/against")
    assert set(options) == {"anybody", *(str(one) for one in range(3) if one != seat.number)}
    own = form.values() | {"ambushes/0/card": "may_i_help", "ambushes/0/against": str(seat.number)}
    told = client.post(form.action.partition("#")[0], own)
    assert told.status_code == 422 and "Against: choose one" in Page.of(told).words


@pytest.mark.parametrize(
    "sent",
    [
        {"draft": "hire"},
        {"draft": "nothing"},
        {"draft": "plan", "plan": "elsewhere", "edit": "put plan elsewhere"},
        {"draft": "plan", "plan": "here", "edit": "put plan/cards/0/1 here"},
        {"draft": "ambushes", "edit": "up ambushes/9"},
        {"draft": "ambushes", "edit": "out"},
        {"draft": "ambushes", "edit": "fly ambushes here"},
    ],
)
def test_whatever_is_sent_by_hand_does_no_harm(cards, sent):
    found, seat, client = cards
    assert client.post(address(found, "orders/"), sent).status_code in (200, 302, 422)
    orders = laid(found, seat)
    assert orders is None or orders == found.rules.automation.orders()


def test_a_plan_that_is_written_plays_at_once_on_my_own_turn():
    found = match_in("quartz_cards")
    seat = found.seats.select_related("player").get(number=found.awaited[0])
    client, before = browser(seat.player), events(found)
    form = form_of(client.get(address(found, "orders/")), "plan")
    form = form_of(pressed(client, form, "put plan here"), "plan")
    assert client.post(form.action.partition("#")[0], form.values() | {"plan/cards": "1"}).status_code == 302
    assert events(found) > before


def test_beside_the_lines_of_a_plan_it_says_what_their_timing_may_tell():
    """QZ-70: a line that goes on with a card and asks without it shows by how soon its owner moves."""
    found = match_in("quartz")
    client = browser(onlooker(found).player)
    pressed_ = pressed(client, form_of(client.get(address(found, "orders/")), "plan"), "put plan here")
    assert "how quickly you move may tell others whether you have it. Add: Mine" in Page.of(pressed_).words


@pytest.mark.parametrize(("covered", "offers"), [(False, True), (True, False)])
def test_no_line_is_offered_that_makes_no_sense_at_this_table(covered, offers):
    """QZ-70: under covered carts nobody trades by colours, so a plan has no line for that."""
    found = match_in("quartz", covered_carts=covered)
    client = browser(onlooker(found).player)
    page = pressed(
        client, form_of(client.get(address(found, "orders/")), "plan"), "put plan here"
    ).content.decode()
    assert ('value="put plan/lines come_closer"' in page) is offers
    assert 'value="put plan/lines here_we_go"' in page
    assert 'value="put plan/next come_closer"' in page, "a trader names the own crystal there"


def test_an_ambush_that_has_struck_is_off_the_form_and_another_order_doesnt_bring_it_back():
    found = match_in("quartz_cards")
    digger = found.seats.select_related("player").get(number=found.awaited[0])
    seat = next(one for one in found.seats.select_related("player") if one != digger and held(found, one))
    client, card = browser(seat.player), held(found, seat)[0]
    form = ambush(client, found, "put ambushes here", "put ambushes here")
    other = next(one for one in ("may_i_help", "stop_stop_stop") if one != card)
    sent = {
        "ambushes/0/card": card,
        "ambushes/0/cards": "0",
        "ambushes/1/card": other,
        "ambushes/1/cards": "70",
    }
    client.post(form.action.partition("#")[0], form.values() | sent)
    dig = form_with(browser(digger.player).get(address(found)), "explore?")
    browser(digger.player).post(address(found), dig.values() | {"do": "explore?"})
    found.refresh_from_db()
    assert any(record.event.__class__.__name__ == "AttackPlayed" for record in history.load(found)[0])
    form = form_of(client.get(address(found, "orders/")), "ambushes")
    assert form.values()["ambushes/0/card"] == [other] and "ambushes/1/card" not in form.values()
    client.post(address(found, "orders/"), {"hire": "never"})
    assert [one.card for one in laid(found, seat).ambushes] == [other]


def held(found: Match, seat: Seat) -> list[str]:
    """List the attacks in a hand that need nothing in front of anybody."""
    view = found.rules.core.view(history.load(found)[1].state, seat.number)
    return [card for card in ("little_present", "stop_stop_stop", "may_i_help") if card in view.me.hand]


def form_with(response: Any, do: str) -> Form:
    return next(
        one
        for one in Page.of(response).forms
        if do in [*one.radios.get("do", ()), *(v for _, v in one.buttons)]
    )


@pytest.mark.parametrize(
    ("text", "is_right"), [("1/-2", True), ("here", False), ("1/02", False), ("", False)]
)
def test_a_text_is_wrong_unless_it_is_written_as_its_type_wants_it(text, is_right):
    place = type_info(commands.PlaceDwarf).fields[0].type
    assert (wrong_in(place, text, []) == "") == is_right
