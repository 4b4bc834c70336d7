"""Every kind of email, as it goes out: its text in every language, its HTML in English.

Both are kept beside this file, and read like prose. HTML in another language has the tags of the English.

    MAILS=new python -m pytest tests/mail/test_snapshots.py

writes them anew; look at the difference before it is committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from games.mail.kinds import KINDS
from games.models import Outbox
from tests.kit.mail_scenes import (
    ACCOUNT,
    LANGUAGES,
    SCENES,
    TRANSLATED,
    finished,
    fixed,
    html_of,
    over_in_series,
    read,
    scene,
    shared_code,
    text_of,
    told_elsewhere,
)

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent / "snapshots"
WIDE = 78
#: What says something else to some: a code that many share, a change told to who can't undo it, a series.
MORE = {
    "code_shared": (ACCOUNT, shared_code),
    "told_elsewhere": (ACCOUNT, told_elsewhere),
    "over_in_series": ("quartz", over_in_series),
}


@pytest.fixture
def site(settings):
    settings.SITE_URL, settings.REPLY_DOMAIN = "https://quartz.example.org", "reply.example.org"
    settings.DEFAULT_FROM_EMAIL = "quartz@example.org"


def name_of(game: str, kind: str, hand: bool, language: str) -> str:
    return f"{game}-{kind}{'-hand' if hand else ''}{'' if language == 'en' else f'-{language}'}"


def kept(one: Outbox) -> tuple[str, str]:
    content = finished(one).content
    head = "".join(f"{name}: {value}\n" for name, value in read(content).items())
    return f"{head}\n{text_of(content)}", html_of(content)


@pytest.mark.parametrize(("game", "kind", "hand", "language"), SCENES, ids=lambda one: str(one))
def test_a_mail_says_what_it_said(site, game, kind, hand, language):
    with fixed():
        one = scene(game, kind, hand=hand, language=language)
        text, html = kept(one)
    check_text(name_of(game, kind, hand, language), text)
    check_html(name_of(game, kind, hand, "en"), html, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MORE)
def test_what_one_kind_says_at_another_time_is_what_it_said(site, name, language):
    game, written = MORE[name]
    with fixed():
        text, html = kept(written(language))
    check_text(name_of(game, name, False, language), text)
    check_html(name_of(game, name, False, "en"), html, language)


def check_text(name: str, text: str) -> None:
    assert text == kept_as(HERE / f"{name}.txt", text)


def check_html(name: str, html: str, language: str) -> None:
    place = HERE / f"{name}.html"
    if language == "en":
        assert html == kept_as(place, html)
    else:
        assert tags(html) == tags(place.read_text())


def kept_as(place: Path, told: str) -> str:
    """Read what is kept of an email, or keep it anew."""
    if os.environ.get("MAILS") == "new":
        HERE.mkdir(exist_ok=True)
        place.write_text(told)
    return place.read_text()


def tags(html: str) -> list[str]:
    return re.findall(r"</?[a-z0-9]+", html)


def test_nothing_is_kept_of_kinds_that_are_gone():
    names = {name_of(*one) for one in SCENES}
    names |= {name_of(MORE[name][0], name, False, language) for name in MORE for language in LANGUAGES}
    in_english = {name for name in names if not name.endswith(tuple(f"-{one}" for one in TRANSLATED))}
    assert {place.stem for place in HERE.glob("*.txt")} == names
    assert {place.stem for place in HERE.glob("*.html")} == in_english
    assert {kind for _, kind, _, _ in SCENES} == set(KINDS)


@pytest.mark.parametrize("place", sorted(HERE.glob("*.txt")), ids=lambda place: place.stem)
def test_lines_of_text_are_short_but_for_addresses(place):
    _, _, body = place.read_text().partition("\n\n")
    assert [line for line in body.splitlines() if len(line) > WIDE and "://" not in line] == []
    assert "None" not in body and "{" not in body and "%(" not in body
