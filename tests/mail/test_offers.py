"""What emails offer: codes and words that mean one thing, plans, and what settles a question for good."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.utils import translation

from games.mail.compose import offers
from games.mail.compose.offers import unambiguous
from games.mail.receive.parsing.first_line import as_code, fold
from games.models import Door, Match, Order, Outbox, Purpose, Seat
from games.play.diff import label
from games.present.commands import describe_command, seats_in
from games.present.names import Names
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import kind_of_type
from games.rules.kernel.questions import QuestionName
from games.rules.match_in_memory import MatchInMemory
from tests.kit.mail_scenes import awaited, finished, play_until, row, scene, table, text_of
from tests.kit.play_people import open_questions, view
from tests.kit.random_play import random_answer

pytestmark = pytest.mark.django_db
SEATS: list[Any] = [
    SimpleNamespace(number=number, name=name) for number, name in enumerate(("Alice", "Bob", "Carol"))
]
MATCHES, LONGEST = 60, 600
OPTIONS: dict[str, dict[str, object]] = {
    "quartz": {"thrill": True},
    "quartz_cards": {"windows": "full"},
    "gem_edge": {"windows": "full"},
}


def called_in_each(rules, seats, options=None):
    """Name everything in every language."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found[language] = Names(rules, seats, options)
    return found


def questions_of(rules):
    """Play at random until each kind was asked in more than one match; give what each question offers."""
    seen: set[Any] = set()
    often: Counter[str] = Counter()
    options = OPTIONS.get(rules.meta.slug, {})
    for seed in range(MATCHES):
        dice = random.Random(seed)
        sitting = MatchInMemory.begin(rules, 3, dice.randbytes(32), options if seed % 2 else {})
        for _ in range(LONGEST):
            views = [sitting.view(seat) for seat in sitting.seats]
            new = {(one.question.kind, one.choices) for view in views for one in view.asked} - seen
            seen |= new
            yield from new
            if not sitting.awaited():
                break
            if found := random_answer(sitting, dice):  # nothing for what is merely allowed, and not possible
                sitting.give(found[0], found[0].seat, found[1])
        often.update({kind for kind, _ in seen})
        if all(often[kind] > 1 for kind in rules.core.asks - rules.core.moments):
            return


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_no_two_answers_to_a_question_share_a_word_in_any_language(rules):
    names_by_language, kinds = called_in_each(rules, SEATS), set()
    plans = [word for key in rules.automation.ready_made for word in offers.called(names_by_language, key)]
    assert len(plans) == len(set(plans)) >= len(names_by_language) * len(rules.automation.ready_made)
    for kind, choices in questions_of(rules):
        commands = {
            canonical(command): command
            for choice in choices
            for command, _on_page in itertools.islice(offers.spelled_out(choice), 8)
        }
        words = [offers.words_of(names_by_language, command) for command in commands.values()]
        said = [*itertools.chain.from_iterable(words), *plans]
        assert len(said) == len(set(said)), (kind, sorted(said))
        codes = {fold(code) for code in offers.CODES}
        assert not codes & {
            as_code(one) for one in itertools.chain.from_iterable(unambiguous([*words, plans]))
        }
        kinds.add(kind)
    assert kinds >= rules.core.asks - rules.core.moments, rules.core.asks - kinds


def test_each_edition_has_words_of_its_own_whichever_was_said_first():
    rules = by_slug()["quartz"]
    said = {}
    for edition in ("2016", "2019", "2016"):
        options = msgspec.structs.replace(rules.core.options(), edition=edition)
        names = called_in_each(rules, SEATS, options)
        said[edition] = [offers.words_of(names, {"kind": kind}) for kind in kinds_of(rules)]
        for language, kind in itertools.product(names, kinds_of(rules)):
            with translation.override(language):
                told = fold(describe_command(names[language], {"kind": kind}))
                assert told in offers.words_of(names, {"kind": kind})
    assert said["2016"] != said["2019"]


def kinds_of(rules):
    return [kind_of_type(one) for one in rules.core.commands]


def test_an_answer_that_names_a_player_is_said_with_the_name_of_the_one_who_sits_there():
    rules = by_slug()["quartz"]
    named = [(kind, name) for kind in kinds_of(rules) for name in sorted(seats_in(rules, kind))]
    assert named
    for (kind, name), player in itertools.product(named, ("Alice", "Zoe")):
        names = called_in_each(rules, [SimpleNamespace(number=0, name=player)])
        words = offers.words_of(names, {"kind": kind, name: 0})
        assert words and all(player.lower() in one for one in words)


def test_what_could_mean_two_things_is_no_word_of_either():
    assert unambiguous([["mine", "dig"], ["dig", "leave"], ["no"]]) == [["mine"], ["leave"], []]


def has_grown(found, version):
    return found.version >= version


def links_of(one, purpose):
    return [link for link in finished(one).links if link.purpose == purpose]


def had_a_plan(row: Outbox) -> None:
    assert row.match and row.seat
    Order.objects.create(match=row.match, seat=row.seat, generation=1, content="{}", since=0, door=Door.PAGE)


