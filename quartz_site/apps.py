"""Register the site's own system checks, and the rooms of staff."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class SiteConfig(AppConfig):
    name = "quartz_site"
    label = "quartz_site"

    def ready(self) -> None:
        from quartz_site import checks  # noqa: F401  Importing it registers them.


class RoomsConfig(SimpleAdminConfig):
    """Django's admin with what we let in, and nothing libraries would add: keys are no reading."""

    default_site = "games.staff.Rooms"
