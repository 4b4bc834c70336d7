"""Pictures of places and cards, as SVG. What is drawn once is kept: the same card is drawn the same way.

A card is 100 wide and 120 high. Its walls are stones along its edges; under it lies the ground of its area,
in the colour and with the pattern of whoever has a castle there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.present.pictures import INLINE, picture
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import CARDS, OGRES
from games.titles.gnomes.rules.land import turned

KEPT = 4096
WIDTH, HEIGHT = 100, 120
#: How a seat's dwarf and ground are told apart besides their colour.
PAWNS = (
    "M10 1a9 9 0 1 1 0 18 9 9 0 1 1 0-18z",
    "M2 2h16v16H2z",
    "M10 0l10 10-10 10L0 10z",
    "M5 1h10l5 9-5 9H5l-5-9z",
)
MOTIFS = ("M0 20L20 0", "M5 5h.1M15 15h.1", "M0 10h20", "M0 14l5-6 5 6 5-6 5 6")
#: Stones along each side.
WALLS = {
    "N": "M0 0h100v9H0zM17 0v9M38 0v9M62 0v9M81 0v9",
    "S": "M0 111h100v9H0zM22 111v9M43 111v9M59 111v9M84 111v9",
    "W": "M0 0h9v120H0zM0 21h9M0 45h9M0 74h9M0 98h9",
    "E": "M91 0h9v120h-9zM91 26h9M91 50h9M91 69h9M91 95h9",
}
STAR = "M75 34l5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2z"
SLOT_WIDTH, MOST_SPACE = 80, 20


@cache
def symbols() -> SafeString:
    """Define what maps are made of: pictures of the cards, dwarves, and the ground of each seat."""
    return format_html(
        '<svg class="hidden" aria-hidden="true" focusable="false">{}{}{}</svg>',
        format_html_join("", "{}", [(_symbol(key),) for key in (*CARDS, *OGRES)]),
        format_html_join(
            "", '<symbol id="pawn-{}" viewBox="-1 -1 22 22"><path d="{}"/></symbol>', enumerate(PAWNS)
        ),
        format_html_join(
            "", "{}", [(_pattern(f"ground-{seat}", (Seat(seat),)),) for seat in range(len(PAWNS))]
        ),
    )


def _symbol(key: str) -> SafeString:
    inside = picture("gnomes", key).replace(INLINE, "", 1).removesuffix("</svg>")
    return format_html('<symbol id="card-{}" viewBox="0 0 72 72">{}</symbol>', key, mark_safe(inside))  # nosec B308 # our own picture


@lru_cache(KEPT)
def shared(castles: tuple[Seat, ...], number: int) -> SafeString:
    """Define the ground of a kingdom that several castles share: a stripe of each."""
    return _pattern(f"shared-{number}", castles)


def _pattern(name: str, seats: Sequence[Seat]) -> SafeString:
    stripes = [
        (seat, 20 * nth, 20 * nth, MOTIFS[seat % len(MOTIFS)])
        for nth, seat in enumerate(dict.fromkeys(seats))
    ]
    return format_html(
        '<pattern id="{}" width="20" height="{}" patternUnits="userSpaceOnUse">{}</pattern>',
        name,
        20 * len(stripes),
        format_html_join(
            "",
            '<g class="seat-{}"><path class="soil" d="M0 {}h20v20H0z"/>'
            '<path class="motif" transform="translate(0 {})" d="{}"/></g>',
            stripes,
        ),
    )


def ground(castles: Sequence[Seat], area: int) -> str:
    """Name the ground of an area; "" for one without a castle."""
    if not castles:
        return ""
    return f"ground-{castles[0]}" if len(set(castles)) == 1 else f"shared-{area}"


@lru_cache(KEPT)
def card(
    key: str,
    walls: str,
    star: int,
    need: int,
    slots: int,
    under: str = "",
    standing: tuple[tuple[Seat, str], ...] = (),
    below: tuple[str, ...] = (),
    owner: tuple[Seat, str] | None = None,
) -> SafeString:
    """Draw a card as it lies: its picture, walls, star and slots, who stands there and what lies beneath."""
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<path class="ground" d="M0 0h100v120H0z"{}/><path class="seam" d="M0 0h100v120H0z"/>'
        '<rect class="scene" x="12" y="38" width="46" height="46" rx="5"/>'
        '<use href="#card-{}" x="14" y="40" width="42" height="42"/>{}{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        format_html(' fill="url(#{})"', under) if under else "",
        key,
        _star(star),
        _below(below),
        format_html('<g transform="translate(12 38)">{}</g>', pawn(*owner, 20)) if owner else "",
        _slots(need, slots, standing),
        _walls(walls),
    )


def _walls(walls: str) -> SafeString:
    return (
        format_html('<path class="wall" d="{}"/>', "".join(WALLS[side] for side in walls))
        if walls
        else SafeString()
    )


def _star(star: int) -> SafeString:
    tone = "star" if star > 0 else "star bad"
    return format_html(
        '<path class="{}" d="{}"/><text class="figure" x="75" y="55">{}</text>',
        tone,
        STAR,
        f"+{star}" if star > 0 else f"−{-star}",
    )


def _below(below: Sequence[str]) -> SafeString:
    """Show the cards beneath as the edges of a pile, the next one with its picture."""
    if not below:
        return SafeString()
    more = (
        format_html('<text class="figure" x="90" y="73">{}</text>', f"×{len(below)}")
        if len(below) > 1
        else ""
    )
    return format_html(
        '<g class="pile"><path d="M66 68h20v18h-20zM69 71h20v18"/>'
        '<use href="#card-{}" x="67" y="69" width="17" height="17"/>{}</g>',
        below[0],
        more,
    )


def _slots(need: int, slots: int, standing: Sequence[tuple[Seat, str]]) -> SafeString:
    """Draw the slots in a row: those that a work needs are ringed boldly; dwarves fill them from the left."""
    space = min(MOST_SPACE, SLOT_WIDTH / max(slots, 1))
    left, radius = (WIDTH - space * slots) / 2, space / 2 - 1
    places = [(nth, left + space * (nth + 0.5)) for nth in range(slots)]
    return format_html(
        "{}{}",
        format_html_join(
            "",
            '<circle class="{}" cx="{}" cy="97" r="{}"/>',
            [("slot needed" if nth < need else "slot", f"{x:g}", f"{radius:g}") for nth, x in places],
        ),
        format_html_join(
            "",
            '<g transform="translate({} {})">{}</g>',
            [
                (f"{x - space / 2:g}", f"{97 - space / 2:g}", pawn(seat, letter, space))
                for (_, x), (seat, letter) in zip(places, standing, strict=False)
            ],
        ),
    )


@lru_cache(KEPT)
def pawn(seat: Seat, letter: str, size: float = 20) -> SafeString:
    """Draw a seat's dwarf in an SVG: its shape and letter tell it as well as its colour."""
    return format_html(
        '<g class="pawn seat-{}" transform="scale({})">'
        '<use href="#pawn-{}" x="-1" y="-1" width="22" height="22"/><text x="10" y="14.5">{}</text></g>',
        seat,
        f"{size / 20:g}",
        seat,
        letter,
    )


@lru_cache(KEPT)
def turned_card(walls: str, turn: int) -> SafeString:
    """Draw the walls of a card alone, turned."""
    return format_html(
        '<svg class="turned" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<path class="ground" d="M0 0h100v120H0z"/><path class="seam" d="M0 0h100v120H0z"/>{}</svg>',
        WIDTH,
        HEIGHT,
        _walls(turned(walls, turn)),
    )


@cache
def icon(key: str) -> SafeString:
    """Draw the picture of a card, small."""
    return format_html(
        '<svg class="icon" viewBox="0 0 72 72" aria-hidden="true" focusable="false">'
        '<use href="#card-{}"/></svg>',
        key,
    )
