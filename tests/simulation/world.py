"""The world around one match: virtual time, a queue of what will happen, and everything that goes wrong."""

from __future__ import annotations

import hashlib
import heapq
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import F

from games import play
from games.clocks import PRESETS
from games.infra import bell
from games.mail.kinds import News
from games.mail.send import connection as mail_connection
from games.mail.send import outbox
from games.models import (
    Deadline,
    DeadlineState,
    Door,
    Heartbeat,
    MailState,
    Match,
    MatchStatus,
    Order,
    Outbox,
    Seat,
)
from games.models import Player as Account
from games.ops import sweep
from games.play import Receipt, deadlines, history, outages
from games.play.diff import label
from games.rules.catalogue import by_slug
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.fold import played
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions
from tests.kit.opened import open_table
from tests.simulation import laws, memory, post
from tests.simulation.casts import CASTS
from tests.simulation.faults import CALM, Faults, Killed, cut_at
from tests.simulation.life import QUIET_LIFE, Life, Society
from tests.simulation.people import ZONES, Person
from tests.simulation.styles import Act, Cast, Lay, Page, Press

PROCESSES: Final = 3
MOST: Final = 500  # deadlines that a process takes in hand
BY_TURNS: Final = tuple(reversed(CASTS))  # the seeds play one game after the other
TICK: Final = timedelta(seconds=5)
GOES_ON: Final = (MatchStatus.RUNNING, MatchStatus.PAUSED)
LONGEST: Final = timedelta(days=400)
ASKS: Final = ("turn", "window", "secret", "ahead")
NEXT_DUE: Final = """
SELECT min(at) FROM (
    SELECT max(due_at, coalesce(lease_until, '')) AS at FROM games_deadline WHERE state = 'running'
    AND EXISTS (SELECT 1 FROM games_match WHERE status = 'running')
    UNION ALL
    SELECT remind_at FROM games_deadline
    WHERE state = 'running' AND remind_at IS NOT NULL AND kind = 'question'
    AND EXISTS (SELECT 1 FROM games_match WHERE status = 'running')
    UNION ALL
    SELECT max(send_after, coalesce(lease_until, '')) FROM games_outbox WHERE state = 'queued'
    AND NOT (kind IN ('turn', 'window', 'secret', 'ahead', 'reminder')
             AND EXISTS (SELECT 1 FROM games_match WHERE status = 'paused'))
)"""


@dataclass(frozen=True)
class Setting:
    """Everything a simulation follows from."""

    seed: int
    styles: tuple[str, ...]  # one a seat
    pace: str = "daily"
    faults: Faults = CALM
    literal: bool = False
    game: str = "quartz"
    options: dict[str, Any] = field(default_factory=dict)
    quiet: bool = False  # people have told their quiet hours
    checks: bool = True  # look at the laws after every step
    life: Life = QUIET_LIFE  # what people do besides answering

    @classmethod
    def of(cls, seed: int, game: str = "") -> Setting:
        """Choose table, people and faults by the seed alone; the game too, unless it is given."""
        dice = random.Random(f"{seed} setting")
        game = game or BY_TURNS[seed % len(BY_TURNS)]
        styles = CASTS[game].dealt(dice)
        return cls(
            seed,
            styles,
            dice.choice(list(PRESETS)),
            Faults.of(dice),
            literal=dice.random() < 0.5,
            game=game,
            options=CASTS[game].options(dice),
            quiet=dice.random() < 0.3,
            life=Life.of(dice, has_room=len(styles) < max(CASTS[game].seats)),
        )


@dataclass
class Report:
    """What came of a simulation."""

    took: timedelta
    asked: dict[int, Counter[str]]  # emails that asked, by seat and kind
    pressed: Counter[int]
    timed_out: int
    trace: str  # a digest of all that happened


