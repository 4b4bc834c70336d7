"""What a mail server reports about an email it could not deliver: a permanent or a temporary failure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.mail.receive.parsing.parts import ParsedEmail, Unreadable

REPORT = "message/delivery-status"
LONGEST = 20_000  # characters of a report that we read
_FIELD = re.compile(
    r"^(action|status)[ \t]*:[ \t]*([a-z]+|\d\.\d{1,3}\.\d{1,3})", re.IGNORECASE | re.MULTILINE
)
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
#: The address is wrong or switched off. All else may be temporary: a full mailbox, a filter, a server down.
_HARD = re.compile(r"5\.(0\.0|1\.\d{1,3}|2\.[01])")


@dataclass(frozen=True)
class BounceReport:
    action: str  # failed, delayed, delivered, relayed, expanded
    status: str  # such as 5.1.1

    @property
    def is_hard(self) -> bool:
        return self.action == "failed" and is_hard(self.status)


def read(letter: ParsedEmail) -> BounceReport | None:
    """Read a mail server's report; None if this isn't one. Raise Unreadable."""
    for part in letter.parts:
        if part.head.kind == REPORT:
            return _of_report(part.text()[:LONGEST])
    if not letter.head.all("x-failed-recipients"):
        return None
    told = next((one.text() for one in letter.parts if one.head.kind == "text/plain"), "")
    return BounceReport("failed", status_in(told[:LONGEST]))


def status_in(told: str) -> str:
    """Find the status code in a server's answer; "" if there is none."""
    found = _STATUS.search(told)
    return found[1] if found else ""


def is_hard(status: str) -> bool:
    return bool(_HARD.fullmatch(status))


def _of_report(told: str) -> BounceReport:
    fields = {name.lower(): value.lower() for name, value in reversed(_FIELD.findall(told))}
    if "action" not in fields:
        raise Unreadable("odd_report")
    return BounceReport(fields["action"], fields.get("status", ""))
