"""The instruments of the soak notice what they are there to notice."""

from __future__ import annotations

import random
from queue import Queue

import pytest

from tests.kit.mail_server import Letter
from tests.soak import promises
from tests.soak.book import Book, Twice, found_in, without_names
from tests.soak.letters import slim_box
from tests.soak.memory import EVERY, Growth, Sample, Sampler, slope

TOKEN = "abcdefghijklmnopqrstuvwxyz234567abcdefg"
HOUR = 3600


def grown(by: float, begin: float = 0, end: float = HOUR) -> list[Sample]:
    return [Sample(at, 100 + by * at / HOUR) for at in range(int(begin), int(end) + 1, int(EVERY))]


@pytest.mark.parametrize("by", [0, 12, -3])
def test_the_slope_is_what_a_process_gains_in_an_hour(by):
    assert slope(grown(by)) == pytest.approx(by)


@pytest.mark.parametrize(("mb", "gains", "is_flat"), [(100, 4, True), (100, 6, False), (300, 14, True)])
def test_flat_is_what_gains_hardly_anything(mb, gains, is_flat):
    assert Growth("web", mb, gains, mb).is_flat is is_flat


def test_those_that_were_started_again_are_counted_apart():
    sampler = Sampler([])
    sampler.began = 0
    sampler.seen["web-1 main", 1] = grown(3)
    sampler.seen["web-2 main", 2] = grown(0, end=1800)
    sampler.seen["web-2 main", 3] = grown(0, begin=1900)
    (steady,) = sampler.steady(HOUR)
    assert (steady.name, round(steady.slope)) == ("web-1 main", 3)
    assert {name: len(lives) for name, lives in sampler.restarted(HOUR).items()} == {"web-2 main": 2}


@pytest.mark.parametrize(
    "line", [f'"GET /t/{TOKEN} 404', f"to r+{TOKEN.upper()}@reply.example", f"({TOKEN})"]
)
def test_a_token_is_found_in_a_log_however_it_got_there(line):
    assert found_in(f"before\n{line}\nafter", {TOKEN, "another that isn't there"}) == {TOKEN}


def test_what_only_looks_like_a_token_is_none():
    assert found_in(f"/t/{TOKEN[:-1]} x{TOKEN}", {TOKEN}) == set()


def test_an_error_of_the_site_is_counted_by_its_address_without_names():
    book = Book(random.Random(1))
    book.answered("GET", f"/t/{TOKEN}", 500)
    book.answered("GET", "/m/abcdefgh12/replay/?at=3", 200)
    assert dict(book.broken) == {"GET /t/… 500": 1} and not promises.errors(book).holds
    assert without_names("/m/abcdefgh12/replay/?at=3") == "/m/…/replay/"


def test_a_double_press_that_is_answered_in_two_ways_breaks_a_promise():
    book = Book(random.Random(1))
    assert not promises.presses(book).holds, "nothing was pressed twice"
    book.twice.append(Twice("page", "key", "key"))
    assert promises.presses(book).holds
    book.twice.append(Twice("page", "key", "409"))
    assert not promises.presses(book).holds


@pytest.mark.parametrize(
    ("late", "holds"), [([0.5] * 199 + [60], True), ([0.5] * 198 + [60] * 2, False), ([], False)]
)
def test_one_window_in_a_hundred_may_be_late(late, holds):
    assert promises.windows(late).holds is holds


def test_a_check_that_breaks_down_holds_nothing():
    row = promises.tried(lambda: 1 / 0, "P5")  # type: ignore[return-value]
    assert row.promise == "P5" and not row.holds and "ZeroDivisionError" in row.figure


def test_a_mailbox_hands_letters_on_and_keeps_no_contents():
    arrived: Queue[Letter] = Queue()
    box = slim_box(arrived)
    for content in (b"one", b"one", b"another"):
        box.letters.append(Letter("<id>", content, 0.0))
    assert box.copies() == {"<id>": 3} and box.versions() == {"<id>": 2}
    assert arrived.get().content == b"one" and b"one" not in {letter.content for letter in box.letters}
