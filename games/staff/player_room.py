"""Players, for moderators: where they play, how often they timed out, whether email reaches them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.disputes import impartiality
from games.mail import delivery
from games.models import Case, Delivery, DeliveryStep, Player, Ruling, RulingKind, Seat, read_text
from games.players import suspensions
from games.rules.kernel.refusal import Refused
from games.staff import action_page, entrance, silences
from games.staff.actions import ON_PLAYERS
from games.web.match.players_only import nothing_here

MOST = 50


@require_safe
@entrance.for_moderators
def people(request: HttpRequest) -> HttpResponse:
    """Find players by name or address."""
    asked = read_text(request.GET.get("find", ""))
    named = Q(display_name__icontains=asked) | Q(email__iexact=asked)
    found = Player.objects.filter(named).order_by("display_name", "pk")[:MOST] if asked else []
    return entrance.shown(request, "rooms/people.html", title=_("Players"), people=found, asked=asked)


@require_safe
@entrance.for_moderators
def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    player, moderator = Player.objects.filter(pk=player_id).first(), entrance.moderator_of(request)
    if player is None:
        return nothing_here(request)
    if player == moderator:  # notes about oneself are for others to read
        return entrance.refuse_entry(request, Refused("oneself"))
    # Moderators don't look into matches they play in.
    own = impartiality.tables_of(moderator)
    foreign = Seat.objects.filter(player=player).select_related("match").exclude(match__in=own)
    seats = list(foreign.order_by("-match__created_at", "-pk")[:MOST])
    times_up = silences.times_up(seats)
    return entrance.shown(
        request,
        "rooms/person.html",
        title=str(player),
        person=player,
        seats=[(seat, times_up[seat.pk]) for seat in seats],
        unreached=delivery.why_not(player.email),
        bounces=_bounces(player),
        cases=Case.objects.filter(opener=player).exclude(match__in=own).order_by("-pk")[:MOST],
        suspended=suspensions.suspended_until(player, timezone.now()),
        rulings=Ruling.objects.filter(player=player, refused="")
        .select_related("moderator")
        .order_by("-pk")[:MOST],
        acts=ON_PLAYERS.items(),
        case=request.GET.get("case", ""),
        told=_notice(request),
    )


def _bounces(player: Player) -> list[Delivery]:
    steps = Delivery.objects.filter(
        step__in=(DeliveryStep.BOUNCED, DeliveryStep.COMPLAINED), mail__in=delivery.mails_to(player)
    )
    return list(steps.order_by("-at", "-pk")[:MOST])


def _notice(request: HttpRequest) -> str:
    done = request.GET.get("done", "")
    return str(RulingKind(done).label) if done in RulingKind.values else ""


@entrance.offers(ON_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@entrance.for_moderators
def act(request: HttpRequest, player_id: UUID, act: str) -> HttpResponse:
    """Act on a player, by the action's own form."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None or act not in ON_PLAYERS:
        return nothing_here(request)
    return action_page.run(request, ON_PLAYERS[act], player, resolve_url("admin:person", player.pk))
