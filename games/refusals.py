"""What a player reads when something is refused: one sentence for each code, the kernel's and ours.

A game's own codes have their sentences in its words, as `refused.<code>`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.telling_english import word

SENTENCES: Mapping[str, str] = {
    # the kernel's
    "malformed": "That could not be read as a move of this game. Nothing has happened; choose again below.",
    "stale": "That question is closed by now. Nothing has happened.",
    "not_yours": "That question is somebody else's to answer.",
    "not_an_answer": "That is a move, but no answer to this question.",
    "not_offered": "That can't be done here. What can be is listed below.",
    "seats": "This game is for {least} to {most} players.",
    "options": "The game has no such option: {reason}.",
    # the door's
    "not_running": "This match isn't being played just now.",
    "fault": "Something is wrong with this match. It is stopped and the operators have been told; "
    "nothing that was confirmed is lost.",
    "try_again": "That can't be done this minute. Please try again in a little while.",
    "too_many": "That was too often in a short time. Nothing has happened; please wait {seconds} seconds.",
    "too_late": "It is too late to take that back.",
    "not_a_seat": "There is no such seat to be had in this match.",
    "seat_is_taken": "Somebody sits in that seat, and still plays.",
    "sits_here_already": "You sit at that table already.",
    "days": "Holidays are taken from today on, the first day before the last, and at most a year ahead.",
    "holidays": "That is more than the days that are left to you in this match: {left}.",
    "not_sure": "Nothing has happened: what can't be undone needs the box to be ticked.",
    "not_to_be_invited": "Nobody can be invited at that address.",
    "too_near": "Your time runs out before that. You will be reminded once more before it does.",
    # the page's
    "incomplete": "Something is still open: {what}. Nothing has happened yet.",
}
OTHERWISE = "That can't be done."


def sentence(rules: AnyRules, code: str, details: Mapping[str, object] | None, options: Any = None) -> str:
    """Say why something was refused; a detail that is a thing of the game is called by its name."""
    text = word(rules, f"refused.{code}", options, SENTENCES.get(code, OTHERWISE))
    named = {
        name: word(rules, f"{name}.{value}", options, str(value)) for name, value in (details or {}).items()
    }
    blanks = {blank for _, blank, _, _ in string.Formatter().parse(text) if blank}
    return text.format_map({blank: named.get(blank, "?") for blank in blanks})
