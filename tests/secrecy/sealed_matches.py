"""Plays one match twice: the same people, secret, clock and moves, but sealed answers given at other times.

In the *early* world they are given as soon as possible and changed again and again; in the *late* one nobody
gives any until the last moment. The final answers are the same.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.core import mail

from games import play
from games.models import Deadline, Event, MailState, Match, MatchStatus, Outbox, Player, SealedAnswer
from games.ops import show_match, sweep
from games.play import history
from games.play.diff import label
from games.rules import logfile
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from tests.kit.cast import at
from tests.kit.mail_scenes import without_chance
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, view
from tests.kit.two_matches import Answer, asked, covered

STEP = timedelta(minutes=7)
SEATS = 4
Row = tuple[Any, ...]


class Differs(AssertionError):
    """Raised when somebody else could tell the two worlds apart."""


def unmarked(page: Answer) -> Answer:
    """Drop the ETag of a page: it counts one's own answers, of which one world has more."""
    mark = page.headers["ETag"].removeprefix("W/").strip('"')
    headers = {name: value.replace(mark, "mark") for name, value in page.headers.items()}
    return replace(page, content=page.content.replace(mark, "mark"), headers=headers)


def same(what: str, early: Any, late: Any) -> None:
    """Compare, and name the first place that differs."""
    if early == late:
        return
    if isinstance(early, dict) and isinstance(late, dict) and early.keys() == late.keys():
        for key in early:
            same(f"{what}, {key}", early[key], late[key])
    if isinstance(early, list) and isinstance(late, list) and len(early) == len(late):
        for number, both in enumerate(zip(early, late, strict=True)):
            same(f"{what}, {number}", *both)
    raise Differs(f"{what}: {str(early)[-400:]} where answers are given early, else {str(late)[-400:]}")


@dataclass
class World:
    """One of the two worlds."""

    match: Match
    seats: int
    letters: dict[str, Row] = field(default_factory=dict)
    letters_read: int = 0

    @classmethod
    def begin(cls, name: str, secret: bytes, game: str, options: dict[str, object], seats: int) -> World:
        people = [
            Player.objects.create_user(f"{name}{seat}@example.org", display_name=f"P{seat}")
            for seat in range(seats)
        ]
        found = open_table(game, people, [], now=NOON, secret=secret, options=options)
        play.start(found.pk, NOON)
        return cls(found, seats)

    @property
    def questions(self) -> dict[QuestionName, Question]:
        return open_questions(self.match)

    def may_be_given_early(self) -> list[QuestionName]:
        return sorted(name for name, one in self.questions.items() if one.together and not one.awaited)

    def awaited(self) -> list[QuestionName]:
        """List the awaited questions without an answer."""
        sealed = set(SealedAnswer.objects.filter(match=self.match).values_list("question", flat=True))
        found = self.questions
        return sorted(name for name, one in found.items() if one.awaited and label(name) not in sealed)

    def give(self, name: QuestionName, command: Any, now: datetime) -> None:
        receipt = answer(self.match, name, command, now)
        assert not receipt.refused, (receipt, name, command)

    # --- what others can see

    def log(self) -> dict[str, Any]:
        """Return what everyone may know of the log: its length, and its digests."""
        self.match.refresh_from_db()
        events = Event.objects.filter(match=self.match).order_by("number")
        return {
            "match": (self.match.version, self.match.head, self.match.status),
            "events": list(events.values_list("number", "kind", "digest", "at")),
        }

    def exports(self) -> list[list[bytes]]:
        """Return each reader's copy of the log."""
        return [self.export(reader) for reader in (PUBLIC, *map(SeatNumber, range(self.seats)))]

    def export(self, reader: Reader) -> list[bytes]:
        words = [""] * self.seats
        secret = history.secret_of(self.match)
        return list(logfile.write(self.match.rules, history.stored(self.match), secret, words, reader))

    def awaited_as_shown(self, apart: set[int]) -> list[int]:
        self.match.refresh_from_db()
        return [seat for seat in self.match.awaited if seat not in apart]

    def rows(self, apart: set[str]) -> dict[str, Any]:
        """Return clocks and emails, except those about the given questions."""
        clocks = Deadline.objects.filter(match=self.match).exclude(question__in=apart).order_by("pk")
        mails = Outbox.objects.filter(match=self.match).exclude(question__in=apart).order_by("pk")
        times = mails.values_list("kind", "question", "seat__number", "send_after", "state", "sent_at")
        sent = mails.filter(state=MailState.SENT).values_list("message_id", flat=True)
        return {
            "clocks": list(
                clocks.values_list("kind", "question", "seat", "asked_at", "due_at", "remind_at", "state")
            ),
            "mails": list(times),
            "letters": [self.letter(str(message)) for message in sent],
        }

    def letter(self, message_id: str) -> Row:
        """Return an email that was sent, word by word."""
        for one in mail.outbox[self.letters_read :]:
            message = one.message()
            name = message["Message-ID"][1:].partition("@")[0]
            told = [str(one.subject), one.body, *(html for html, _ in one.alternatives)]
            text = [without_chance(covered(part, self.match), self.match) for part in told]
            self.letters[name] = (message["Date"], *text)
        self.letters_read = len(mail.outbox)
        return self.letters[message_id]

    def page(self, seat: int, now: datetime) -> tuple[Answer, list[str]]:
        """Return what a seat sees, on its page and in a terminal, with the number of queries."""
        with at(now):
            # Otherwise only the first visit would write it.
            self.match.seats.filter(number=seat).update(seen_at=now)
            mine = self.match.seats.select_related("player").get(number=seat)
            return unmarked(asked(self.match, mine)), self.terminal(SeatNumber(seat))

    def terminal(self, reader: Reader) -> list[str]:
        return list(show_match.show(self.match, reader))[1:]  # the first line names the match


