"""What `bench` runs: a bare game, a game with all the work of a service, a fold."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel import chain, turn
from games.rules.kernel.chance import Dice, MatchDice
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.robots import choices_in, fill_at_random
from games.rules.kernel.seats import PUBLIC, EventNumber, Reader, Seat
from games.rules.kernel.table import Draft
from games.rules.kernel.table import views as views_of
from games.rules.logfile import stored
from games.rules.tools.robots import RANDOM, play_match

SECRET = bytes(32)

_page = msgspec.json.Encoder().encode


class PlainDice:
    """The simple chance of the floor, which nobody could check."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        return self._dice.randrange(size)


def bare(rules: AnyRules, seats: int, dice: random.Random) -> int:
    """Play a match and nothing else: open, choices, decide, evolve; count the moves."""
    draft = _begin(rules, seats, PlainDice(dice), [""] * seats)
    moves = 0
    while awaited := _awaited(rules, draft):
        question = awaited[0]
        _answer(rules, draft, question, rules.core.choices(draft.state, question), dice)
        moves += 1
    return moves


def full(rules: AnyRules, seats: int, dice: random.Random, *, all_views: bool) -> int:
    """Play a match as a service does: provable dice, a copy a move, events and views encoded, the chain.

    After a move come the views of the seats that have to answer, of the mover and of the public. Each answer
    is chosen from its seat's view, as players do.
    """
    words = [f"{dice.getrandbits(256):064x}", *[""] * (seats - 1)]
    chance = MatchDice(SECRET, words)
    draft, digest, blind = _begin(rules, seats, chance, words), bytes(32), chain.blinds(SECRET)
    everybody: list[Reader] = [PUBLIC, *(Seat(number) for number in range(seats))]
    views = _views(rules, draft, everybody)
    moves = 0
    awaited = _awaited(rules, draft)
    while awaited:
        question = awaited[0]
        draft = Draft(rules, draft.table, chance)
        _answer(rules, draft, question, choices_in(views[question.seat], question), dice)
        digest = _chained(digest, draft.records, blind)
        awaited = _awaited(rules, draft)
        needed = {question.seat, *(asked.seat for asked in awaited)}
        views = _views(rules, draft, everybody if all_views else [PUBLIC, *needed])
        for view in views.values():
            _page(view)
        moves += 1
    return moves


def from_bytes(rules: AnyRules, lines: Sequence[bytes]) -> int:
    """Decode and fold a stored log; count its events."""
    read = codec(rules).read
    fold(rules, [read(line) for line in lines])
    return len(lines)


def log(rules: AnyRules, seats: int, length: int) -> list[bytes]:
    """Make a log of at least that many events, or give the longest of some matches."""
    longest: list[bytes] = []
    for game in range(20):
        sitting, _ = play_match(rules, [RANDOM] * seats, 0, game, {})
        longest = max(longest, stored(sitting.records[:length]), key=len)
        if len(longest) == length:
            break
    return longest


def _begin(rules: AnyRules, seats: int, chance: Dice, words: Sequence[str]) -> Draft[Any, Any]:
    return turn.begin(rules, seats, {}, chain.commitment(SECRET), words, chance)


def _awaited(rules: AnyRules, draft: Draft[Any, Any]) -> list[Question]:
    return [asked for asked in rules.core.open(draft.state) if asked.awaited]


def _views(rules: AnyRules, draft: Draft[Any, Any], readers: Sequence[Reader]) -> dict[Reader, Any]:
    return dict(zip(readers, views_of(rules, draft.table, readers), strict=True))


def _answer(
    rules: AnyRules, draft: Draft[Any, Any], question: Question, choices: Choices, dice: random.Random
) -> None:
    convert = codec(rules).convert
    for _ in range(1000):
        try:
            command = convert(fill_at_random(dice.choice(choices), dice))
            return rules.core.decide(draft, question, question.seat, command)
        except Refused:
            continue  # a choice that is not exact lets some through that the judge does not
    raise HistoryBroken(f"a {question.kind!r} that a thousand answers do not answer")


def _chained(digest: bytes, records: Sequence[Record[Any]], blind: Callable[[EventNumber], bytes]) -> bytes:
    for record in records:
        digest = chain.link(digest, chain.leaf(blind(record.number), canonical(record)))
    return digest
