"""Whatever is sent, the answer is a command or a refusal, and nothing else ever happens."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import titles
from games.rules import kernel
from games.rules.catalogue import GAMES
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type
from games.rules.kernel.refusal import CODES, HistoryBroken, Refused, TooNew
from games.rules.match_in_memory import MatchInMemory
from tests.kit.random_play import random_answer, secret_of
from tests.rules.games_under_test import ALL, table_id

each_game = pytest.mark.parametrize("rules", ALL, ids=table_id)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
any_json = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


def give_text(sitting: MatchInMemory, text: bytes | str) -> None:
    """Answer every open question with the same text, as a door would."""
    for name in sitting.questions():
        before = len(sitting.records)
        try:
            sitting.give(name, name.seat, codec(sitting.rules).command(text))
        except Refused as refused:
            assert refused.code in CODES | sitting.rules.core.refusals
            assert len(sitting.records) == before


@each_game
@given(sent=any_json)
def test_any_json_is_refused_or_played(rules: AnyRules, sent: object) -> None:
    give_text(MatchInMemory.begin(rules, rules.meta.most_seats, secret_of(1)), json.dumps(sent))


@each_game
@given(data=st.data())
def test_commands_with_any_values_in_their_fields_are_refused_or_played(
    rules: AnyRules, data: st.DataObject
) -> None:
    sitting = halfway(rules, data.draw(st.integers(0, 5)))
    command = data.draw(st.sampled_from(rules.core.commands))
    likely = st.integers(-1, 9) | st.sampled_from(["ruby", "ring", ""]) | any_json
    fields = {name: data.draw(likely | st.lists(likely, max_size=3)) for name in command.__struct_fields__}
    give_text(sitting, json.dumps({"kind": kind_of_type(command), **fields}))


def halfway(rules: AnyRules, seed: int) -> MatchInMemory:
    """Play a little at random."""
    dice = random.Random(seed)
    sitting = MatchInMemory.begin(rules, rules.meta.least_seats, secret_of(seed))
    for _ in range(seed * 4):
        answer = random_answer(sitting, dice)
        if answer and sitting.awaited():
            sitting.give(answer[0], answer[0].seat, answer[1])
    return sitting


def nasty() -> Iterator[bytes]:
    yield b""
    yield b"\xff\xfe"
    yield b"[" * 100_000
    yield b'{"kind":' * 50_000
    yield b'{"kind":"turn","a":' + b"[" * 50_000
    yield b'{"kind":1e999}'
    yield b'{"kind":"' + b"x" * 100_000 + b'"}'
    yield b"null"
    yield b'{"kind":"leave","extra":1}'
    yield b'{"kind":"draw","extra":1}'
    yield '{"kind":"\ud800"}'.encode("utf-8", "surrogatepass")


@each_game
@pytest.mark.parametrize("sent", list(nasty()), ids=lambda sent: repr(sent[:16]))
def test_garbage_is_malformed(rules: AnyRules, sent: bytes) -> None:
    with pytest.raises(Refused, match="malformed"):
        codec(rules).command(sent)


@each_game
def test_text_with_lone_surrogates_is_malformed(rules: AnyRules) -> None:
    with pytest.raises(Refused, match="malformed"):
        codec(rules).command('{"kind":"\ud800"}')


@each_game
def test_an_event_of_an_unknown_kind_or_later_version_is_left_to_a_later_program(rules: AnyRules) -> None:
    line = canonical(MatchInMemory.begin(rules, rules.meta.least_seats, secret_of(1)).records[1])
    with pytest.raises(TooNew, match="newer than this program"):
        codec(rules).read(line.replace(b'"version":1', b'"version":99'))
    kind = json.loads(line)["event"]["kind"].encode()
    with pytest.raises(TooNew, match="not_invented_yet"):
        codec(rules).read(line.replace(b'"' + kind + b'"', b'"not_invented_yet"'))


@each_game
@given(cut=st.integers(0, 400), bit=st.integers(0, 7))
def test_a_damaged_record_is_said_to_be_one(rules: AnyRules, cut: int, bit: int) -> None:
    line = bytearray(canonical(MatchInMemory.begin(rules, rules.meta.least_seats, secret_of(1)).records[1]))
    line[cut % len(line)] ^= 1 << bit
    for damaged in (bytes(line), bytes(line[: cut % len(line)])):
        try:
            codec(rules).read(damaged)
        except (HistoryBroken, TooNew) as said:
            assert str(said)


def refused_in(folder: Path) -> set[str]:
    """Find the codes that are written down anywhere below a folder."""
    written = "".join(path.read_text() for path in sorted(folder.rglob("*.py")))
    return set(re.findall(r'Refused\(\s*"(\w+)"', written))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_the_set_of_refusals_is_closed_and_holds_no_more_than_there_is(rules: AnyRules) -> None:
    """What no test happens to be refused with would otherwise reach a player without a sentence."""
    ours = refused_in(Path(kernel.__path__[0]))
    assert ours <= CODES
    theirs = refused_in(Path(titles.__path__[0]) / rules.meta.slug / "rules")
    assert theirs - CODES == rules.core.refusals
