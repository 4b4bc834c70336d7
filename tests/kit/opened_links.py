"""Opens and presses links as a browser without cookies or an account."""

from __future__ import annotations

from django.test import Client

from games.mail import links
from games.models import Door, Submission


def url(link) -> str:
    return f"/t/{links.token(link)}"


def get(link):
    return Client().get(url(link))


def post(link, **sent):
    """Send a form as a browser without cookies would."""
    client = Client(enforce_csrf_checks=True)
    response = client.post(url(link), {"link": links.token(link), **sent})
    assert not client.cookies
    return response


def played() -> int:
    return Submission.objects.filter(door=Door.LINK).exclude(outcome="refused").count()
