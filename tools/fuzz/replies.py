"""Fuzz the reader of emails that come in: whatever a stranger sends is read, or is Unreadable."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["games.mail.receive.parsing"]):
    from games.mail.receive.parsing import automatic, bounces, first_line, for_chat, parts, senders

WHOLE_NAMES = {0: "Anna", 1: "Anna: the second", 2: "Борис"}


def read(content: bytes) -> None:
    """Read an email in every way the site does, and check what may never come of one."""
    try:
        head = parts.head_of(content)
        parsed = parts.take_apart(content)
    except parts.Unreadable:
        return
    for one in (_writer, _kind, _line, _chat, _report):
        try:
            one(parsed, head)
        except parts.Unreadable:
            continue


def _writer(parsed: parts.ParsedEmail, head: parts.Head) -> None:
    writer = senders.author(head)
    assert writer.count("@") == 1 and not any(sign.isspace() for sign in writer)
    assert senders.dmarc(head, "mx", writer) in ("pass", "fail", "")
    assert senders.dmarc(head, "", writer) == "", "nobody is believed where nobody is named"


def _kind(parsed: parts.ParsedEmail, head: parts.Head) -> None:
    automatic.why_automatic(head, "", "play.example.org")
    senders.null_path(head)


def _line(parsed: parts.ParsedEmail, head: parts.Head) -> None:
    line = first_line.first_line(parsed)
    folded = first_line.fold(line)
    # A compatibility form has 18 letters at most.
    assert len(folded) <= 18 * first_line.LONGEST_ANSWER
    assert first_line.fold(folded).casefold() == folded.casefold() or len(folded) > first_line.LONGEST_ANSWER
    first_line.as_code(folded)


def _chat(parsed: parts.ParsedEmail, head: parts.Head) -> None:
    message = for_chat.read(parsed)
    if message and message.is_private:
        number, text = for_chat.addressed(message.text, WHOLE_NAMES)
        assert number is None or text in message.text


def _report(parsed: parts.ParsedEmail, head: parts.Head) -> None:
    report = bounces.read(parsed)
    assert report is None or len(report.status) <= 9


if __name__ == "__main__":
    atheris.Setup(sys.argv, read)
    atheris.Fuzz()
