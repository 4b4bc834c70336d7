"""A wish that was heard before gets its first answer again and does nothing, whatever has happened since.

The door looks a key up only when something is wrong with a wish: here is each way in which that could
show.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from games import play
from games.match import seats
from games.models import (
    Door,
    Match,
    MatchStatus,
    Outcome,
    SealedAnswer,
    Submission,
)
from games.play import history, transaction
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.titles.quartz.rules import commands as c
from tests.kit.at_once import needs_postgres, together
from tests.kit.evenings import evening
from tests.kit.play_people import NOON, answer, match, open_questions, play_on, player
from tests.kit.written_rows import rows

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)
KEY = "the wish"


def turn(found: Match):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def again(found: Match, name, command, first: play.Receipt) -> None:
    """Send it once more, with nothing kept in memory and with what is: the same answer, and no row."""
    for forget in (history.memo.clear, lambda: None):
        forget()
        before = rows()
        assert answer(found, name, command, SOON, key=KEY) == first
        assert rows() == before


def moved(found: Match):
    """Make the move that will be sent again."""
    name = turn(found)
    return name, answer(found, name, c.Leave(), SOON, key=KEY)


def test_when_its_question_is_still_open():
    found, names = evening()
    first = answer(found, names[0], c.Store([]), SOON, key=KEY)
    again(found, names[0], c.Store([]), first)


def test_when_a_sealed_answer_was_changed_since_it_is_not_changed_back():
    found, names = evening()
    gem = next(iter(history.load(found)[1].state.carts[names[0].seat]))
    first = answer(found, names[0], c.Store([]), SOON, key=KEY)
    answer(found, names[0], c.Store([gem]), SOON)
    again(found, names[0], c.Store([]), first)
    for name in names[1:]:
        answer(found, name, c.Store([]), SOON)
    again(found, names[0], c.Store([]), first)
    found.refresh_from_db()
    assert history.load(found)[1].state.chests[names[0].seat] == {gem: 1}


def test_when_it_would_have_been_the_last_of_the_sealed_ones():
    found, names = evening()
    for name in names[1:]:
        answer(found, name, c.Store([]), SOON)
    first = answer(found, names[0], c.Store([]), SOON, key=KEY)
    again(found, names[0], c.Store([]), first)


def test_when_play_went_back_to_before_it():
    found = match()
    name, first = moved(found)
    play.take_back(found.pk, name.seat, 1, "back", SOON)
    again(found, name, c.Leave(), first)
    assert turn(found).seat == name.seat, "it is asked anew"
    answer(found, turn(found), c.Mine(), SOON)
    again(found, name, c.Leave(), first)


def test_a_take_back_too_when_the_move_could_be_taken_back_once_more():
    found = match()
    name, _ = moved(found)
    first = play.take_back(found.pk, name.seat, 1, "back", SOON)
    answer(found, turn(found), c.Leave(), SOON)
    before = rows()
    assert play.take_back(found.pk, name.seat, 1, "back", SOON) == first
    assert rows() == before


@pytest.mark.parametrize(
    "command", [c.Mine(), c.Let(), c.NotMine(1), "{", '{"kind":"mine"}\0', "\ud800", "[" * 5000, "x" * 5000]
)
def test_when_it_comes_with_another_command(command):
    found = match()
    name, first = moved(found)
    again(found, name, command, first)


@pytest.mark.parametrize("command", [c.Store([]), "{", "\0"])
def test_when_it_comes_with_another_command_and_its_question_is_still_open(command):
    found, names = evening()
    gem = next(iter(history.load(found)[1].state.carts[names[0].seat]))
    first = answer(found, names[0], c.Store([gem]), SOON, key=KEY)
    again(found, names[0], command, first)


def test_when_it_was_refused_and_could_be_done_by_now():
    found = match()
    name = turn(found)
    Match.objects.update(status=MatchStatus.PAUSED)
    first = answer(found, name, c.Mine(), SOON, key=KEY)
    Match.objects.update(status=MatchStatus.RUNNING)
    assert first.code == "not_running"
    again(found, name, c.Mine(), first)


def test_when_too_much_was_refused_since():
    found = match()
    name, first = moved(found)
    while answer(found, name, "{", SOON).code != "too_many":
        pass
    again(found, name, c.Leave(), first)


def test_when_another_seat_sends_it_nothing_is_played_for_that_one_either():
    found = match()
    _, first = moved(found)
    again(found, turn(found), c.Mine(), first)
    again(found, turn(found), "{", first)


@pytest.mark.parametrize(
    "status", [MatchStatus.PAUSED, MatchStatus.OVER, MatchStatus.CLOSED, MatchStatus.QUARANTINED]
)
def test_when_the_match_is_not_played_any_more(status):
    found = match()
    name, first = moved(found)
    Match.objects.update(status=status)
    again(found, name, c.Leave(), first)


def test_when_the_match_was_played_to_its_end():
    found = match()
    name, first = moved(found)
    play_on(found, 2000)
    assert Match.objects.get().status == MatchStatus.OVER
    again(found, name, c.Leave(), first)


def test_when_somebody_else_has_the_seat():
    found = match()
    name, first = moved(found)
    generation = found.seats.get(number=name.seat).generation
    seats.give_up(found.pk, name.seat, SOON)
    seats.substitute(found.pk, name.seat, player(), SOON)
    before = rows()
    wish = play.Wish(found.pk, name.seat, generation, name, '{"kind":"leave"}', KEY, Door.PAGE)
    assert play.submit(wish, SOON) == first
    assert rows() == before


@pytest.mark.parametrize("fault", [HistoryBroken("what"), TooNew("what"), ZeroDivisionError()])
def test_when_the_log_can_not_be_read_any_more(fault, monkeypatch):
    found = match()
    name, first = moved(found)
    monkeypatch.setattr("games.play.history.load_all", failing(fault))
    before = rows()
    assert answer_only(found, name, c.Leave()) == first
    assert rows() == before, "who stops the match is who has something to play"


@pytest.mark.parametrize("fault", [HistoryBroken("what"), TooNew("what"), ZeroDivisionError()])
def test_when_what_would_follow_goes_wrong(fault, monkeypatch):
    found, names = evening()
    first = answer(found, names[0], c.Store([]), SOON, key=KEY)
    monkeypatch.setattr(transaction.autoplay, "settle", failing(fault))
    before = rows()
    assert answer_only(found, names[0], c.Store([])) == first
    assert rows() == before


def test_what_was_never_heard_is_stopped_by_the_same_faults(monkeypatch):
    found = match()
    name = turn(found)
    monkeypatch.setattr("games.play.history.load_all", failing(HistoryBroken("what")))
    assert answer_only(found, name, c.Leave()).code == "fault"
    assert Match.objects.get().status == MatchStatus.QUARANTINED


def failing(fault: Exception) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise fault

    return fail


def answer_only(found: Match, name, command) -> play.Receipt:
    return answer(found, name, command, SOON, key=KEY)


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_when_it_is_sent_many_times_at_once_and_its_question_stays_open():
    found, names = evening()
    found.refresh_from_db()
    receipts = together([partial(answer_only, found, names[0], c.Store([]))] * 20)
    assert receipts == [receipts[0]] * 20 and receipts[0].outcome == Outcome.SEALED
    assert SealedAnswer.objects.count() == 1
    assert Submission.objects.filter(key=KEY).count() == 1


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_when_different_commands_come_under_it_at_once_one_of_them_is_played():
    found = match()
    name = turn(found)
    receipts = together(
        [partial(answer_only, found, name, one) for one in (c.Leave(), c.Mine(), c.Let(), "{") * 5]
    )
    assert receipts == [receipts[0]] * 20
    (heard,) = Submission.objects.filter(key=KEY)
    found.refresh_from_db()
    assert (heard.last_event or found.version) == found.version
