"""What people do at a table besides answering: they agree, go away, come back, change their minds.

Everything here is rare, follows from the seed, and has laws of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from games import play
from games.clocks import Bank, Pace
from games.match import clocks as timing
from games.match import holidays, seats, votes
from games.match.actions import Pressed
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Match,
    MatchStatus,
    Outcome,
    Seat,
    Subject,
    Submission,
)
from games.models import Player as Account
from games.play import history
from games.present.refusals import sentence
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import Refused
from games.rules.kernel.table import position_bytes
from tests.simulation.faults import rate
from tests.simulation.laws import require
from tests.simulation.people import ZONES, Person
from tests.simulation.styles import Lay

if TYPE_CHECKING:
    from tests.simulation.world import World

HOUR: Final = timedelta(hours=1)
TAKE_BACK: Final = timedelta(seconds=90)
WEEK: Final = timedelta(days=7)  # for which a vote to go on waits for those who say nothing
#: How likely the others say yes to a proposal.
AGREE: Final = {Subject.PAUSE: 0.9, Subject.END: 0.7}
NEWCOMERS: Final = 4
NIGHT: Final = ("23:00", "07:00")


@dataclass(frozen=True)
class Life:
    """Chances of a visit, a press or a seat left alone; and what the table and its people have set."""

    take_back: float = 0
    pause: float = 0
    end: float = 0
    give_up: float = 0
    holidays: float = 0
    substitute: float = 0
    robots: int = 0
    bank: bool = False
    habits: bool = False
    silent_autopilot: bool = False
    disown: float = 0

    @classmethod
    def of(cls, dice: random.Random, *, has_room: bool) -> Life:
        """Choose how lively a table is; some have only some of it."""
        up_to = partial(rate, dice)
        return cls(
            take_back=up_to(0.2),
            pause=up_to(0.05),
            end=up_to(0.01),
            give_up=up_to(0.03),
            holidays=up_to(0.1),
            substitute=up_to(0.8),
            robots=dice.choice((0, 0, 1)) if has_room else 0,
            bank=dice.random() < 0.4,
            habits=dice.random() < 0.3,
            silent_autopilot=dice.random() < 0.3,
            disown=up_to(0.03),
        )

    def pace(self, pace: Pace) -> Pace:
        """Give the table a time bank, if it has one."""
        if not self.bank:
            return pace
        return replace(pace, bank=Bank(start=pace.turn / 2, increment=pace.turn / 8, cap=pace.turn))


QUIET_LIFE: Final = Life()
#: For whoever looks for something in particular: all of it, and often.
LIVELY: Final = Life(0.4, 0.1, 0.02, 0.08, 0.3, 0.9, 0, True, True, disown=0.05)


@dataclass
class Society:
    """The people of one match, in all they do besides answering."""

    world: World
    life: Life
    dice: random.Random
    said: dict[str, dict[tuple[int, int], datetime]] = field(
        default_factory=dict
    )  # who has said yes, by seat and player
    left: dict[str, timedelta] = field(default_factory=dict)  # what clocks had left when they were stopped
    sat: dict[int, int] = field(default_factory=dict)  # the generation of each seat at that time
    alone: set[tuple[int, int]] = field(default_factory=set)  # seats whose autopilot was noticed
    tables: dict[int, bytes] = field(default_factory=dict)  # before each move, by its first event
    newcomers: int = 0
    agreed_to_end: bool = False

    def happens(self, chance: float) -> bool:
        return bool(chance) and self.dice.random() < chance

    def hours(self, least: float, most: float) -> timedelta:
        return HOUR * self.dice.uniform(least, most)

    def later(self, wait: timedelta, act: Callable[[], None]) -> None:
        self.world.at(self.world.now + wait, act)

    # --- before the first move

    def settle_in(self) -> None:
        """Give people habits, and the table its way of flying a seat nobody sits in."""
        if self.life.habits:
            Account.objects.update(quiet_from=NIGHT[0], quiet_to=NIGHT[1])
            for account in Account.objects.all():
                account.free_days = self.dice.sample(range(7), self.dice.randrange(3))
                account.save(update_fields=["free_days"])
        if self.life.silent_autopilot:
            Match.objects.filter(pk=self.world.match_id).update(autopilot="silence")

    # --- at a visit

    def visit(self, person: Person) -> None:
        """Do something rare, or nothing."""
        if person.gone:
            return
        for former in self.world.people.values():
            if former.gone and former.seat == person.seat:
                self.press_after_leaving(former)
        if self.happens(self.life.pause):
            self.propose(person, Subject.PAUSE)
        elif self.happens(self.life.end):
            self.propose(person, Subject.END)
        elif self.happens(self.life.give_up):
            self.give_up(person)
        elif self.happens(self.life.holidays):
            self.take_holidays(person)
        elif self.happens(self.life.disown):
            self.disown(person)

    def propose(self, person: Person, subject: Subject) -> None:
        self.vote(person, subject)
        for other in self.world.people.values():
            if other is not person and self.happens(AGREE[subject]):
                self.later(self.hours(0.1, 6), partial(self.vote, other, subject))

    def vote(self, person: Person, subject: Subject) -> None:
        """Say yes; what comes of it must be what all have said, and nothing less."""
        if person.gone:
            return
        present = {
            (seat.number, seat.generation)
            for seat in Seat.objects.filter(match=self.world.match_id, player__isnull=False)
            if not seat.on_autopilot
        }
        self.world.changed = True
        clocks = self.clocks()
        try:
            done = votes.vote(self.world.match_id, person.seat, subject, self.world.now)
        except Refused as refused:
            self.must_have_a_sentence(refused.code)
            return
        said = self.said.setdefault(subject, {})
        said.setdefault((person.seat, person.generation), self.world.now)
        self.world.tell(person.seat, "votes to", subject, done)
        first = min(at for voter, at in said.items() if voter in present)
        agreed = present <= said.keys() or (subject == Subject.RESUME and self.world.now - first >= WEEK)
        require(done == agreed, f"{subject}: {[*said]} of {present} have said yes, and it is {done}")
        if done:
            self.said.clear()
            AFTER_VOTE[subject](self, clocks)

    def clocks(self) -> dict[str, timedelta]:
        running = Deadline.objects.filter(
            match=self.world.match_id, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING
        )
        # Holidays stop a clock by themselves: of those that run into a pause less than its length is given.
        steady = [row for row in running if not timing.clock_of(row).holidays.taken]
        return {row.question: row.due_at - self.world.now for row in steady}

    def generations(self) -> dict[int, int]:
        seats = Seat.objects.filter(match=self.world.match_id)
        return dict(seats.values_list("number", "generation"))

    def paused(self, clocks: dict[str, timedelta]) -> None:
        self.left, self.sat = clocks, self.generations()
        self.world.book.pause(self.world.now)
        for person in self.world.people.values():
            self.later(self.hours(5, 60), partial(self.want_to_go_on, person))

    def want_to_go_on(self, person: Person) -> None:
        """Vote to go on, and again should somebody else have come to the table meanwhile; some just leave."""
        if self.world.match().status != MatchStatus.PAUSED:
            return
        if not person.gone and self.happens(self.life.give_up):
            self.give_up(person)
            self.later(timedelta(seconds=5), self.world.sweep)  # the beat: nothing else is due in a pause
        else:
            self.vote(person, Subject.RESUME)
            self.later(self.hours(6, 12), lambda: self.want_to_go_on(person))

    def resumed(self, clocks: dict[str, timedelta]) -> None:
        """Look at the clocks of those who sat there before: who sits down in a pause has one of their own."""
        self.world.book.resume()
        stayed = {
            str(seat) for seat, generation in self.generations().items() if self.sat[seat] == generation
        }
        before, now = (
            {question: left for question, left in some.items() if question.rpartition("-")[2] in stayed}
            for some in (self.left, self.clocks())
        )
        require(now.keys() == before.keys(), "a pause has changed what somebody waits for")
        exact = not self.life.habits and not self.world.faults.outages
        for question, left in before.items():
            require(now[question] >= left, f"a pause took {left - now[question]} from {question}")
            if exact and not self.world.setting.quiet:
                require(now[question] == left, f"a pause gave {now[question] - left} to {question}")

    def went_on(self) -> None:
        """Hear that a sweep has ended the pause: it does where nobody who is missing holds it up any more."""
        self.world.tell("the table goes on by itself")
        self.said.clear()
        self.world.book.resume()

    def ended(self, clocks: dict[str, timedelta]) -> None:
        self.agreed_to_end = True

    def take_holidays(self, person: Person) -> None:
        """Take some days off, from tomorrow on, as many as the match allows."""
        seat = Seat.objects.get(match=self.world.match_id, number=person.seat)
        allowed = self.world.match().holidays_allowed
        today = self.world.now.astimezone(ZoneInfo(person.zone)).date()
        first, last = today + timedelta(days=1), today + timedelta(days=self.dice.randint(1, 3))
        days = {str(day) for day in holidays.days(first, last)}
        if len(days | set(seat.holidays)) <= allowed:
            holidays.take(self.world.match_id, person.seat, first, last, self.world.now)
            self.world.tell(person.seat, "takes", str(first), "to", str(last))

    # --- leaving, and sitting down in another's place

    def give_up(self, person: Person) -> None:
        try:
            seats.give_up(self.world.match_id, person.seat, self.world.now)
        except Refused as refused:
            self.must_have_a_sentence(refused.code)
            return
        self.gone(person)

    def disown(self, person: Person) -> None:
        """Say of an email that somebody else has acted from it: what lies sealed is off, orders go on."""
        seats.disown(self.world.match_id, person.seat, self.world.now, Pressed())
        person.generation += 1
        self.world.changed = True
        self.world.tell(person.seat, "disowns")

    def gone(self, person: Person) -> None:
        """Some still have a page of theirs open, and press."""
        person.gone = True
        self.world.changed = True
        self.world.tell(person.seat, "is gone")
        self.later(self.hours(0, 30), lambda: self.press_after_leaving(person))

    def press_after_leaving(self, person: Person) -> None:
        if not self.world.match().is_running:
            return
        page = self.world.page(person.seat)
        for name in sorted(page.waiting):
            press = person.player.press(page, name)
            receipt = self.world.send(person, press, f"former {person.email} {name} {self.world.now}"[:64])
            require(receipt.refused, f"{person.email} has left, and still moves seat {person.seat}")
            self.must_have_a_sentence(receipt.code)

    def notice_empty_seats(self) -> None:
        """Look who doesn't play any more: one may come back, another take over."""
        flown = Seat.objects.filter(match=self.world.match_id, on_autopilot=True)
        for number, generation in flown.values_list("number", "generation"):
            if (number, generation) in self.alone:
                continue
            self.alone.add((number, generation))
            here = next(
                (one for one in self.world.people.values() if one.seat == number and not one.gone), None
            )
            if here and self.happens(0.6):
                self.later(self.hours(4, 40), partial(self.come_back, here))
            if self.happens(self.life.substitute):
                self.later(self.hours(1, 48), partial(self.sit_down, number))

    def come_back(self, person: Person) -> None:
        """Be there again: the robot leaves nothing to answer, but orders can be laid."""
        if not person.gone and self.world.match().is_running:
            orders = person.player.style.orders or self.world.match().rules.automation.orders()
            self.world.do(person, Lay(orders), f"back {person.email} {self.world.now}", 0)

    def sit_down(self, number: int) -> None:
        if self.newcomers >= NEWCOMERS:
            return
        email = f"n{self.newcomers}@example.org"
        self.newcomers += 1
        account = Account.objects.create(email=email, display_name=email[:2].upper(), time_zone=ZONES[0])
        former = [one for one in self.world.people.values() if one.seat == number and not one.gone]
        try:
            seats.substitute(self.world.match_id, number, account, self.world.now)
        except Refused as refused:  # whoever sat there is back
            self.must_have_a_sentence(refused.code)
            return
        for one in former:
            self.gone(one)
        seat = Seat.objects.get(match=self.world.match_id, number=number)
        mine = random.Random(f"{self.world.setting.seed} {email}")
        cast = self.world.cast
        player = cast.player(cast.styles["presses"], mine)
        person = Person(
            number, email, ZONES[0], player, mine, self.world.setting.literal, generation=seat.generation
        )
        self.world.people[email] = person
        self.world.changed = True
        self.world.tell(number, "is taken over by", email)
        self.later(self.hours(0, 2), lambda: self.world.visit(person))
        self.later(self.hours(5, 60), partial(self.want_to_go_on, person))  # should the table rest

    # --- after a press

    def perhaps_take_back(self, person: Person) -> bool:
        """Change one's mind now and then; tell whether that was tried."""
        if not self.happens(self.life.take_back):
            return False
        self.later(timedelta(seconds=self.dice.randint(5, 120)), lambda: self.take_back(person))
        return True

    def must_have_its_bank_back(self, person: Person) -> None:
        """Who is asked again has what was in the bank when that was asked first."""
        seat = Seat.objects.get(match=self.world.match_id, number=person.seat)
        asked = Deadline.objects.filter(
            match=self.world.match_id,
            kind=DeadlineKind.QUESTION,
            seat=person.seat,
            state=DeadlineState.RUNNING,
        )
        for clock in map(timing.clock_of, asked):
            if clock.pace.bank is not None:
                had = f"{clock.bank_left} when it was asked and {seat.bank} when its answer was taken back"
                require(seat.bank == clock.bank_left, f"seat {seat.number} had {had}")

    def position_bytes(self) -> bytes:
        match = self.world.match()
        return position_bytes(match.rules, history.load(match)[1])

    def take_back(self, person: Person) -> None:
        """Undo what stands last, and sometimes what was before it, at once or an hour later."""
        match = self.world.match()
        mine = self.last_standing(match, match.version)
        if mine is None or person.gone:
            self.world.visit(person)
            return
        self.world.changed = True
        key = f"back {person.email} {mine.pk}"
        receipt = play.take_back(match.pk, person.seat, person.generation, key, self.world.now)
        self.world.tell(person.seat, "takes back", receipt.outcome, receipt.code)
        if receipt.refused:
            self.must_have_a_sentence(receipt.code)
        else:
            self.must_be_undone(person, receipt)
            if self.happens(self.life.take_back):
                self.later(self.hours(0, 1), lambda: self.take_back(person))
        self.later(timedelta(seconds=20), lambda: self.world.visit(person))

    def last_standing(self, match: Match, version: int) -> Submission | None:
        """Find the move that stood last when the log had so many events."""
        stood = played(history.load(match)[0][:version])[-1].number
        return match.submissions.filter(outcome=Outcome.PLAYED, last_event=stood).last()

    def must_be_undone(self, person: Person, receipt: play.Receipt) -> None:
        """Undone is a move of one's own, in time or within one's own turn, and nothing of it is left."""
        assert receipt.first_event is not None
        match = self.world.match()
        undone = self.last_standing(match, receipt.first_event - 1)
        require(undone is not None, "something was taken back that nobody had done")
        assert undone is not None and undone.seat is not None
        require(undone.seat.number == person.seat, "a move was taken back that others had followed")
        in_time = self.world.now - undone.at <= TAKE_BACK
        require(in_time or self.asks_only(person, match), "a move was taken back when its mails were out")
        self.must_have_its_bank_back(person)
        if receipt.last_event == match.version and undone.first_event in self.tables:
            left = self.position_bytes() != self.tables[undone.first_event]
            require(not left, "what was taken back has left something on the table")

    def asks_only(self, person: Person, match: Match) -> bool:
        return {*match.awaited} <= {person.seat}

    def must_have_a_sentence(self, code: str) -> None:
        require(bool(code), "a refusal without a code")
        told = sentence(self.world.match().rules, code, None)
        require(told != sentence(self.world.match().rules, "no such code", None), f"no sentence for {code}")


AFTER_VOTE = {Subject.PAUSE: Society.paused, Subject.RESUME: Society.resumed, Subject.END: Society.ended}
