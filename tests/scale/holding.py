"""Holds the lock of a match, as a move does for some milliseconds, until it is ended."""

from __future__ import annotations

import sys
import time

import django
from django.db import transaction


def main() -> None:
    django.setup()
    from games.models import Match

    with transaction.atomic():
        list(Match.objects.select_for_update().filter(pk=int(sys.argv[1])))
        time.sleep(600)


if __name__ == "__main__":
    main()
