"""What a player's plan does next, and why it has stopped, as sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.present.commands import describe_command
from games.present.names import readable
from games.present.seat_view import SeatView
from games.rules.kernel.questions import Question


def why_stopped(seat_view: SeatView, question: Question) -> str:
    """Say why the plan left a question to its owner, as far as its reader may know; "" if it didn't."""
    reason = seat_view.stopped(question)
    why = seat_view.names.word(f"stopped.{reason}", otherwise=readable(reason)) if reason else ""
    return _("Your plan stopped: %(why)s.") % {"why": why} if why else ""


def why_any_stopped(seat_view: SeatView) -> str:
    """Say why the plan has stopped now; "" if it hasn't."""
    told = (why_stopped(seat_view, question) for question in seat_view.mine.values())
    return next(filter(None, told), "")


def next_move(seat_view: SeatView) -> str:
    """Say what the plan would do if its owner's turn came now; "" if it would ask."""
    move = seat_view.planned()
    return describe_command(seat_view.names, move) if move else ""
