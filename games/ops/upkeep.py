"""What is deleted after some time: refusals, the bytes of emails, tallies, sessions, heartbeats."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from games.infra import limits
from games.infra.locks import writing
from games.lobby import invitations
from games.mail import delivery, links
from games.mail.receive import replies
from games.mail.send import outbox
from games.models import Heartbeat, Outcome, Submission
from games.players import account_changes, api_tokens, codes
from games.reach import send as reach
from games.reach.chat import targets

REFUSALS_KEPT = timedelta(days=90)
HEARTBEATS_KEPT = timedelta(days=30)
EVERY = timedelta(days=1)
AT_ONCE = 1000  # rows at a time, so that nobody waits long for the lock
PRUNE = "prune"


class Pruned(NamedTuple):
    refusals: int
    mails: int
    heartbeats: int


def prune(now: datetime) -> Pruned:
    """Delete everything past its time; return how much of each."""
    Heartbeat.record(PRUNE, now)
    limits.forget(now)
    codes.forget(now)
    account_changes.forget(now)
    api_tokens.forget(now)
    delivery.forget(now)
    links.forget(now)
    invitations.forget(now)
    targets.forget(now)
    reach.forget(now)
    _sessions(now)
    silent, _ = Heartbeat.objects.filter(at__lt=now - HEARTBEATS_KEPT).delete()
    return Pruned(_refusals(now), outbox.wipe_old(now) + replies.wipe_old(now), silent)


def prune_if_due(now: datetime) -> bool:
    """Prune unless that was done within a day; return whether it was due."""
    age = Heartbeat.age(PRUNE, now)
    if age is not None and age < EVERY:
        return False
    prune(now)
    return True


def _sessions(now: datetime) -> None:
    """Delete ended sessions, and what was stored about their browsers: IP address and browser name."""
    Session.objects.filter(expire_date__lt=now).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def _refusals(now: datetime) -> int:
    old = Submission.objects.filter(outcome=Outcome.REFUSED, at__lt=now - REFUSALS_KEPT)
    gone = 0
    while some := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        with writing():
            gone += Submission.objects.filter(pk__in=some).delete()[0]
    return gone
