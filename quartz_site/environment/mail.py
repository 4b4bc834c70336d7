"""Email settings that are wrong or incomplete: half a setup loses emails."""

from __future__ import annotations

from urllib.parse import parse_qs

from quartz_site.environment.addresses import is_domain, is_sender, parts
from quartz_site.environment.facts import Environment

MAILERS = {"submission", "submit", "smtp", "file", "console", "memory", "dummy"}
DELIVERING = {"submission", "submit", "smtp"}
#: How replies arrive: in a mailbox we read, through a pipe from the mail server, or by a provider's webhook.
MAILBOX, PIPE = "mailbox", "pipe"
#: Providers that forward emails unchanged, and the setting for their signatures if they sign.
CALLING = {
    "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY",
    "mailersend": "MAILERSEND_INBOUND_SECRET",
    "mandrill": "MANDRILL_WEBHOOK_KEY",
    "postal": "POSTAL_WEBHOOK_KEY",
    "postmark": "",
    "sparkpost": "",
}
#: Providers that can send for us, and the setting for the signatures of their webhooks if they sign.
SENDING = {
    "brevo": "",
    "mailersend": "MAILERSEND_SIGNING_SECRET",
    "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY",
    "mailjet": "",
    "mailtrap": "",
    "mandrill": "MANDRILL_WEBHOOK_KEY",
    "postal": "POSTAL_WEBHOOK_KEY",
    "postmark": "",
    "resend": "",
    "scaleway": "",
    "sparkpost": "",
    "unisender_go": "",
}
LEAST_WEBHOOK_SECRET = 20


def wrong(found: Environment) -> list[str]:
    """List what is wrong, or set without what it needs."""
    checks = {**_going_out(found), **_coming_in(found), **_calls(found)}
    return [problem for problem, is_so in checks.items() if is_so]


def _going_out(found: Environment) -> dict[str, bool]:
    return {
        "EMAIL_URL must look like submission://user:password@host": bool(found.email_url)
        and parts(found.email_url).scheme not in MAILERS,
        "EMAIL_URL has a timeout that isn't a number of seconds": not _is_patience(found.email_url),
        "EMAIL_URL and EMAIL_PROVIDER can't both be set": bool(found.email_url and found.email_provider),
        f"EMAIL_PROVIDER can't be {found.email_provider!r}; choose one of {', '.join(SENDING)}": (
            found.email_provider not in {"", *SENDING}
        ),
        "MAIL_FROM must be an email address, alone or after a name": bool(found.mail_from)
        and not is_sender(found.mail_from),
    }


def _coming_in(found: Environment) -> dict[str, bool]:
    doors = {MAILBOX, PIPE, *CALLING}
    mailbox = parts(found.imap_url)
    return {
        f"INBOUND must be one of {', '.join(sorted(doors))}, not {found.inbound!r}": found.inbound
        not in {"", *doors},
        "INBOUND needs REPLY_DOMAIN or BOUNCE_DOMAIN": bool(found.inbound)
        and not (found.reply_domain or found.bounce_domain),
        "REPLY_DOMAIN needs INBOUND, or replies are never read": bool(found.reply_domain)
        and not (found.inbound or found.demo),
        "BOUNCE_DOMAIN needs INBOUND, or bounces are never read": bool(found.bounce_domain)
        and not found.inbound,
        "REPLY_DOMAIN or BOUNCE_DOMAIN isn't a domain name": not all(
            map(is_domain, filter(None, (found.reply_domain, found.bounce_domain)))
        ),
        "INBOUND=mailbox and IMAP_URL need each other": (found.inbound == MAILBOX) != bool(found.imap_url),
        "IMAP_URL must look like imaps://user:password@mail.example.org/INBOX": bool(found.imap_url)
        and not (mailbox.scheme in {"imap", "imaps"} and mailbox.hostname and mailbox.username),
        "replies by mailbox or pipe need AUTHSERV_ID, the name of the mail server that checks them": bool(
            found.reply_domain
        )
        and found.inbound in {MAILBOX, PIPE}
        and not found.authserv_id,
    }


def _calls(found: Environment) -> dict[str, bool]:
    """List what is wrong with a provider's webhooks."""
    signed = {CALLING.get(found.inbound), SENDING.get(found.email_provider)} - {None, ""}
    unsigned = sorted(name for name in signed if name and name not in found.anymail)
    return {
        f"INBOUND={found.inbound} needs WEBHOOK_SECRET": found.inbound in CALLING
        and not found.webhook_secrets,
        "WEBHOOK_SECRET must be user:password, with a password of at least 20 characters": not all(
            map(_is_webhook_secret, found.webhook_secrets)
        ),
        "WEBHOOK_SECRET needs "
        + " and ".join(f"ANYMAIL_{name}" for name in unsigned)
        + ", to check signatures": bool(found.webhook_secrets and unsigned),
    }


def _is_patience(email_url: str) -> bool:
    seconds = parse_qs(parts(email_url).query).get("timeout", ["1"])
    return all(one.isdecimal() and int(one) for one in seconds)


def _is_webhook_secret(text: str) -> bool:
    user, _, password = text.partition(":")
    return bool(user) and len(password) >= LEAST_WEBHOOK_SECRET
