"""Errors to Sentry, or to what speaks like it, only where SENTRY_DSN names it.

An event is built from nothing: which kind of error, where in the code, how bad, which release. Neither the
text of an error nor a variable, a request, a log message or the host's name: any may hold a hand or a token.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from django.conf import settings

from quartz_site.version import version

ROOT = Path(__file__).resolve().parent.parent
MOST_FRAMES = 50
#: What of an event stays: what the library made of it by itself.
KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release")


def start() -> None:
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        settings.SENTRY_DSN,
        release=version(),
        before_send=bare,
        before_breadcrumb=lambda crumb, hint: None,
        max_breadcrumbs=0,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        send_client_reports=False,
        auto_session_tracking=False,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
    )


def bare(event: Any, hint: Mapping[str, Any]) -> Any:
    """Build what is sent of an event."""
    found: dict[str, Any] = {name: event[name] for name in KEPT if name in event}
    kind, _, trace = hint.get("exc_info") or sys.exc_info()
    if kind is not None:
        where = {"frames": _frames(trace)}
        found["exception"] = {
            "values": [{"type": kind.__name__, "module": kind.__module__, "stacktrace": where}]
        }
    else:
        found["message"] = str(event.get("logger", "error"))
    return found


def _frames(trace: TracebackType | None) -> list[dict[str, Any]]:
    """Say where it happened: files, functions and lines, the place itself last."""
    return [
        {"filename": _file(one.filename), "function": one.name, "lineno": one.lineno}
        for one in traceback.extract_tb(trace)[-MOST_FRAMES:]
    ]


def _file(name: str) -> str:
    """Name a file as it is called in the checkout, or in its library, not where that is on this machine."""
    path = Path(name)
    if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
        return str(path.relative_to(ROOT))
    return "/".join(path.parts[-3:])
