"""Keeps the two roles apart: nobody judges a match they have played in, or plays in one they have judged."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from games.mail import delivery, queue
from games.mail.kinds import INVITING, TO_FORMER, News
from games.models import Case, Link, Look, Match, Outbox, Player, Ruling, Seat, Submission


def tables_of(player: Player) -> QuerySet[Any]:
    """Find the ids of the matches somebody plays in, or once did."""
    first, *others = (rows.filter(match__isnull=False).order_by().values("match") for rows in _traces(player))
    return first.union(*others)


def has_sat_at(match: Match, player: Player) -> bool:
    """Check whether somebody plays in a match, or once did."""
    return any(rows.filter(match=match).exists() for rows in _traces(player))


def _traces(player: Player) -> list[QuerySet[Any]]:
    """Find the traces of somebody's seats: the seats they have, and emails and links that went to them.

    Even players who unsubscribed are emailed when they are replaced. Their address may have changed since,
    but the links in earlier emails still point to them.
    """
    mails = Outbox.objects.annotate(went_to=Lower("to")).exclude(kind__in=INVITING)
    to_a_seat = Q(seat__isnull=False) | Q(kind__in=TO_FORMER, match__isnull=False)
    linked = Link.objects.filter(player=player, seat__isnull=False).exclude(mail__kind__in=INVITING)
    return [
        Seat.objects.filter(player=player),
        mails.filter(to_a_seat, went_to__in=delivery.verified(player)),
        linked,
    ]


def has_judged_at(match: Match, player: Player) -> bool:
    """Check whether somebody has acted on a match as a moderator, or looked at what its seats hide."""
    acts = Ruling.objects.filter(match=match, moderator=player, refused="")
    return acts.exists() or Look.objects.filter(match=match, moderator=player).exists()


def is_about_act_of(case: Case, player: Player) -> bool:
    """Check whether a case is about what this moderator did, by the email or the log line it reports.

    A ruling has the same time as the events it caused, whatever door they came through.
    """
    if case.mail and case.mail.kind == News.RULED:
        ruling = queue.ruling_of(case.mail)
        return ruling is not None and ruling.moderator_id == player.pk
    line = case.line or 0
    moved = Submission.objects.filter(match=case.match, first_event__lte=line, last_event__gte=line)
    acts = Ruling.objects.filter(match=case.match, moderator=player, refused="")
    return acts.filter(at__in=moved.values("at")).exists()


def judges_of(case: Case) -> list[Player]:
    """List the moderators who may handle a case."""
    there = Player.objects.filter(is_moderator=True, is_active=True).order_by("pk")
    others = [one for one in there if one.pk != case.opener_id and not has_sat_at(case.match, one)]
    return [one for one in others if not is_about_act_of(case, one)]
