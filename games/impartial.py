"""Playing at a table and judging it are two people's affairs: who does the one never does the other there."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from games import delivery
from games.mails.kinds import INVITING
from games.models import Case, Link, Look, Match, Outbox, Player, Ruling, Seat


def tables_of(player: Player) -> QuerySet[Match]:
    """Find the matches somebody plays in, or once did: mails to a seat of theirs went to them."""
    mails = Outbox.objects.annotate(went_to=Lower("to")).exclude(kind__in=INVITING)
    mailed = mails.filter(seat__isnull=False, went_to__in=delivery.verified(player))
    # An address may be another one by now; whose links there were in a mail stays known.
    linked = Link.objects.filter(player=player, seat__isnull=False).exclude(mail__kind__in=INVITING)
    sits = Seat.objects.filter(player=player)
    return Match.objects.filter(
        Q(pk__in=sits.values("match")) | Q(pk__in=mailed.values("match")) | Q(pk__in=linked.values("match"))
    )


def has_sat_at(match: Match, player: Player) -> bool:
    """Tell whether somebody plays in a match, or once did."""
    return tables_of(player).filter(pk=match.pk).exists()


def has_judged_at(match: Match, player: Player) -> bool:
    """Tell whether somebody has acted on a match as a moderator, or has seen what its seats hide."""
    acts = Ruling.objects.filter(match=match, moderator=player, refused="")
    return acts.exists() or Look.objects.filter(match=match, moderator=player).exists()


def judges_of(case: Case) -> list[Player]:
    """List the moderators who may look into a case."""
    there = Player.objects.filter(is_moderator=True, is_active=True).order_by("pk")
    return [one for one in there if one.pk != case.opener_id and not has_sat_at(case.match, one)]
