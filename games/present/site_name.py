"""What this site is called."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext


def site_name() -> str:
    """Give the name that the host has chosen, or the one of the program."""
    return settings.SITE_NAME or gettext("Quartz by mail")
