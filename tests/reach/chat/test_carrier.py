"""A chat hears whose turn it is, in one message a turn; and one that doesn't work harms nobody."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.core import mail

from games.circles import founding
from games.mail import queue
from games.mail.kinds import News
from games.mail.send import outbox
from games.match import votes
from games.models import (
    ChatKind,
    ChatMention,
    ChatMessage,
    ChatTarget,
    CircleMatch,
    Deadline,
    DeadlineKind,
    Dispatch,
    DispatchState,
    MailState,
    Match,
    MatchStatus,
    Outbox,
    Player,
    Subject,
)
from games.ops import sweep
from games.reach import send
from games.reach.chat import carrier
from games.titles.quartz.rules import commands as c
from tests.kit.chat_services import CALLED, service_of
from tests.kit.chats import SEND, WAIT, carry, chat, nowhere, only_chat
from tests.kit.play_people import NOON, answer, match, open_questions, player
from tests.kit.recording_server import hangs, says

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def chat_alone():
    with only_chat():
        yield


@pytest.fixture
def kind() -> ChatKind:
    return ChatKind.DISCORD


@pytest.fixture
def service(kind, settings):
    with service_of(kind, settings) as found:
        yield found
        assert not found.faults


def names(found: Match) -> dict[int, str]:
    return {seat.number: str(seat.player) for seat in found.seats.select_related("player")}


def leave(found: Match, now) -> None:
    """Let whose turn it is end it."""
    name = min(name for name, one in open_questions(found).items() if one.awaited)
    assert not answer(found, name, c.Leave(), now).refused


def test_the_chat_of_a_match_hears_whose_turn_it_is(service):
    found = match(name="Tuesday mine")
    chat(service, match=found)
    carry()
    (text,) = service.channel.texts
    (number,) = found.awaited
    assert text.startswith(f"It's {names(found)[number]}'s turn in “Tuesday mine”, until ")
    assert f"/m/{found.public_id}/" in text and service.channel.pinged == [[]]


def test_each_turn_is_one_message(service):
    found = match()
    chat(service, match=found)
    for number in range(4):
        now = NOON + number * 10 * MINUTE
        carry(now + WAIT)
        carry(now + WAIT + MINUTE)
        if number < 3:
            leave(found, now + 5 * MINUTE)
    assert len(service.channel.texts) == 4 == len({*service.channel.texts})
    assert [one.method for one in service.server.heard] == ["POST"] * 4


def test_the_next_turn_of_the_same_player_is_told_even_if_it_reads_the_same(service):
    found = match()
    chat(service, match=found)
    carry()
    due = Deadline.objects.get(match=found, kind=DeadlineKind.QUESTION)
    Deadline.objects.filter(pk=due.pk).update(asked_at=due.asked_at + MINUTE)
    Dispatch.objects.update(state=DispatchState.QUEUED, attempts=0)
    send.send_due(SEND + MINUTE)
    first, second = service.channel.texts
    assert first == second


def test_the_emails_go_as_before(service):
    found = match()
    chat(service, match=found)
    carry()
    assert len(mail.outbox) == len(found.awaited)


def ask_all(found: Match) -> None:
    """Let every seat be asked, as where all choose at once."""
    clock = Deadline.objects.get(match=found, kind=DeadlineKind.QUESTION)
    for seat in found.seats.exclude(number=clock.seat or 0):
        clock.pk, clock.seat, clock.question = None, seat.number, f"another of {seat.number}"
        clock.save()
        queue.write([queue.email("secret", f"asks {seat.number}", NOON, match=found, seat=seat, wait=WAIT)])
    Match.objects.filter(pk=found.pk).update(awaited=[seat.number for seat in found.seats.all()])


def test_everybody_whose_turn_it_is_stands_in_one_message(service):
    found = match()
    chat(service, match=found)
    ask_all(found)
    carry()
    (text,) = service.channel.texts
    assert all(name in text for name in names(found).values()) and "is waiting for" in text
    assert len(service.server.heard) == 1
    assert Dispatch.objects.filter(state=DispatchState.ACCEPTED).count() == 3


def test_a_new_deadline_edits_the_message(service):
    found = match()
    target = chat(service, match=found)
    carry()
    Deadline.objects.filter(match=found).update(due_at=NOON + 9 * DAY)
    row = Outbox.objects.get(match=found, kind="turn")
    again = Dispatch.objects.get(notice=row)
    Dispatch.objects.filter(pk=again.pk).update(state=DispatchState.QUEUED, attempts=0)
    send.send_due(SEND + MINUTE)
    (text,) = service.channel.texts
    assert "11 March" in text and [one.method for one in service.server.heard] == ["POST", "PATCH"]
    assert ChatMessage.objects.get(target=target).receipt == service.channel.order[0]


@pytest.mark.parametrize("kind", [ChatKind.MATTERMOST])
def test_where_messages_cant_be_edited_a_new_deadline_is_not_told(service):
    found = match()
    chat(service, match=found)
    carry()
    Deadline.objects.filter(match=found).update(due_at=NOON + 9 * DAY)
    Dispatch.objects.update(state=DispatchState.QUEUED, attempts=0)
    assert send.send_due(SEND + MINUTE) == 1
    assert len(service.server.heard) == 1


def test_the_chat_of_a_circle_hears_of_its_matches_only(service):
    ours, theirs = match(name="Ours"), match(name="Theirs")
    circle = founding.found(ours.seats.first().player, "Club", NOON)
    CircleMatch.objects.create(match=ours, circle=circle)
    chat(service, circle=circle)
    carry()
    (text,) = service.channel.texts
    assert "“Ours”" in text and theirs.public_id not in text


def test_my_chat_hears_of_my_turns_only_in_my_language_and_email_waits(service):
    found = match(name="Tuesday mine")
    (number,) = found.awaited
    for seat in found.seats.select_related("player"):
        Player.objects.filter(seats=seat).update(language="ru", time_zone="Asia/Tokyo")
        if seat.number == number:
            chat(service, player=seat.player)
        else:
            nowhere(player=seat.player)
    carry()
    (text,) = service.channel.texts
    assert "Tuesday mine" in text and "Asia/Tokyo" in text.replace("\\", "") and "Твой ход" in text
    assert not mail.outbox and Outbox.objects.get(match=found).state == MailState.QUEUED


def test_who_is_mentioned_is_pinged_at_their_turn_only(service, kind):
    found = match()
    target = chat(service, match=found)
    (number,) = found.awaited
    ChatMention.objects.create(
        target=target,
        player=Player.objects.get(seats__match=found, seats__number=number),
        called=CALLED[kind],
    )
    carry()
    leave(found, NOON + 5 * MINUTE)
    carry(NOON + 5 * MINUTE + WAIT)
    assert service.channel.pinged == [[CALLED[kind]], []]


def test_pause_and_end_are_told_once(service):
    found = match(name="Tuesday mine")
    chat(service, match=found)
    for seat in found.seats.order_by("number"):
        votes.vote(found.pk, seat.number, Subject.PAUSE, NOON + MINUTE)
    carry(NOON + MINUTE + WAIT)
    assert [one.splitlines()[0] for one in service.channel.texts] == ["“Tuesday mine” is paused."]
    for seat in found.seats.order_by("number"):
        votes.vote(found.pk, seat.number, Subject.END, NOON + 9 * MINUTE)
    carry(NOON + 9 * MINUTE + WAIT)
    assert service.channel.texts[-1].splitlines()[0] == "“Tuesday mine” ended without a result."
    assert len(service.channel.texts) == 2


# --- what doesn't work


def test_a_service_that_wants_fewer_messages_is_left_alone_and_nothing_is_lost(service):
    found = match()
    target = chat(service, match=found)
    service.server.answer(says(429, "", {"Retry-After": "600"}))
    carry()
    assert len(service.server.heard) == 1
    dispatch = Dispatch.objects.get()
    assert (dispatch.state, dispatch.attempts) == (DispatchState.QUEUED, 0)
    service.behave()
    carry(SEND + 9 * MINUTE)
    assert not service.channel.texts
    carry(SEND + 11 * MINUTE)
    target.refresh_from_db()
    assert len(service.channel.texts) == 1 and target.error == ""


def test_no_chat_is_written_to_faster_than_its_pace(service):
    found = [match(name=f"Mine {number}") for number in range(3)]
    circle = founding.found(found[0].seats.first().player, "Club", NOON)
    for one in found:
        CircleMatch.objects.create(match=one, circle=circle)
    chat(service, circle=circle)
    outbox.send_due(SEND)
    for seconds in range(7):
        send.send_due(SEND + timedelta(seconds=seconds))
        assert len(service.server.heard) == 1 + seconds // 3


def test_500_for_days_turns_it_off_and_tells_its_owner_once(service):
    host = player("host")
    found = match()
    target = chat(service, match=found, set_by=host)
    service.server.answer(says(500, "oops"))
    for day in range(9):
        leave(found, NOON + day * DAY)
        carry(NOON + day * DAY + WAIT)
    target.refresh_from_db()
    assert target.off_at == NOON + 7 * DAY + WAIT and target.error == "status_500"
    (notice,) = Outbox.objects.filter(kind=News.CHAT_OFF)
    assert notice.to == host.email
    outbox.send_due(NOON + 9 * DAY)
    (told,) = [one for one in mail.outbox if one.to == [host.email]]
    assert service.secret.url not in told.message().as_string() and "…LAST" in told.body


def test_one_success_begins_the_days_anew(service):
    found = match()
    target = chat(service, match=found)
    for day in range(9):
        service.server.answer(says(500, "")) if day != 1 else service.behave()
        leave(found, NOON + day * DAY)
        carry(NOON + day * DAY + WAIT)
    target.refresh_from_db()
    assert target.off_at is None and target.failing_since == NOON + 2 * DAY + WAIT


def test_a_chat_that_is_gone_is_turned_off_at_once(service):
    found = match()
    target = chat(service, match=found)
    service.server.answer(says(404, {"code": 10015}))
    carry()
    target.refresh_from_db()
    assert target.off_at == SEND and Dispatch.objects.get().state == DispatchState.FAILED
    leave(found, NOON + 5 * MINUTE)
    carry(NOON + 5 * MINUTE + WAIT)
    assert len(service.server.heard) == 1


def test_a_personal_chat_that_fails_gives_its_place_to_the_email(service):
    found = match()
    (number,) = found.awaited
    chat(service, player=found.seats.get(number=number).player)
    service.server.answer(says(404, {"code": 10015}))
    carry()
    outbox.send_due(SEND + MINUTE)
    assert len(mail.outbox) == 1


def test_one_that_hangs_or_is_poison_stops_no_other(service, settings, monkeypatch):
    monkeypatch.setattr(carrier, "TIME_LIMIT", 0.3)
    found = match()
    chat(service, match=found)
    with service_of(ChatKind.SIGNED, settings) as other, service_of(ChatKind.MATTERMOST, settings) as bad:
        bad.server.answer(hangs)
        poison = chat(other, match=found)
        ChatTarget.objects.filter(pk=poison.pk).update(kind="no such kind")
        for _ in range(3):
            chat(bad, match=found)
        chat(other, match=found)
        carry()
        assert len(service.channel.texts) == 1 and len(other.channel.texts) == 1
    states = [*Dispatch.objects.order_by("pk").values_list("state", flat=True)]
    assert states.count(DispatchState.ACCEPTED) == 2 and DispatchState.SUPERSEDED not in states


class Killed(BaseException):
    """What kill -9 does to a process, as far as its own code can tell."""


WITH_IDS = {ChatKind.MATRIX, ChatKind.SIGNED}


@pytest.mark.parametrize("kind", ChatKind)
def test_each_kill_between_sending_and_recording_doubles_one_message_at_most(service, kind, monkeypatch):
    """And none where a message has an id of ours."""
    found = match()
    chat(service, match=found)
    outbox.send_due(SEND)
    kills = 2
    with monkeypatch.context() as patch:
        patch.setattr(send, "_note", _die)
        for number in range(kills):
            with pytest.raises(Killed):
                send.send_due(SEND + number * MINUTE)
    for number in range(kills, kills + 4):
        send.send_due(SEND + number * MINUTE)
    assert Dispatch.objects.get().state == DispatchState.ACCEPTED
    assert len(service.channel.texts) == (1 if kind in WITH_IDS else 1 + kills)
    assert len({*service.channel.texts}) == 1


def test_one_kill_doubles_at_most_one_message_in_each_chat(service, monkeypatch):
    """However much is waiting to be told there."""
    matches = [match() for _ in range(3)]
    for found in matches:
        chat(service, player=found.seats.get(number=found.awaited[0]).player)
    outbox.send_due(SEND)
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(send, "_note", _die)
        send.send_due(SEND)
    for number in range(1, 30):
        send.send_due(SEND + number * MINUTE)
    assert {one.state for one in Dispatch.objects.all()} == {DispatchState.ACCEPTED}
    told = Counter(Dispatch.objects.values_list("target", flat=True))
    assert len(service.channel.texts) - sum(told.values()) <= len(told)


def _die(*_: object) -> None:
    raise Killed


def test_the_sweep_carries_what_nobody_rang_for(service):
    found = match()
    chat(service, match=found)
    sweep.sweep(SEND)
    sweep.sweep(SEND + MINUTE)
    assert len(service.channel.texts) == 1


def test_nothing_is_said_of_a_match_that_waits_for_players_or_robots(service):
    found = match()
    chat(service, match=found)
    Match.objects.filter(pk=found.pk).update(status=MatchStatus.LOBBY)
    Outbox.objects.filter(match=found).update(question="")
    carry()
    assert not service.server.heard
