"""Small icons that show the kind of a thing before anybody reads a word."""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

SIGNS: dict[str, str] = {
    # a pickaxe: an action of one's own
    "pick": "M3 9C8 3 16 2 21 5l-3 3 4 2c-2 0-4 0-5-1l-9 13-3-2 9-13c-4-1-8 0-11 2z",
    # a shield: a reaction to others
    "shield": "M12 1l9 3v8c0 6-4 9-9 11-5-2-9-5-9-11V4zM12 4v15c4-2 6-4 6-8V6z",
    # a flash: an attack on others
    "bolt": "M14 1L3 14h7l-2 9L20 9h-7z",
    # a box with a bow: waits for the next player who digs
    "present": "M1 7h22v5H1zM3 13h8v10H3zM13 13h8v10h-8zM12 6C8-1 2 2 6 6zM12 6c4-7 10-4 6 0z",
    "coin": (
        "M12 1a11 11 0 1 1 0 22 11 11 0 1 1 0-22zM12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16zM12 7l4 5-4 5-4-5z"
    ),
    # a medal: what an accident teaches
    "token": (
        "M7 1h10l-3 7a8 8 0 1 1-4 0z"
        "M12 10l-1.8 3.4-3.7.6 2.6 2.7-.5 3.7 3.4-1.6 3.4 1.6-.5-3.7 2.6-2.7-3.7-.6z"
    ),
    "lamp": "M9 1h6v2h2l1 4H6l1-4h2zM6 8h12v10H6zM5 19h14v4H5zM12 9c-3 4-3 6 0 8 3-2 3-4 0-8z",
    "moon": "M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z",
    "cards": "M3 5l11-3 4 16-11 3zM16 4l5 1-3 15",
    "chest": "M2 10c0-4 2-6 5-6h10c3 0 5 2 5 6v2h-7v-2H9v2H2zM2 14h7v2h6v-2h7v7H2zM11 11h2v4h-2z",
    "bag": "M8 1h8l-2 5c5 3 8 8 8 12 0 3-2 5-5 5H7c-3 0-5-2-5-5 0-4 3-9 8-12zM8 7h8v1H8z",
    "cart": (
        "M1 6h22l-3 11H4zM7 18a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5z"
        "M17 18a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5z"
    ),
    # folded paper: a plan
    "plan": "M4 1h12l5 5v17H4zM15 2v5h5zM7 10h10v2H7zM7 14h10v2H7zM7 18h6v2H7z",
    # a cog wheel: what plays by itself
    "cog": (
        "M10 1h4l.6 3 2 .9L19.3 3l2.8 2.8-1.9 2.6.9 2 3 .6v4"
        "l-3 .6-.9 2 1.9 2.6-2.8 2.8-2.6-1.9-2 .9-.6 3h-4l-.6-3-2-.9L5 22"
        "l-2.8-2.8 1.9-2.6-.9-2-3-.6v-4l3-.6.9-2L2.2 5.8 5 3l2.4 1.9 2-.9z"
        "M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8z"
    ),
    # a closed envelope: unsubscribed
    "mute": "M1 4h22v16H1zM3 6v12h18V6zM3 6l9 7 9-7 1 2-10 8L2 8z",
}


@cache
def sign(name: str) -> SafeString:
    """Draw a sign, in the colour of the words beside it."""
    return format_html(
        '<svg class="sign-{}" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', name, SIGNS[name]
    )
