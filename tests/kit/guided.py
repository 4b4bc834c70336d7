"""Somebody who plays a guided match by doing only what its page says, without a script."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.test import Client

from tests.kit.cast import Page

LESSON = re.compile(r'<section class="lesson".*?</section>', re.DOTALL)
SAYS = re.compile(r'<p class="says">(.*?)</p>', re.DOTALL)
FILLED = re.compile(r'<p class="filled">(.*?)</p>', re.DOTALL)
BUTTON = re.compile(r'<p class="to-do">.*?<strong>(.*?)</strong>', re.DOTALL)
FORM = re.compile(r'<form method="post".*?</form>', re.DOTALL)


@dataclass(frozen=True)
class Told:
    """What the page says now: the sentences, and the button to press, if one is named."""

    says: str
    button: str
    filled: str = ""


def told_on(page: str) -> Told | None:
    """Read the lesson of a page."""
    lesson = LESSON.search(page)
    if lesson is None:
        return None
    says, button, filled = (one.search(lesson[0]) for one in (SAYS, BUTTON, FILLED))
    assert says is not None
    return Told(
        unescape(says[1]).strip(),
        unescape(button[1]) if button else "",
        unescape(filled[1]).strip() if filled else "",
    )


def press(client: Client, address: str, page: str, button: str) -> str:
    """Press the visible button of that name, with the form as the page has filled it in."""
    asking = page[page.index('<section class="asking') :]
    for form in FORM.findall(asking):
        named = re.search(r"<button([^>]*)>\s*" + re.escape(button) + r"\s*</button>", unescape(form))
        if named and _is_in_sight(asking, form):
            (read,) = Page.of(_Answer(form)).forms
            value = re.search(r'name="do" value="([^"]*)"', named[1])
            more = {"do": [unescape(value[1])]} if value else {}
            client.post(address, read.values() | more)
            return client.get(address).content.decode()
    raise AssertionError(f"no button {button!r} in sight")


def _is_in_sight(asking: str, form: str) -> bool:
    """Tell whether a form lies in no closed fold."""
    before = asking[: asking.index(form)]
    folds = re.findall(r"<details[^>]*>|</details>", before)
    opened: list[bool] = []
    for fold in folds:
        if fold == "</details>":
            opened.pop()
        else:
            opened.append(" open" in fold)
    return all(opened)


@dataclass
class _Answer:
    html: str

    @property
    def content(self) -> bytes:
        return self.html.encode()


def play_through(client: Client, address: str, most: int = 40) -> list[Told]:
    """Do what each page says until it names no button any more; give all that was said."""
    page, heard = client.get(address).content.decode(), list[Told]()
    for _ in range(most):
        told = told_on(page)
        assert told is not None, "the lessons have stopped by themselves"
        heard.append(told)
        if not told.button:
            return heard
        page = press(client, address, page, told.button)
    raise AssertionError("the lessons don't end")


def begin(client: Client, slug: str) -> str:
    """Start a guided match by its page; give the address of the match."""
    (form,) = [one for one in Page.of(client.get(f"/learn/{slug}/")).forms if one.action == f"/learn/{slug}/"]
    answer: Any = client.post(form.action, form.values())
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])
