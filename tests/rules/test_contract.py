"""What the kernel promises and asks of every game there is."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.rules.kernel import turn
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of, kind_of_type
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.redaction import WORDS, message, seen, seen_in
from games.rules.kernel.refusal import CODES, Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Reader
from games.rules.kernel.table import Draft, position_bytes, views
from games.rules.match_in_memory import MatchInMemory
from games.rules.wording import sentence
from tests.kit.any_table import untold_moments
from tests.kit.random_play import (
    BOUND,
    asks_somebody,
    offered_commands,
    play_at_random,
    random_answer,
    secret_of,
)
from tests.rules.games_under_test import ALL, TABLES, table_id

each_game = pytest.mark.parametrize("rules", ALL, ids=table_id)
each_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=table_id)
SEEDS = range(6)
SINCE = 12  # events since a plan was laid


def readers(sitting: MatchInMemory) -> list[Reader]:
    return [*sitting.seats, PUBLIC, AFTERWARDS]


def normal(command: dict[str, object]) -> bytes:
    """Write a command so that lists in another order are the same command."""
    return canonical({k: sorted(v, key=str) if isinstance(v, list) else v for k, v in command.items()})


@each_table
def test_replay_equals_live_play(rules: AnyRules, seats: int) -> None:
    def compare(sitting: MatchInMemory) -> None:
        again = fold(rules, sitting.records)
        assert again == sitting.table
        assert position_bytes(rules, again) == position_bytes(rules, sitting.table)

    play_at_random(rules, seats, seed=1, after=compare)


@each_table
def test_several_readers_see_together_what_each_sees_alone(rules: AnyRules, seats: int) -> None:
    def compare(sitting: MatchInMemory) -> None:
        together = views(rules, sitting.table, readers(sitting))
        assert list(together) == [sitting.view(reader) for reader in readers(sitting)]

    play_at_random(rules, seats, seed=1, after=compare)


@each_table
def test_the_same_seed_and_commands_make_the_same_events(rules: AnyRules, seats: int) -> None:
    one, two = (play_at_random(rules, seats, seed=2) for _ in range(2))
    assert canonical(one.records) == canonical(two.records)
    other = play_at_random(rules, seats, seed=3)
    assert canonical(one.records) != canonical(other.records)


@each_table
def test_every_record_survives_the_codec(rules: AnyRules, seats: int) -> None:
    for seed in SEEDS:
        for record in play_at_random(rules, seats, seed).records:
            line = canonical(record)
            assert codec(rules).read(line) == record
            assert canonical(codec(rules).read(line)) == line


@each_game
def test_random_play_reaches_every_kind_of_event_and_command(rules: AnyRules) -> None:
    events: Counter[str] = Counter()
    commands: Counter[str] = Counter()
    for seed in range(40):
        seats = list(rules.meta.seats)[seed % len(rules.meta.seats)]
        for options in every_option(rules):
            match = play_at_random(
                rules, seats, seed, options=options, before=lambda _s, _n, c: commands.update([kind_of(c)])
            )
            events.update(kind_of(record.event) for record in match.records)
    assert events.keys() >= {kind_of_type(event) for event in rules.core.events}
    assert commands.keys() >= {kind_of_type(command) for command in rules.core.commands}


def every_option(rules: AnyRules) -> list[dict[str, object]]:
    """List each option's other values, one at a time."""
    found: list[dict[str, object]] = [{}]
    for field in msgspec.structs.fields(rules.core.options):
        info = msgspec.inspect.type_info(field.type)
        if isinstance(info, msgspec.inspect.BoolType):
            found.append({field.name: not field.default})
        elif isinstance(info, msgspec.inspect.LiteralType):
            found.extend({field.name: value} for value in info.values if value != field.default)
        elif isinstance(info, msgspec.inspect.IntType) and info.ge is not None:
            found.append({field.name: info.ge})
    return found


@each_table
def test_every_command_survives_the_codec(rules: AnyRules, seats: int) -> None:
    def round_trip(sitting: MatchInMemory, name: QuestionName, command: Any) -> None:
        assert codec(rules).command(canonical(command)) == command

    play_at_random(rules, seats, seed=4, before=round_trip)


@each_table
def test_somebody_is_awaited_or_the_match_is_over(rules: AnyRules, seats: int) -> None:
    def look(sitting: MatchInMemory) -> None:
        over = rules.core.outcome(sitting.table.state) is not None
        assert over != bool(sitting.awaited())
        assert not over or not sitting.questions()

    for seed in SEEDS:
        play_at_random(rules, seats, seed, after=look)


