"""Whole matches of four by email alone, with the hand in email and without, over servers on loopback.

The four see nothing but what comes into their mailbox and what its links open. They answer in turn by a link,
by a code or a word through each of the three doors for replies, and by a plan; without the hand in email also
on the page, signed in by an emailed code.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings as site
from django.utils import translation

from games.models import Inbound, Match, MatchStatus, Order, Outbox, Seat, Submission
from games.ops import verification
from games.play import history
from games.present.names import Names, labelled
from games.present.story import MatchStory
from games.present.words import render_message
from games.rules import logfile
from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.rules.kernel.table import Table
from games.rules.tools import verify_log
from games.titles.quartz.rules.choices import PLAYS
from tests.kit.imap_server import mailbox_server
from tests.kit.mail_players import PEOPLE, Mail, Reader, World, lobby, play
from tests.kit.mail_server import sink
from tests.kit.nightly import more
from tests.kit.webhooks import KEY, SECRET

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("a_door")]


# --- what is looked at while they play

FOLDED = 50  # letters


@dataclass
class Watch:
    """Looks whether an email names a card that only its reader holds."""

    match: Match
    hits: Counter[str] = field(default_factory=Counter)

    def look(self, mail: Mail, reader: Reader) -> None:
        assert {one.code: one.url for one in mail.offers} == mail.coded
        assert {url for url, _ in mail.anchors} <= mail.addresses
        self.match.refresh_from_db()
        if self.match.status != MatchStatus.RUNNING:  # then nobody holds a card
            return
        seat = self.match.seats.select_related("player").get(player__email=reader.address)
        held, public = self.cards(seat), self.public(seat)
        private = [
            line for line in mail.lines if not any(one in line or is_part(line, one) for one in public)
        ]
        named = [line for line in private if any(card in line for card in held)]
        self.hits[reader.name] += len(named)
        assert reader.with_hand or not named
        told = " ".join(mail.text.split())
        assert {card: mail.shown.count(card) for card in held} == {card: told.count(card) for card in held}

    def cards(self, seat: Seat) -> set[str]:
        """Call the cards in a hand in every language."""
        _, table = history.load(self.match)
        hand = table.state.hands[seat.number]
        return {names.word(f"card.{card}") for names in self.names_by_language() for card in hand}

    def names_by_language(self) -> Iterator[Names]:
        for language, _ in site.LANGUAGES:
            with translation.override(language):
                yield self.names()

    def names(self) -> Names:
        return Names(self.match.rules, self.match.seats.select_related("player"), self.match.options_read)

    def public(self, seat: Seat) -> set[str]:
        """Give what may hold names of cards: what all have seen happen, where they lie openly, any order."""
        records, table = history.load(self.match)
        assert seat.player is not None
        with translation.override(seat.player.language):
            names = self.names()
            told = MatchStory(self.match.rules, records, table, lambda _: PUBLIC, names)
            return (
                {line.text for line in told.lines}
                | set(openly(self.match, table, names))
                | set(standing(names))
                | set(at_stake(self.match, table, names))
                | set(played(names, [line.text for line in told.lines]))
            )


def is_part(line: str, public: str) -> bool:
    """Tell whether a line is a long public sentence, or what folding has left of it."""
    return len(line) > FOLDED and line in public


def openly(match: Match, table: Table, names: Names) -> Iterator[str]:
    """Call the lines of the table that hold cards for everybody to see."""
    for rank in match.rules.mail.board(match.rules.core.view(table.state, PUBLIC)):
        if rank.label.key in ("board.bravery", "board.line"):
            yield render_message(match.rules, rank.label, names.seat, table.options)
        for note in rank.notes:
            if note.key == "board.answered_by":  # what would answer an attack, whoever holds it
                yield render_message(match.rules, note, names.seat, table.options)


def at_stake(match: Match, table: Table, names: Names) -> Iterator[str]:
    """Say what everybody knows to be at risk, an attack and its card too."""
    view = match.rules.core.view(table.state, PUBLIC)
    for one in match.rules.text.stakes(view):
        yield names.said(one)


def played(names: Names, lines: list[str]) -> Iterator[str]:
    """Say what the cards do that all have seen played, as far as one line of an email holds it."""
    for key in [one for one in names.rules.core.words if one.startswith("card.") and "|" not in one]:
        name, use = names.word(key), names.word(key.replace("card.", "help.", 1))
        if use and any(name in line for line in lines):
            yield labelled(name, use)[: len(name) + 15]


def standing(names: Names) -> Iterator[str]:
    """Say every plan and order there is, and every "if I hold it": offered whoever holds the card."""
    for key in names.rules.core.words:
        match key.split("."):
            case ["plan", _]:
                yield names.word(key)
            case ["do", answer] if answer.endswith("_if_held"):
                yield f"{names.word(key)}:"
            case ["order", order, _]:
                yield labelled(names.word(f"order.{order}", f"card.{order}"), names.word(key))


# --- playing


@pytest.fixture
def world(settings) -> Iterator[World]:
    """Run a mail server and a mailbox, and let a provider call as well."""
    with sink() as (box, port), mailbox_server() as (folder, address):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.IMAP_URL, settings.INBOUND = address, "mailgun"
        settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
        yield World(box, folder, random.Random(5))


#: What is played by whoever sees something that is theirs alone to see.
BESIDE_THE_HAND = {
    "quartz": {*PLAYS, "react", "store"},
    "quartz_cards": {"stop_and_protect", "attack", "defend", "keep"},
}
#: Which game, and whose emails show the hand: by day everyone's, and one of four.
SAMPLE = {"hands": ("quartz", {*PEOPLE}), "cards, one hand": ("quartz_cards", {"carol"})}
MATCHES = SAMPLE | more({}, {"no hands": ("quartz", set())})


@pytest.mark.parametrize(("game", "shown"), MATCHES.values(), ids=MATCHES)
def test_four_people_play_a_match_by_mail_alone(world, tmp_path, game, shown):
    watch = Watch(lobby(game))
    readers = {one.address: one for one in (Reader(name, world, name in shown) for name in PEOPLE)}
    play(world, readers, watch.look)
    match = watch.match
    match.refresh_from_db()
    assert match.status == MatchStatus.OVER
    history.check_chain(match)
    assert verification.faults(match.pk) == []
    assert set(world.came) <= {200, 302, 422} and world.came[422] < world.came[200]
    assert {name for name, hits in watch.hits.items() if hits} == shown
    all_ways_were_gone(match, shown)
    signed_in = {reader.name for reader in readers.values() if reader.browser}
    assert signed_in == {*PEOPLE} - shown
    every_mail_came_once(world, match, codes=len(signed_in))
    for reader in readers.values():
        one_conversation(match, reader)
        the_end_is_told(match, reader, tmp_path)


# --- what has to be so afterwards


def all_ways_were_gone(match: Match, shown: set[str]) -> None:
    """Check by which doors it was played; cards came by email from those alone whose emails show them."""
    doors = Counter(Submission.objects.filter(match=match, outcome="played").values_list("door", flat=True))
    replies = Counter(Inbound.objects.values_list("door", "state"))
    assert min(doors["link"], doors["order"]) >= 5
    assert not doors["timer"]
    assert set(replies) == {("mailbox", "played"), ("mailgun", "played"), ("pipe", "played")}
    assert min(replies.values()) >= 5
    assert Order.objects.filter(seat__match=match, door="link").count() >= 5
    assert (doors["page"] >= 5) == (shown != {*PEOPLE})
    by_page, by_mail = cards_played(match, "page"), cards_played(match, "link", "reply")
    assert not by_page & shown and by_mail <= shown
    assert bool(by_page) == (shown != {*PEOPLE}) and bool(by_mail) == bool(shown)


def cards_played(match: Match, *doors: str) -> set[str]:
    """Name who played from their hand by these doors."""
    played = Submission.objects.filter(match=match, outcome="played", door__in=doors)
    from_hand = [one for one in played if json.loads(one.command)["kind"] in BESIDE_THE_HAND[match.game]]
    return {one.seat.player.email.partition("@")[0] for one in from_hand}


def every_mail_came_once(world: World, match: Match, codes: int) -> None:
    assert set(world.box.copies().values()) == {1}
    rows = Outbox.objects.filter(match=match)
    assert set(rows.values_list("state", flat=True)) <= {"sent", "superseded"}
    assert not rows.filter(kind__in=["unreadable", "confirm", "reminder"]).exists()
    sent = {f"<{row.message_id}@play.example>" for row in rows.filter(state="sent")}
    assert sent <= set(world.box.copies())
    assert len(world.box.letters) - len(sent) == codes


def one_conversation(match: Match, reader: Reader) -> None:
    """Look at the headers that make one conversation of all emails of a match."""
    asked, *mails = [mail.head for mail in reader.mails]
    assert len(mails) > 10
    for name in ("In-Reply-To", "List-Id"):
        assert asked[name] and len({str(one[name]) for one in mails}) == 1
    assert all(one["In-Reply-To"] == one["References"] for one in (asked, *mails))
    assert all(str(one["In-Reply-To"]).startswith("<thread-") for one in mails)
    assert {one["Auto-Submitted"] for one in mails} == {"auto-generated"}
    assert {one["List-Unsubscribe-Post"] for one in mails} == {"List-Unsubscribe=One-Click"}
    assert {one["Content-Language"] for one in mails} == {PEOPLE[reader.name][0]}
    assert len({str(one["Subject"]).partition("] ")[2] for one in mails}) == 1


def the_end_is_told(match: Match, reader: Reader, folder: Path) -> None:
    """Check that the last email holds the result, and the log of the match with what else it holds."""
    over = reader.over
    for place in match.rules.core.outcome(history.load(match)[1].state):
        name = match.seats.select_related("player").get(number=place.seat).name
        assert any(one.startswith(f"{place.rank}. {name}: {place.points} ") for one in over.lines)
    secret, commitment, head = over.digests
    assert (bytes.fromhex(secret), commitment) == (history.secret_of(match), match.commitment)
    log = str(without_secret(match, folder / reader.name))
    assert verify_log.main([log, "--head", head, "--secret", secret]) == 0
    assert verify_log.main([log, "--head", head, "--secret", head]) == 2


def without_secret(match: Match, path: Path) -> Path:
    """Write the log down as everybody may have it now, but for the secret."""
    words = [f"words of {name}" for name in PEOPLE]
    secret = history.secret_of(match)
    first, *lines = logfile.write(match.rules, history.stored(match), secret, words, AFTERWARDS)
    told = json.loads(first)
    del told["secret"]
    path.write_bytes(b"".join([json.dumps(told).encode() + b"\n", *lines]))
    return path
