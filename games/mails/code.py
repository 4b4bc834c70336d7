"""A mail with a code to be typed in: kept nowhere, in no conversation, and nothing in it can be pressed."""

from __future__ import annotations

from datetime import timedelta
from email.utils import formatdate

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mails import frame


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
    told = {
        "subject": subject,
        "title": subject,
        "lines": [why],
        "code": f"{code[:half]}-{code[half:]}",
        "after": after % {"count": minutes},
        "why": _("You get this mail because a code was asked for at"),
        "page": settings.SITE_URL,
        "language": translation.get_language(),
        "subject_stem": frame.host(),
        "vein": frame.VEIN,
    }
    headers = {"Date": formatdate(), "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(
        subject, frame.as_text(told), settings.DEFAULT_FROM_EMAIL, [to], headers=headers
    )
    message.attach_alternative(frame.as_html(told), "text/html")
    return message
