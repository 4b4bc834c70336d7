"""A card to share once a match is over: an SVG file of its own, with no script, style sheet or link in it.

It names nobody unless everybody who played agreed: until then each seat is called by the colour of its dwarf.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.models import Match, Seat, names_of
from games.present.ceremony import said_of
from games.present.glyphs import dwarves
from games.present.glyphs.gems import SHAPES
from games.present.names import Names
from games.present.words import title
from games.rules.kernel.contract import Outcome

WIDTH, HEIGHT = 1200, 630
FONT = "Georgia, 'DejaVu Serif', serif"
LONGEST_NAME = 22
#: The headline: letters in a line (Cyrillic ones are wide), lines, their size, and from one to the next.
LARGE, SMALL = (19, 3, 46, 54), (24, 4, 36, 43)
GROUND, LIGHT, PAPER, QUIET, WOOD, LAMP = "#1f1720", "#6b4a2c", "#fff4de", "#d9c7ae", "#8a5a33", "#ffcf6e"
#: Crystals at the foot of the card: kind, colour, place and turn.
HEAP = (
    ("amethyst", "#8455b8", 70, -14),
    ("emerald", "#1d7f56", 142, 9),
    ("amber", "#e0a030", 206, -4),
    ("ruby", "#b8243d", 278, 12),
    ("sapphire", "#2f5fc4", 350, -8),
    ("quartz", "#f3e3f0", 416, 10),
)


def share_card(match: Match, outcome: Outcome, seats: Sequence[Seat], options: object) -> str:
    """Draw the card, in the active language."""
    names = Names(match.rules, seats, options)
    names.seats = called(seats)
    ranked = sorted(outcome, key=lambda one: (one.rank, one.seat))
    winners = [int(one.seat) for one in ranked if one.rank == 1]
    headline = said_of(outcome, names)
    rows = [(one.rank, int(one.seat), _cut(names.seat(one.seat)), one.points) for one in ranked]
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img"'
        ' font-family="{font}"><title>{title}: {headline}</title>{mine}{winners}{words}{rows}</svg>',
        w=WIDTH,
        h=HEIGHT,
        font=FONT,
        title=title(match.rules.meta),
        headline=headline,
        mine=mine(),
        winners=_winners(winners),
        words=_words(title(match.rules.meta), headline),
        rows=_rows(rows),
    )


def called(seats: Iterable[Seat]) -> Mapping[int, str]:
    """Name everybody if every player agreed, else nobody."""
    seats = list(seats)
    agreed = [seat.named_on_card for seat in seats if seat.player_id is not None]
    if agreed and all(agreed):
        return names_of(seats)
    return {seat.number: dwarves.called(seat.number) for seat in seats}


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def mine() -> SafeString:
    """Draw what lies behind: the mine with its lamp, and a heap of crystals."""
    heap = format_html_join(
        "",
        '<path transform="translate({} 540) rotate({} 32 32) scale(2)" fill="{}" stroke="#2b1a14" d="{}"/>',
        ((x, turn, colour, SHAPES[kind].outline) for kind, colour, x, turn in HEAP),
    )
    return format_html(
        '<defs><radialGradient id="lamp" cx=".25" cy=".4" r=".8"><stop stop-color="{light}"/>'
        '<stop offset="1" stop-color="{ground}"/></radialGradient></defs>'
        '<rect width="1200" height="630" fill="url(#lamp)"/>'
        '<path fill="{wood}" stroke="#2b1a14" stroke-width="4"'
        ' d="M0 0h1200v44H0zM0 44h40v586H0zM1160 44h40v586h-40z"/>'
        '<path fill="none" stroke="#63401f" stroke-width="3"'
        ' d="M0 22h500M560 16h640M20 80v500M1180 120v460"/>{heap}',
        light=LIGHT,
        ground=GROUND,
        wood=WOOD,
        heap=heap,
    )


def _winners(seats: Sequence[int]) -> SafeString:
    """Draw the winner, or all who share the win, beside each other."""
    size = min(6.2, 6.6 / len(seats) + 1)
    step = 430 / len(seats)
    return format_html_join(
        "",
        '<g transform="translate({} {}) scale({})">{}</g>',
        (
            (
                round(60 + step * (place + 0.5) - 32 * size, 1),
                round(530 - 64 * size, 1),
                round(size, 2),
                dwarves.painted(seat),
            )
            for place, seat in enumerate(seats)
        ),
    )


def _words(game: str, headline: str) -> SafeString:
    letters, most, size, step = LARGE if len(wrap(headline, LARGE[0])) <= LARGE[1] else SMALL
    lines = wrap(headline, letters)[:most]
    return format_html(
        '<text x="540" y="112" font-size="34" fill="{}">{}</text>'
        '<text x="540" y="122" font-size="{}" font-weight="bold" fill="{}">{}</text>',
        LAMP,
        game,
        size,
        PAPER,
        format_html_join("", '<tspan x="540" dy="{}">{}</tspan>', ((step, line) for line in lines)),
    )


def _rows(rows: Sequence[tuple[int, int, str, int]]) -> SafeString:
    """List the ranking, with a small dwarf for each seat."""
    return format_html_join(
        "",
        '<g transform="translate(540 {y})"><g transform="translate(48 -36) scale(.75)">{face}</g>'
        '<g font-size="30" fill="{fill}"><text>{rank}.</text><text x="112">{name}</text>'
        '<text x="590" text-anchor="end">{points}</text></g></g>',
        (
            {
                "y": 345 + place * 58,
                "face": dwarves.painted(seat),
                "fill": PAPER if rank == 1 else QUIET,
                "rank": rank,
                "name": name,
                "points": points,
            }
            for place, (rank, seat, name, points) in enumerate(rows)
        ),
    )
