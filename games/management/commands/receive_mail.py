from __future__ import annotations

import os
import sys
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from games.mail.receive import replies
from games.mail.receive.parsing.parts import MOST_BYTES

DOOR = "pipe"
CHUNK = 64 * 1024
#: The exit code that mail servers take as "keep it and try again later".
TEMPORARY = 75


class Command(BaseCommand):
    help = "Store one email from standard input, as a mail server passes it to a pipe."
    stealth_options = ("stdin",)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--recipient", default=os.environ.get("ORIGINAL_RECIPIENT", ""))
        parser.add_argument(
            "--sender", default=os.environ.get("SENDER", ""), help="<> if a mail server wrote it itself"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        raw = beginning(given.get("stdin") or sys.stdin.buffer)
        sender = given["sender"] or ("<>" if "SENDER" in os.environ else "")
        try:
            replies.receive(raw, door=DOOR, now=timezone.now(), recipient=given["recipient"], sender=sender)
        except (DatabaseError, OSError) as error:
            raise CommandError(f"try again later ({type(error).__name__})", returncode=TEMPORARY) from None


def beginning(source: BinaryIO) -> bytes:
    """Read an email to its end, or the mail server sees an error; return as much as would be stored."""
    raw = source.read(MOST_BYTES + 1)
    while source.read(CHUNK):
        pass
    return raw
