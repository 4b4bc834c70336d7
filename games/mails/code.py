"""A mail with a code to be typed in: nothing in it can be pressed."""

from __future__ import annotations

from datetime import timedelta

from django.core.mail import EmailMultiAlternatives
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mails.notice import notice


def coded(to: str, subject: str, why: str, code: str, holds: timedelta) -> EmailMultiAlternatives:
    """Write it in the language in force; what stands on locked screens, subject and preview, has no code."""
    half = len(code) // 2
    minutes = holds.seconds // 60
    after = ngettext(
        "It holds for %(count)d minute, in the browser that asked for it. If it wasn't you, do nothing: "
        "without the code nobody gets any further.",
        "It holds for %(count)d minutes, in the browser that asked for it. If it wasn't you, do nothing: "
        "without the code nobody gets any further.",
        minutes,
    )
    return notice(
        to,
        subject,
        [why],
        _("You get this mail because a code was asked for at"),
        code=f"{code[:half]}-{code[half:]}",
        after=after % {"count": minutes},
    )
