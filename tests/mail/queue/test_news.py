"""What happens at a table beside the game is emailed to those it concerns, as long as it is so."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail

from games import play
from games.mail.kinds import News
from games.mail.send import outbox
from games.match import seats, votes
from games.models import Deadline, Door, MailState, Outbox, Subject
from games.play import deadlines
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions, player

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SEND = timedelta(seconds=settings.SEND_AFTER)


def told(found, kind: str, state: str = MailState.QUEUED) -> list[int | None]:
    """Name the seats for which an email of this kind lies there."""
    rows = Outbox.objects.filter(match=found, kind=kind, state=state).order_by("seat__number")
    return list(rows.values_list("seat__number", flat=True))


def all_say(found, subject: Subject, now=NOON) -> None:
    for number in range(3):
        votes.vote(found.pk, number, subject, now)


def sent(now) -> dict[str, list[str]]:
    """Send what is due; give the emails to each address."""
    mail.outbox.clear()
    outbox.send_due(now)
    letters = defaultdict[str, list[str]](list)
    for one in mail.outbox:
        letters[one.to[0]].append(" ".join(f"{one.subject} {one.body}".split()))
    return letters


def address(found, number: int) -> str:
    return found.seats.get(number=number).player.email


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


# --- votes


def test_a_proposal_is_mailed_once_to_those_who_are_asked():
    found = match(4)
    found.seats.filter(number=3).update(on_autopilot=True)
    for number in (1, 0):
        votes.vote(found.pk, number, Subject.PAUSE, NOON)
    assert told(found, News.PROPOSED) == [0, 2]
    (letter,) = [one for one in sent(NOON + SEND)[address(found, 2)] if "vote" in one]
    assert f"{found.seats.get(number=1).name} proposes a pause." in letter
    assert f"/m/{found.public_id}/ " in letter
    assert told(found, News.PROPOSED, MailState.SUPERSEDED) == [0], "who has said yes needs no mail"


@pytest.mark.parametrize("subject", [Subject.PAUSE, Subject.END])
def test_a_proposal_called_off_in_time_is_mailed_to_nobody(subject):
    found = match(3)
    votes.vote(found.pk, 0, subject, NOON)
    votes.withdraw(found.pk, 0, subject, NOON)
    sent(NOON + SEND)
    assert told(found, News.PROPOSED, MailState.SUPERSEDED) == [1, 2]
    votes.vote(found.pk, 0, subject, NOON + HOUR)
    sent(NOON + HOUR + SEND)
    assert told(found, News.PROPOSED, MailState.SENT) == [1, 2]


def test_one_proposal_after_the_other_is_refused_before_it_fills_letter_boxes(settings):
    settings.LIMITS = {**settings.LIMITS, "mails to the table": (2, 3600)}
    found = match(3)
    for _ in range(2):
        votes.vote(found.pk, 0, Subject.PAUSE, NOON)
        votes.withdraw(found.pk, 0, Subject.PAUSE, NOON)
    with pytest.raises(Refused, match="too_many"):
        votes.vote(found.pk, 0, Subject.PAUSE, NOON)
    assert not found.votes.exists()
    votes.vote(found.pk, 1, Subject.PAUSE, NOON)
    assert not votes.vote(found.pk, 0, Subject.PAUSE, NOON), "to agree costs nothing"


def test_all_but_who_said_the_last_yes_learn_that_a_pause_began_and_that_it_is_over():
    found = match(3)
    found.seats.filter(number=0).update(on_autopilot=True)
    for number in (1, 2):
        votes.vote(found.pk, number, Subject.PAUSE, NOON)
    sent(NOON + SEND)
    assert told(found, News.PAUSED, MailState.SENT) == [0, 1]
    for number in (1, 2):
        votes.vote(found.pk, number, Subject.RESUME, NOON + HOUR)
    assert told(found, News.RESUMED) == [0, 1]
    assert "The match has resumed. Everyone" in sent(NOON + HOUR + SEND)[address(found, 1)][0]


def test_a_pause_that_is_over_already_is_no_news_but_its_end_is():
    found = match(3)
    all_say(found, Subject.PAUSE)
    all_say(found, Subject.RESUME, NOON + timedelta(seconds=20))
    sent(NOON + HOUR)
    assert told(found, News.PAUSED, MailState.SUPERSEDED) == [0, 1]
    assert told(found, News.RESUMED, MailState.SENT) == [0, 1]


def test_a_question_whose_mail_a_pause_held_up_is_asked_when_the_match_goes_on():
    found = match(3)
    name = turn(found)
    all_say(found, Subject.PAUSE, NOON + timedelta(seconds=10))
    assert not any("Your turn" in one for one in sent(NOON + SEND)[address(found, name.seat)])
    for number in (name.seat, *{0, 1, 2} - {name.seat}):
        votes.vote(found.pk, number, Subject.RESUME, NOON + 5 * HOUR)
    letters = sent(NOON + 5 * HOUR + SEND)
    asked = [address for address, mine in letters.items() if any("You have until" in one for one in mine)]
    assert asked == [address(found, name.seat)]


def test_who_proposes_to_go_on_tells_until_when_others_are_waited_for():
    found = match(3)
    all_say(found, Subject.PAUSE)
    votes.vote(found.pk, 0, Subject.RESUME, NOON + HOUR)
    (letter,) = [
        one for one in sent(NOON + HOUR + SEND)[address(found, 1)] if "proposes resuming the match" in one
    ]
    assert "After Monday 9 March, 13:00 (UTC), missing votes" in letter


def test_that_a_match_was_ended_is_told_to_who_is_away_too():
    found = match(3)
    found.seats.filter(number=2).update(on_autopilot=True)
    for number in (0, 1):
        votes.vote(found.pk, number, Subject.END, NOON)
    assert "can't be reopened" in sent(NOON + SEND)[address(found, 2)][0]
    assert told(found, News.CLOSED, MailState.SENT) == [0, 2]


# --- seats


def test_those_who_are_there_learn_that_a_seat_was_given_up_and_who_takes_it():
    found = match(4)
    found.seats.filter(number=3).update(on_autopilot=True)
    seats.give_up(found.pk, 0, NOON)
    assert told(found, News.GAVE_UP) == [1, 2]
    sent(NOON + SEND)
    seats.substitute(found.pk, 0, player("dora"), NOON + HOUR)
    letters = sent(NOON + HOUR + SEND)
    assert told(found, News.TAKEN, MailState.SENT) == [1, 2]
    assert "Dora has taken over a seat" in letters[address(found, 1)][0]


def test_a_seat_given_up_and_taken_over_at_once_is_one_mail():
    found = match(3)
    seats.give_up(found.pk, 0, NOON)
    seats.substitute(found.pk, 0, player(), NOON)
    sent(NOON + SEND)
    assert told(found, News.GAVE_UP, MailState.SUPERSEDED) == [1, 2]
    assert told(found, News.TAKEN, MailState.SENT) == [1, 2]


def test_a_former_player_is_told_so_once_and_nothing_else():
    found, former = match(3), None
    former = found.seats.get(number=0).player
    found.seats.filter(number=0).update(on_autopilot=True)
    seats.substitute(found.pk, 0, player(), NOON)
    (letter,) = sent(NOON + SEND)[former.email]
    assert "Someone else has your seat now" in letter and "won't get any more emails about it" in letter
    assert former.email not in sent(NOON + 100 * HOUR)


def test_an_offer_is_told_to_who_is_there_and_to_who_may_still_come_back():
    found = match(3)
    found.seats.filter(number=0).update(on_autopilot=True)
    seats.offer(found.pk, 1, 0, NOON)
    assert (told(found, News.OFFERED), told(found, News.ON_OFFER)) == ([2], [0])
    offer = found.seats.get(number=0).offer
    letters = sent(NOON + SEND)
    assert any("open to a substitute" in one for one in letters[address(found, 2)])
    assert any("press “I'm back”" in one for one in letters[address(found, 0)])
    assert not any(offer in one for mine in letters.values() for one in mine)
    assert not Outbox.objects.filter(question__contains=offer).exists()


def test_an_offer_called_off_or_a_player_come_back_is_no_news():
    for undo in (
        lambda found: seats.keep_back(found.pk, 1, 0, NOON),
        lambda found: seats.come_back(found.pk, 0, NOON),
        lambda found: seats.substitute(found.pk, 0, player(), NOON),
    ):
        found = match(3)
        found.seats.filter(number=0).update(on_autopilot=True)
        seats.offer(found.pk, 1, 0, NOON)
        undo(found)
        sent(NOON + SEND)
        assert (told(found, News.OFFERED, "superseded"), told(found, News.ON_OFFER, "superseded")) == (
            [2],
            [0],
        )


def silent(found, times: int):
    """Let time run out for the same seat again and again; give the instant of the last."""
    for _ in range(times):
        clock = Deadline.objects.filter(match=found, state="running").order_by("due_at").first()
        deadlines.close_due(clock.due_at)
    return clock.due_at


def test_who_was_silent_too_often_learns_that_the_seat_plays_itself():
    found = match(3, secret=bytes([3] * 32))
    name = turn(found)
    found.seats.filter(number=name.seat).update(silences=1)
    now = silent(found, 1)
    assert told(found, News.ON_AUTOPILOT) == [name.seat]
    assert "is now on automatic play" in "".join(sent(now + SEND)[address(found, name.seat)])


def test_who_is_back_in_time_is_told_nothing_of_an_autopilot():
    found = match(3)
    name = turn(found)
    found.seats.filter(number=name.seat).update(silences=1)
    now = silent(found, 1)
    play.lay_orders(found.pk, name.seat, 1, "{}", Door.PAGE, now)
    sent(now + SEND)
    assert told(found, News.ON_AUTOPILOT, MailState.SUPERSEDED) == [name.seat]


def test_news_of_who_sits_where_dies_with_the_match():
    found = match(3)
    seats.give_up(found.pk, 0, NOON)
    for number in (1, 2):
        votes.vote(found.pk, number, Subject.END, NOON)
    sent(NOON + SEND)
    assert told(found, News.GAVE_UP, MailState.SUPERSEDED) == [1, 2]


def test_a_press_that_is_refused_mails_nobody():
    found = match(3)
    with pytest.raises(Refused):
        seats.offer(found.pk, 1, 0, NOON)
    with pytest.raises(Refused):
        votes.vote(found.pk, 0, Subject.RESUME, NOON)
    assert not Outbox.objects.filter(match=found, kind__in=list(News)).exists()


def test_a_match_that_is_only_played_has_no_news():
    found = match(3)
    assert not answer(found, turn(found), c.Mine()).refused
    assert not Outbox.objects.filter(match=found, kind__in=list(News)).exists()
