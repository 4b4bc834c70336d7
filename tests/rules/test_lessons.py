"""The guided match of each game: with its fixed secret, its lessons come, in their order and to their end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games.rules import guided_match
from games.rules.__main__ import main
from games.rules.catalogue import GAMES
from games.rules.guided_match import LEARNER, begin, guided, robots_alone, seats_of, steps
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.lessons import lesson_at
from games.rules.tools.lessons import is_fit
from games.rules.wording import rows, sentence
from tests.toy import MAGPIES

TAUGHT = [rules for rules in GAMES if rules.alone.lessons]
A_SENTENCE = re.compile(r"[.!?](?=\s|$)")
games = pytest.mark.parametrize("rules", TAUGHT, ids=lambda rules: rules.meta.slug)


def test_every_game_here_is_taught() -> None:
    assert [rules.meta.slug for rules in TAUGHT] == [rules.meta.slug for rules in GAMES]


@games
def test_the_lessons_come_by_the_fixed_secret(rules: AnyRules) -> None:
    found = list(guided(rules))
    assert is_fit(rules, found)
    assert all(step.told and step.question.seat == LEARNER for step in found)
    assert len(found) <= 4 * rules.alone.minutes + 4, "a step takes some fifteen seconds"


@games
def test_a_lesson_that_is_missing_would_be_noticed(rules: AnyRules) -> None:
    found = list(guided(rules))
    assert not any(is_fit(rules, [*found[:place], *found[place + 1 :]]) for place in (0, len(found) - 1))
    assert not is_fit(rules, [*found, replace(found[-1], told=None)])


@games
def test_each_lesson_says_one_or_two_sentences_and_fills_its_blanks(rules: AnyRules) -> None:
    told = {step.told.lesson.key: step.told.message for step in steps(rules) if step.told}
    for lesson in rules.alone.lessons:
        text = rules.core.words[f"lesson.{lesson.key}"].text
        assert 1 <= len(A_SENTENCE.findall(text)) <= 2, text
    for message in told.values():
        said = sentence(rows(rules), message, lambda seat: f"seat {seat}", ())
        assert "{" not in said


@games
def test_its_keys_are_named_once_where_they_are_put_in_order(rules: AnyRules) -> None:
    keys = {lesson.key for lesson in rules.alone.lessons}
    assert {*rules.alone.order} <= keys
    assert {lesson.asked for lesson in rules.alone.lessons} <= rules.core.asks
    assert rules.alone.explained.keys() == rules.core.asks
    assert [lesson.key for lesson in rules.alone.lessons if lesson.ends] == ["end"]


@games
def test_a_lesson_is_found_from_the_seats_view_alone(rules: AnyRules) -> None:
    """Two matches that differ only in what the seat can't see are taught alike: views are all there is."""
    for step in steps(rules):
        again = lesson_at(rules.alone.lessons, step.view, step.question)
        assert again == step.told


@games
def test_robots_answer_as_in_the_service(rules: AnyRules) -> None:
    """The robots' dice come from the secret and the event's number, so a match in memory is the real one."""
    secret = bytes.fromhex(rules.alone.secret)
    first, second = (robots_alone(rules, secret, dict(rules.alone.options)) for _ in range(2))
    assert [one.event for one in first.records] == [one.event for one in second.records]
    assert rules.core.outcome(first.table.state) is not None


def test_a_game_without_lessons_has_no_steps() -> None:
    assert steps(MAGPIES) == ()
    assert seats_of(MAGPIES) == MAGPIES.meta.least_seats
    assert begin(MAGPIES, bytes(32), {}).awaited()


def test_a_match_of_robots_that_never_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided_match, "BOUND", 3)
    with pytest.raises(AssertionError, match="doesn't end"):
        robots_alone(MAGPIES, bytes(32), {})


def test_the_tool_finds_a_secret_and_says_when_it_finds_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "gnomes", "--tries", "4"]) == 0
    assert "lesson.castle" in capsys.readouterr().out
    assert main(["lessons", "quartz", "--tries", "1"]) == 2
    assert "try more with --tries" in capsys.readouterr().err
