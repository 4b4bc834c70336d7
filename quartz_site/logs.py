"""Logging through structlog: JSON lines in production, readable ones on a developer's machine.

Emailed links carry tokens in their path and query, so no URL reaches a log: Django's own records get the
route instead, and whatever still looks like a query string or a token is cut out of every line, exception
messages included.
"""

from __future__ import annotations

import logging
import re

import structlog
from structlog.typing import EventDict, WrappedLogger

#: What links, reply addresses and return addresses are made of (games/mail/links.py), and API tokens
#: (games/players/api_tokens.py).
TOKEN = re.compile(r"(?<![A-Za-z0-9_])(?:[A-Za-z2-7]{39,42}|qbm_[A-Za-z0-9_]+)(?![A-Za-z0-9_])")
QUERY = re.compile(r"(/[^\s?\"'<>]*)\?[^\s\"'<>]+")


BAD_REQUEST = 400


class WithoutAddress(logging.Filter):
    """Replaces the path with the route in what Django logs about a request (always its last argument).

    A request that couldn't be parsed gets one line without a traceback, since anyone may send many of those.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = vars(record).get("request")
        if request is not None and isinstance(record.args, tuple) and record.args:
            match = vars(request).get("resolver_match")
            record.args = (*record.args[:-1], match.route if match else "(no route)")
        if vars(record).get("status_code") == BAD_REQUEST:
            record.exc_info = None
        return True


def cut_addresses(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = TOKEN.sub("…", QUERY.sub(r"\1?…", value))
    return event


SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


QUIET = {"level": "WARNING"}
LOGGERS = {
    # Django would add handlers of its own; these send everything to the root's.
    "django": {"handlers": [], "level": "INFO", "propagate": True},
    "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
    "gunicorn.error": {"handlers": [], "level": "INFO", "propagate": True},
    # One line for every tick of the beat would hide everything else.
    "celery.beat": QUIET,
    "celery.app.trace": QUIET,
    "celery.worker.strategy": QUIET,
}


#: A demo shows emails instead: whoever wants a line for each request sets DEMO=off.
QUIETER = dict.fromkeys(("quartz_site.access", "gunicorn.error", "celery"), QUIET)


def formatter(*, json: bool) -> dict[str, object]:
    render: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    tail = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        cut_addresses,
        render,
    ]
    return {"()": structlog.stdlib.ProcessorFormatter, "processors": tail, "foreign_pre_chain": SHARED}


def logging_settings(*, json: bool, quiet: bool = False) -> dict[str, object]:
    """Build the dictConfig for Django, gunicorn and Celery, and make structlog feed into it.

    Quiet, as on a developer's machine: without a line for each request and each start of a process.
    """
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    stderr = {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["without_address"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_address": {"()": WithoutAddress}},
        "formatters": {"lines": formatter(json=json)},
        "handlers": {"stderr": stderr},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": LOGGERS | QUIETER if quiet else LOGGERS,
    }
