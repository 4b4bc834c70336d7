"""Mails about an account: sent at once, kept nowhere, in no conversation, and nothing in them is a key."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import formatdate

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import translation

from games.mails import frame
from games.mails.letter import host


def notice(to: str, subject: str, lines: Sequence[str], why: str, **more: str) -> EmailMultiAlternatives:
    """Write it in the language in force."""
    told = {
        "subject": subject,
        "title": subject,
        "lines": lines,
        "why": why,
        "page": settings.SITE_URL,
        "language": translation.get_language(),
        "subject_stem": host(),
        "vein": frame.VEIN,
        **more,
    }
    headers = {"Date": formatdate(), "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(
        subject, frame.as_text(told), settings.DEFAULT_FROM_EMAIL, [to], headers=headers
    )
    message.attach_alternative(frame.as_html(told), "text/html")
    return message
