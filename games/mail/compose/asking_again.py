"""Emails about news in a match that also repeat the question their reader was asked."""

from __future__ import annotations

from games.mail.compose import asks, ruled, table
from games.mail.compose.letter import Letter
from games.mail.compose.table import Context


def asked_again(letter: Letter) -> Context:
    return {**asks.resumed(letter), **table.context(letter)}


def nudged(letter: Letter) -> Context:
    return {**asks.resumed(letter), **table.with_name(letter)}


def after_ruling(letter: Letter) -> Context:
    """Say what a moderator did; if the match continues by it, ask again."""
    told = table.told(letter, ruled.lines(letter.row))
    return {**asks.resumed(letter), **told} if ruled.goes_on(letter.row) else told