def downtimes(begins: Iterable[datetime], each: timedelta) -> list[tuple[datetime, datetime]]:
    """List when nothing runs; outages that overlap are one."""
    found: list[tuple[datetime, datetime]] = []
    for began in sorted(begins):
        earlier, ended = found[-1] if found else (began, began)
        if found and began <= ended:
            found[-1] = earlier, began + each
        else:
            found.append((began, began + each))
    return found


class World:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dice = random.Random(f"{setting.seed} world")
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(
            days=self.dice.randrange(365), minutes=self.dice.randrange(1440)
        )
        self.faults = setting.faults
        self.queue: list[tuple[datetime, int, Callable[[], None]]] = []
        self.counter = itertools.count()
        self.last_sweep = self.now
        self.changed = True
        self.memos = [history.Memo() for _ in range(PROCESSES)]
        self.suspicious = 0  # steps after a fault in which memory is looked at
        self.letters: dict[str, post.Letter] = {}
        self.finished: set[int] = set()  # emails whose bytes were kept before this sweep
        self.story: list[str] = []
        self.asked: dict[int, Counter[str]] = {}
        self.pressed: Counter[int] = Counter()
        begins = [
            self.now + timedelta(days=2 * n, minutes=self.dice.randrange(2800))
            for n in range(self.faults.outages)
        ]
        self.downtimes = downtimes(begins, self.faults.outage)
        self.people: dict[str, Person] = {}
        self.cast: Cast = CASTS[setting.game]
        self.own_laws = self.cast.laws()
        self.society = Society(self, setting.life, random.Random(f"{setting.seed} society"))

    # --- the whole of it

    def play(self) -> Report:
        """Play one match from its opening to the last mail. Raises Broken."""
        memory.anew()
        settings.EMAIL_BACKEND = post.BACKEND
        post.Backend.office = self
        mail_connection.one_thread = post.AtOnce
        bell.set_ringer(self.ring)
        history.memo = self.memos[0]
        self.open()
        began = self.now
        while self.step():
            if self.setting.checks and self.changed:
                self.check()
            laws.require(self.now - began < LONGEST, "the match does not end")
        self.book.check()
        self.book.check_memory(self.memos)
        self.book.check_end()
        match = self.match()
        ended = match.status == MatchStatus.OVER or self.society.agreed_to_end
        laws.require(ended, f"nothing happens any more, and the match is {match.status}")
        assert match.ended_at is not None and match.started_at is not None
        return Report(
            match.ended_at - match.started_at,
            self.asked,
            self.pressed,
            match.submissions.filter(door=Door.TIMER).count(),
            hashlib.sha256("\n".join(self.story).encode()).hexdigest(),
        )

    def check(self) -> None:
        self.book.check()
        self.own_laws.look(self.match())
        self.society.notice_empty_seats()
        self.changed = False
        if self.suspicious:
            self.suspicious -= 1
            self.book.check_memory(self.memos)

    def open(self) -> None:
        accounts = []
        for seat, style in enumerate(self.setting.styles):
            account = Account.objects.create(
                email=f"p{seat}@example.org", display_name=f"P{seat}", time_zone=ZONES[seat % len(ZONES)]
            )
            accounts.append(account)
            mine = random.Random(f"{self.setting.seed} person {seat}")
            self.asked[seat] = Counter()
            player = self.cast.player(self.cast.styles[style], mine)
            self.people[account.email] = Person(
                seat, account.email, account.time_zone, player, mine, self.setting.literal
            )
        if self.setting.quiet:
            Account.objects.update(quiet_from="23:00", quiet_to="07:00")
        match = open_table(
            self.setting.game,
            list(Account.objects.order_by("email")),
            [by_slug()[self.setting.game].automation.sensible] * self.setting.life.robots,
            now=self.now,
            options=self.setting.options,
            pace=self.setting.life.pace(PRESETS[self.setting.pace]),
            secret=hashlib.sha256(f"{self.setting.seed} secret".encode()).digest(),
        )
        match.seats.update(hand_in_mail=True)  # else a plan that plays cards warns nobody ahead
        self.match_id, self.public_id = match.pk, match.public_id
        self.book = laws.Book(match.pk)
        self.society.settle_in()
        for person in self.people.values():
            orders = person.player.style.orders
            if orders is not None:
                play.lay_orders(match.pk, person.seat, 1, canonical(orders).decode(), Door.PAGE, self.now)
        play.start(match.pk, self.now)
        for _, ended in self.downtimes:
            self.at(ended, self.wake)

    def step(self) -> bool:
        """Let the next thing happen; tell whether there was any."""
        due = self.next_sweep()
        if due is None and not (self.queue and self.match().status in GOES_ON):
            return False
        if self.queue and (due is None or self.queue[0][0] <= due):
            self.now, _, act = heapq.heappop(self.queue)
            self.choose_process()
            act()
        else:
            assert due is not None
            self.now = due
            self.choose_process()
            self.sweep()
        return True

    def choose_process(self) -> None:
        """Let one of several processes do it: each remembers what it has seen itself."""
        if self.faults is not CALM:
            history.memo = self.dice.choice(self.memos)

    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    def tell(self, *parts: object) -> None:
        self.story.append(f"{self.now:%m-%d %H:%M:%S} " + " ".join(map(str, parts)))

    def at(self, when: datetime, act: Callable[[], None]) -> None:
        heapq.heappush(self.queue, (max(when, self.now), next(self.counter), act))

    def happens(self, chance: float) -> bool:
        return bool(chance) and self.dice.random() < chance

    # --- beat, bell and sweep

    def next_sweep(self) -> datetime | None:
        """Find the tick of the beat at which something will be due; the idle ones are left out."""
        found = self.next_due()
        if found is None:
            return None
        due = max(found, self.last_sweep + TICK, self.now)  # what rested in a pause was due long before
        tick = due + (datetime.min.replace(tzinfo=UTC) - due) % TICK
        return next((end for began, end in self.downtimes if began <= tick < end), tick)

    def next_due(self) -> datetime | None:
        """Tell when the next thing is due that the program does by itself."""
        with connection.cursor() as cursor:
            cursor.execute(NEXT_DUE)
            (found,) = cursor.fetchone()
        return None if found is None else datetime.fromisoformat(found).replace(tzinfo=UTC)

    def ring(self) -> None:
        """Sweep at once; a look that would find nothing is left out, like the idle ticks of the beat."""
        if not self.happens(self.faults.bell_dropped):
            self.at(self.now, self.answer_bell)

    def answer_bell(self) -> None:
        due = self.next_due()
        if due is not None and due <= self.now:
            self.sweep()

    def wake(self) -> None:
        """Sweep after an outage, whether or not anything is due."""
        self.last_sweep = self.now
        self.sweep()

    def sweep(self) -> None:
        """Look at what is due, as the beat or a rung bell does, with what may go wrong in it."""
        self.changed = True
        self.note_idle_beats()
        self.last_sweep = self.now
        due = list(Deadline.objects.due(self.now).values_list("pk", flat=True))
        mails = list(Outbox.objects.due(self.now).values_list("pk", flat=True))
        rested = self.match().status == MatchStatus.PAUSED
        finished = Outbox.objects.filter(state=MailState.QUEUED, rendered__isnull=False)
        self.finished = {*finished.values_list("pk", flat=True)}
        try:
            with self.trouble(self.faults.cut_in_sweep, 60):
                closed, sent = sweep.sweep(self.now)
        except (Killed, OperationalError) as fault:
            self.tell("sweep broke off", type(fault).__name__)
            self.suspicious = 6
            return
        finally:
            if rested and self.match().status != MatchStatus.PAUSED:  # robots may have played to the end
                self.society.went_on()
        if closed or sent:
            self.tell("sweep", closed, sent)
        if self.happens(self.faults.sweep_doubled):
            self.sweep_late(due, mails)

    def sweep_late(self, due: list[int], mails: list[int]) -> None:
        """Let another process come to what it had found before the first one did it.

        It takes in hand what it can get: nothing of that, for it is done, or still in the first one's
        hand. And if it had that in hand itself and slept too long over it, it finds it done.
        """
        hand = deadlines.take(self.now, MOST)
        laws.require(not {*hand} & {*due}, "a deadline was taken twice")
        for pk in Deadline.objects.filter(pk__in=due).exclude(state=DeadlineState.RUNNING).in_bulk():
            laws.require(not deadlines.close(pk, self.now), "a deadline was done twice")
        for mail in mails:
            laws.require(not outbox.send(mail, self.now), "a mail was sent twice without any crash")
        with self.forgiving():
            deadlines.close_all(hand, self.now)
            sweep.sweep(self.now)

    @contextmanager
    def forgiving(self) -> Iterator[None]:
        try:
            yield
        except Killed:
            self.tell("the second sweep was killed")

    def note_idle_beats(self) -> None:
        last = self.now - TICK
        for began, ended in self.downtimes:
            if began < self.now <= ended + TICK:
                last = min(last, began)
        if not Heartbeat.objects.filter(name=outages.SWEEP, at__gt=last).exists():  # it beat since
            Heartbeat.record(outages.SWEEP, last)

    def trouble(self, chance: float, statements: int) -> Any:
        if not self.happens(chance):
            return nullcontext()
        written = self.happens(0.5)
        place = self.dice.randint(1, 6 if written else statements)
        return cut_at(place, killed=self.happens(0.5), written=written)

    # --- emails

    def take(self, letter: post.Letter) -> None:
        """Take an email as a server does; what becomes of it is chance."""
        row = Outbox.objects.get(message_id=letter.id[1:].partition("@")[0])
        gone = self.people[letter.to].gone and row.kind != News.REPLACED
        laws.require(not gone, f"{letter.to} has left, and is sent a {row.kind} mail")
        before = self.letters.setdefault(letter.id, letter)
        laws.require(before == letter, "two mails under one Message-ID differ")
        if before is letter and row.pk not in self.finished:  # what was finished goes out as it is
            laws.check_mail(row)
            if row.kind == "ahead" and row.seat is not None:
                laws.require(self.page(row.seat.number).ahead is not None, "asked ahead about nothing")
            self.tell("mail", row.kind, row.question, "to", letter.to)
        if self.happens(self.faults.mail_refused):
            raise OSError("try again later")
        if before is letter or not row.error:
            self.count(row)
        self.deliver(letter)
        if self.happens(self.faults.killed_after_send):
            raise Killed

    def count(self, row: Outbox) -> None:
        if row.seat is not None and row.kind in ASKS:
            self.asked[row.seat.number][row.kind] += 1

    def deliver(self, letter: post.Letter) -> None:
        copies = 1 + self.happens(self.faults.mail_doubled)
        for _ in range(copies):
            slow = self.happens(self.faults.mail_delayed)
            late = timedelta(minutes=self.dice.randrange(300)) if slow else TICK
            if not self.happens(self.faults.mail_dropped):
                self.at(self.now + late, lambda: self.read(letter))

    def read(self, letter: post.Letter) -> None:
        laws.require(letter.match == self.public_id, "the link leads to another match")
        person = self.people[letter.to]
        if person.gone:
            return
        when = person.read(letter, self.now)
        if when is not None:
            self.at(when, lambda: self.visit(person))

    # --- people at their pages

    def visit(self, person: Person, acts: int = 0) -> None:
        """Open the page and do the next thing; the page goes straight on to what comes after it."""
        end = next((end for began, end in self.downtimes if began <= self.now < end), None)
        if end is not None:
            self.at(end + timedelta(minutes=self.dice.randrange(1, 30)), lambda: self.visit(person, acts))
            return
        if acts > 60 or not self.match().is_running:
            return
        if not acts:
            self.society.visit(person)
        if person.gone or not self.match().is_running:
            return
        act = person.player.act(self.page(person.seat))
        if act is not None:
            self.do(person, act, f"{person.seat} {next(self.counter)}", acts)

    def page(self, number: int) -> Page:
        match = self.match()
        _, table = history.load(match)
        view = match.rules.core.view(table.state, SeatNumber(number))
        sealed = laws.lying_sealed(match)
        mine = {
            name: one
            for name, one in questions(match.rules, table).items()
            if name.seat == number and not table.is_timed_out(one)
        }
        still = {name: one for name, one in mine.items() if label(name) not in sealed}
        row = (
            Order.objects.filter(match=match, seat__number=number, generation=F("seat__generation"))
            .order_by("pk")
            .last()
        )
        orders = codec(match.rules).orders(row.content) if row else None
        since = self.since(match, number, row) if row else []
        further = match.rules.automation.further(view, orders, since) if row else None
        return Page(
            match,
            number,
            view,
            {name: one for name, one in still.items() if one.awaited},
            {name: one for name, one in still.items() if not one.awaited},
            {name: one for name, one in mine.items() if label(name) in sealed},
            orders,
            match.rules.automation.ahead(view, orders, since) if row else None,
            further.orders if further else None,
        )

    def since(self, match: Match, number: int, row: Order) -> list[Any]:
        records, table = history.load(match)
        later = [record for record in played(records) if record.number > row.since]
        told = (seen(match.rules, record, SeatNumber(number), table.options) for record in later)
        return [event for event in told if event is not None]

    def do(self, person: Person, act: Act, key: str, acts: int) -> None:
        """Send it, again and again until there is an answer; then go on."""
        self.changed = True
        version = self.match().version
        before = self.society.position_bytes() if self.setting.life.take_back else b""
        try:
            with self.trouble(self.faults.cut_in_act, 45):
                receipt = self.send(person, act, key)
            if self.happens(self.faults.cut_in_act / 4):
                raise Killed  # after the commit: the answer is lost
        except (Killed, OperationalError) as fault:
            self.tell(person.seat, "broke off", type(fault).__name__)
            self.suspicious = 6
            # Some press again, the same key; some open the page anew.
            anew = self.happens(0.5)
            again = (lambda: self.visit(person, acts)) if anew else (lambda: self.do(person, act, key, acts))
            self.at(self.now + 4 * TICK, again)
            return
        self.tell(person.seat, act, receipt.outcome, receipt.code)
        if isinstance(act, Press):
            self.book.acknowledge(key, receipt)
        self.pressed[person.seat] += not receipt.refused
        self.check_receipt(person, receipt)
        # A key that was heard before gets its first receipt: then this isn't the table before the move.
        if receipt.first_event == version + 1:
            self.society.tables[receipt.first_event] = before
            if self.society.perhaps_take_back(person):
                return
        if not receipt.refused or receipt.code == "stale":
            pause = timedelta(seconds=self.dice.randint(5, 30))
            self.at(self.now + pause, lambda: self.visit(person, acts + 1))

    def check_receipt(self, person: Person, receipt: Receipt) -> None:
        """Who acts is there again; who is refused is told why."""
        if receipt.refused:
            self.society.must_have_a_sentence(receipt.code)
        elif self.match().is_running:
            flown = Seat.objects.filter(match=self.match_id, number=person.seat, on_autopilot=True)
            laws.require(not flown.exists(), f"seat {person.seat} has acted and is still on autopilot")

    def send(self, person: Person, act: Act, key: str) -> Receipt:
        if isinstance(act, Lay):
            laid = canonical(act.orders).decode()
            return play.lay_orders(self.match_id, person.seat, person.generation, laid, Door.PAGE, self.now)
        command = msgspec.json.encode(act.command).decode()
        wish = play.Wish(self.match_id, person.seat, person.generation, act.name, command, key, Door.PAGE)
        return play.submit(wish, self.now)
