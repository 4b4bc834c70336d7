"""Names that tell nothing: the same each time, of one thing only, and not to be made by anybody else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.api import opaque


@given(st.text(max_size=20), st.binary(max_size=200))
def test_a_name_reads_back_and_is_the_same_each_time(what, told):
    name = opaque.name_of(what, told)
    assert opaque.read(what, name) == told and opaque.name_of(what, told) == name
    assert name.isascii() and all(sign.isalnum() or sign in "-_" for sign in name)


@given(st.text(max_size=20), st.binary(max_size=40), st.integers(0), st.integers(1, 255))
def test_a_changed_name_is_none(what, told, place, change):
    from base64 import urlsafe_b64decode, urlsafe_b64encode

    name = opaque.name_of(what, told)
    whole = bytearray(urlsafe_b64decode(name + "=" * (-len(name) % 4)))
    whole[place % len(whole)] ^= change
    assert opaque.read(what, urlsafe_b64encode(bytes(whole)).decode().rstrip("=")) is None
    assert opaque.read(what + "!", name) is None


@given(st.text(max_size=80))
def test_any_other_text_is_no_name(text):
    assert opaque.read("a question", text) is None


def test_a_name_shows_neither_what_it_stands_for_nor_which_is_later():
    names = [opaque.name_of("a question", f"0-{number}-1".encode()) for number in range(200)]
    assert len({*names}) == 200 and names != sorted(names) and {*map(len, names)} == {23, 24, 26}


def test_a_retired_key_reads_none(settings):
    name = opaque.name_of("a question", b"0-1-1")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert opaque.read("a question", name) == b"0-1-1"
    settings.SECRET_KEY_FALLBACKS = []
    assert opaque.read("a question", name) is None
