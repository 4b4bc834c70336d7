"""What is kept of a finished match, and that it can be worked out again."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from games.disputes import moderation
from games.disputes.moderation import By
from games.lobby import daily
from games.match import seats
from games.models import (
    Departure,
    Figure,
    Match,
    MatchRecord,
    Rating,
    RulingKind,
    SeatRecord,
)
from games.ops.sweep import sweep
from games.play import history
from games.players.delete import farewell
from games.records import figures, keep, profile
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules.events import CardPlayed, Reacted
from tests.kit import daily as daily_mine
from tests.kit.cast import NOON, match_of, person
from tests.kit.every_action import moderator
from tests.kit.finished import finish, finished
from tests.kit.play_people import match, play_on, remembering

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=3)


def everything() -> list[object]:
    """Give all that is derived."""
    ratings = Rating.objects.order_by("pool", "player").values_list("player", "mu", "sigma", "low", "matches")
    places = SeatRecord.objects.order_by("record", "number")
    return [
        list(MatchRecord.objects.order_by("match").values()),
        list(places.values_list("number", "player", "rank", "answers")),
        {one.name: one.times for one in Figure.objects.all() if one.times},
        list(ratings),
    ]


def rated_match(secret: int = 0) -> Match:
    found = match_of(secret=bytes([secret] * 32))
    for name in ("alice", "bob", "carol"):
        someone = person(name)
        someone.rated_since = NOON - timedelta(days=1)
        someone.save()
    return found


def test_the_last_move_leaves_an_empty_record_and_a_sweep_fills_it_in():
    found = finish(match_of())
    assert MatchRecord.objects.get().is_due and not SeatRecord.objects.exists()
    sweep(LATER)
    record = MatchRecord.objects.get()
    outcome = found.rules.core.outcome(history.load(found)[1].state)
    places = {one.number: (one.rank, one.points) for one in record.places.all()}
    assert places == {one.seat: (one.rank, one.points) for one in outcome}
    assert (record.is_due, record.seats, record.people, record.moves > 20) == (False, 3, 3, True)
    assert [str(one.player) for one in record.places.order_by("number")] == ["Alice", "Bob", "Carol"]
    assert sum(record.chosen.values()) == record.moves
    found.refresh_from_db()
    assert record.ended_at == found.ended_at


def test_a_running_match_has_no_record():
    match_of()
    sweep(LATER)
    assert not MatchRecord.objects.exists() and not Figure.objects.exists()


def test_robots_are_marked_and_their_moves_are_no_choice_of_people():
    found = finish(match(2, 1))
    keep.keep_due(LATER)
    record = MatchRecord.objects.get(match=found)
    assert [one.is_robot for one in record.places.order_by("number")] == [False, False, True]
    assert record.people == 2 and 0 < sum(record.chosen.values()) < record.moves
    assert not figures.counted(figures.of_game("quartz"), "seats"), "seats are compared without robots"


def test_cards_are_counted_as_people_played_them():
    found = finish(match(2, 1))
    keep.keep_due(LATER)
    record = MatchRecord.objects.get(match=found)
    people = {one.number for one in record.places.all() if not one.is_robot}
    told = [one.event for one in history.load(found)[0] if isinstance(one.event, CardPlayed | Reacted)]
    mine = [one.card for one in told if one.seat in people]
    assert record.cards == dict(sorted(Counter(mine).items()))
    assert 0 < len(mine) < len(told), "robots play some too"
    known = figures.of_game("quartz")
    assert {name: times for name, times in known.items() if name.startswith("card.")} == {
        f"card.{card}": times for card, times in record.cards.items()
    }
    assert {times for name, times in known.items() if name.startswith("card_in.")} == {1}


def test_counting_all_again_gives_the_same():
    for secret in (1, 2, 3):
        finish(rated_match(secret), seed=secret)
        keep.keep_due(LATER)
    before = everything()
    assert before[3], "they are rated"
    told = StringIO()
    call_command("recount", stdout=told)
    assert everything() == before
    assert told.getvalue() == "3 matches recounted, 0 records changed\n"


def test_what_was_changed_by_hand_is_put_right_by_a_recount():
    finish(rated_match())
    keep.keep_due(LATER)
    before = everything()
    SeatRecord.objects.filter(number=0).update(rank=9, points=-5)
    Rating.objects.update(mu=99)
    told = StringIO()
    call_command("recount", stdout=told)
    assert everything() == before
    assert told.getvalue() == "1 match recounted, 1 record changed\n"


def test_a_match_from_before_gets_its_record_from_a_recount():
    finish(match_of())
    keep.keep_due(LATER)
    before = everything()
    MatchRecord.objects.all().delete()
    Figure.objects.all().delete()
    call_command("recount", stdout=StringIO())
    assert everything() == before


def test_a_ruling_takes_a_match_out_of_everything_and_another_puts_it_back():
    finish(rated_match(1))
    keep.keep_due(LATER)
    alone = everything()
    second = finish(rated_match(2), seed=2)
    keep.keep_due(LATER)
    both = everything()
    by = moderator()
    moderation.count(By(by, "They had agreed who wins."), second.pk, LATER, counts=False)
    keep.keep_due(LATER)
    assert everything()[2:] == alone[2:]
    assert [one.matches for one in profile.of_player(person("alice")).games] == [1]
    with pytest.raises(Refused, match="ruled_already"):
        moderation.count(By(by, "Again."), second.pk, LATER, counts=False)
    moderation.count(By(by, "They hadn't."), second.pk, LATER, counts=True)
    keep.keep_due(LATER)
    assert everything() == both
    kinds = [ruling.kind for ruling in second.rulings.order_by("pk") if not ruling.refused]
    assert kinds == [RulingKind.UNCOUNTED, RulingKind.COUNTED]


def test_a_ruling_survives_a_recount():
    found = finish(rated_match())
    keep.keep_due(LATER)
    moderation.count(By(moderator(), "Collusion."), found.pk, LATER, counts=False)
    call_command("recount", stdout=StringIO())
    assert not MatchRecord.objects.get().is_counted and not Rating.objects.exists()


def test_a_match_that_runs_cannot_be_ruled_out():
    with pytest.raises(Refused, match="not_over"):
        moderation.count(By(moderator(), "Too early."), match_of().pk, LATER, counts=False)


def test_a_finished_match_cannot_be_rewound_so_no_record_goes_out_of_date():
    found = finish(match_of())
    with pytest.raises(Refused, match="not_running"):
        moderation.rewind(By(moderator(), "Once more."), found.pk, 5, LATER)


def test_a_log_that_cannot_be_read_is_not_counted_and_holds_up_no_other(monkeypatch):
    broken, sound = finish(match_of()), finish(match_of(secret=b"x" * 32), seed=2)
    Match.objects.filter(pk=broken.pk).update(version=broken.version + 1)
    history.memo.clear()
    keep.keep_due(LATER)
    assert not MatchRecord.objects.get(match=broken).is_counted
    assert MatchRecord.objects.get(match=sound).places.count() == 3


# --- answers


def test_answer_times_are_those_of_persons_from_question_to_answer():
    """Each answers an hour after being asked; what follows an own move at once isn't counted."""
    found, now = match_of(), NOON
    with remembering():
        for step in range(600):
            now += timedelta(hours=1)
            if not play_on(found, 1, seed=step, now=now):
                break
    keep.keep_due(now)
    times = [seconds for place in SeatRecord.objects.all() for seconds in place.answers]
    assert times and set(times) >= {3600} and min(times) == 3600
    assert len(times) < MatchRecord.objects.get().moves


