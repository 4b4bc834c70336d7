"""Play goes back for everybody: what was asked, laid and drawn since counts no more."""

from __future__ import annotations

import pytest
from django.db import transaction

from games import play
from games.match.rewind_points import choosable
from games.models import Deadline, Door, Event, Match, Outbox
from games.ops.verification import faults
from games.play import history
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused
from games.staff.choices_in_match import before
from tests.kit.play_people import NOON, match, open_questions, play_on

pytestmark = pytest.mark.django_db


def back(found: Match, to: int) -> None:
    with transaction.atomic():
        work = Workspace.at(Match.objects.select_for_update().get(pk=found.pk), NOON)
        play.rewind(work, to, Door.MODERATOR, "k")
        write([work])
    found.refresh_from_db()


def moments(found: Match) -> list[int]:
    """Give the events after which somebody was asked, the last one left out."""
    return [one.last_event for one in found.submissions.order_by("pk") if one.last_event][:-1]


def test_everything_is_asked_anew_with_all_its_time_and_mailed():
    found = match()
    play_on(found, 6)
    asked = {*Deadline.objects.filter(match=found, state="running").values_list("question", flat=True)}
    back(found, moments(found)[1])
    now_open = {name for name, one in open_questions(found).items() if one.awaited}
    clocks = Deadline.objects.filter(match=found, state="running", kind="question")
    labels = {f"{name.rewound}-{name.opened}-{name.seat}" for name in now_open}
    assert {*clocks.values_list("question", flat=True)} == labels and not labels & asked
    assert {clock.asked_at for clock in clocks} == {NOON}
    assert {*Outbox.objects.filter(question__in=labels).values_list("question", flat=True)} == labels
    assert faults(found.pk) == []


def test_draws_go_on_counting_and_the_match_plays_on():
    found = match()
    play_on(found, 6)
    spent = history.load(found)[1].draws
    back(found, moments(found)[1])
    assert history.load(found)[1].draws == spent
    play_on(found, 10, seed=4)
    assert faults(found.pk) == []


def test_no_sale_of_an_evening_is_torn_apart_by_whoever_names_its_number():
    found = match()
    play_on(found, 90)
    found.refresh_from_db()
    sales = Event.objects.filter(match=found, kind="crystals_sold").order_by("number")
    sold = [*sales.values_list("number", flat=True)]
    between = [number for number in sold if number + 1 in sold]
    assert between
    for number in sold:
        with pytest.raises(Refused, match="stale"):
            back(found, number)
    assert not {*sold} & {number for number, _ in before(found)}
    assert not {*sold} & {one.moment.to for one in choosable(found)}
    back(found, sold[0] - 1)
    assert {one.kind for one in open_questions(found).values()} == {"sell"}
    assert faults(found.pk) == []


@pytest.mark.parametrize("to", [0, 10_000])
def test_a_past_that_never_was_is_refused_and_nothing_happens(to):
    found = match()
    play_on(found, 3)
    found.refresh_from_db()
    stood = found.version
    with pytest.raises(Refused):
        back(found, to)
    assert Match.objects.get(pk=found.pk).version == stood
