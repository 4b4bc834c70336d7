"""Problems that were flagged, a vote on going back, and the rooms of staff with something in each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from allauth.mfa.totp.internal.auth import TOTP

from games.disputes import cases, moderation
from games.disputes.moderation import By
from games.mail import links
from games.match import rewind_points, votes
from games.models import (
    Case,
    CaseKind,
    Deadline,
    DeadlineState,
    Look,
    Match,
    MatchStatus,
    Player,
    Purpose,
    Seat,
    Subject,
    Verdict,
)
from tests.browser.stop import Stop
from tests.kit.cast import SOON, match_of, person, play_on
from tests.kit.second_factor import SECRET

MOVES = 8
#: When moderators act, so that what they did stands in its order.
JUDGED = SOON + timedelta(minutes=10)


def staff(name: str, **roles: bool) -> Player:
    """Appoint somebody, and give them an app that shows codes."""
    found = person(name)
    Player.objects.filter(pk=found.pk).update(**roles)
    if not found.authenticator_set.exists():
        TOTP.activate(found, SECRET)
    return person(name)


def decided(seat: Seat, player: Player) -> Case:
    """Flag a line of the log, and have a moderator answer and decide."""
    told = cases.Flag(CaseKind.FAIRNESS, "Is the bag rigged?\nThree rubies in a row.", line=1)
    case, _ = cases.flag(seat, player, told, SOON)
    mo = staff("mo", is_moderator=True)
    cases.take(case.pk, cases.JudgedBy(mo, "I'll look."), after(1))
    cases.answer(case.pk, cases.JudgedBy(mo, "I have counted what came out of it."), after(4))
    cases.decide(case.pk, cases.JudgedBy(mo, "The log checks."), Verdict.STANDS, after(7))
    return case


def after(minutes: int) -> datetime:
    return JUDGED + timedelta(minutes=minutes)


def of_disputes() -> Iterator[Stop]:
    """List what there is to see once problems were flagged, at tables and in the rooms of staff."""
    trouble, ended = in_trouble(), ended_by_moderator()
    yield Stop("link-to-go-back", f"/t/{vote_link(trouble)}", "")
    yield Stop("match-in-trouble", f"/m/{trouble.public_id}/", "dora")
    yield Stop("match-ended-by-moderator", f"/m/{ended.public_id}/", "dora")
    yield Stop("case-open", f"/cases/{trouble.cases.get(opener=person('dora')).public_id}/", "dora")
    yield from of_staff(trouble)


# --- tables


def vote_link(found: Match) -> str:
    seat = Seat.objects.select_related("match", "player").get(match=found, number=0)
    (link,) = links.write([links.of_seat(seat, Purpose.VOTE, at=SOON)])
    return links.token(link)


def in_trouble() -> Match:
    """Have dora flag that bob doesn't play, carol an email, a moderator give time, bob want to go back."""
    found = match_of("dora", "bob", "carol")
    play_on(found, MOVES)
    found.refresh_from_db()
    case = flagged(found, 0, CaseKind.ABSENCE, "Bob does not play any more.")
    flagged(found, 2, CaseKind.DELIVERY, "I never got that mail. Two days of my time went by.")
    flagged(found, 1, CaseKind.NOT_ME, "I was asleep.", line=found.version - 4)
    mo = staff("mo", is_moderator=True)
    cases.take(case.pk, cases.JudgedBy(mo, "I'll look."), after(1))
    cases.answer(case.pk, cases.JudgedBy(mo, "I have written to Bob; he was ill."), after(3))
    cases.answer(case.pk, cases.JudgedBy(mo, "Second time this month."), after(4), private=True)
    by = By(mo, "Bob was ill, and asked for more time.", case)
    moderation.extend(by, found.pk, found.awaited[0], timedelta(days=1), after(5))
    moderation.look_as_seat(
        By(mo, "To see whether Bob was asked.", case), found.pk, 1, found.version, after(6)
    )
    moderation.warn(By(mo, "Tell the others before you go away.", case), person("bob"), after(7))
    votes.vote(found.pk, 1, Subject.REWIND, after(8), moment=rewind_points.choosable(found)[2].moment)
    return found


def flagged(found: Match, number: int, kind: CaseKind, text: str, line: int | None = None) -> Case:
    seat = Seat.objects.select_related("match", "player").get(match=found, number=number)
    assert seat.player is not None
    return cases.flag(seat, seat.player, cases.Flag(kind, text, line), SOON).case


def ended_by_moderator() -> Match:
    """End a match into which a moderator looked; its players see that now."""
    found = match_of("dora", "eve", "carol")
    play_on(found, MOVES)
    found.refresh_from_db()
    mo = staff("mo", is_moderator=True)
    moderation.look_as_seat(
        By(mo, "Two of them said they were one person."), found.pk, 1, found.version, after(1)
    )
    moderation.close(By(mo, "One person had two seats."), found.pk, after(2))
    return found


# --- rooms of staff


def of_staff(trouble: Match) -> Iterator[Stop]:
    """List rooms that have something in them, and forms of two builds."""
    case, look = trouble.cases.get(kind=CaseKind.ABSENCE), Look.objects.get(match=trouble)
    not_me = trouble.cases.get(kind=CaseKind.NOT_ME)
    match, bob = f"/admin/matches/{trouble.public_id}/", person("bob").pk
    needing_somebody()
    own = match_of("mo", "bob", "carol")
    for name, path in (
        ("index", "/admin/"),
        ("cases", "/admin/cases/"),
        ("case", f"/admin/cases/{case.public_id}/"),
        ("case-of-a-line", f"/admin/cases/{not_me.public_id}/"),
        ("matches", "/admin/matches/"),
        ("match", match),
        ("look", f"{match}looks/{look.pk}/"),
        ("match-replace", f"{match}replace/"),
        ("people", "/admin/people/?find=o"),
        ("person", f"/admin/people/{bob}/"),
        ("person-suspend", f"/admin/people/{bob}/suspend/"),
        ("not-for-you", f"/admin/matches/{own.public_id}/"),
    ):
        yield Stop(f"staff-{name}", path, "mo")
    staff("olga", is_operator=True)
    yield Stop("staff-index-of-operator", "/admin/", "olga")
    yield Stop("staff-roles", "/admin/games/player/", "olga")
    yield Stop("staff-role", f"/admin/games/player/{bob}/change/", "olga")


def needing_somebody() -> None:
    """Have a match that a fault has stopped, and one whose clock is stuck."""
    Match.objects.filter(pk=match_of("eve", "frank", "grace").pk).update(status=MatchStatus.QUARANTINED)
    stuck = Deadline.objects.filter(match=match_of("eve", "frank", "hana"))
    stuck.update(state=DeadlineState.STUCK)
