"""What is hashed under a key is what the library's HMAC says, whatever the key and the message."""

from __future__ import annotations

import hmac
import random

import pytest

from games.rules.kernel.keyed import keyed


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000])
def test_the_library_says_the_same(length):
    dice = random.Random(length)
    key = dice.randbytes(length)
    for _ in range(50):
        label, message = (dice.randbytes(dice.randrange(150)) for _ in range(2))
        assert keyed(key, label)(message) == hmac.digest(key, label + message, "sha256")


def test_a_published_example_comes_out():
    """Test case 2 of RFC 4231."""
    found = keyed(b"Jefe", b"what do ya want ")(b"for nothing?").hex()
    assert found == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_one_message_leaves_no_trace_in_the_next():
    digest = keyed(b"secret", b"label")
    first = digest(b"one")
    assert digest(b"two") != first == digest(b"one")
