"""What is tried, in order: each step raises, or says what it saw."""

from __future__ import annotations

import json
import random
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tests.kit.mail_players import Mail
from tests.kit.mail_server import Box
from tools.image.build import ROOT
from tools.image.trial import probes
from tools.image.trial.people import MAIL_PATIENCE, OK, URL, Notes, Person, Playing, play_to_the_end
from tools.image.trial.sandbox import MEMORY, Image
from tools.image.trial.servers import await_
from tools.image.trial.site import Container, Failed, Site, read_only

MATCHES, PAUSE, AROUND = 4, 0.3, 5.0
#: Some of what a site mayn't write into.
CLOSED = ["/", "/app", "/app/games", "/venv", "/etc", "/var", "/run", "/run/secrets/secret_key", "/home"]
POWERS = ("Prm", "Eff", "Bnd", "Inh", "Amb")
#: After half a minute without a tick, beat counts as away.
WITHOUT_BEAT = 40


@dataclass
class Trial:
    site: Site
    before: Image
    after: Image
    database: str
    trust: ssl.SSLContext
    box: Box
    notes: Notes = field(default_factory=Notes)
    running: dict[str, Container] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)  # emails that were answered

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.people = [self.person(name, number) for number, name in enumerate(("ana", "bo"))]

    def person(self, name: str, number: int) -> Person:
        return Person(f"{name}@example.org", self.trust, self.box, self.notes, random.Random(number))

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", flush=True)

    def all(self) -> None:
        self.begin()
        self.look_inside()
        self.probe()
        self.sign_in()
        self.play_by_mail_and_page()
        self.update_while_they_play()
        self.restart_web()
        self.go_on_without_celery()
        self.look_back()

    # --- steps

    def begin(self) -> None:
        """Bring the release before up, as `docker compose up` does."""
        self.site.run(self.before, service="migrate")
        for service in ("web", "worker", "beat"):
            self.start(self.before, service, 1)
        self.healthy("web", 1)
        self.say(f"{self.before.name} is up: migrated, web, worker and beat; its health check is green")

    def look_inside(self) -> None:
        """Check who the services are, and that they can write nowhere but into memory."""
        uid, _ = self.before.user
        for one in self.running.values():
            facts = one.running.facts()
            users, powers = (
                facts["Uid"].split(),
                {facts[f"Cap{name}"] for name in POWERS},
            )
            expect(users == [str(uid)] * 4, f"{one.name} runs as {users}")
            expect(powers == {"0" * 16} and facts["NoNewPrivs"] == "1", f"{one.name} has powers: {powers}")
            open_ = read_only(one.box, [*MEMORY, *CLOSED])
            expect(open_ == [*MEMORY], f"{one.name} can write into {open_}")
        self.say(f"user {uid}, no capability, none to be gained; writable are {' and '.join(MEMORY)} alone")

    def probe(self) -> None:
        """Ask web and worker what Kubernetes would ask them, by the manifests."""
        asked = [probe for name in ("web", "worker") for probe in probes.of(ROOT, name)]
        for probe in asked:
            probe.ask(self.running[f"{probe.deployment}-1"])
        self.say(f"the {len(asked)} probes of the Kubernetes manifests are answered")

    def sign_in(self) -> None:
        self.site.manage(self.before, "check", "--deploy")
        self.first = self.new_match(self.before)
        for person in self.people:
            person.sign_in()
        self.say(f"two people have signed in at {URL} with codes from emails, and begun a match with a robot")

    def play_by_mail_and_page(self) -> None:
        """Play one match: a move by the link of an email, one by a reply, the rest by its page."""
        one, mail = self.next_asked()
        one.press_link(mail)
        expect(self.doors() == {"link": 1}, f"the link played {self.doors()}")
        one, mail = self.next_asked(by_code=True)
        recipient, raw = one.reply(mail)
        self.site.manage(
            self.before, "receive_mail", "--recipient", recipient, "--sender", one.address, given=raw
        )
        await_(lambda: self.doors().get("reply") == 1, "the reply isn't played", self.site.log("worker-1"))
        moves = play_to_the_end(self.people, self.first)
        over = self.rows("SELECT status FROM games_match WHERE public_id = %s", self.first.split("/")[-2])
        expect(over == [("over",)], f"the match is {over}")
        self.say(f"a match is over: one move by an email's link, one by a reply, {moves} by its page")

    def update_while_they_play(self) -> None:
        """Put the new release in the place of the old one, part by part, while people make moves."""
        with self.playing() as matches:
            time.sleep(AROUND)
            self.notes.answers.clear()
            self.notes.repeated, self.notes.longest, moves = 0, 0.0, len(self.notes.acknowledged)
            self.site.run(self.after, service="migrate")
            self.start(self.after, "web", 2)
            self.healthy("web", 2)
            self.stop("web", 1)
            self.start(self.after, "worker", 2)
            self.stop("worker", 1)
            self.stop("beat", 1)
            self.start(self.after, "beat", 2)
            self.healthy("web", 2)
            moves = len(self.notes.acknowledged) - moves
            time.sleep(AROUND)
        self.matches = matches
        self.say(
            f"{self.before.name} became {self.after.name}; meanwhile {moves} moves in {len(matches)} matches,"
            f" {self.notes.repeated} requests sent again ({self.failures()}),"
            f" the slowest answered after {self.notes.longest:.1f} s"
        )

    def restart_web(self) -> None:
        """Start the only web anew, as an update with compose does; a request meanwhile waits for it."""
        self.stop("web", 2)
        with ThreadPoolExecutor() as pool:
            began = time.monotonic()
            asked = pool.submit(self.people[0].ask, "/about/")
            time.sleep(1)
            self.start(self.after, "web", 3)
            status, _, _ = asked.result()
            waited = time.monotonic() - began
        expect(status == OK, f"a request while web started again was answered with {status}")
        self.healthy("web", 3)
        self.say(f"web started again, and a request waited {waited:.0f} s for it")

    def go_on_without_celery(self) -> None:
        """Let `sweep` do the work of worker and beat, to the last email of the match that is over."""
        self.stop("beat", 2)
        self.stop("worker", 2)
        self.start(self.after, "sweep", 1)
        time.sleep(WITHOUT_BEAT)
        told = self.readyz()
        expect(told["warnings"] == ["beat"] and not told["missing"], f"readyz says {told}")
        for person in self.people:
            await_(lambda person=person: self.told_end(person), f"{person.address} isn't told the end")  # type: ignore[misc]
        self.say("worker and beat are gone, and sweep does their work: ready, with a warning of beat")

    def look_back(self) -> None:
        """Check that each acknowledged move is in the database once, and that all logs are right."""
        for match in self.matches:
            pressed = {token for at, token in self.notes.acknowledged if at == match}
            kept = self.doors(match).get("page", 0)
            expect(len(pressed) == kept, f"{match}: {len(pressed)} moves acknowledged, {kept} kept")
        told = self.site.manage(self.after, "verify_matches").strip().splitlines()[-1]
        lost = self.rows("SELECT count(*) FROM games_outbox WHERE state = 'failed'")
        expect(lost == [(0,)], f"{lost} emails failed")
        for name in [*self.running]:
            self.stop(*name.rsplit("-", 1))
        killed = {name: code for name, code in self.site.codes.items() if code not in (0, 143)}
        expect(not killed, f"these didn't end by themselves: {killed}")
        total = len(set(self.notes.acknowledged))
        self.say(f"all {total} acknowledged moves are kept, each once; verify_matches: {told}")

    # --- parts of steps

    def start(self, image: Image, service: str, number: int) -> None:
        name = f"{service}-{number}"
        self.running[name] = self.site.start(image, service, name, *(["web"] if service == "web" else []))

    def healthy(self, service: str, number: int) -> None:
        name = f"{service}-{number}"
        self.running[name].await_health(self.site.log(name))

    def stop(self, service: str, number: int | str) -> None:
        self.site.stop(self.running.pop(f"{service}-{number}"))

    def new_match(self, image: Image) -> str:
        """Open a match; give the path of its page."""
        people = [person.address for person in self.people]
        who = ("--player", *people, "--robot", "miner")
        told = self.site.manage(image, "create_match", "quartz", "--create", *who)
        return "/" + told.split()[-1].removeprefix(URL).strip("/") + "/"

    def next_asked(self, *, by_code: bool = False) -> tuple[Person, Mail]:
        """Wait for the next email that asks for a move; with `by_code` for one whose code alone plays."""

        def new() -> list[tuple[Person, Mail]]:
            asking = [(person, mail) for person in self.people for mail in person.mails() if mail.asks]
            return [(person, mail) for person, mail in asking if mail.head["Message-ID"] not in self.taken]

        while True:
            await_(new, "nobody is asked by email", self.site.log("worker-1"), MAIL_PATIENCE)
            person, mail = new()[-1]
            self.taken |= {str(one.head["Message-ID"]) for _, one in new()}
            if not by_code or any(not one.on_page for one in mail.choices):
                return person, mail
            person.press_link(mail)

    def told_end(self, person: Person) -> bool:
        """Check for the email that reveals the secret of a match, with commitment and head."""
        return any(len(mail.digests) == 3 for mail in person.mails())

    def readyz(self) -> dict[str, Any]:
        _, _, text = self.people[0].ask("/readyz")
        return dict(json.loads(text))

    def failures(self) -> str:
        """Say how often no page of the site was the answer."""
        bad = {status: times for status, times in self.notes.answers.items() if not status or status >= 500}
        named = [f"{times} × {status or 'no answer'}" for status, times in sorted(bad.items())]
        return ", ".join(named) or "no error"

    @contextmanager
    def playing(self) -> Iterator[list[str]]:
        """Let people play some matches while the block runs."""
        matches = [self.new_match(self.before) for _ in range(MATCHES)]
        crowd = [Playing(self.people, match, PAUSE) for match in matches]
        for one in crowd:
            one.start()
        try:
            yield matches
        finally:
            for one in crowd:
                one.stop()
        problems = [one.problem for one in crowd if one.problem]
        expect(not problems, "; ".join(problems))

    def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database) as line:
            return line.execute(statement, values).fetchall()

    def doors(self, match: str = "") -> dict[str, int]:
        """Count what was played in a match by door, but for what plays by itself."""
        found = self.rows(
            "SELECT s.door, count(*) FROM games_submission s JOIN games_match m ON m.id = s.match_id"
            " WHERE m.public_id = %s AND s.outcome <> 'refused' AND s.door IN ('page', 'link', 'reply')"
            " GROUP BY s.door",
            (match or self.first).split("/")[-2],
        )
        return {str(door): int(str(number)) for door, number in found}


def expect(is_so: bool, otherwise: str) -> None:
    """Raise Failed unless something is so."""
    if not is_so:
        raise Failed(otherwise)
