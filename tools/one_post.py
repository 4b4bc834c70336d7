"""Sends one form from the page of a match, and prints what it passed through. Called by `tools.house`.

It uses only URLs and commands, so that it can trace any checkout of this project.
"""

from __future__ import annotations

import json
import os
import re
import sys
from html import unescape
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

GAMES = os.path.join(os.getcwd(), "games") + os.sep
HOST = "localhost"


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    Client(HTTP_HOST=HOST).post("/demo/table/")
    client, address, form = find_asked_player()
    client.post(address, form)  # once to load everything
    client, address, form = find_asked_player()
    trace = Trace()
    sys.setprofile(trace)
    answer = client.post(address, form)
    sys.setprofile(None)
    assert answer.status_code == 302, answer.status_code
    print(json.dumps(trace.figures()))


def find_asked_player() -> tuple[Client, str, dict[str, str]]:
    """Find the player who is asked, with the form as a browser would send it."""
    from django.test import Client

    from games.models import Match

    found = Match.objects.latest("pk")
    for seat in found.seats.exclude(player=None):
        client, address = Client(HTTP_HOST=HOST), f"/m/{found.public_id}/"
        client.post("/demo/sign-in/", {"player": seat.player_id})
        for form in re.findall(r"<form.*?</form>", client.get(address).content.decode(), re.DOTALL):
            if done := re.search(r'name="do"[^>]*? value="([^"]*)"', form):
                sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
                return (
                    client,
                    address,
                    {name: unescape(value) for name, value in (sent | {"do": done[1]}).items()},
                )
    raise AssertionError("nobody is asked")


class Trace:
    """Counts the project's files and functions that are entered, and calls from one file into another."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.crossings: set[tuple[str, str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        here, before = frame.f_code, frame.f_back
        if event != "call" or not here.co_filename.startswith(GAMES):
            return
        self.functions.add((here.co_filename, here.co_qualname))
        caller = before.f_code.co_filename if before else ""
        if caller.startswith(GAMES) and caller != here.co_filename:
            self.crossings.add((caller, here.co_filename, here.co_qualname))

    def figures(self) -> dict[str, int]:
        files = {file for file, _ in self.functions}
        pure = {
            file for file in files if f"{os.sep}rules{os.sep}" in file or f"{os.sep}titles{os.sep}" in file
        }
        return {
            "one POST: files": len(files),
            "one POST: files outside the rules": len(files - pure),
            "one POST: functions": len(self.functions),
            "one POST: crossings from file to file": len(self.crossings),
        }


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    main()
