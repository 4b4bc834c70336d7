"""People in a process of their own, who play until standard input ends: `python -m tests.scale.crowd`."""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from tests.scale import people

    people.play(json.loads(sys.stdin.readline()), sys.stdin.read)


if __name__ == "__main__":
    main()
