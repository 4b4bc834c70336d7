"""Print a new key for push notices."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from quartz_site.environment.vapid import new_vapid_key


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY. Set it once: with another, every device has to be added again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(new_vapid_key())
