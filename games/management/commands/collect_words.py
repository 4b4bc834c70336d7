from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from quartz_site.catalogues import collecting


class Command(BaseCommand):
    help = "Update the catalogues in locale/ with every sentence in code, templates and games."
    requires_system_checks = ()

    def handle(self, *args: Any, **given: Any) -> None:
        source = settings.LANGUAGE_CODE
        others = [language for language, _ in settings.LANGUAGES if language != source]
        for language, there, waiting in collecting.collect(others):
            self.stdout.write(f"{language}: {there} sentences, {waiting} without a translation")
