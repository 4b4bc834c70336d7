"""Who wrote an email, and who vouches for it: what its From says, and what our own mail server found out.

From is a claim that anybody can make. What a server says of it is written into the email too, so only the
topmost such field is looked at, and only if it bears the name of the one server that is believed.
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
    """Give the one address in the one From, in lower case; raises Unreadable.

    Where it isn't in plain letters it stays as it is and so is nobody's here: what lower case makes of other
    letters may be another's address.
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
    """Say whether the server we believe let its writer pass: pass, fail, or the empty string."""
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
    """Leave out comments and quoted names, which may say anything; nothing where they don't end."""
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
