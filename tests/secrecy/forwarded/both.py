"""Reads everything in one mailbox in two worlds, and compares."""

from __future__ import annotations

import itertools
import pprint
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.mail import links
from games.models import Door, Link, Outcome, Purpose, SealedAnswer, Submission
from games.play.diff import label, mail_kind
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import Choices, offered
from tests.kit.both_worlds import in_the_world_of
from tests.kit.cast import NOON, person
from tests.kit.played_log import in_rows
from tests.secrecy.forwarded.mailbox import Came, Mailbox, Sent, addresses, by_hand, sendings
from tests.secrecy.forwarded.moments import Moment

MOST_BY_HAND, MOST_LOOKS, MOST_PLANS = 6, 2, 2
NOTHING_HAPPENED = repr([])
Reads = Callable[[Mailbox], Iterator[tuple[str, Any]]]


class Differs(AssertionError):
    """Raised when two worlds can be told apart."""


def seated(moment: Moment, *, hand: bool = False) -> Mailbox:
    """Store a moment as rows, in a match whose players have chosen whether emails show hands."""
    people = [person(name) for name in ("alice", "bob", "carol")]
    found = in_rows(moment.game, [*moment.log], moment.secret, people)
    found.seats.update(hand_in_mail=hand)
    return Mailbox(found, moment.name.seat)


def compared(
    box: Mailbox, moment: Moment, reads: Reads, prepare: Callable[[Choices], None] = lambda own: None
) -> int:
    """Read in both worlds and compare; return how many presses had the same effect for an onlooker.

    `prepare` is called in each world, with the choices there.
    """
    told = []
    for log, own in ((None, moment.here), (moment.other, moment.there)):
        with in_the_world_of(box.found, log):
            box.found.refresh_from_db()
            prepare(own)
            told.append(dict(reads(box)))
    mine, theirs = told
    differing = [f"{which}: there in one world only" for which in mine.keys() ^ theirs.keys()]
    alike = [which for which in mine if which in theirs and not parted(mine[which], theirs[which])]
    differing += [
        f"{which}: {apart(mine[which], theirs[which])}" for which in alike if mine[which] != theirs[which]
    ]
    if differing:
        raise Differs(f"{moment.kind}\n" + "\n".join(sorted(differing)))
    return sum(isinstance(mine[which], Came) for which in alike)


def parted(mine: Any, theirs: Any) -> bool:
    """Check whether both presses had an effect and the rules revealed the difference to everyone."""
    if not isinstance(mine, Came) or NOTHING_HAPPENED in (mine.seen, theirs.seen):
        return False
    return bool(mine.seen != theirs.seen)


def apart(mine: Any, theirs: Any) -> str:
    """Quote the first place at which two results differ."""
    one, other = (pprint.pformat(one, width=200).splitlines() for one in (mine, theirs))
    first = next(two for two in itertools.zip_longest(one, other, fillvalue="") if len({*two}) > 1)
    return " / ".join(line.strip()[:160] for line in first)


def seal(box: Mailbox, moment: Moment, door: Door, own: Choices) -> None:
    """Seal an answer that only this world offers, if there is one."""
    told = [canonical(one).decode() for one in offered(own)]
    both = {canonical(one).decode() for one in offered(moment.there if own is moment.here else moment.here)}
    command = next((one for one in told if one not in both), told[-1])
    said = {"match": box.found, "seat": box.seat, "question": label(moment.name), "command": command}
    given = Submission.objects.create(**said, at=NOON, door=door, outcome=Outcome.SEALED, key="sealed")
    SealedAnswer.objects.create(**said, at=NOON, generation=1, submission=given)


# --- what is read


def asking(moment: Moment) -> Reads:
    """Read the emails that ask a question, the pages behind their links, and the effects of presses there."""

    def read(box: Mailbox) -> Iterator[tuple[str, Any]]:
        asked = label(moment.name)
        kind = mail_kind(moment.question, box.found.rules.core.windows)
        found: list[Link] = [links.of_seat(box.seat, Purpose.SEAT, question=asked, at=NOON)]
        for which in (kind, "reminder") if moment.question.awaited else ():
            got, inside = box.mail(which, asked)
            yield which, got
            found += inside
        yield from behind(box, found, moment)

    return read


def mails(about: Mapping[str, str]) -> Reads:
    """Read an email of each kind, about the given subject, and the pages behind its links."""

    def read(box: Mailbox) -> Iterator[tuple[str, Any]]:
        for kind, question in about.items():
            got, inside = box.mail(kind, question)
            yield kind, got
            yield from ((f"{kind}: {which}", one) for which, one in behind(box, inside, None))

    return read


def renamed(sent: Sent) -> Sent:
    """Play what a form would only show, or show what it would play."""
    other = {"do": "look", "look": "do"}
    return {other.get(name, name): value for name, value in sent.items()}


def behind(box: Mailbox, found: list[Link], moment: Moment | None) -> Iterator[tuple[str, Any]]:
    """Read the pages behind links, and press what they or either world offers."""
    each = addresses(found)
    for link in each:
        link.mail = None  # the email was rolled back
    for link in links.write(each):
        got, forms = box.page(link)
        which = f"{link.purpose} {link.code} {link.content[:60]}".strip()
        yield which, got
        if moment is not None and link.purpose == Purpose.SEAT:
            offered = [*map(renamed, sendings(forms, "look"))]
            offered += itertools.islice(by_hand(moment.offered), MOST_BY_HAND)
            for sent in map(renamed, offered[:MOST_LOOKS] + offered[-MOST_LOOKS:]):
                yield f"{which}, looked at {sent}", box.press(link, sent)
            plans = [*itertools.islice(sendings(forms, "plan"), MOST_PLANS), *sendings(forms, "snooze")]
            for sent in {repr(sent): sent for sent in (*offered, *plans)}.values():
                yield f"{which}, sent {sent}", box.press(link, sent)
