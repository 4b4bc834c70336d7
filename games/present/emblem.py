"""The site's emblem, a gem, and the icons made from it, in the program's colours or in the host's own."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator
from pathlib import Path

import resvg_py

FILE = Path(__file__).resolve().parents[1] / "static" / "games" / "favicon.svg"
SIDE = 32  # of the emblem's own square
SIDES = (32, 180, 192, 512)
GROUND = re.compile(r"<rect [^>]*/>")
#: The three faces of the gem, and how light each is beside the first.
FACES = (("#8455b8", 1.0), ("#a677e0", 1.32), ("#f0d9ff", 1.75))
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def emblem(colour: str = "") -> str:
    """Give the emblem as SVG; its gem has this colour, if one is given."""
    drawn = FILE.read_text()
    for face, lighter in FACES if colour else ():
        drawn = drawn.replace(face, _lighter(colour, lighter))
    return drawn


def icons(drawn: str) -> Iterator[tuple[str, bytes]]:
    """Draw each icon of an emblem, with its file's name."""
    for side in SIDES:
        yield f"icon-{side}.png", _picture(drawn, side)
    yield "icon-maskable-512.png", _picture(_filling(drawn), 512)
    yield "icon-badge-96.png", _picture(_silhouette(drawn), 96)


def _lighter(colour: str, factor: float) -> str:
    """Lighten a colour, but never to white: faces stay apart."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    made = colorsys.hls_to_rgb(hue, min(light + (factor - 1) * (1 - light) * 0.9, 0.96), strength)
    return "#" + "".join(f"{round(part * 255):02x}" for part in made)


def _filling(drawn: str) -> str:
    """Let the ground fill the square, which systems cut into shapes; the gem lies well within them."""
    ground = re.search(r'<rect [^>]*fill="([^"]*)"', drawn)
    assert ground is not None
    return GROUND.sub(f'<rect width="{SIDE}" height="{SIDE}" fill="{ground[1]}"/>', drawn, count=1)


def _silhouette(drawn: str) -> str:
    """Draw the gem alone in white: systems colour it themselves."""
    paths = re.findall(r'<path fill="[^"]*" d="([^"]*)"/>', drawn)
    gem = f'<path fill="#fff" transform="translate(-4 -4) scale(1.25)" d="{paths[0]}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{gem}</svg>'


def _picture(svg: str, side: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side))
