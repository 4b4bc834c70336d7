"""What tests of mails that come in share with those of pages."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def a_door(settings):
    """Let replies and bounces come in, checked by one mail server of our own."""
    settings.SITE_URL = "https://play.example"
    settings.REPLY_DOMAIN = "reply.play.example"
    settings.BOUNCE_DOMAIN = "bounce.play.example"
    settings.AUTHSERV_ID = "mx.play.example"
