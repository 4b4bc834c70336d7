"""Run a Django command; what is missing from the environment is said in one sentence."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        print(f"manage.py: {problem}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
