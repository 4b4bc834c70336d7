"""An email as its reader gets it, and the reply to it."""

from __future__ import annotations

import email
from email import policy
from email.message import EmailMessage

from tests.kit.mail_server import Letter
from tests.kit.replies_by_mail import VOUCHED


def read(letter: Letter) -> EmailMessage:
    return email.message_from_bytes(letter.content, policy=policy.default)


def answer(mail, text: str) -> bytes:
    head = f"{VOUCHED}From: {mail['To']}\r\nTo: {mail['Reply-To']}\r\nSubject: Re: {mail['Subject']}\r\n"
    quoted = "\r\n".join(f"> {line}" for line in mail.get_body(("plain",)).get_content().splitlines())
    kind = "Content-Type: text/plain; charset=utf-8\r\n"
    return f"{head}{kind}\r\n{text}\r\n\r\nOn Monday:\r\n{quoted}\r\n".encode()
