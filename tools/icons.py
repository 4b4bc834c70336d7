"""Draws the icons of the installed site from its emblem: `python -m tools.icons`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import resvg_py

FILES = Path(__file__).resolve().parent.parent / "games" / "static" / "games"
EMBLEM = FILES / "favicon.svg"
SIDE = 32  # of the emblem's own square
GROUND = re.compile(r"<rect [^>]*/>")


def icons() -> Iterator[tuple[str, bytes]]:
    """Draw each icon, with its file's name."""
    emblem = EMBLEM.read_text()
    for side in (192, 512):
        yield f"icon-{side}.png", _drawn(emblem, side)
    yield "icon-maskable-512.png", _drawn(_filling(emblem), 512)
    yield "icon-badge-96.png", _drawn(_silhouette(emblem), 96)


def _filling(emblem: str) -> str:
    """Let the ground fill the square, which systems cut into shapes; the gem lies well within them."""
    ground = re.search(r'<rect [^>]*fill="([^"]*)"', emblem)
    assert ground is not None
    return GROUND.sub(f'<rect width="{SIDE}" height="{SIDE}" fill="{ground[1]}"/>', emblem, count=1)


def _silhouette(emblem: str) -> str:
    """Draw the gem alone in white: systems colour it themselves."""
    paths = re.findall(r'<path fill="[^"]*" d="([^"]*)"/>', emblem)
    gem = f'<path fill="#fff" transform="translate(-4 -4) scale(1.25)" d="{paths[0]}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{gem}</svg>'


def _drawn(svg: str, side: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side))


def main() -> None:
    for name, content in icons():
        (FILES / name).write_bytes(content)


if __name__ == "__main__":
    main()