@each_table
def test_every_offered_choice_is_accepted_and_others_are_refused(rules: AnyRules, seats: int) -> None:
    pool: dict[bytes, object] = {}
    dice = random.Random(5)

    def look(sitting: MatchInMemory) -> None:
        state = position_bytes(rules, sitting.table)
        for name, question in sitting.questions().items():
            on_offer = offered_commands(sitting, name)
            assert on_offer or not question.awaited
            legal = {normal(command) for command in on_offer}
            assert len(legal) == len(on_offer)
            for command in dice.sample(on_offer, min(len(on_offer), 12)):
                pool[normal(command)] = codec(rules).convert(command)
                turn.check(rules, sitting.table, question, codec(rules).convert(command))
            for key in dice.sample(sorted(pool), min(len(pool), 12)):
                if key not in legal:
                    assert_refused(rules, sitting, question, pool[key])
        assert state == position_bytes(rules, sitting.table)

    for seed in range(3):
        play_at_random(rules, seats, seed, after=look)


def assert_refused(rules: AnyRules, sitting: MatchInMemory, question: Question, command: Any) -> None:
    draft = Draft(rules, sitting.table, sitting.dice)
    with pytest.raises(Refused) as refused:
        rules.core.decide(draft, question, question.seat, command)
    assert refused.value.code in CODES | rules.core.refusals
    assert draft.records == []
    assert draft.table.draws == sitting.table.draws


@each_table
def test_every_awaited_question_has_a_silence_move(rules: AnyRules, seats: int) -> None:
    dice = random.Random(6)

    def look(sitting: MatchInMemory) -> None:
        for name in sitting.awaited():
            question = sitting.questions()[name]
            move = rules.core.silence(sitting.table.state, question)
            turn.check(rules, sitting.table, question, move)

    for seed in range(3):
        play_at_random(rules, seats, seed, after=look)
    sitting = MatchInMemory.begin(rules, seats, secret_of(7))
    for _ in range(1000):
        if not sitting.awaited():
            break
        sitting.time_up(dice.choice(sitting.awaited()))
    assert rules.core.outcome(sitting.table.state) is not None, "a match of nothing but silence must end"


@each_table
def test_what_mails_say_that_keep_the_hand_back_is_true(rules: AnyRules, seats: int) -> None:
    """What anybody knows is offered and done in silence is, and why a plan will ask is why."""

    def look(sitting: MatchInMemory) -> None:
        state, view = sitting.table.state, sitting.view(PUBLIC)
        for question in sitting.questions().values():
            assert {*rules.secrecy.public_choices(view, question)} <= {*rules.core.choices(state, question)}
            told = rules.secrecy.public_silence(view, question)
            assert told is None or told == rules.core.silence(state, question)
        for seat, lay in itertools.product(sitting.seats, rules.automation.ready_made.values()):
            log, options = sitting.records[-SINCE:], sitting.table.options
            open_to_all, own = (seen_in(rules, log, reader, options) for reader in (PUBLIC, seat))
            reason = rules.secrecy.public_ahead(view, seat, lay(None), open_to_all)
            assert reason in (None, rules.automation.ahead(sitting.view(seat), lay(None), own))
            for question in rules.core.open(state):
                if question.seat == seat and question.awaited:
                    why = rules.secrecy.public_stopped(view, question, lay(None), open_to_all)
                    assert why in (
                        None,
                        rules.automation.stopped(sitting.view(seat), question, lay(None), own),
                    )

    for options in every_option(rules):
        play_at_random(rules, seats, seed=9, options=options, after=look)


@each_table
def test_a_discarded_draft_leaves_the_table_alone(rules: AnyRules, seats: int) -> None:
    def look(sitting: MatchInMemory, name: QuestionName, command: Any) -> None:
        before = position_bytes(rules, sitting.table), repr(sitting.table)
        question = sitting.questions()[name]
        rules.core.decide(Draft(rules, sitting.table, sitting.dice), question, question.seat, command)
        assert before == (position_bytes(rules, sitting.table), repr(sitting.table))

    play_at_random(rules, seats, seed=8, before=look)


@each_table
def test_names_of_questions_never_return(rules: AnyRules, seats: int) -> None:
    closed: set[QuestionName] = set()
    dice = random.Random(9)
    sitting = MatchInMemory.begin(rules, seats, secret_of(9))
    before: set[QuestionName] = set()
    moments = [sitting.table.number]
    for step in range(120):
        now = set(sitting.questions())
        closed |= before - now
        assert not closed & now
        assert all(name.opened <= sitting.table.number for name in now)
        assert len({(name.opened, name.seat) for name in now}) == len(now)
        before = now
        if rules.core.outcome(sitting.table.state) or step % 17 == 16:
            moments = moments[: dice.randrange(1, len(moments))]
            sitting.rewind(moments[-1])
        else:
            sitting.time_up(dice.choice(sitting.awaited()))
            moments += [sitting.table.number] * asks_somebody(sitting)
    assert closed


