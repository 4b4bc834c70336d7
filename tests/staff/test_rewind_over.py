"""A moderator takes a match back over what the rules do by themselves: all else follows."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.test import Client

from games.clocks import Bank, Pace
from games.disputes import moderation
from games.disputes.moderation import By
from games.mail import links
from games.mail.receive import replies
from games.mail.send import outbox, reminders
from games.match import clocks
from games.models import Deadline, Event, Inbound, InboundState, Link, Match, Outbox, Purpose, Seat
from games.ops.verification import faults
from games.play import deadlines
from games.play.diff import label
from games.rules.kernel.codec import canonical
from games.rules.kernel.refusal import Refused
from games.staff.silences import times_up
from tests.kit.cast import Page, at
from tests.kit.every_action import LATER, WHY, moderator
from tests.kit.mailed_links import mail_to
from tests.kit.play_people import NOON, match, open_questions, play_on, view
from tests.match.endings import OVER, before_the_last

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def a_door(settings):
    settings.REPLY_DOMAIN, settings.AUTHSERV_ID = "reply.play.example", "mx.play.example"
    with at(LATER):
        yield


def asked_by_mail(found: Match) -> list[Link]:
    """Write to everybody who is asked now an email with an answer that can be pressed, and replied with."""
    made = list[Link]()
    for name, question in open_questions(found).items():
        seat = Seat.objects.select_related("match", "player").get(match=found, number=name.seat)
        if not question.awaited:
            continue
        command = found.rules.robots[found.rules.automation.sensible](
            view(found, seat.number), question, random.Random(1)
        )
        mail = mail_to(seat, "turn", label(name))
        facts = {"question": label(name), "at": NOON, "since": found.version}
        content = canonical(command).decode()
        made += links.write(
            [
                links.of_seat(seat, Purpose.CHOICE, mail, content=content, code="A", words=[], **facts),
                links.of_seat(seat, Purpose.REPLY, mail, **facts),
            ]
        )
    assert made
    return made


def press(link: Link) -> str:
    """Open a link, choose on its page what can be chosen, and send that; give what the page then says."""
    address = f"/t/{links.token(link)}"
    shown = Client().get(address)
    assert shown.status_code == 200
    sent = Client().post(address, {"link": links.token(link), "do": link.content})
    assert sent.status_code in (409, 422)
    assert not [form for form in Page.of(sent).forms if form.asks]
    return Page.of(sent).words


def reply(link: Link) -> Inbound:
    """Answer an email with its code."""
    assert link.seat and link.seat.player
    head = "Authentication-Results: mx.play.example; dmarc=pass header.from=example.org"
    written = f"{head}\r\nFrom: <{link.seat.player.email}>\r\nTo: <r+{links.token(link)}@reply.play.example>"
    row = replies.receive(f"{written}\r\nSubject: Re\r\n\r\nA\r\n".encode(), door="pipe", now=LATER)
    replies.read_due(LATER)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize(("game", "kind"), OVER)
def test_nothing_from_before_answers_anything_and_whoever_tries_is_told_why(game, kind):
    found, moment = before_the_last(kind, game)
    found.seats.update(hand_in_mail=True)
    old, before = asked_by_mail(found), {*open_questions(found)}
    first = Deadline.objects.filter(match=found, state="running", kind="question").order_by("remind_at")[0]
    assert reminders.queue_due(first.remind_at) and first.remind_at
    moderation.rewind(By(moderator(), WHY), found.pk, moment.to, LATER)
    found.refresh_from_db()
    happened = Event.objects.filter(match=found).count()
    for link in old:
        if link.purpose == Purpose.CHOICE:
            told = press(link)
            assert "It's too late for this" in told and "The match went back to an earlier moment." in told
        else:
            row = reply(link)
            assert (row.state, row.why) == (InboundState.ANSWERED, "stale")
    assert Event.objects.filter(match=found).count() == happened
    assert Outbox.objects.filter(match=found, kind="unreadable", question="").exists(), "told by mail"
    late = list(Outbox.objects.filter(match=found, kind="reminder"))
    assert late and not any(outbox.still_makes_sense(one, LATER) for one in late)
    running = Deadline.objects.filter(match=found, state="running", kind="question")
    assert {one.question for one in running}.isdisjoint(map(label, before))
    assert {one.asked_at for one in running} <= {LATER}
    assert all(one.remind_at and one.remind_at > LATER for one in running)
    assert faults(found.pk) == []


def silent(found: Match) -> None:
    """Let the time of whoever is waited for run out."""
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    assert deadlines.close_due(clock.due_at + HOUR)
    found.refresh_from_db()


def moments(found: Match) -> list[int]:
    return [one.last_event for one in found.submissions.order_by("pk") if one.last_event]


def test_silences_that_never_were_are_not_counted_and_the_autopilot_lets_go():
    found = match()
    play_on(found, 1)
    to = moments(found)[-1]
    lost = Seat.objects.none()
    for _ in range(12):
        silent(found)
        lost = found.seats.filter(on_autopilot=True)
        if lost:
            break
    assert lost and max(found.seats.values_list("silences", flat=True)) == found.silences_allowed
    moderation.rewind(By(moderator(), WHY), found.pk, to, LATER + timedelta(days=30))
    assert {*found.seats.values_list("silences", "on_autopilot")} == {(0, False)}
    found.refresh_from_db()
    assert {*found.awaited} == {
        one.seat for one in Deadline.objects.filter(match=found, state="running", kind="question")
    }


def test_only_those_silences_are_forgotten_that_are_undone():
    found = match()
    silent(found)
    gone, first = found.seats.get(silences=1), moments(found)[-1]
    silent(found)
    moderation.rewind(By(moderator(), WHY), found.pk, first, LATER + timedelta(days=30))
    gone.refresh_from_db()
    assert gone.silences == 1 and found.seats.filter(silences__gt=0).count() == 1
    assert times_up(found.seats.select_related("match")) == {gone.pk: 1}
    moderation.rewind(By(moderator("ma"), WHY), found.pk, moments(found)[0], LATER + timedelta(days=31))
    assert not found.seats.filter(silences__gt=0).exists()
    assert not times_up(found.seats.select_related("match"))


def banks(found: Match) -> dict[int, timedelta]:
    begun = clocks.pace_of(found).bank
    assert begun
    return {one.number: begun.start if one.bank is None else one.bank for one in found.seats.all()}


def test_a_time_bank_holds_what_it_held_then():
    found = match(pace=Pace(24 * HOUR, 12 * HOUR, bank=Bank(10 * HOUR, HOUR, 20 * HOUR)))
    now, held = NOON, {found.version: banks(found)}
    for step in range(7):
        now += timedelta(hours=26)  # into the bank
        play_on(found, 1, seed=step, now=now)
        found.refresh_from_db()
        held[found.version] = banks(found)
    assert len({str(one) for one in held.values()}) > 5
    for back in (5, 2):
        to = [*held][back]
        moderation.rewind(By(moderator(f"m{back}"), WHY), found.pk, to, now + HOUR)
        assert banks(found) == held[to]
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    assert clocks.clock_of(clock).bank_left == held[to][clock.seat or 0]


def test_a_match_that_rests_is_taken_back_and_asks_when_it_goes_on():
    """Whoever judges stops the clocks first, and only then looks for what has to be put right."""
    found, mo = match(), moderator()
    play_on(found, 5)
    moderation.pause(By(mo, WHY), found.pk, LATER)
    moderation.rewind(By(mo, WHY), found.pk, moments(found)[2], LATER + HOUR)
    found.refresh_from_db()
    assert found.status == "paused"
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    asked = Outbox.objects.get(match=found, question=clock.question)
    outbox.send_due(LATER + 2 * HOUR)
    asked.refresh_from_db()
    assert asked.state == "queued", "nobody is asked anything at a table that rests"
    moderation.resume(By(mo, WHY), found.pk, LATER + 3 * HOUR)
    outbox.send_due(LATER + 3 * HOUR)
    asked.refresh_from_db()
    later = Deadline.objects.get(pk=clock.pk)
    assert (asked.state, later.due_at - clock.due_at) == ("sent", 2 * HOUR)
    assert play_on(found, 5, now=LATER + 4 * HOUR) == 5
    assert faults(found.pk) == []


@pytest.mark.parametrize("status", ["over", "closed", "quarantined", "lobby"])
def test_what_is_over_or_stopped_is_not_taken_back(status):
    found = match()
    play_on(found, 5)
    Match.objects.filter(pk=found.pk).update(status=status)
    with pytest.raises(Refused) as refused:
        moderation.rewind(By(moderator(), WHY), found.pk, moments(found)[2], LATER)
    assert refused.value.code == "not_running"
    assert not Event.objects.filter(match=found, kind="rewound").exists()
