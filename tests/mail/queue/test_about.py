"""What an email is about is written and read in one place, and old rows still read as they did."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.mail import queue
from games.mail.queue.about import About
from games.models import Subject
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber, Seat

ROOT = Path(__file__).parents[3]
READING = {"split", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix"}
#: As rows of the outbox, links, deadlines and submissions have it.
TEXTS = {
    "0-12-2": queue.AboutQuestion(QuestionName(EventNumber(0), EventNumber(12), Seat(2))),
    "": queue.AboutNothing(),
    "2-3": queue.AboutSeat(2, 3),
    "2-3-20260303T120000": queue.AboutSeat(2, 3, "20260303T120000"),
    "rewind-7": queue.AboutVote(Subject.REWIND, 7),
    "pause-7": queue.AboutPause(7),
    "invitation-7": queue.AboutInvitation(7),
    "ruling-7": queue.AboutRuling(7),
    "membership-7": queue.AboutMembership(7),
    "chat-7": queue.AboutChat(7),
    "change-7": queue.AboutChange(7),
    "rewound-7": queue.AboutRewind(7),
    "case-7-0": queue.AboutCase(7),
    "case-7-9": queue.AboutCase(7, 9),
    "order-7-": queue.AboutOrders(7),
    "order-7-41": queue.AboutOrders(7, 41),
    "pt-br-6": queue.AboutCode("pt-br", 6),
    "abcdef-pt-br": queue.AboutDoor("abcdef", "pt-br"),
    "abcdef-": queue.AboutDoor("abcdef"),
    "host": queue.AboutCallingOff("host"),
}


def concrete(of: type[About] = About) -> set[type[About]]:
    below = [one for one in of.__subclasses__() if one.__module__ == About.__module__]
    return {found for one in below for found in concrete(one)} or {of}


@pytest.mark.parametrize(("text", "about"), TEXTS.items())
def test_each_is_written_and_read_as_it_always_was(text, about):
    assert (about.text(), type(about).parse(text)) == (text, about)


def test_that_is_all_of_them():
    assert {type(about) for about in TEXTS.values()} == concrete() - {queue.SavedLater}


def test_what_is_saved_later_is_written_as_what_it_is_then():
    numbers = iter([8, 9])
    about = queue.SavedLater(lambda: queue.AboutPause(next(numbers)))
    assert (about.text(), about.text()) == ("pause-8", "pause-9")
    assert queue.SavedLater.find("pause-8") is None


@pytest.mark.parametrize("kind", [queue.AboutRuling, queue.AboutCase, queue.AboutOrders, queue.AboutQuestion])
def test_what_is_about_something_else_is_not_found(kind):
    assert kind.find("invitation-7") is None
    assert kind.find("") is None


def test_a_door_of_which_no_language_was_known_is_read():
    assert queue.AboutDoor.parse("abcdef") == queue.AboutDoor("abcdef", "")


def read_by_hand(tree: ast.AST) -> list[int]:
    """Find where the text of a row's question is taken apart or put together without its type."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if ast.unparse(call).count(".question.") and _takes_apart(call)]


def _takes_apart(call: ast.Call) -> bool:
    made = call.func
    if not isinstance(made, ast.Attribute) or made.attr not in READING:
        return False
    return isinstance(made.value, ast.Attribute) and made.value.attr == "question"


def test_nobody_takes_a_question_apart_by_hand():
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in (ROOT / "games").rglob("*.py")
        if (lines := read_by_hand(ast.parse(path.read_text())))
    }
    assert found == {}


@pytest.mark.parametrize("line", ["row.question.split('-')", "one.link.question.startswith('order-')"])
def test_one_who_does_is_seen(line):
    assert read_by_hand(ast.parse(line))
