"""Players who report problems and moderators who judge them, through the pages and emails that people use."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from django.test import Client

from games.disputes import cases
from games.disputes.cases import Flag, JudgedBy
from games.infra import bell
from games.mail import links
from games.mail.send import outbox
from games.models import Case, CaseKind, Match, Outbox, Player, Verdict
from tests.kit.cast import NOON, SOON, Form, Page, address, at, browser, match_of, person
from tests.kit.every_mail import paths

__all__ = ["SOON", "Page", "address", "at", "browser", "match_of", "person"]
#: When an email queued just now has gone out.
SENT = SOON + timedelta(minutes=3)


def moderator(name: str = "mo") -> Player:
    found = person(name)
    found.is_moderator = True
    found.save()
    return found


def the_case() -> Case:
    return Case.objects.select_related("moderator", "opener", "match").get()


def form_at(client: Client, path: str) -> Form:
    """Find the form on a page that reports a problem or acts on a case."""
    page = client.get(path)
    assert page.status_code == 200, path
    return next(one for one in Page.of(page).forms if "key" in one.values())


def send(client: Client, path: str, **said: str) -> Any:
    """Fill in the form of a page and send it."""
    form = form_at(client, path)
    sent = {name: values[0] for name, values in form.values().items()}
    return client.post(form.action or path, sent | said)


def flag(client: Client, found: Match, kind: str, text: str, about: str = "") -> Any:
    """Report a problem from a page of the match."""
    return send(client, address(found, f"flag/{about}"), kind=kind, text=text)


def lines_of(client: Client, found: Match) -> list[str]:
    """List the URLs that report a line of the log, latest last."""
    page = client.get(f"{address(found)}history/?flag=1&lines=999").content.decode()
    return re.findall(r"\?line=[a-z2-7]{16}", page)


def judge(who: Player, verdict: Verdict, why: str, now: datetime = SOON) -> Case:
    """Take the case and decide it."""
    found = the_case()
    cases.take(found.pk, JudgedBy(who, "I'll look into it."), now)
    cases.decide(found.pk, JudgedBy(who, why), verdict, now)
    return the_case()


def mailed(kind: str, now: datetime = SENT) -> Outbox:
    """Send queued emails, and return the latest of a kind."""
    with bell.silenced():
        while outbox.send_due(now):
            pass
    return Outbox.objects.filter(kind=kind, state="sent").latest("pk")


def link_in(row: Outbox, purpose: str) -> str:
    """Find the URL in an email that serves a purpose."""
    tokens = {links.token(link): link.purpose for link in row.links.all()}
    return next(one for one in paths(row) if tokens.get(one.removeprefix("/t/")) == purpose)


def words(answer: Any) -> str:
    return Page.of(answer).words


def flagged(found: Match, number: int = 1, **facts: object) -> Case:
    seat = found.seats.select_related("player").get(number=number)
    told = Flag(CaseKind.DELIVERY, "I never got that <b>mail</b>.", **facts)
    return cases.flag(seat, seat.player, told, NOON).case