@each_table
def test_a_rewind_goes_back_to_the_letter_and_draws_afresh(rules: AnyRules, seats: int) -> None:
    sitting = MatchInMemory.begin(rules, seats, secret_of(10))
    then, draws = position_bytes(rules, sitting.table), sitting.table.draws
    to = sitting.table.number
    for _ in range(4):
        sitting.time_up(sitting.awaited()[0])
    spent = sitting.table.draws
    sitting.rewind(to)
    assert position_bytes(rules, sitting.table) == then
    assert sitting.table.draws == spent >= draws
    assert sitting.table.rewound == sitting.table.number


@each_table
def test_afterwards_nothing_is_left_out_of_an_event(rules: AnyRules, seats: int) -> None:
    for seed in SEEDS:
        sitting = play_at_random(rules, seats, seed)
        for record in sitting.records:
            told = seen(rules, record, AFTERWARDS, sitting.table.options)
            assert told is not None
            if type(record.event) in rules.core.events:
                assert told.fields.keys() >= set(record.event.__struct_fields__)


@each_table
def test_everything_seen_has_a_sentence_with_all_its_blanks_filled(rules: AnyRules, seats: int) -> None:
    for seed in SEEDS:
        sitting = play_at_random(rules, seats, seed)
        for reader in readers(sitting):
            for event in sitting.seen(reader):
                told = message(rules, event)
                if told is not None:
                    text = sentence({**WORDS, **rules.core.words}, told)
                    assert text
                    assert "{" not in text


@each_game
def test_every_question_command_and_refusal_has_words(rules: AnyRules) -> None:
    wanted = {f"asked.{kind}" for kind in rules.core.asks}
    wanted |= {f"do.{kind_of_type(command)}" for command in rules.core.commands}
    wanted |= {f"refused.{code}" for code in rules.core.refusals}
    assert wanted <= rules.core.words.keys()


@each_game
def test_windows_and_moments_are_kinds_of_question(rules: AnyRules) -> None:
    assert rules.core.windows | rules.core.moments <= rules.core.asks
    assert not rules.core.windows & rules.core.moments


@each_game
def test_a_log_is_read_by_kinds_of_event_that_there_are(rules: AnyRules) -> None:
    kinds = {kind_of_type(event) for event in rules.core.events}
    assert rules.text.chapters.union(*rules.text.topics.values()) <= kinds
    assert {f"topic.{topic}" for topic in rules.text.topics} <= rules.core.words.keys()


@each_game
def test_wrong_seats_and_options_are_refused(rules: AnyRules) -> None:
    for seats in (0, rules.meta.least_seats - 1, rules.meta.most_seats + 1):
        with pytest.raises(Refused, match="seats"):
            MatchInMemory.begin(rules, seats, secret_of(1))
    with pytest.raises(Refused, match="options"):
        MatchInMemory.begin(rules, rules.meta.least_seats, secret_of(1), {"\ud800": 1})
    with pytest.raises(Refused, match="options"):
        MatchInMemory.begin(rules, rules.meta.least_seats, secret_of(1), {"no_such_option": 1})


@each_table
def test_answers_by_the_wrong_seat_or_to_a_closed_question_are_refused(rules: AnyRules, seats: int) -> None:
    sitting = MatchInMemory.begin(rules, seats, secret_of(11))
    name = sitting.awaited()[0]
    move = rules.core.silence(sitting.table.state, sitting.questions()[name])
    other = next(seat for seat in sitting.seats if seat != name.seat)
    with pytest.raises(Refused, match="not_yours"):
        sitting.give(name, other, move)
    stale = name._replace(opened=EventNumber(name.opened + 1000))
    with pytest.raises(Refused, match="stale"):
        sitting.give(stale, name.seat, move)


@each_table
def test_replay_from_bytes_equals_live_play_to_the_order_of_things(rules: AnyRules, seats: int) -> None:
    """What is shown in some order must not depend on whether a match was just played or just loaded."""
    for seed in SEEDS:
        sitting = play_at_random(rules, seats, seed)
        loaded = fold(rules, [codec(rules).read(canonical(record)) for record in sitting.records])
        assert repr(loaded.state) == repr(sitting.table.state)


