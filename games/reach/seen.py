"""That a notice has been seen: its email isn't needed any more."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.infra.locks import writing
from games.models import Dispatch, DispatchState


def note(key: UUID, now: datetime) -> None:
    """Note that a notice has been opened for the first time; do nothing for a key that is none.

    It may be opened before we have recorded that it was accepted.
    """
    with writing():
        Dispatch.objects.filter(key=key, attempts__gt=0, seen_at=None).update(seen_at=now)


def note_look(notice: int, looked_at: datetime) -> None:
    """Note that the reader of a notice has looked at the page that it is about."""
    own = Dispatch.objects.filter(notice=notice, is_personal=True, seen_at=None, state=DispatchState.ACCEPTED)
    own.filter(accepted_at__lte=looked_at).update(seen_at=looked_at)
