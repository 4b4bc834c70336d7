"""The table of staff actions: each row is whole, and all else that knows an action follows from it."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest
from django.urls import resolve, reverse

from games.mail.compose import ruled
from games.models import Ruling, RulingKind
from games.staff.actions import ACTIONS, Readers, StaffAction, every_action
from games.web.account import staff_attempts

EVERY = [
    pytest.param(name, slug, action, id=f"{name} {slug}")
    for name, offered in ACTIONS.items()
    for slug, action in offered.items()
]
#: Kinds that no action of a moderator leaves: operators appoint, by a form of Django's own.
NO_ACTION = {RulingKind.APPOINTED}
#: What those it concerns are told of in an email of its own: the case's words.
OF_CASES = {RulingKind.ANSWERED, RulingKind.DECIDED}
BLANKS = {"public_id": "A" * 16, "player_id": "00000000-0000-0000-0000-000000000000"}


def address_of(name: str, slug: str) -> str:
    blanks = {"match_act": "public_id", "case_act": "public_id", "person_act": "player_id"}
    filled = {blanks[name]: BLANKS[blanks[name]]} if name in blanks else {}
    return reverse(f"admin:{name}", kwargs={"act": slug, **filled})


@pytest.mark.parametrize(("name", "slug", "action"), EVERY)
def test_a_row_leaves_nothing_out(name, slug, action):
    assert complaints(action) == []
    assert slug.isidentifier() and slug == slug.lower()


def complaints(action: StaffAction) -> list[str]:
    """Say what a row lacks."""
    blanks = {blank for _, blank, _, _ in Formatter().parse(str(action.sentence)) if blank}
    is_told = action.readers is Readers.EMAILED and action.kind not in OF_CASES
    wrong = {
        "says not what it is": not (str(action.title) and str(action.about) and str(action.asks)),
        "has no story": not callable(action.do),
        "tells players in a sentence with blanks that nobody fills": not blanks <= {"name", "day", "zone"},
        "emails players, and has no sentence for them": is_told and not action.sentence,
        "is for moderators, and has a sentence": action.readers is Readers.MODERATORS
        and bool(action.sentence),
        "lets a match go on, and nobody is told": action.resumes and not action.sentence,
    }
    return [told for told, is_so in wrong.items() if is_so]


def test_what_a_row_leaves_out_is_found():
    bare: StaffAction[Any] = StaffAction(
        "", "", RulingKind.PAUSED, None, sentence="{who}", readers=Readers.MODERATORS
    )
    assert len(complaints(bare)) == 4
    assert complaints(StaffAction("Pause", "It rests.", RulingKind.PAUSED, print)) == [
        "emails players, and has no sentence for them"
    ]


def test_every_kind_of_ruling_is_left_by_an_action():
    assert {action.kind for action in every_action()} | NO_ACTION == {*RulingKind}


@pytest.mark.parametrize(("name", "slug", "action"), EVERY)
def test_its_address_leads_to_a_room_that_knows_it_and_says_what_a_try_is(name, slug, action):
    room = resolve(address_of(name, slug)).func
    assert getattr(room, staff_attempts.KINDS)[slug] == action.kind


@pytest.mark.parametrize(("name", "slug", "action"), EVERY)
def test_emails_and_pages_say_its_sentence(name, slug, action):
    told = ruled.sentence(Ruling(kind=action.kind, about="2026-03-02T12:00:00+00:00"), "Ana")
    assert bool(told) == bool(action.sentence) or action.kind in {RulingKind.LOOKED, RulingKind.NOTED}
    if "{name}" in str(action.sentence):
        assert "Ana" in told
    assert "{" not in told


def test_two_rows_tell_the_same_of_one_kind():
    told: dict[RulingKind, set[str]] = {}
    for action in every_action():
        told.setdefault(action.kind, set()).add(str(action.sentence))
    assert [kind for kind, sentences in told.items() if len(sentences) > 1] == []
