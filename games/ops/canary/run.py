"""One match of the canary, stage by stage, with the time each takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeVar

import structlog
from django.utils import timezone

from games.clocks import BRISK
from games.infra import bell
from games.infra.locks import alone, writing
from games.infra.time_budget import Stopping, never
from games.lobby import fill, setup
from games.lobby.match_settings import Away, MatchSettings
from games.mail import links
from games.mail.kinds.play import OVER
from games.models import CanaryRun, Link, Match, MatchKind, MatchStatus
from games.ops.canary import post, tidy
from games.ops.canary.browser import Browser, Failed, choosing
from games.rules.catalogue import by_slug
from games.rules.tools.shelf import ToolError

log = structlog.get_logger(__name__)
T = TypeVar("T")

EVERY: Final = timedelta(minutes=5)
#: For an email to come: it waits a while before it goes, and mail servers may let it wait longer.
PATIENCE: Final = timedelta(minutes=10)
NAP: Final = 0.5  # seconds
MOST_MOVES: Final = 100
#: One day of the mine: some five moves, the first match a newcomer would play.
GAME, OPTIONS = "quartz", {"days": 1}


class CanaryStage(StrEnum):
    """What is tried, in this order."""

    OPEN = "open"  # a match begins
    PAGE = "page"  # an onlooker sees it
    EMAIL = "email"  # the email that asks for the first move comes
    LINK = "link"  # its link opens
    MOVES = "moves"  # moves are made until the match is over
    RESULT = "result"  # the email that says who won comes


class Ended(Exception):
    """Raised to end a run early because its process is to stop."""


def play_one(
    at: str = "",
    stopping: Stopping = never,
    patience: timedelta = PATIENCE,
    seen: Callable[[str], None] = lambda line: None,
) -> CanaryRun:
    """Play one match, and keep what came of it; raise ToolError if it can't be tried."""
    post.address()
    with alone("canary") as is_free:
        if not is_free:
            raise ToolError("another canary is playing")
        tidy.tidy(timezone.now())
        return _Run(Browser(at), stopping, patience, seen).play()


class _Run:
    def __init__(
        self, browser: Browser, stopping: Stopping, patience: timedelta, seen: Callable[[str], None]
    ) -> None:
        self.browser, self.stopping, self.patience, self.seen = browser, stopping, patience, seen
        self.used: set[int] = set()  # emails
        self.row = CanaryRun.objects.create(began_at=timezone.now())

    def play(self) -> CanaryRun:
        try:
            self._play()
        except Ended:
            self.row.delete()  # nothing came of it
        except Failed as failed:
            self.row.why = str(failed)[:80]
            self._end()
        else:
            self.row.failed_at = ""
            self._end()
        return self.row

    def _end(self) -> None:
        self.row.ended_at = timezone.now()
        self.row.save()
        post.throw_away(post.address())
        log.info("canary", failed_at=self.row.failed_at, why=self.row.why, seconds=self.row.seconds)

    def _play(self) -> None:
        with self.stage(CanaryStage.OPEN):
            match = self.row.match = _open(timezone.now())
        bell.ring()
        with self.stage(CanaryStage.PAGE):
            self.browser.get(f"/m/{match.public_id}/watch/")
        with self.stage(CanaryStage.EMAIL):
            link = self.next_choice(match)
        with self.stage(CanaryStage.LINK):
            page = self.browser.get(links.path(link))
        with self.stage(CanaryStage.MOVES):
            self.moves(match, page)
        with self.stage(CanaryStage.RESULT):
            self.wait_for(lambda: any(one.mail.kind == OVER for one in post.arrived(match)))

    @contextmanager
    def stage(self, stage: CanaryStage) -> Iterator[None]:
        """Take the time of a stage; if its process is killed, the row says where."""
        self.row.failed_at = stage
        self.row.save()
        begun = time.monotonic()
        yield
        took = self.row.seconds[stage] = round(time.monotonic() - begun, 2)
        self.seen(f"{stage:<8}{took:>7.1f} s")

    def wait_for(self, found: Callable[[], T | None]) -> T:
        """Wait until an email has come in; raise Failed if it doesn't come in time."""
        until = time.monotonic() + self.patience.total_seconds()
        while not (came := found()):
            if self.stopping():
                raise Ended
            if time.monotonic() > until:
                raise Failed(f"no email in {self.patience.total_seconds():.0f} s")
            time.sleep(NAP)
        return came

    def moves(self, match: Match, page: str) -> None:
        """Choose the first thing on offer until the match is over; raise Failed if it doesn't end."""
        for _ in range(MOST_MOVES):
            if Match.objects.filter(pk=match.pk, status=MatchStatus.OVER).exists():
                return
            sent = choosing(page)
            if sent is not None:
                page = self.browser.post(*sent)
            else:  # nothing more to choose there: the next email will ask
                page = self.browser.get(links.path(self.next_choice(match)))
        raise Failed(f"not over after {MOST_MOVES} moves")

    def next_choice(self, match: Match) -> Link:
        """Wait for an email that wasn't used yet, and give its first link that makes a choice."""
        mail, link = self.wait_for(lambda: _first_choice(match, self.used))
        self.used.add(mail)
        return link


def _open(now: datetime) -> Match:
    """Begin a match of the canary and robots, which anybody with its address may watch; raise Failed."""
    if Match.objects.filter(kind=MatchKind.CANARY, status=MatchStatus.QUARANTINED).exists():
        raise Failed("a fault has stopped an earlier match")
    rules = by_slug()[GAME]
    seats = rules.meta.least_seats
    robots = (rules.automation.sensible,) * (seats - 1)
    away = Away(silences_allowed=1)  # if the canary dies, robots end its match
    chosen = MatchSettings(GAME, seats, robots, OPTIONS, BRISK, away)
    chosen = replace(chosen, spectators=True, spectators_signed_out=True)
    player = post.player()
    with writing():
        match = setup.open_match(chosen, [player], now, kind=MatchKind.CANARY)
        match.seats.filter(player=player).update(hand_in_mail=True)
        fill.begin_if_full(match, now)
    return match


def _first_choice(match: Match, used: set[int]) -> tuple[int, Link] | None:
    choices = ((one.mail.pk, one.choice) for one in post.arrived(match) if one.mail.pk not in used)
    return next(((mail, choice) for mail, choice in choices if choice), None)
