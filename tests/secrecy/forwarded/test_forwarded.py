"""A forwarded email reveals nothing that only its reader may know.

Each test compares two worlds that an onlooker can't tell apart but the player can: other cards in the hand,
other crystals in the chest, under covers or on a tray. With the hand kept out of emails, every byte of the
player's own emails, of the pages behind their links, of the effect of each press and of the emails after it
is the same in both, and so is the number of queries; for every kind of question of every game.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.disputes import cases
from games.mail.kinds import CIRCLE, INVITING, KINDS, News
from games.mail.queue import about_case, about_vote
from games.models import CaseKind, Door, Order, Subject, Vote
from games.play.diff import label
from games.rules.kernel.codec import canonical
from tests.kit.cast import NOON
from tests.kit.mail_scenes import ABOUT_A_SEAT, ASKING, FILLING
from tests.kit.nightly import more
from tests.secrecy.forwarded.both import Differs, asking, compared, mails, seal, seated
from tests.secrecy.forwarded.mailbox import Mailbox
from tests.secrecy.forwarded.moments import SEATS, Moment
from tests.secrecy.forwarded.tables import TABLES, each_table, moments_at, telling, unasked

pytestmark = pytest.mark.django_db
#: Sent to people without a seat: strangers, operators, former players.
OF_OTHERS = INVITING | FILLING | {CIRCLE, "door", News.STOPPED, News.REPLACED, News.NEW_CASE, News.MORE_SAID}
#: By day, of each game the options that hide and ask most.
WIDEST = more(("quartz, covered", "cards, full", "the toy"), tuple(TABLES))
widest_tables = pytest.mark.parametrize("game", [TABLES[name] for name in WIDEST], ids=WIDEST)
OF_CASES = frozenset({News.FLAGGED, News.ANSWERED, News.DECIDED, News.APPEALED})


@widest_tables
def test_nothing_that_asks_by_mail_hangs_on_what_its_reader_alone_may_know(game):
    presses = sum(compared(seated(moment), moment, asking(moment)) for moment in moments_at(game))
    assert {
        moment.kind for moment in moments_at(game)
    } == game.rules.core.asks - game.rules.core.moments - unasked(game)
    assert presses > len(moments_at(game))


@each_table
def test_with_the_hand_in_mails_it_does(game):
    moment = telling(game)[0]
    with pytest.raises(Differs):
        compared(seated(moment, hand=True), moment, asking(moment))


@widest_tables
def test_no_mail_of_any_kind_hangs_on_it(game):
    moment = telling(game)[0]
    box = seated(moment)
    about = about_everything(box, moment)
    assert {*about} == {*KINDS} - OF_OTHERS - {*ASKING} - {"reminder"}
    compared(box, moment, mails(about))


def about_everything(box: Mailbox, moment: Moment) -> dict[str, str]:
    """List every other kind of email, with its subject."""
    rest = [kind for kind in KINDS if kind not in {*OF_OTHERS, *ASKING, "reminder"}]
    laid = f"order-{with_orders(box).pk}-"
    return (
        dict.fromkeys(rest, "pause-1")
        | dict.fromkeys(ABOUT_A_SEAT, "0-1")
        | dict.fromkeys(OF_CASES, flagged(box))
        | dict.fromkeys(("started", "done", "taken_back", "confirm", "over", "digest", News.RULED), "")
        | {"ahead": laid, "put_off": laid, "unreadable": label(moment.name), "receipt": label(moment.name)}
        | {News.PROPOSED: about_vote(proposed(box)).text()}
        | {News.NUDGED: f"{(box.number + 1) % SEATS}-1-20260303T120000"}
    )


def with_orders(box: Mailbox) -> Order:
    """Save the last ready-made plan for the seat that is asked, or the default orders."""
    rules = box.found.rules
    orders = [*(lay(None) for lay in rules.automation.ready_made.values()), rules.automation.orders()]
    told = {"content": canonical(orders[-1]).decode(), "since": 1, "door": Door.PAGE, "at": NOON}
    return Order.objects.create(match=box.found, seat=box.seat, generation=1, **told)


def proposed(box: Mailbox) -> Vote:
    """Propose to go back to just before something hidden happened."""
    other = box.found.seats.get(number=(box.number + 1) % SEATS)
    moment: dict[str, Any] = {"to": 3, "as_of": box.found.version, "at": NOON}
    return Vote.objects.create(match=box.found, seat=other, generation=1, subject=Subject.REWIND, **moment)


def flagged(box: Mailbox) -> str:
    """Report a line of the log in which something is hidden."""
    player = box.seat.player
    assert player is not None
    told = cases.Flag(CaseKind.FAIRNESS, "Is the bag rigged?", line=4)
    case, _ = cases.flag(box.seat, player, told, NOON)
    return about_case(case, case.words.latest("pk")).text()


# --- what was answered


def in_secret(moment: Moment) -> bool:
    return bool(moment.question.together)


@each_table
def test_what_was_answered_beside_the_hand_shows_behind_no_link(game):
    for moment in filter(in_secret, telling(game)):
        box = seated(moment)
        compared(box, moment, asking(moment), partial(seal, box, moment, Door.PAGE))


@each_table
def test_no_receipt_repeats_what_was_answered(game):
    for moment in filter(in_secret, telling(game)):
        box = seated(moment)
        compared(box, moment, mails({"receipt": label(moment.name)}), partial(seal, box, moment, Door.LINK))


def test_each_game_has_something_that_is_answered_in_secret():
    assert all(any(map(in_secret, telling(game))) for game in TABLES.values())