@dataclass
class Pair:
    """Both worlds, and what is sealed only in the early one."""

    early: World
    late: World
    dice: random.Random
    given: dict[QuestionName, Any] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)  # questions that everyone saw answered in one world only
    now: datetime = NOON
    changes: int = 0
    early_gifts: int = 0

    @classmethod
    def begin(cls, seed: int, options: dict[str, object], game: str = "quartz", seats: int = SEATS) -> Pair:
        dice = random.Random(seed)
        secret = dice.randbytes(32)
        mail.outbox.clear()
        early, late = (
            World.begin(f"{when}{seed}-", secret, game, options, seats) for when in ("early", "late")
        )
        return cls(early, late, dice)

    @property
    def worlds(self) -> tuple[World, World]:
        return self.early, self.late

    def play(self, most: int | None = None) -> None:
        """Play to the end, or so many steps; raise Differs where a difference can be found."""
        for _ in itertools.count() if most is None else range(most):
            if self.early.match.status == MatchStatus.OVER:
                break
            self.now += STEP
            self.step()
            self.compare()
        same("the whole log", *(history.stored(world.match) for world in self.worlds))

    def step(self) -> None:
        waiting = self.early.awaited()
        ordinary = [name for name in waiting if not self.early.questions[name].together]
        if ordinary:
            self.give_early()
            self.move(ordinary[0])
        else:
            self.choose_in_secret(waiting)
        sweep.sweep(self.now)

    # --- before anybody waits for an answer

    def give_early(self) -> None:
        """Let some seats give or change an answer early; one seat always watches."""
        onlooker = self.dice.randrange(self.early.seats)
        for name in self.early.may_be_given_early():
            if name.seat != onlooker and self.dice.random() < 0.7:
                self.early_gifts += name not in self.given
                self.lay(name)
        self.compare()

    def lay(self, name: QuestionName) -> None:
        """Seal any legal answer in the early world; the last one counts."""
        seen = view(self.early.match, name.seat)
        command = self.early.match.rules.robots["random"](seen, self.early.questions[name], self.dice)
        self.changes += name in self.given
        self.given[name] = command
        self.early.give(name, command, self.now)

    def move(self, name: QuestionName) -> None:
        """Make one move in both worlds; answers it makes due are given in the late one just before."""
        seen, question = view(self.early.match, name.seat), self.early.questions[name]
        # At random: a player who leaves the mine long before the others may answer the sale early.
        command = self.early.match.rules.robots["random"](seen, question, self.dice)
        self.early.give(name, command, self.now)
        still_early = self.early.may_be_given_early()
        for due in [one for one in sorted(self.given) if one not in still_early]:
            self.late.give(due, self.given.pop(due), self.now)
        self.late.give(name, command, self.now)

    # --- once everyone is asked

    def choose_in_secret(self, waiting: list[QuestionName]) -> None:
        """Give and change answers in the early world; in the late one, only once the last is in."""
        for name in sorted(self.given):
            if self.dice.random() < 0.5:
                self.change(name)
        if len(waiting) > 1:
            self.lay(self.dice.choice(waiting))
            return
        (last,) = waiting
        for name in sorted(self.given):
            self.late.give(name, self.given.pop(name), self.now)
        self.lay(last)
        self.late.give(last, self.given.pop(last), self.now)

    def change(self, name: QuestionName) -> None:
        """Change an answer that is known to exist: not even the change may show."""
        before = self.reach_of_early(name.seat)
        self.lay(name)
        same("after an answer was changed", self.reach_of_early(name.seat), before)

    def reach_of_early(self, giver: int) -> list[Any]:
        early = self.early
        return [
            early.log(),
            early.exports(),
            early.awaited_as_shown(set()),
            early.rows(set()),
            *(early.page(seat, self.now) for seat in range(early.seats) if seat != giver),
        ]

    # --- looking for differences

    def compare(self) -> None:
        """Compare everything that others can see in both worlds.

        Others see who has answered once somebody waits for it, and not before.
        """
        early, late = self.worlds
        shown = {name for name in self.given if early.questions[name].awaited}
        self.shown |= set(map(label, shown))
        givers = {name.seat for name in self.given}
        same("the log", early.log(), late.log())
        same("awaited", *(world.awaited_as_shown({name.seat for name in shown}) for world in self.worlds))
        same("the rows", *(world.rows(self.shown) for world in self.worlds))
        if self.given:
            same("the exports", early.exports(), late.exports())
        if self.given and not shown:
            onlooker = self.dice.choice(sorted(set(range(early.seats)) - givers))
            same("the page", *(world.page(onlooker, self.now) for world in self.worlds))
