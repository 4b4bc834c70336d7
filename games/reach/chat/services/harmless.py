"""Names that people chose, made harmless: they ping nobody, format nothing and link nowhere."""

from __future__ import annotations

import re

#: After an @, services look for a name; with this in between they find none. It isn't seen.
NOTHING = "\u200b"
_MARKS = re.compile(r"([\\*_~`|>\[\]()#])")
_SCHEME = re.compile(r"://")


def without_pings(text: str) -> str:
    """Let nothing in a text ping anybody, however a service reads an @."""
    return text.replace("@", f"@{NOTHING}").replace("＠", f"＠{NOTHING}")


def without_markdown(text: str) -> str:
    """Let a text stand as it is where Markdown is read."""
    quiet = _SCHEME.sub(f":{NOTHING}//", without_pings(text)).replace("<", f"<{NOTHING}")
    return _MARKS.sub(r"\\\1", quiet)
