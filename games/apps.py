"""The one Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.infra import triggers
        from games.mail.compose import ruled
        from games.staff import actions

        ruled.tell(actions.sentences(), actions.resuming())
        post_migrate.connect(triggers.install, sender=self, dispatch_uid="games.triggers")
