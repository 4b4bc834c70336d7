"""Who wrote an email, and who vouches for it: its From, and what our own mail server found out.

Anybody can write any From. A server's verdict is written into the email too, so we read only the topmost such
header, and only if it has the name of the one server we trust.
"""

from __future__ import annotations

import re

from games.mail.receive.parsing.parts import Head, Unreadable

LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r'[^\s<>()\[\],;:\\"@\x00-\x1f\x7f]+@[^\s<>()\[\],;:\\"@\x00-\x1f\x7f]+')
_RESULT = re.compile(r"\s*dmarc\s*=\s*(\w+)", re.IGNORECASE)
_WHOSE = re.compile(r"\bheader\.from\s*=\s*([^\s]+)", re.IGNORECASE)
PASS, FAIL = "pass", "fail"


def author(head: Head) -> str:
    """Return the only address in the only From, in lower case; raise Unreadable.

    An address that isn't plain ASCII stays unchanged and so matches nobody: the lower case of other letters
    may be another's address.
    """
    told = head.one("from")
    plain = _bare(told)
    if plain is None or "," in plain or ";" in plain:
        raise Unreadable("odd_from")
    before, opened, rest = plain.partition("<")
    address, closed, after = rest.partition(">") if opened else (plain, ">", "")
    if not closed or after.strip() or "<" in address or ">" in before:
        raise Unreadable("odd_from")
    if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address.strip()):
        raise Unreadable("odd_from")
    return _lower(address.strip())


def dmarc(head: Head, believed: str, writer: str) -> str:
    """Return the verdict of the server we trust on the writer: pass, fail, or ""."""
    for told in head.all("authentication-results"):
        name, *results = (_bare(told) or "").split(";")
        if not believed or name.strip().partition(" ")[0].casefold() != believed.casefold():
            continue
        found = [(match[1].lower(), one) for one in results if (match := _RESULT.match(one))]
        if len(found) != 1:
            return ""
        (result, line), domain = found[0], writer.rpartition("@")[2]
        whose = [_lower(one) for one in _WHOSE.findall(line)]
        return (PASS if whose in ([], [domain]) else FAIL) if result == PASS else FAIL
    return ""


def null_path(head: Head) -> bool:
    """Tell whether it was sent so that nobody would answer it."""
    return any(path.strip() == "<>" for path in head.all("return-path"))


def _lower(told: str) -> str:
    return told.lower() if told.isascii() else told


def _bare(told: str) -> str | None:
    """Remove comments and quoted names, which may say anything; None if they don't end."""
    kept, depth, quoted, escaped = list[str](), 0, False, False
    for sign in told:
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif sign == '"' and not depth:
            quoted = not quoted
            kept.append(" ")
        elif not quoted and sign == "(":
            depth += 1
        elif not quoted and sign == ")" and depth:
            depth -= 1
        elif not quoted and not depth:
            kept.append(sign)
    return None if quoted or depth else "".join(kept)
