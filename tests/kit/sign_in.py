"""Sign in through the form, and with the code that is emailed."""

from __future__ import annotations

import re

LOGIN, CODE = "/accounts/login/", "/accounts/login/code"


def ask(client, email="alice@example.org", **more):
    return client.post(LOGIN, {"email": email, **more})


def is_signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def without_tokens(response) -> bytes:
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", response.content)
