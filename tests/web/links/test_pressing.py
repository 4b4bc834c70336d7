"""Pressing a link: what it does, once, and what it says when its moment has passed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.mail import links
from games.mail.press import LinkState, PressResult, What, look
from games.mail.press import press as press_link
from games.match import seats
from games.models import Door, Event, Order, Outbox, Purpose, SealedAnswer, Seat, Submission
from games.play import history
from games.play.diff import label
from games.titles.quartz.rules.choices import PLAYS
from games.titles.quartz.rules.orders import READY_MADE_ORDERS, STANDING
from tests.kit.cast import answer, open_questions, play_on
from tests.kit.mailed_links import (
    NOON,
    SOON,
    asked_of,
    asked_what_to_give,
    choice,
    fresh,
    laying,
    link_for,
    table,
)

pytestmark = pytest.mark.django_db


def press(link, told=None, now=SOON, **more) -> PressResult:
    return press_link(link, told, door=Door.LINK, now=now, **more)


def test_a_choice_is_played_through_the_one_door(transactional_db):
    match, seat = table()
    pressed = press(choice(seat, "mine"))
    assert pressed.what == What.PLAYED
    assert pressed.first_event and pressed.last_event
    played = Submission.objects.get(match=match, door=Door.LINK)
    assert (played.seat, played.command) == (seat, '{"kind":"mine"}')


def test_pressed_twice_is_played_once(transactional_db):
    _, seat = table()
    link = choice(seat, "mine")
    first = press(link)
    before = (Event.objects.count(), Submission.objects.count(), Outbox.objects.count())
    assert press(link) == first
    assert press(link, key="another door's own") == first
    assert (Event.objects.count(), Submission.objects.count(), Outbox.objects.count()) == before


def test_the_same_choice_of_another_mail_has_the_same_receipt(transactional_db):
    _, seat = table()
    one, other = choice(seat, "mine"), choice(seat, "mine")
    assert press(one) == press(other)


def test_another_choice_after_the_fact_is_stale(transactional_db):
    _, seat = table()
    mine, leave = choice(seat, "mine"), choice(seat, "leave")
    press(mine)
    assert press(leave).what == What.STALE
    assert not Submission.objects.filter(command__contains="leave").exists()


def test_its_page_may_choose_something_else_of_the_same_question(transactional_db):
    _, seat = table()
    assert press(choice(seat, "mine"), '{"kind":"leave"}').what == What.PLAYED
    assert "leave" in Submission.objects.get(door=Door.LINK).command


def test_a_link_to_confirm_plays_nothing_but_its_own_choice(transactional_db):
    _, seat = table()
    link = choice(seat, "mine", purpose=Purpose.CONFIRM)
    assert press(link, '{"kind":"leave"}').what == What.REFUSED
    assert press(link, "not even JSON").code == "malformed"
    assert press(link, "[1]").code == "malformed"
    assert press(link, "\0").code == "malformed"
    assert not Submission.objects.filter(door=Door.LINK).exists()


def test_a_link_of_a_former_player_is_dead(transactional_db):
    match, seat = table()
    link = choice(seat, "mine")
    seats.give_up(match.pk, seat.number, SOON)
    again = links.find(links.token(link))
    assert again is not None
    assert press(again).what == What.DEAD
    assert press(link).what == What.STALE  # whoever had read the row before: the door looks at it again


def test_a_link_is_dead_ninety_days_after_the_match(transactional_db):
    match, seat = table()
    link = choice(seat, "mine")
    match.ended_at = link.match.ended_at = SOON
    assert not links.is_dead(link, SOON + timedelta(days=90))
    assert press(link, now=SOON + timedelta(days=90, seconds=1)).what == What.DEAD


def test_no_card_is_played_by_a_letter_that_may_be_passed_on(transactional_db):
    match, seat = table()
    asked = open_questions(match).keys()
    link = link_for(seat, Purpose.SEAT, question=next(iter(questions_of(match))))
    for card in (*PLAYS, "react"):
        assert press(link, f'{{"kind":"{card}"}}').what == What.NEEDS_PAGE
    assert open_questions(match).keys() == asked
    assert not Submission.objects.filter(door=Door.LINK).exists()


def questions_of(match):
    return [label(name) for name in open_questions(match)]


def test_who_wants_the_hand_in_mail_plays_cards_by_it(transactional_db):
    match, seat = table()
    Seat.objects.filter(pk=seat.pk).update(hand_in_mail=True)
    link = link_for(seat, Purpose.SEAT, question=next(iter(questions_of(match))))
    pressed = press(link, '{"kind":"not_mine","target":1}')
    assert (pressed.what, bool(pressed.code)) == (
        What.REFUSED,
        True,
    )  # by the judge: there is no obsidian yet


def test_what_leaves_something_open_needs_the_page(transactional_db):
    link, _ = asked_what_to_give()
    assert press(link).what == What.NEEDS_PAGE
    assert press(link, '{"kind":"store","gems":[]}').what in (What.SEALED, What.PLAYED)


def test_what_lies_sealed_may_be_changed_and_changed_back(transactional_db):
    link, seat = asked_what_to_give()
    nothing = '{"kind":"store","gems":[]}'
    lot = next(one for one in offers(seat) if one.command == "store").fields[0].values
    something = f'{{"kind":"store","gems":["{lot[0]}"]}}'
    told = [press(link, said).what for said in (nothing, something, nothing, nothing)]
    assert told == [What.SEALED] * 4
    rows = [row.command for row in SealedAnswer.objects.filter(seat=seat).order_by("pk")]
    assert rows == [nothing, something, nothing]


def offers(seat):
    return next(iter(asked_of(seat).values()))


# --- orders


def test_a_plan_is_laid_and_acts_at_once(transactional_db):
    match, seat = table()
    link = laying(seat, READY_MADE_ORDERS["digger"](None), question=questions_of(match)[0])
    assert press(link).what == What.LAID
    assert press(link).what == What.LAID
    assert Order.objects.filter(seat=seat, door=Door.LINK).count() == 1
    assert Submission.objects.filter(seat=seat, door=Door.ORDER).exists()


def test_orders_ahead_hold_until_others_are_laid(transactional_db):
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    careful, bold = (
        laying(other, READY_MADE_ORDERS["careful"](None)),
        laying(other, READY_MADE_ORDERS["bold"](None)),
    )
    assert press(careful).what == What.LAID
    assert press(bold).what == What.STALE
    assert Order.objects.filter(seat=other).count() == 1


def test_orders_ahead_hold_until_the_turn_has_come(transactional_db):
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    link = laying(other, STANDING, at=SOON)
    for _ in range(30):
        if Outbox.objects.filter(seat=other, kind="turn").exists():
            break
        play_on(match, 1, now=SOON + timedelta(minutes=1))
    assert press(link, now=SOON + timedelta(minutes=2)).what == What.STALE


def test_orders_of_a_closed_question_are_stale(transactional_db):
    match, seat = table()
    link = laying(seat, STANDING, question=questions_of(match)[0])
    press(choice(seat, "leave"))
    assert press(link).what == What.STALE
    assert not Order.objects.exists()


def test_a_link_lays_its_own_orders_only(transactional_db):
    match, seat = table()
    link = laying(seat, STANDING, question=questions_of(match)[0])
    assert press(link, '{"plan":null}').code == "malformed"


def test_laid_orders_are_lifted_and_what_lay_before_counts_again(transactional_db):
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    play.lay_orders(match.pk, other.number, 1, '{"token":"never"}', Door.PAGE, NOON)
    press(laying(other, READY_MADE_ORDERS["careful"](None), at=NOON + timedelta(minutes=1)))
    laid = Order.objects.filter(seat=other).latest("pk")
    link = link_for(other, Purpose.LIFT, question=f"order-{laid.pk}-")
    assert press(link).what == What.LAID
    assert press(link).what == What.LAID
    rows = list(Order.objects.filter(seat=other).order_by("pk"))
    assert [row.content for row in (rows[0], rows[-1])] == [rows[0].content] * 2
    assert len(rows) == 3


def test_a_move_is_lifted_while_it_may_be_taken_back(transactional_db):
    match, seat = table()
    question = questions_of(match)[0]
    press(choice(seat, "leave"))
    link = link_for(seat, Purpose.LIFT, question=question)
    late = press(link, now=SOON + timedelta(hours=1))
    assert late.what == What.STALE
    assert press(link).what == What.TAKEN_BACK
    assert press(link).what == What.TAKEN_BACK
    assert questions_of(match)[0] != question  # the same question by another name: old links are stale
    assert press(choice(seat, "mine", question)).what == What.STALE


def test_a_seat_link_without_a_choice_needs_its_page(transactional_db):
    match, seat = table()
    link = link_for(seat, Purpose.SEAT, question=questions_of(match)[0])
    assert press(link).what == What.NEEDS_PAGE
    assert press(link, '{"kind":"mine"}').what == What.PLAYED


def test_a_link_of_another_seat_plays_nothing_here(transactional_db):
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    pressed = press(choice(other, "mine", questions_of(match)[0]))
    assert pressed.what == What.REFUSED
    assert not Submission.objects.filter(door=Door.LINK, outcome="played").exists()


def test_a_broken_log_stops_its_own_match_and_says_so(transactional_db):
    match, seat = table()
    link = choice(seat, "mine")
    history.memo.clear()
    match.__class__.objects.filter(pk=match.pk).update(version=match.version + 1)
    pressed = press(links.find(links.token(link)))
    assert (pressed.what, pressed.code) == (What.REFUSED, "fault")
    assert fresh(seat).match.status == "quarantined"


def test_with_the_hand_in_mails_an_answer_of_the_page_is_the_receipt_of_the_link(transactional_db):
    match, seat = table()
    match.seats.update(hand_in_mail=True)
    link = choice(seat, "mine")
    answer(match, next(iter(open_questions(match))), '{"kind":"mine"}')
    assert press(link).what == What.PLAYED
    assert look(link, SOON) == LinkState.DONE


def test_without_it_no_link_tells_what_was_answered_on_the_page(transactional_db):
    match, seat = table()
    mine, leave = choice(seat, "mine"), choice(seat, "leave")
    answer(match, next(iter(open_questions(match))), '{"kind":"mine"}')
    assert {press(link).what for link in (mine, leave)} == {What.STALE}
    assert {look(links.find(links.token(link)), SOON) for link in (mine, leave)} == {LinkState.CLOSED}


def test_what_lies_sealed_from_the_page_is_replaced_by_a_press_whichever_it_was(transactional_db):
    for sealed in ("let_pass", "attack_if_held"):
        match, seat, name = asked_to_attack()
        said = {"kind": sealed} | ({} if sealed == "let_pass" else {"card": "may_i_help"})
        assert answer(match, name, said).outcome == "sealed"
        pressed = press(choice(seat, "let_pass", label(name)))
        assert (pressed.what, pressed.told) == (What.SEALED, '{"kind":"let_pass"}')
        assert SealedAnswer.objects.filter(seat=seat).count() == 2
        assert press(choice(seat, "let_pass", label(name))).what == What.SEALED
        assert SealedAnswer.objects.filter(seat=seat).count() == 2, "pressed twice it lies there once"


def asked_to_attack():
    """Play on until two rivals are asked together whether they attack."""
    match, _ = table("alice", "bob", "carol", game="quartz_cards", options={"windows": "full"})
    for _ in range(100):
        waiting = [
            name for name, one in open_questions(match).items() if one.kind == "attack" and one.awaited
        ]
        if len(waiting) > 1:
            break
        play_on(match, 1)
    return match, match.seats.get(number=waiting[0].seat), waiting[0]
