"""Find session and player, which every page looks up first, by kept statements."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from games.infra.statements import kept
from games.models import Player


class SessionStore(db.SessionStore):
    """Django's own sessions. Their salt is the name of this class, so sessions from before go on."""

    def _get_session_from_db(self) -> Session | None:
        found = _session.first(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
        return found


class Known(BaseBackend):
    """Find the player of a session. Django's own backend does the rest: permissions, older sessions."""

    def get_user(self, user_id: Any) -> Player | None:
        found = _player.first(user_id)
        return found if found and found.is_active else None


@kept
def _session(key: str | None, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


@kept
def _player(pk: UUID) -> QuerySet[Player]:
    return Player.objects.filter(pk=pk)
