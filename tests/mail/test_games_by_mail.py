"""Each further game is played to its end by four people who see only their emails and what these link."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.models import MatchStatus, Outbox, Submission
from games.ops import verification
from tests.kit.cast import Page, filled_in
from tests.kit.imap_server import mailbox_server
from tests.kit.mail_players import PEOPLE, TRIES, Mail, Reader, World, buttons, lobby, play
from tests.kit.mail_server import sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("a_door")]


class Turner(Reader):
    """Somebody who goes on, on the page behind a link, until the turn is over."""

    def by_link(self, mail: Mail) -> None:
        if not self.keeps_three(mail):
            super().by_link(mail)
        for _ in range(TRIES):
            client, _, page = self.world.opened(mail.links[0])
            onward = [one for one in page.forms if ("go_on", "yes") in one.buttons]
            if not onward:
                return
            led = client.post(onward[0].action, onward[0].values() | {"go_on": "yes"}, follow=True)
            form = next(one for one in Page.of(led).forms if buttons(one))
            form.radios["do"] = buttons(form)
            self.world.post(client, form, filled_in(form, self.world.dice))
        raise AssertionError("the turn doesn't end")

    def keeps_three(self, mail: Mail) -> bool:
        """Tick three of what was dealt, if that is all there is to choose; tell whether it was."""
        if len(mail.choices) != 1:
            return False
        client, _, page = self.world.opened(mail.choices[0].url)
        form = next((one for one in page.forms if one.boxes), None)
        if form is None:
            return False
        ticked = {name: self.world.dice.sample(values, 3) for name, values in form.boxes.items()}
        sent = form.values() | {"do": buttons(form)[0]} | ticked
        return self.world.post(client, form, sent) == 200


@pytest.fixture
def world(settings) -> Iterator[World]:
    with sink() as (box, port), mailbox_server() as (folder, address):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.IMAP_URL = address
        yield World(box, folder, random.Random(5))


@pytest.mark.parametrize("game", ["gnomes", "gem_edge"])
def test_a_match_is_played_by_links_and_letters_alone(world, game):
    match = lobby(game, {"rounds": 10})
    readers = {one.address: one for one in (Turner(name, world, with_hand=True) for name in PEOPLE)}
    for reader in readers.values():
        reader.ways = itertools.cycle([reader.by_link, reader.by_code])
    play(world, readers)
    match.refresh_from_db()
    assert match.status == MatchStatus.OVER
    assert verification.faults(match.pk) == []
    doors = Counter(Submission.objects.filter(match=match, outcome="played").values_list("door", flat=True))
    assert not doors["timer"] and not doors["page"]
    assert min(doors["link"], doors["reply"]) >= 5
    assert set(world.came) <= {200, 422} and world.came[422] < world.came[200]
    sent = Outbox.objects.filter(match=match)
    assert set(sent.values_list("state", flat=True)) <= {"sent", "superseded"}
    assert not sent.filter(kind__in=["unreadable", "confirm", "reminder"]).exists()
    assert all(reader.over for reader in readers.values())
