"""What moderators do: done once, written down, told to whom it concerns; or refused, and never half done."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from games import play
from games.disputes import moderation
from games.disputes.moderation import By
from games.mail.send import outbox
from games.match import chat, seats, votes
from games.models import (
    Deadline,
    Event,
    Look,
    Match,
    MatchStatus,
    Outbox,
    Player,
    Ruling,
    Seat,
    Unreachable,
)
from games.ops.verification import faults
from games.players import suspensions
from games.present.refusals import SENTENCES
from games.rules.kernel.refusal import HistoryBroken, Refused
from tests.kit.every_action import EVERY, LATER, ON_MATCHES, WHY, mail_of, moderator, waited
from tests.kit.play_people import NOON, match, play_on, player
from tests.staff.scenes import scene

pytestmark = pytest.mark.django_db


def told(found: Match) -> list[int]:
    rows = Outbox.objects.filter(match=found, kind="ruled", seat__isnull=False)
    return sorted(rows.values_list("seat__number", flat=True))


def everything(found: Match) -> list[object]:
    """Give all that an act may change."""
    kinds = (Deadline, Seat, Outbox, Unreachable, Look, Event, Player)
    return [
        Match.objects.filter(pk=found.pk).values().get(),
        *(list(one.objects.order_by("pk").values()) for one in kinds),
    ]


@pytest.mark.parametrize("name", EVERY)
def test_each_act_leaves_a_ruling_and_a_whole_match_and_a_press_counts_once(name):
    found, by = scene()
    EVERY[name](by, found)
    if name == "look":
        assert (Look.objects.get().moderator, Look.objects.get().reason) == (by.player, WHY)
        return
    before = everything(found)
    EVERY[name](by, found)
    assert everything(found) == before
    ruling = Ruling.objects.get()
    assert (ruling.moderator, ruling.reason, ruling.refused, ruling.at) == (by.player, WHY, "", LATER)
    found.refresh_from_db()
    assert name == "check" or faults(found.pk) == []


@pytest.mark.parametrize("name", ["extend", "restart", "pause", "force", "rewind", "close"])
def test_the_whole_table_is_told_why(name, settings):
    found, by = scene()
    ON_MATCHES[name](by, found)
    assert told(found) == [0, 1, 2]
    mail.outbox.clear()
    outbox.send_due(LATER + timedelta(minutes=2))
    letters = [one for one in mail.outbox if "A moderator's decision" in one.subject]
    assert len(letters) == 3 and all(f"Reason: {WHY}" in one.body for one in letters)


WRONG = {
    "player": (lambda found, by: replace(by, player=player("p")), "not_a_moderator"),
    "operator": (lambda found, by: replace(by, player=operator()), "not_a_moderator"),
    "dismissed": (lambda found, by: replace(by, player=dismissed()), "not_a_moderator"),
    "plays there": (lambda found, by: replace(by, player=plays_in(found)), "plays"),
    "played there": (lambda found, by: replace(by, player=played_in(found)), "plays"),
    "says not why": (lambda found, by: replace(by, reason="  "), "no_reason"),
}


def operator():
    made = player("op")
    made.is_operator = True
    made.save()
    return made


def dismissed():
    made = moderator("former")
    made.is_active = False
    made.save()
    return made


def plays_in(found: Match):
    made = moderator("sits")
    found.seats.filter(number=2).update(player=made)
    return made


def played_in(found: Match):
    made = moderator("sat")
    seat = found.seats.get(number=2)
    Outbox.objects.create(
        match=found, seat=seat, kind="turn", dedupe="then", to=made.email, state="sent", send_after=NOON
    )
    return made


@pytest.mark.parametrize("who", WRONG)
def test_whoever_may_not_is_refused_and_that_is_recorded(who):
    """Try every act there is: none of them leaves anything behind but that it was tried."""
    found, by = scene()
    make, code = WRONG[who]
    by = make(found, by)
    before = everything(found)
    for name, act in EVERY.items():
        with pytest.raises(Refused) as refused:
            act(by, found)
        assert refused.value.code.startswith(code), name
    assert everything(found) == before
    tried = Ruling.objects.filter(moderator=by.player)
    assert len(tried) == len(EVERY) and all(one.refused.startswith(code) for one in tried)


@pytest.mark.parametrize("status", [MatchStatus.OVER, MatchStatus.CLOSED, MatchStatus.LOBBY])
def test_a_match_that_is_over_is_left_alone(status):
    found, by = scene()
    Match.objects.filter(pk=found.pk).update(status=status)
    before = everything(found)
    for name in {*ON_MATCHES} - {"note", "check", "look", "resend"}:
        with pytest.raises(Refused) as refused:
            ON_MATCHES[name](by, found)
        assert refused.value.code in SENTENCES
    assert everything(found) == before


# --- clocks


def test_more_time_is_added_to_what_is_left_and_again():
    found, by = scene()
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    moderation.extend(by, found.pk, clock.seat, timedelta(days=2), LATER)
    moderation.extend(By(by.player, WHY), found.pk, clock.seat, timedelta(days=1), LATER)
    later = Deadline.objects.get(pk=clock.pk)
    assert later.due_at == clock.due_at + timedelta(days=3)
    with pytest.raises(Refused):
        moderation.extend(By(by.player, WHY), found.pk, clock.seat, timedelta(days=20), LATER)
    assert Deadline.objects.get(pk=clock.pk).due_at == later.due_at


def test_a_stuck_clock_runs_again():
    found, by = scene()
    Deadline.objects.filter(match=found, state="running").update(state="stuck", attempts=4)
    moderation.restart(by, found.pk, waited(found), LATER)
    clock = Deadline.objects.get(match=found, state="running")
    assert (clock.asked_at, clock.attempts) == (LATER, 0)


def test_a_pause_ends_with_as_much_time_as_it_began_with():
    found, by = scene()
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    moderation.pause(by, found.pk, LATER)
    moderation.resume(By(by.player, WHY), found.pk, LATER + timedelta(days=3))
    assert Deadline.objects.get(pk=clock.pk).due_at >= clock.due_at + timedelta(days=3)
    with pytest.raises(Refused):
        moderation.resume(By(by.player, WHY), found.pk, LATER)


def test_what_a_moderator_has_paused_rests_though_nobody_is_there():
    found, by = scene()
    moderation.pause(by, found.pk, LATER)
    for seat in found.seats.filter(player__isnull=False):
        seats.give_up(found.pk, seat.number, LATER)
    assert votes.go_on_due(LATER) == 0
    moderation.resume(By(by.player, WHY), found.pk, LATER)
    found.refresh_from_db()
    assert found.is_running


# --- tables


def test_somebody_gone_already_is_not_replaced_again():
    found, by = scene()
    generation = found.seats.get(number=1).generation
    taker = player("taker")
    moderation.replace(by, found.pk, 1, generation, taker.email, LATER)
    assert found.seats.get(number=1).player == taker
    with pytest.raises(Refused) as refused:
        moderation.replace(By(by.player, WHY), found.pk, 1, generation, player().email, LATER)
    assert refused.value.code == "gone_already"
    assert found.seats.get(number=1).player == taker


def test_nobody_is_sat_down_whom_nobody_knows():
    found, by = scene()
    seat = found.seats.get(number=1)
    for address in ("nobody@example.org", found.seats.get(number=0).player.email):
        with pytest.raises(Refused):
            moderation.replace(By(by.player, WHY), found.pk, 1, seat.generation, address, LATER)
    assert found.seats.get(number=1).generation == seat.generation


def test_a_match_is_released_only_when_its_log_is_whole(monkeypatch):
    found, by = scene()
    with pytest.raises(Refused):
        moderation.release(by, found.pk, LATER)
    play.quarantine(found.pk, HistoryBroken("torn"), NOON)
    monkeypatch.setattr("games.play.release.history.check_chain", broken)
    with pytest.raises(Refused) as refused:
        moderation.release(by, found.pk, LATER)
    assert refused.value.code == "still_broken"
    monkeypatch.undo()
    moderation.release(by, found.pk, LATER)
    found.refresh_from_db()
    assert found.is_running and told(found) == [0, 1, 2]


def broken(found: Match) -> None:
    raise HistoryBroken("torn")


def test_a_past_that_cannot_come_back_is_refused():
    found, by = scene()
    for number in (0, 2, found.version, 10_000):
        with pytest.raises(Refused) as refused:
            moderation.rewind(By(by.player, WHY), found.pk, number, LATER)
        assert refused.value.code == "no_moment"
    found.refresh_from_db()
    assert "rewound" not in found.head and faults(found.pk) == []


# --- people


def test_who_is_suspended_plays_on_and_begins_nothing():
    found, by = scene()
    one = found.seats.get(number=1).player
    moderation.suspend(by, one, LATER + timedelta(days=7), LATER)
    with pytest.raises(Refused):
        chat.say(found.pk, 1, "well", LATER)
    with pytest.raises(Refused):
        suspensions.check(one, LATER)
    assert play_on(found, 6) == 6
    suspensions.check(one, LATER + timedelta(days=8))
    moderation.readmit(By(by.player, WHY), one, LATER)
    chat.say(found.pk, 1, "well", LATER)


def test_who_is_banned_leaves_every_seat_and_their_links_die():
    found, by = scene()
    seat = found.seats.get(number=1)
    moderation.ban(by, seat.player, LATER)
    after = found.seats.get(number=1)
    assert after.player is None and after.generation == seat.generation + 1
    seat.player.refresh_from_db()
    assert not seat.player.is_active
    letter = Outbox.objects.get(kind="ruled", match=None)
    assert letter.to == seat.player.email


def test_nobody_acts_on_oneself_or_on_staff():
    _, by = scene()
    for one, code in ((by.player, "oneself"), (moderator("other"), "is_staff")):
        with pytest.raises(Refused) as refused:
            moderation.ban(by, one, LATER)
        assert refused.value.code == code


# --- emails


def test_an_address_is_left_alone_and_reached_again():
    found, by = scene()
    address = found.seats.get(number=1).player.email
    moderation.suppress(by, address, LATER)
    assert Unreachable.objects.get().address == address
    with pytest.raises(Refused) as refused:
        moderation.suppress(By(by.player, WHY), "no address", LATER)
    assert refused.value.code == "no_address"
    moderation.allow(By(by.player, WHY), address, LATER)
    assert not Unreachable.objects.exists()
    assert not Ruling.objects.filter(about__contains="@").exists()


def test_a_mail_is_written_anew_and_only_while_it_makes_sense():
    found, by = scene()
    last = mail_of(found)
    moderation.resend(by, found.pk, last, LATER)
    mail.outbox.clear()
    outbox.send_due(LATER + timedelta(minutes=2))
    assert len([one for one in mail.outbox if "moderator" not in one.subject]) == 1
    play_on(found, 1, seed=3)
    with pytest.raises(Refused) as refused:
        moderation.resend(By(by.player, WHY), found.pk, last, LATER)
    assert refused.value.code == "mail_is_over"
    other = match()
    with pytest.raises(Refused):
        moderation.resend(By(by.player, WHY), other.pk, last, LATER)
