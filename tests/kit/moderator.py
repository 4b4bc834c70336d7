"""A moderator at work in the staff rooms, through their forms."""

from __future__ import annotations

from django.test import Client

from games.models import Case, Match, Player
from tests.kit.cast import browser
from tests.kit.every_action import WHY
from tests.kit.flagging import Page, person, the_case
from tests.kit.second_factor import AGAIN, app_code, with_app


class Judge:
    """A moderator whose browser has just passed two-step verification."""

    def __init__(self, name: str = "mo") -> None:
        self.client = staff(name, is_moderator=True)
        self.player = person(name)

    @property
    def room(self) -> str:
        return f"/admin/cases/{the_case().public_id}/"

    def reads(self) -> str:
        return Page.of(self.client.get(self.room)).words

    def act(self, act: str, why: str, **given: str) -> str:
        """Act on the case; return where that redirects."""
        return self._do(f"{self.room}{act}/", reason=why, **given)

    def on_match(self, act: str, why: str, **given: str) -> str:
        """Act on the match of the case."""
        case = the_case()
        path = f"/admin/matches/{case.match.public_id}/{act}/"
        return self._do(f"{path}?case={case.public_id}", reason=why, **given)

    def on_player(self, act: str, player: Player, why: str, **given: str) -> str:
        """Act on a player because of the case."""
        path = f"/admin/people/{player.pk}/{act}/?case={the_case().public_id}"
        return self._do(path, reason=why, **given)

    def on_address(self, act: str, address: str, why: str) -> str:
        return self._do(f"/admin/addresses/{act}/", reason=why, address=address)

    def _do(self, path: str, **given: str) -> str:
        answer = self.client.post(path.partition("?")[0], filled(self.client, path, **given))
        assert answer.status_code == 302, Page.of(answer).words
        return str(answer["Location"])


def seat_in(match: Match, number: int) -> str:
    """Write a seat as the forms of actions do."""
    return f"{number}:{match.seats.get(number=number).generation}"


def done_for(case: Case) -> list[str]:
    """List what moderators did because of a case."""
    return [str(one.kind) for one in case.rulings.filter(refused="")]


def staff(name: str = "mo", **facts: object) -> Client:
    """Return a staff browser that has just passed two-step verification."""
    with_app(name, **(facts or {"is_moderator": True}))
    client = browser(name)
    client.post(AGAIN, {"code": app_code(), "next": "/admin/"})
    return client


def filled(client: Client, path: str, **changes: str) -> dict[str, str]:
    """Fill in the form of an action with its initial values."""
    form = next(one for one in Page.of(client.get(path)).forms if "key" in one.values())
    sent = {name: values[-1] for name, values in form.values().items()}
    return sent | {"reason": WHY} | changes
