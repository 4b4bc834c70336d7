from __future__ import annotations

import imaplib
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.mail.receive import mailbox
from games.management.story_command import StoryCommand
from games.rules.tools.shelf import ToolError


class Command(StoryCommand):
    help = "Store the emails in the mailbox of IMAP_URL and delete them there. Sweeps do this too."

    def handle(self, *args: Any, **given: Any) -> None:
        if not settings.IMAP_URL:
            raise ToolError("IMAP_URL is not set, so there is no mailbox to read")
        try:
            stored = mailbox.fetch(timezone.now())
        except (imaplib.IMAP4.error, OSError) as error:
            raise ToolError(f"the mailbox can't be read ({type(error).__name__})") from None
        self.stdout.write(f"{stored} emails stored")
