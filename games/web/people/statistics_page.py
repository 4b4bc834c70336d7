"""The statistics of a game, for everybody: one statement over kept counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.present.names import Names, readable
from games.present.paces import roughly
from games.records import figures
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type
from games.web.match.players_only import nothing_here

#: Fewer finished matches would tell of single ones, and of little else.
ENOUGH = 5


@dataclass(frozen=True)
class SeatsWon:
    """How often each seat has won in matches of so many people."""

    seats: int
    matches: int
    shares: list[int]  # in per cent, by seat


@dataclass(frozen=True)
class ChoiceShare:
    """How often people have chosen a move, or played a card."""

    name: str
    times: int
    share: int  # of the matches in which that happened at all, in per cent


@never_cache
@login_not_required
@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    rules = by_slug().get(slug)
    if rules is None:
        return nothing_here(request)
    found = figures.of_game(slug)
    matches = found.get("matches", 0)
    context = {"game": rules.meta, "games": [one.meta for one in GAMES], "matches": matches, "least": ENOUGH}
    if matches >= ENOUGH:
        context |= {
            "seats": seats_won(found),
            "lengths": _spans(found, "length"),
            "answers": _spans(found, "answer"),
            "moves": _quartiles(found, "moves"),
            "cards": cards(rules, found, matches),
            "chosen": chosen(rules, found, matches),
        }
    return render(request, "pages/statistics.html", context)


def seats_won(found: Mapping[str, int]) -> list[SeatsWon]:
    """Work out how often each seat wins, by the number of seats."""
    played = figures.counted(found, "seats")
    return [
        SeatsWon(seats, times, [_share(found.get(f"won.{seats}.{seat}", 0), times) for seat in range(seats)])
        for seats, times in sorted(played.items())
        if times >= ENOUGH
    ]


def _share(part: int, whole: int) -> int:
    return round(100 * part / whole)


def _quartiles(found: Mapping[str, int], what: str) -> list[int]:
    counts = figures.counted(found, what)
    values = [figures.quantile(counts, share) for share in (0.25, 0.5, 0.75)]
    return [one for one in values if one is not None]


def _spans(found: Mapping[str, int], what: str) -> list[str]:
    return [roughly(timedelta(minutes=one)) for one in _quartiles(found, what)]


def chosen(rules: AnyRules, found: Mapping[str, int], matches: int) -> list[ChoiceShare]:
    """List the moves people have chosen, the most frequent first."""
    names = Names(rules, ())
    known = [kind_of_type(command) for command in rules.core.commands]
    moves = [
        ChoiceShare(
            names.word(f"do.{kind}", otherwise=readable(kind)),
            found[f"chosen.{kind}"],
            _share(found.get(f"chosen_in.{kind}", 0), matches),
        )
        for kind in known
        if f"chosen.{kind}" in found
    ]
    return sorted(moves, key=lambda one: (-one.times, one.name))


def cards(rules: AnyRules, found: Mapping[str, int], matches: int) -> list[ChoiceShare]:
    """List the cards people have played, the most frequent first."""
    names, start = Names(rules, ()), "card."
    played = {name[len(start) :]: times for name, times in found.items() if name.startswith(start)}
    shown = [
        ChoiceShare(names.thing(card), times, _share(found.get(f"card_in.{card}", 0), matches))
        for card, times in played.items()
    ]
    return sorted(shown, key=lambda one: (-one.times, one.name))
