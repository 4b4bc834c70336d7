"""Somebody plays without pause while a copy is taken, and says what was acknowledged."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.template.defaultfilters import pluralize

from tests.kit.commands import SET_UP, Own
from tests.kit.waiting import LONG, wait_for

PLAY = """
autoplay.MOST_ANSWERS = 1  # in one transaction, so that many are written meanwhile
def say(done):
    print(match.public_id, Match.objects.values_list("version", flat=True).get(pk=match.pk), flush=True)
while True:
    match = demo.open_match("quartz", 3, timezone.now())
    demo.play_on(match, timezone.now(), say)
"""
PLAY_ON = """
for match in Match.objects.filter(status="running"):
    demo.play_on(match, timezone.now())
print(Match.objects.filter(status="over").count(), Match.objects.count())
"""
STANDING = """
for match in Match.objects.all():
    print(match.public_id, match.version)
"""


@dataclass
class Players:
    """What the players were told is played: the last version of each match."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    moves: int = 0

    def hear(self, line: str) -> None:
        public_id, version = line.split()
        self.acknowledged[public_id] = int(version)
        self.moves += 1

    def listen(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.hear(line)

    def play_more(self, moves: int) -> dict[str, int]:
        """Wait for so many more moves; give what was acknowledged by then."""
        until = self.moves + moves
        assert wait_for(lambda: self.moves >= until), f"only {self.moves} moves were played"
        return dict(self.acknowledged)


@contextmanager
def playing(own: Own) -> Iterator[Players]:
    """Let robots play in a process of its own, which is killed outright in the end."""
    players, running = Players(), own.start("-c", SET_UP + PLAY)
    assert running.stdout is not None
    listener = threading.Thread(target=players.listen, args=(running.stdout,), daemon=True)
    listener.start()
    try:
        yield players
    finally:
        running.kill()
        listener.join(LONG)
        running.communicate(timeout=LONG)


def standing(own: Own) -> dict[str, int]:
    lines = own.script(STANDING).splitlines()
    return {public_id: int(version) for public_id, version in map(str.split, lines)}


def assert_nothing_lost(own: Own, acknowledged: dict[str, int]) -> None:
    kept = standing(own)
    assert (
        acknowledged
        and {
            public_id: version
            for public_id, version in acknowledged.items()
            if kept.get(public_id, 0) < version
        }
        == {}
    )


def assert_sound_and_plays_on(own: Own) -> None:
    assert ", 0 faults" in own.manage("verify_matches")
    over, all_ = own.script(PLAY_ON).split()
    assert over == all_
    assert f"{all_} match{pluralize(all_, 'es')} checked, 0 faults" in own.manage("verify_matches")
