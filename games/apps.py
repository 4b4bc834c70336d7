"""The one Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.infra import triggers
        from games.mail.compose import ruled
        from games.staff import actions

        ruled.tell(actions.sentences(), actions.resuming())
        pre_migrate.connect(triggers.make_way, sender=self, dispatch_uid="games.triggers")
        post_migrate.connect(triggers.install, sender=self, dispatch_uid="games.triggers")