def test_answers_have_letters_and_plans_have_figures():
    one = scene("quartz", "window")
    assert [link.code for link in links_of(one, Purpose.CHOICE)] == ["A", "B"]
    codes = sorted(link.code for link in links_of(one, Purpose.ORDERS))
    assert codes == ["P1", "P2"]
    had_a_plan(one)
    codes = sorted(link.code for link in links_of(one, Purpose.ORDERS))
    assert codes == ["P1", "P2", "P3", "P4", "P5", "P6"], "who has had a plan is offered others"


def test_an_answer_and_a_plan_may_be_said_in_any_language_whichever_the_mail_speaks():
    one = scene("quartz", "turn", language="ru")
    had_a_plan(one)
    mine, *_ = links_of(one, Purpose.CHOICE)
    assert {"mine a crystal", "mine", fold("Добыть самоцвет"), fold("Minerar um cristal")} <= {*mine.words}
    bold = next(link for link in links_of(one, Purpose.ORDERS) if "bold" in link.words)
    assert {fold("Смельчак"), fold("Audaz")} <= {*bold.words}


def test_with_the_hand_the_codes_of_what_needs_none_stay_the_same():
    found = table("quartz")
    (name, *_) = awaited(found)
    one = row(found, name.seat, "turn", label(name))
    without = [(link.code, link.content) for link in links_of(one, Purpose.CHOICE)]
    Seat.objects.filter(match=found).update(hand_in_mail=True)
    with_hand = [(link.code, link.content) for link in links_of(one, Purpose.CHOICE)]
    assert with_hand[: len(without)] == without and len(with_hand) > len(without)


@pytest.mark.parametrize("game", [rules.meta.slug for rules in GAMES])
@pytest.mark.parametrize("hand", [False, True], ids=["without", "with the hand"])
def test_every_offer_is_a_command_or_orders_that_its_game_reads(game, hand):
    found = table(game, hand=hand)
    kinds = {kind_of_type(command) for command in found.rules.core.commands}
    for version in range(12, 120, 12):
        play_until(found, partial(has_grown, found, version))
        for name in awaited(found):
            one = row(found, name.seat, "turn", label(name))
            for link in finished(one).links:
                if link.purpose == Purpose.ORDERS:
                    codec(found.rules).orders(link.content)
                assert link.purpose != Purpose.CHOICE or msgspec.json.decode(link.content)["kind"] in kinds
            one.delete()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"kind": "mine"}, "Mine a crystal"),
        (
            {"kind": "come_closer", "target": 1, "give": "ruby", "take": "amber"},
            "Come Closer: swap ruby for amber with Bob",
        ),
        ({"kind": "what_crystal", "gem": "ruby"}, "Crystal? What Crystal? – ruby"),
        ({"kind": "store", "gems": ["ruby", "ruby"]}, "Sell the rest, store these: ruby ×2"),
        ({"kind": "store", "gems": []}, "Sell the rest, store these: nothing"),
        ({"kind": "react_if_held", "pass_to": 2}, "Play the card if I have it: pass it to Carol"),
    ],
)
def test_a_command_is_told_so_that_nothing_is_left_to_guess(command, said):
    assert describe_command(Names(GAMES[0], SEATS), command) == said


# --- what is offered first, and orders that a game suggests


def asked_with(game: str, kind: str, holds: Callable[[Any], bool]) -> tuple[QuestionName, Match]:
    """Play until a seat that shows its hand is asked such a question, and sees what the test wants."""
    found = table(game, hand=True)

    def fitting() -> list[QuestionName]:
        kinds = {name: one.kind for name, one in open_questions(found).items()}
        return [one for one in awaited(found) if kinds[one] == kind and holds(view(found, one.seat))]

    assert play_until(found, lambda: bool(fitting()))
    return fitting()[0], found


def test_what_a_game_puts_first_is_offered_first_though_it_needs_the_hand():
    def can_buy(seen: Any) -> bool:
        return any(one.command == "buy" for asked in seen.asked for one in asked.choices)

    name, found = asked_with("gnomes", "work", can_buy)
    kinds = [
        json.loads(link.content)["kind"]
        for link in links_of(row(found, name.seat, "turn", label(name)), Purpose.CHOICE)
    ]
    assert kinds[0] == "buy" and kinds[-1] == "finish_turn"


def test_orders_that_a_game_suggests_are_offered_beside_a_turn_and_only_where_the_hand_is_shown():
    name, found = asked_with("gem_edge", "act", lambda seen: "not_so_fast" in seen.me.hand)
    mail = row(found, name.seat, "turn", label(name))
    offered = {link.code: json.loads(link.content) for link in links_of(mail, Purpose.ORDERS)}
    assert [offered[code]["not_so_fast"] for code in ("P1", "P2")] == ["anybody", "against_me"]
    assert "set a standing order" in text_of(finished(mail).content)
    Seat.objects.filter(match=found).update(hand_in_mail=False)
    assert links_of(mail, Purpose.ORDERS) == []
    assert "set a standing order" not in text_of(finished(mail).content)


def test_an_order_of_things_alone_is_no_answer_of_its_own():
    """An email doesn't repeat an answer with the order that would be chosen anyway."""
    name, found = asked_with("gem_edge", "hand_in", lambda seen: True)
    links = links_of(row(found, name.seat, "turn", label(name)), Purpose.CHOICE)
    assert links and not [one for one in links if "stones" in json.loads(one.content)]
