"""Dice: fair, unpredictable without the secret, and what they are made from decides them."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from types import SimpleNamespace

import pytest

from games.rules.kernel import chance
from games.rules.kernel.chance import MatchDice, item_at
from games.rules.kernel.refusal import HistoryBroken
from games.rules.tools import verify_log
from tests.kit.dice import p_value
from tests.kit.toy_matches import SECRET

SECRETS = [SECRET, hashlib.sha256(b"another").digest()]
DIGESTS = [hashlib.sha256(word).hexdigest() for word in (b"one", b"two", b"three")]


def drawn(dice, size, times=6000):
    return Counter(dice.index(number, {}, size) for number in range(1, times + 1))


@pytest.mark.parametrize("secret", SECRETS, ids=["one secret", "another"])
@pytest.mark.parametrize("size", [2, 3, 6, 7, 28, 52, 70])
def test_draws_are_uniform(secret, size):
    assert 0.001 < p_value(drawn(MatchDice(secret, DIGESTS), size), size) < 0.999


@pytest.mark.parametrize("lag", [1, 2, 7])
def test_draws_that_follow_each_other_have_nothing_to_do_with_each_other(lag):
    dice = MatchDice(SECRET, DIGESTS)
    row = [dice.index(number, {}, 6) for number in range(1, 6001)]
    pairs = Counter(6 * before + after for before, after in zip(row, row[lag:], strict=False))
    assert 0.001 < p_value(pairs, 36) < 0.999


def test_the_measure_would_notice_dice_without_rejection():
    """One byte modulo 70 favours the first 46 of 70 by a third."""

    class Hasty(MatchDice):
        def index(self, number, urn, size):
            return super().index(number, urn, 256) % size

    assert p_value(drawn(Hasty(SECRET, DIGESTS), 70), 70) < 0.001


def test_the_measure_would_notice_dice_that_are_too_even():
    counts = Counter(dict.fromkeys(range(70), 100))
    assert p_value(counts, 70) > 0.999


@pytest.mark.parametrize("size", range(1, 71))
def test_an_index_lies_within_its_urn_and_the_verifier_finds_the_same(size):
    dice, alone = MatchDice(SECRET, DIGESTS), verify_log.DrawIndexes(SECRET, DIGESTS)
    for number in range(1, 40):
        assert 0 <= dice.index(number, {}, size) == alone.index(number, size) < size


def fixed(values):
    """Make an HMAC that gives these values, one an attempt."""

    class Fixed:
        def __init__(self, key, message, name):
            self.attempt = message[-1]

        def copy(self):
            return self

        def update(self, message):
            self.attempt = message[-1]

        def digest(self):
            return values[min(self.attempt, len(values) - 1)].to_bytes(8, "big") + bytes(24)

    return SimpleNamespace(new=Fixed)


@pytest.mark.parametrize("size", range(1, 71))
def test_values_beyond_the_last_whole_multiple_are_rejected(size, monkeypatch):
    bound = 2**64 - 2**64 % size
    tried = [value for value in (bound, 2**64 - 1) if value < 2**64 and value >= bound]
    for module in (chance, verify_log):
        monkeypatch.setattr(module, "hmac", fixed([*tried, bound - 1]))
    assert MatchDice(SECRET, DIGESTS).index(1, {}, size) == size - 1
    assert verify_log.DrawIndexes(SECRET, DIGESTS).index(1, size) == size - 1
    assert bool(tried) == (size & (size - 1) != 0)


def test_dice_give_up_rather_than_be_unfair(monkeypatch):
    for module in (chance, verify_log):
        monkeypatch.setattr(module, "hmac", fixed([2**64 - 1]))
    with pytest.raises(HistoryBroken):
        MatchDice(SECRET, DIGESTS).index(1, {}, 3)
    with pytest.raises(verify_log.InvalidLog):
        verify_log.DrawIndexes(SECRET, DIGESTS).index(1, 3)


def row(secret=SECRET, words=DIGESTS, first=1):
    dice = MatchDice(secret, words)
    return [dice.index(number, {}, 1000) for number in range(first, first + 20)]


def test_draws_depend_on_the_secret():
    assert row(secret=SECRET[:-1] + b"\0") != row()


@pytest.mark.parametrize("place", range(3))
def test_draws_depend_on_the_words_of_every_seat(place):
    other = [*DIGESTS[:place], "", *DIGESTS[place + 1 :]]
    assert row(words=other) != row()


def test_draws_depend_on_whose_words_they_are():
    assert row(words=[*reversed(DIGESTS)]) != row()
    assert row(words=["", DIGESTS[0]]) != row(words=[DIGESTS[0], ""])


def test_draws_depend_on_their_number_and_on_nothing_else():
    assert len(set(row())) > 15
    assert row(first=5)[:10] == row()[4:14]
    assert row() == row()


def test_dice_and_blinds_have_nothing_in_common():
    """Both are made from the secret; the labels keep them apart."""
    label = b"draw" + hashlib.sha256("\n".join(DIGESTS).encode()).digest()
    made = hmac.digest(SECRET, label + (1).to_bytes(8, "big") + b"\0", "sha256")
    assert MatchDice(SECRET, DIGESTS).index(1, {}, 2**32) == int.from_bytes(made[:8], "big") % 2**32


def test_things_are_counted_in_the_order_of_their_names():
    assert [item_at({"b": 2, "a": 1, "ż": 1, "c": 0}, index) for index in range(4)] == ["a", "b", "b", "ż"]
