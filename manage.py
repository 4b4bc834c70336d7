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
        # A mail server keeps what it handed us on a 75 alone; on a 2 it sends the mail back.
        sys.exit(75 if sys.argv[1:2] == ["receive_mail"] else 2)


if __name__ == "__main__":
    main()
