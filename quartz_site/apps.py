"""Register the site's own system checks."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "quartz_site"
    label = "quartz_site"

    def ready(self) -> None:
        from quartz_site import checks  # noqa: F401  Importing it registers them.
