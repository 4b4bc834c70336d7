"""A match that is over: its secret on the page, and one file with the log and what checks it."""

from __future__ import annotations

import io
import runpy
import sys
import zipfile

import pytest
from django.conf import settings

from games.models import Match
from games.play import history
from tests.kit.cast import Page, address, browser, match_of, play_on
from tests.kit.match_tabs import all_tabs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
MOST = 2000


def over() -> Match:
    found = match_of(secret=bytes(range(32)))
    play_on(found, MOST)
    found.refresh_from_db()
    assert not found.is_running
    return found


def unpacked(found: Match, folder) -> None:
    got = browser("alice").post(address(found, "proof/"))
    assert got.status_code == 200 and got["Content-Disposition"].startswith("attachment")
    assert "no-store" in got["Cache-Control"]
    zipfile.ZipFile(io.BytesIO(got.content)).extractall(folder)


def test_what_is_saved_checks_the_match_without_this_program(tmp_path, monkeypatch, capsys):
    found = over()
    unpacked(found, tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["log.jsonl", "verify_log.py"]
    monkeypatch.setattr(sys, "argv", ["verify_log.py", str(tmp_path / "log.jsonl"), "--head", found.head])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(tmp_path / "verify_log.py"), run_name="__main__")
    assert not left.value.code
    assert "not" not in capsys.readouterr().out.lower()


def test_the_page_of_a_match_that_is_over_shows_its_secret_and_says_how_to_check_it():
    found = over()
    page = Page.of(browser("alice").get(address(found, "more/")))
    assert history.secret_of(found).hex() in page.words and found.commitment in page.words
    (form,) = [one for one in page.forms if one.action.endswith("/proof/")]
    assert browser("bob").post(form.action, form.values()).status_code == 200


def test_while_it_is_played_there_is_neither():
    found = match_of()
    page = all_tabs(browser("alice"), found)
    assert history.secret_of(found).hex() not in page.words and "Check the draws" not in page.words
    assert browser("alice").post(address(found, "proof/")).status_code == 404


def test_it_is_for_those_who_played_and_asked_for_by_a_press():
    found = over()
    assert browser("eve").post(address(found, "proof/")).status_code == 404
    assert browser("alice").get(address(found, "proof/")).status_code == 405


def test_it_is_not_asked_for_without_end():
    found, alice = over(), browser("alice")
    most = settings.LIMITS["exports of a player"][0]
    answers = [alice.post(address(found, "proof/")).status_code for _ in range(most + 1)]
    assert answers == [200] * most + [429]
