"""Compares whole matches: an answer given in secret leaves no trace before the last is in."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import F

from games.models import Deadline, Event, Match, SealedAnswer
from games.play import effects, history, writer
from games.play.workspace import Workspace
from games.web.match import table_part
from tests.kit.nightly import more
from tests.secrecy.sealed_matches import Differs, Pair

pytestmark = pytest.mark.django_db

STEPS = more(80, None)  # of some 240, by day
ATTACKS = more(50, None)
TABLES = {"open": {}, "covered": {"covered_carts": True, "thrill": True}}


def play(options, seeds, steps=None):
    """Play some matches of Quartz, or so many steps of them, each in both worlds."""
    for seed in seeds:
        pair = Pair.begin(seed, options)
        pair.play(steps)
        yield pair


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_early_and_changed_answers_leave_no_trace_in_whole_matches(options):
    played = list(play(options, seeds=range(1, more(1, 3) + 1), steps=STEPS))
    assert sum(pair.early_gifts for pair in played) >= 3
    assert sum(pair.changes for pair in played) >= 5


@pytest.mark.parametrize("windows", ["light", "full"])
def test_attacks_named_and_changed_in_secret_leave_no_trace_in_whole_matches(windows):
    """Nobody chooses an attack before being asked; then it may be changed until the window closes."""
    pair = Pair.begin(1, {"windows": windows}, "quartz_cards", seats=3)
    pair.play(ATTACKS)
    assert pair.changes >= 5


# --- planted leaks: each must be found, or the comparison compares nothing


def sealed_in(work: Workspace) -> int:
    return sum(bool(step.sealed) for step in work.steps)


def version_counts_sealed_answers(monkeypatch):
    write, load = writer.write, history.load_all

    def leaky(workspaces):
        write(workspaces)
        for work in workspaces:
            Match.objects.filter(pk=work.match.pk).update(version=F("version") + sealed_in(work))

    def forgiving(matches):
        for match in matches:
            match.version = Event.objects.filter(match=match).count()
        return load(matches)

    monkeypatch.setattr(writer, "write", leaky)
    monkeypatch.setattr(history, "load_all", forgiving)


def events_are_dated_by_sealed_answers(monkeypatch):
    dated = writer.log

    def leaky(work):
        events, last = dated(work), SealedAnswer.objects.filter(match=work.match).order_by("pk").last()
        for event in events:
            event.at = last.at if last else event.at
        return events

    monkeypatch.setattr(writer, "log", leaky)


def others_are_told_by_mail(monkeypatch):
    honest = effects.follow

    def leaky(work):
        honest(work)
        if sealed_in(work):
            effects.notify_everybody(work, "ahead")

    monkeypatch.setattr(effects, "follow", leaky)


def clocks_of_others_move(monkeypatch):
    honest = effects.follow

    def leaky(work):
        honest(work)
        if sealed_in(work):
            Deadline.objects.filter(match=work.match).update(due_at=F("due_at") + timedelta(seconds=1))

    monkeypatch.setattr(effects, "follow", leaky)


def pages_count_sealed_answers(monkeypatch):
    honest = table_part.waited_for

    def leaky(sitting):
        sealed = SealedAnswer.objects.filter(match=sitting.match).count()
        return [replace(one, name=f"{one.name} {sealed}") for one in honest(sitting)]

    monkeypatch.setattr(table_part, "waited_for", leaky)


def pages_ask_more_of_the_database(monkeypatch):
    honest = table_part.waited_for

    def leaky(sitting):
        for sealed in SealedAnswer.objects.filter(match=sitting.match):
            SealedAnswer.objects.filter(pk=sealed.pk).exists()
        return honest(sitting)

    monkeypatch.setattr(table_part, "waited_for", leaky)


#: Each with the seed that has found it first.
LEAKS = {
    version_counts_sealed_answers: 1,
    events_are_dated_by_sealed_answers: 1,
    others_are_told_by_mail: 3,
    clocks_of_others_move: 1,
    pages_count_sealed_answers: 1,
    pages_ask_more_of_the_database: 1,
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(monkeypatch, leak):
    leak(monkeypatch)
    with pytest.raises(Differs):
        list(play({}, seeds=(LEAKS[leak], 1, 2, 3)))