@each_table
def test_time_up_closes_a_sealed_question_for_good(rules: AnyRules, seats: int) -> None:
    sitting = until_sealed(rules, seats)
    if sitting is None:
        pytest.skip(f"{rules.meta.slug} asks nothing in secret when nobody answers")
    name, *others = sitting.awaited()
    move = rules.core.silence(sitting.table.state, sitting.questions()[name])
    sitting.time_up(name)
    assert name not in sitting.awaited()
    with pytest.raises(Refused, match="stale"):
        sitting.give(name, name.seat, move)
    with pytest.raises(Refused, match="stale"):
        sitting.time_up(name)
    for other in others:
        sitting.give(other, other.seat, rules.core.silence(sitting.table.state, sitting.questions()[other]))
    assert name not in sitting.questions()


def until_sealed(rules: AnyRules, seats: int) -> MatchInMemory | None:
    """Play until several seats are asked together; nothing of a match in which they never were."""
    sitting, dice = MatchInMemory.begin(rules, seats, secret_of(12)), random.Random(12)
    for _ in range(BOUND):
        if not sitting.awaited():
            break
        asked = [sitting.questions()[name] for name in sitting.awaited()]
        if len(asked) >= min(2, seats - 1) and all(question.together for question in asked):
            return sitting
        seat = asked[0].seat
        answer = rules.robots["random"](sitting.view(seat), asked[0], dice)
        sitting.give(sitting.awaited()[0], seat, answer)
    return None


@each_table
def test_time_up_needs_somebody_to_wait(rules: AnyRules, seats: int) -> None:
    """Neither what is merely allowed nor what is answered already is closed by a stray clock."""
    sitting = until_sealed(rules, seats) or MatchInMemory.begin(rules, seats, secret_of(12))
    name = sitting.awaited()[0]
    sitting.give(name, name.seat, rules.core.silence(sitting.table.state, sitting.questions()[name]))
    allowed = [name for name, question in sitting.questions().items() if not question.awaited]
    for stray in [name, *allowed]:
        with pytest.raises(Refused, match="stale"):
            sitting.time_up(stray)


@each_table
def test_a_rewind_into_the_middle_of_a_move_is_refused(rules: AnyRules, seats: int) -> None:
    sitting = MatchInMemory.begin(rules, seats, secret_of(13))
    start = sitting.table.number
    sitting.time_up(sitting.awaited()[0])
    sitting.time_up(sitting.awaited()[0])
    for to in (0, 1, sitting.table.number, sitting.table.number + 1):
        with pytest.raises(Refused, match="stale"):
            sitting.rewind(EventNumber(to))
    sitting.rewind(start)
    with pytest.raises(Refused, match="stale"):
        sitting.rewind(EventNumber(start + 1))


@each_table
def test_play_goes_back_to_where_an_act_ended_and_somebody_was_asked_and_nowhere_else(
    rules: AnyRules, seats: int
) -> None:
    """Whatever number is named: the middle of an answer, a sealed round or the opening is no moment."""
    for seed in range(3):
        sitting = MatchInMemory.begin(rules, seats, secret_of(seed))
        dice, ends = random.Random(seed), {sitting.table.number: asks_somebody(sitting)}
        for _ in range(150):
            if rules.core.outcome(sitting.table.state) is not None:
                break
            act(sitting, dice)
            ends[sitting.table.number] = asks_somebody(sitting)
        untold = untold_moments(sitting) & ends.keys()
        for number in range(sitting.table.number + 2):
            lawful = ends.get(EventNumber(number), False) and number < sitting.table.number
            if number not in untold:
                assert may_go_back(sitting, number) == lawful, number


def act(sitting: MatchInMemory, dice: random.Random) -> None:
    """Answer at random; now and then time runs out instead."""
    if dice.random() < 0.1:
        sitting.time_up(dice.choice(sitting.awaited()))
    elif answer := random_answer(sitting, dice):
        sitting.give(answer[0], answer[0].seat, answer[1])


def may_go_back(sitting: MatchInMemory, to: int) -> bool:
    try:
        turn.go_back(sitting.rules, sitting.table, sitting.records, EventNumber(to))
    except Refused:
        return False
    return True


@each_table
def test_an_answers_first_event_closes_its_question_and_asks_it_no_more(rules: AnyRules, seats: int) -> None:
    """By that a log tells where one answer ends and another begins."""

    def look(sitting: MatchInMemory, name: QuestionName, command: Any) -> None:
        question, draft = sitting.questions()[name], Draft(rules, sitting.table, sitting.dice)
        rules.core.decide(draft, question, question.seat, command)
        after = fold(rules, [*sitting.records, draft.records[0]])
        assert (question.seat, question.kind) not in {
            (one.seat, one.kind) for one in rules.core.open(after.state)
        }

    for seed in SEEDS:
        play_at_random(rules, seats, seed, before=look)
