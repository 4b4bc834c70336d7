"""What a reply says: its first line that isn't empty, and nothing else.

Each mail program has its own way to start quotes and signatures; a line above them all needs no guessing.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from games.mail.receive.parsing.parts import ParsedEmail, Part

#: May end an answer. No question mark: a question is no answer.
PUNCTUATION = ".,;:!…)。 "
#: Cyrillic letters that look like Latin ones, in lower case too, and mean the same.
ALIKE = str.maketrans("акмортс", "akmoptc")
LONGEST_ANSWER = 100  # characters; anything longer is no answer of ours
MOST_TAGS = 10_000
QUOTE = ">"
_TAG = re.compile(r"/?([a-z][a-z0-9:]*)")
_INLINE = frozenset(
    ["a", "b", "em", "font", "i", "img", "o:p", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"]
)
_SILENT = {"head", "style", "script", "title"}
#: How mail programs mark text the user hasn't just written.
_MARKED = re.compile(r"""\b(?:class|id)=["']?([^"'>]*)""")
_NOT_WRITTEN = re.compile("quote|signature|cite|divrplyfwdmsg|appendonsend|forward|original")


def first_line(letter: ParsedEmail) -> str:
    """Return the first line that isn't empty, or ""; raise Unreadable."""
    texts = [one for one in letter.parts if one.head.kind in READERS and not one.head.is_attached]
    rich = [one for one in texts if one.head.kind == "text/html"]
    for part in [*texts[:1], *rich[:1]]:
        if line := READERS[part.head.kind](part):
            return line
    return ""


def fold(line: str) -> str:
    """Normalize what means the same: case, width, accents, invisible characters, a mark at the end."""
    line = line.strip()
    if len(line) > LONGEST_ANSWER:
        return ""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", line).casefold())
    seen = "".join(sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Cf"))
    return " ".join(seen.split()).rstrip(PUNCTUATION)


def as_code(folded: str) -> str:
    """Read a folded line as a code, typed on either keyboard."""
    return folded.translate(ALIKE)


def _of_plain(part: Part) -> str:
    lines = part.text().splitlines()
    at = next((number for number, line in enumerate(lines) if _is_seen(line)), len(lines))
    if at == len(lines):
        return ""
    following = lines[at + 1] if at + 1 < len(lines) else ""
    is_soft = part.head.parameter("format").lower() == "flowed" and lines[at].endswith(" ")
    goes_on = is_soft and _is_seen(following) and not following.startswith(QUOTE)
    return f"{lines[at]}{following}" if goes_on else lines[at]


def _is_seen(line: str) -> bool:
    return any(unicodedata.category(sign)[0] not in "CZ" for sign in line)


def _of_html(part: Part) -> str:
    """Return the first line as a reader would see it; text that isn't the writer's own counts as quoted."""
    line = list[str]()
    for text, tag in islice(_pieces(part.text()), MOST_TAGS):
        line.append(text)
        name = _TAG.match(tag)
        is_quoted = _is_quoted(tag)
        if name is None or (name[1] in _INLINE and not is_quoted):
            continue
        said = html.unescape("".join(line))
        if _is_seen(said):
            return " ".join(said.split())
        line.clear()
        if is_quoted:
            return QUOTE
    said = html.unescape("".join(line))
    return " ".join(said.split()) if _is_seen(said) else ""


def _is_quoted(tag: str) -> bool:
    marks = " ".join(_MARKED.findall(tag))
    return tag.startswith("blockquote") or bool(_NOT_WRITTEN.search(marks))


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    """Yield each stretch of text with the tag after it, in lower case. An unclosed tag ends the text."""
    at, small = 0, source.lower()
    while at < len(source):
        begin = source.find("<", at)
        if begin < 0:
            yield source[at:], ""
            return
        text = source[at:begin]
        is_comment = source.startswith("<!--", begin)
        end = source.find("-->" if is_comment else ">", begin)
        tag = "" if is_comment or end < 0 else small[begin + 1 : end][:1000]
        if (name := _TAG.match(tag)) and name[1] in _SILENT and not tag.startswith("/"):
            end = small.find(f"</{name[1]}", end)
            end = source.find(">", end) if end >= 0 else end
        yield text, tag
        if end < 0:
            return
        at = end + (3 if is_comment else 1)


READERS = {"text/plain": _of_plain, "text/html": _of_html}
