"""Emails that tell what is new at a match, and ask again what their reader was asked before."""

from __future__ import annotations

from games.mail.compose import asks, ruled, table
from games.mail.compose.letter import Letter
from games.mail.compose.table import Context


def asked_again(letter: Letter) -> Context:
    return {**asks.resumed(letter), **table.context(letter)}


def nudged(letter: Letter) -> Context:
    return {**asks.resumed(letter), **table.with_name(letter)}


def after_ruling(letter: Letter) -> Context:
    """Say what a moderator did; if the match goes on by it, ask again."""
    told = table.told(letter, ruled.lines(letter.row))
    return {**asks.resumed(letter), **told} if ruled.goes_on(letter.row) else told
