from __future__ import annotations

import imaplib
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.mail.receive import mailbox
from games.management.story_command import StoryCommand
from games.rules.tools.shelf import Stop


class Command(StoryCommand):
    help = "Store what lies in the mailbox of IMAP_URL, and take out what is stored. Sweeps do so too."

    def handle(self, *args: Any, **given: Any) -> None:
        if not settings.IMAP_URL:
            raise Stop("IMAP_URL is not set: there is no mailbox to look into")
        try:
            stored = mailbox.fetch(timezone.now())
        except (imaplib.IMAP4.error, OSError) as error:
            raise Stop(f"the mailbox can't be read ({type(error).__name__})") from None
        self.stdout.write(f"{stored} mails stored")
