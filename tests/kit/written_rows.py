"""Every row that a submission may write."""

from __future__ import annotations

from django.core import mail
from django.forms.models import model_to_dict

from games.models import Act, Deadline, Event, Match, Order, Outbox, SealedAnswer, Seat, Submission, Tally


def rows() -> list[object]:
    """List every row that a submission may write."""
    tables = (Act, Deadline, Event, Match, Order, Outbox, SealedAnswer, Seat, Submission, Tally)
    return [[model_to_dict(row) for row in table._base_manager.order_by("pk")] for table in tables] + [
        len(mail.outbox)
    ]
