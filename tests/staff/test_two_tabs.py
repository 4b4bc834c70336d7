"""Two moderators, or one with two windows, who mean the same: it is done once, and the second is told."""

from __future__ import annotations

import pytest

from games.models import Event, Match
from games.rules.kernel.events import Rewound, kind_of_type
from games.web.account.second_factor import UNPROCESSABLE
from tests.kit.cast import Page
from tests.kit.moderator import filled, staff
from tests.kit.play_people import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def silences(found: Match) -> int:
    return found.submissions.filter(door="timer").count()


def went_back(found: Match) -> int:
    return Event.objects.filter(match=found, kind=kind_of_type(Rewound)).count()


def test_a_seat_is_not_silenced_twice_for_one_question(found):
    mo, max_, path = staff("mo"), staff("max", is_moderator=True), f"/admin/matches/{found.public_id}/force/"
    first, second = filled(mo, path), filled(max_, path)
    assert mo.post(path, first).status_code == 302
    until_asked_again(found, int(second["seat"].partition(":")[0]))
    before = silences(found)
    refused = max_.post(path, second)
    assert (refused.status_code, silences(found)) == (UNPROCESSABLE, before)
    assert "now has a different choice to make" in Page.of(refused).words
    again = {name: values[-1] for name, values in form_of(refused).values().items()}
    assert max_.post(path, second | again).status_code == 302, "who presses once more means what their turn"
    assert silences(found) == before + 1


def test_play_does_not_go_back_twice_over_what_was_played_since(found):
    mo, max_, path = staff("mo"), staff("max", is_moderator=True), f"/admin/matches/{found.public_id}/rewind/"
    first, second = filled(mo, path), filled(max_, path)
    assert mo.post(path, first).status_code == 302
    play_on(found, 4, seed=7)
    refused = max_.post(path, second | {"to": first["to"]})
    assert (refused.status_code, went_back(found)) == (UNPROCESSABLE, 1)
    assert "gone back to another moment since" in Page.of(refused).words
    again = {name: values[-1] for name, values in form_of(refused).values().items()}
    assert max_.post(path, second | again).status_code == 302
    assert went_back(found) == 2


def test_play_goes_back_though_somebody_has_moved_while_the_form_was_filled_in(found):
    mo, path = staff("mo"), f"/admin/matches/{found.public_id}/rewind/"
    sent = filled(mo, path)
    play_on(found, 1, seed=7)
    assert mo.post(path, sent).status_code == 302
    assert went_back(found) == 1


def form_of(answer):
    return next(one for one in Page.of(answer).forms if "key" in one.values())


def until_asked_again(found: Match, seat: int) -> None:
    """Play on till the same seat is waited for once more."""
    for seed in range(40):
        found.refresh_from_db()
        if seat in found.awaited:
            return
        play_on(found, 1, seed=seed)
    raise AssertionError("it is never asked again")
