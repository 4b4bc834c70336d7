"""The Django app of the site itself: its system checks, and the staff rooms."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import SimpleAdminConfig


class SiteConfig(AppConfig):
    name = "quartz_site"
    label = "quartz_site"

    def ready(self) -> None:
        from quartz_site import checks  # noqa: F401  Importing it registers them.

        if settings.SENTRY_DSN:
            from quartz_site import errors

            errors.start()


class RoomsConfig(SimpleAdminConfig):
    """Django's admin with only what we register: libraries' models, such as keys, stay out of it."""

    default_site = "games.staff.Rooms"
