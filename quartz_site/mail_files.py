"""Emails as files (EMAIL_URL=file:…) that only their owner can read: they hold live links and codes."""

from __future__ import annotations

import os
from functools import partial

from django.core.mail.backends import filebased

PRIVATE = partial(os.open, mode=0o600)


class EmailBackend(filebased.EmailBackend):
    def open(self) -> bool:
        is_new = not self.stream
        if is_new:
            self.stream = open(self._get_filename(), "ab", opener=PRIVATE)  # type: ignore[assignment,attr-defined]  # noqa: SIM115
        return is_new