def test_a_robots_answers_have_no_times():
    finish(match(2, 1))
    keep.keep_due(LATER)
    assert [one.answers for one in SeatRecord.objects.filter(is_robot=True)] == [[]]


# --- leaving


def test_whoever_leaves_is_written_down_and_nothing_is_told_while_the_match_runs():
    found = match_of()
    seats.give_up(found.pk, 1, NOON)
    assert Departure.objects.get().player == person("bob")
    assert profile.of_player(person("bob")).is_empty


def test_whoever_has_left_is_counted_once_the_match_is_over():
    record = finished([(person("alice"), 1), (None, 2), (person("carol"), 3)])
    Departure.objects.create(match=record.match, player=person("bob"))
    bob, alice = profile.of_player(person("bob")), profile.of_player(person("alice"))
    assert (bob.left, bob.finished, bob.games) == (1, 1, [])
    assert (alice.left, alice.finished) == (0, 1)


def test_whoever_came_back_has_not_left_but_whoever_was_played_for_has():
    record = finished([(person("alice"), 1), (person("bob"), 2), (person("carol"), 3)])
    Departure.objects.create(match=record.match, player=person("bob"))
    record.places.filter(number=2).update(stayed=False)
    bob, carol = profile.of_player(person("bob")), profile.of_player(person("carol"))
    assert [(one.left, one.finished) for one in (bob, carol)] == [(0, 1), (1, 1)]


def test_deleting_the_account_leaves_a_nameless_place():
    finish(rated_match())
    keep.keep_due(LATER)
    farewell(person("bob"), LATER)
    assert [one.player for one in SeatRecord.objects.order_by("number")][1] is None
    keep.keep_due(LATER)
    assert {str(one.player) for one in Rating.objects.all()} == {"Alice", "Carol"}
    before = everything()
    call_command("recount", stdout=StringIO())
    assert everything() == before


def test_a_daily_try_never_counts():
    daily.prepare(NOON)
    found = daily_mine.begin(person("alice"), NOON)
    daily_mine.finish(found, NOON)
    sweep(LATER)
    assert not MatchRecord.objects.get(match=found).is_counted
    assert not [one for one in Figure.objects.all() if one.times]
    assert not keep.is_counted(found)
