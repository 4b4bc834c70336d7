"""Read what the environment says, once, and say everything that is wrong with it in one sentence."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from environs import Env, FileAwareEnv

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
DATABASES = {"sqlite", "postgres", "postgresql"}
BROKERS = {"redis", "rediss"}
NO_BROKER = "none"
#: Who gets an account by typing an address: nobody new, whoever was asked to a table, anybody.
CLOSED, INVITATION, OPEN = "closed", "invitation", "open"
MAILERS = {"submission", "submit", "smtp", "file", "console", "memory", "dummy"}
DELIVERING = {"submission", "submit", "smtp"}
#: Where replies come in: a mailbox we look into, a pipe from the mail server, or a provider that calls us.
MAILBOX, PIPE = "mailbox", "pipe"
#: Providers that hand on a mail as it came, and the setting their calls are signed with, where they sign.
CALLING = {
    "mailgun": "MAILGUN_WEBHOOK_SIGNING_KEY",
    "mailersend": "MAILERSEND_INBOUND_SECRET",
    "mandrill": "MANDRILL_WEBHOOK_KEY",
    "postal": "POSTAL_WEBHOOK_KEY",
    "postmark": "",
    "sparkpost": "",
}
#: Providers that can send for us, and the setting with which they sign what they tell of it.
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
LONGEST_NAME = 80
# Long enough that nobody guesses it; Django warns below the same length.
LEAST_KEY = 50


@dataclass(frozen=True)
class Environment:
    """What the environment holds, typed. Absent is the empty string."""

    kind: str
    debug: bool
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]
    database_url: str
    redis_url: str
    site_url: str
    more_hosts: tuple[str, ...]
    behind_proxy: bool
    proxy_hops: int
    email_url: str
    mail_from: str
    email_provider: str
    anymail: dict[str, str] = field(repr=False)
    inbound: str
    reply_domain: str
    bounce_domain: str
    webhook_secrets: tuple[str, ...] = field(repr=False)
    imap_url: str = field(repr=False)
    authserv_id: str
    admins: tuple[str, ...]
    security_contact: str
    signup: str
    host_name: str
    host_contact: str
    privacy_text: str
    imprint_text: str
    demo: bool
    lobby_days: int

    @property
    def production(self) -> bool:
        return self.kind == "production"

    @property
    def tls(self) -> bool:
        return self.site_url.startswith("https://")

    @property
    def host(self) -> str:
        return urlsplit(self.site_url).hostname or ""

    @property
    def allowed_hosts(self) -> list[str]:
        near = () if self.production else LOCAL_HOSTS
        return list(dict.fromkeys([self.host, *self.more_hosts, *near]))


def read_environment(base: Path) -> Environment:
    """Read the environment, then `.env`; raises ImproperlyConfigured, naming every problem.

    What is secret may lie in a file of its own: SECRET_KEY_FILE names one for SECRET_KEY, and so on.
    """
    env = FileAwareEnv(strip_whitespace=True)
    env.read_env(os.environ.get("ENV_FILE", base / ".env"), recurse=False)
    try:
        found = _read(env)
    except ValueError as problem:  # environs' own errors are such too
        raise ImproperlyConfigured(_sentence([str(problem)])) from None
    problems = _wrong_anywhere(found) + (_wrong_in_production(found) if found.production else [])
    if problems:
        raise ImproperlyConfigured(_sentence(problems))
    return found if found.production else _with_local_defaults(found)


def _read(env: Env) -> Environment:
    return Environment(
        kind=env.str("ENVIRONMENT", "local"),
        debug=env.bool("DEBUG", False),
        secret_key=env.str("SECRET_KEY", ""),
        secret_key_fallbacks=tuple(env.list("SECRET_KEY_FALLBACKS", [])),
        database_url=env.str("DATABASE_URL", ""),
        redis_url=env.str("REDIS_URL", ""),
        site_url=env.str("SITE_URL", "").rstrip("/"),
        more_hosts=tuple(env.list("ALLOWED_HOSTS", [])),
        behind_proxy=env.bool("BEHIND_PROXY", False),
        proxy_hops=env.int("PROXY_HOPS", int(env.bool("BEHIND_PROXY", False))),
        email_url=env.str("EMAIL_URL", ""),
        mail_from=env.str("MAIL_FROM", ""),
        email_provider=env.str("EMAIL_PROVIDER", ""),
        anymail=_anymail(env),
        inbound=env.str("INBOUND", ""),
        reply_domain=env.str("REPLY_DOMAIN", "").lower(),
        bounce_domain=env.str("BOUNCE_DOMAIN", "").lower(),
        webhook_secrets=tuple(env.list("WEBHOOK_SECRET", [], subcast=str.strip)),
        imap_url=env.str("IMAP_URL", ""),
        authserv_id=env.str("AUTHSERV_ID", "").lower(),
        admins=tuple(env.list("ADMINS", [], subcast=str.strip)),
        security_contact=env.str("SECURITY_CONTACT", "") or _reporting(env.str("HOST_CONTACT", "")),
        signup=env.str("SIGNUP", INVITATION),
        host_name=env.str("HOST_NAME", ""),
        host_contact=env.str("HOST_CONTACT", ""),
        privacy_text=env.str("PRIVACY_TEXT", ""),
        imprint_text=env.str("IMPRINT_TEXT", ""),
        demo=env.bool("DEMO", False),
        lobby_days=env.int("LOBBY_DAYS", 14),
    )


def _anymail(env: Env) -> dict[str, str]:
    """Read what a provider needs: each ANYMAIL_… is that setting of the library's."""
    names = {name.removesuffix("_FILE") for name in os.environ if name.startswith("ANYMAIL_")}
    return {name.removeprefix("ANYMAIL_"): env.str(name) for name in sorted(names)}


def _with_local_defaults(found: Environment) -> Environment:
    """Fill what a developer's machine need not say: loopback for everything, mail to the terminal."""
    return Environment(
        **{
            **vars(found),
            "redis_url": found.redis_url or "redis://127.0.0.1:6379/0",
            "site_url": found.site_url or "http://127.0.0.1:8000",
            "email_url": found.email_url or ("" if found.email_provider else "console:"),
            "mail_from": found.mail_from or "Play by mail <play@localhost>",
            # The demo's mailbox page answers mails itself.
            "reply_domain": found.reply_domain or ("replies.localhost" if found.demo else ""),
        }
    )


def _wrong_anywhere(found: Environment) -> list[str]:
    wrong = {
        "SECRET_KEY is missing": not found.secret_key,
        "DATABASE_URL is missing": not found.database_url,
        f"ENVIRONMENT is {found.kind!r}, neither 'local' nor 'production'": found.kind
        not in {"local", "production"},
        "DATABASE_URL is neither sqlite:// nor postgresql://": bool(found.database_url)
        and urlsplit(found.database_url).scheme not in DATABASES,
        "REDIS_URL is neither redis:// nor rediss:// nor none": found.redis_url not in {"", NO_BROKER}
        and urlsplit(found.redis_url).scheme not in BROKERS,
        "EMAIL_URL is not an address like submission://user:password@host": bool(found.email_url)
        and urlsplit(found.email_url).scheme not in MAILERS,
        "ADMINS holds what is no mail address": not all(map(_is_address, found.admins)),
        "SECURITY_CONTACT is no address like mailto:security@play.example or https://…": bool(
            found.security_contact
        )
        and not _is_reporting(found.security_contact),
        f"SIGNUP is {found.signup!r}, none of {CLOSED}, {INVITATION}, {OPEN}": found.signup
        not in {CLOSED, INVITATION, OPEN},
        "HOST_CONTACT is neither a mail address nor a web address": bool(found.host_contact)
        and not _is_contact(found.host_contact),
        "HOST_NAME is longer than a line": len(found.host_name) > LONGEST_NAME or "\n" in found.host_name,
        "PROXY_HOPS is less than none": found.proxy_hops < 0,
        "LOBBY_DAYS is less than a day": found.lobby_days < 1,
        "SITE_URL is not an address like https://play.example": bool(found.site_url)
        and not (urlsplit(found.site_url).scheme in {"http", "https"} and found.host),
    }
    return [problem for problem, is_so in (wrong | _wrong_with_mail(found)).items() if is_so]


def _wrong_with_mail(found: Environment) -> dict[str, bool]:
    """Name what is set without what it needs: half a door loses mails."""
    doors = {MAILBOX, PIPE, *CALLING}
    signed = {CALLING.get(found.inbound), SENDING.get(found.email_provider)} - {None, ""}
    unsigned = sorted(name for name in signed if name and name not in found.anymail)
    is_called = found.inbound in CALLING
    mailbox = urlsplit(found.imap_url)
    return {
        "EMAIL_URL and EMAIL_PROVIDER are both set": bool(found.email_url and found.email_provider),
        f"EMAIL_PROVIDER is {found.email_provider!r}, none of {', '.join(SENDING)}": found.email_provider
        not in {"", *SENDING},
        f"INBOUND is {found.inbound!r}, none of {', '.join(sorted(doors))}": found.inbound
        not in {"", *doors},
        "INBOUND needs a REPLY_DOMAIN or a BOUNCE_DOMAIN": bool(found.inbound)
        and not (found.reply_domain or found.bounce_domain),
        "REPLY_DOMAIN needs INBOUND, or nobody reads the replies": bool(found.reply_domain)
        and not (found.inbound or found.demo),
        "BOUNCE_DOMAIN needs INBOUND, or nobody reads the bounces": bool(found.bounce_domain)
        and not found.inbound,
        "REPLY_DOMAIN or BOUNCE_DOMAIN is no domain": not all(
            map(_is_domain, filter(None, (found.reply_domain, found.bounce_domain)))
        ),
        "INBOUND=mailbox needs an IMAP_URL, and IMAP_URL needs it": (found.inbound == MAILBOX)
        != bool(found.imap_url),
        "IMAP_URL is not an address like imaps://user:password@mail.example.org/INBOX": bool(found.imap_url)
        and not (mailbox.scheme in {"imap", "imaps"} and mailbox.hostname and mailbox.username),
        "replies by mailbox or pipe need the AUTHSERV_ID of the mail server that checks them": bool(
            found.reply_domain
        )
        and found.inbound in {MAILBOX, PIPE}
        and not found.authserv_id,
        f"INBOUND={found.inbound} needs a WEBHOOK_SECRET": is_called and not found.webhook_secrets,
        "WEBHOOK_SECRET is no user:password with a password of 20 characters": not all(
            map(_is_webhook_secret, found.webhook_secrets)
        ),
        "WEBHOOK_SECRET needs "
        + " and ".join(f"ANYMAIL_{name}" for name in unsigned)
        + ", to check signatures": bool(found.webhook_secrets and unsigned),
    }


def _is_reporting(said: str) -> bool:
    """Tell whether it is an address of one line as security.txt wants it, its scheme included."""
    found = urlsplit(said)
    is_page = found.scheme == "https" and bool(found.hostname) and said.isprintable() and " " not in said
    return is_page or (found.scheme == "mailto" and _is_address(found.path))


def _reporting(contact: str) -> str:
    """Write whom to reach the host at as security.txt wants it, where that can be."""
    said = f"mailto:{contact}" if _is_address(contact) else contact
    return said if _is_reporting(said) else ""


def _is_domain(said: str) -> bool:
    return _is_address(f"somebody@{said}")


def _is_webhook_secret(said: str) -> bool:
    user, _, password = said.partition(":")
    return bool(user) and len(password) >= LEAST_WEBHOOK_SECRET


def _wrong_in_production(found: Environment) -> list[str]:
    sender = () if found.email_provider else ("email_url",)
    needed = ("redis_url", "site_url", *sender, "mail_from")
    missing = [f"{name.upper()} is missing" for name in needed if not vars(found)[name]]
    wrong = {
        f"SECRET_KEY is shorter than {LEAST_KEY} characters": 0 < len(found.secret_key) < LEAST_KEY,
        "SECRET_KEY is hardly random": len(found.secret_key) >= LEAST_KEY and len(set(found.secret_key)) < 10,
        "DEBUG is on, which shows secrets to strangers": found.debug,
        "DEMO is on, which lets anybody sign in as a demo player": found.demo,
        "ALLOWED_HOSTS has a *, which lets anybody name the site": any("*" in h for h in found.more_hosts),
        "SITE_URL is not https://": bool(found.host) and not found.tls and found.host not in LOCAL_HOSTS,
        "EMAIL_URL delivers to nobody": bool(found.email_url)
        and urlsplit(found.email_url).scheme in MAILERS - DELIVERING,
        "DATABASE_URL is in memory and would forget everything": _is_in_memory(found.database_url),
    }
    return missing + [problem for problem, is_so in wrong.items() if is_so]


def _is_address(said: str) -> bool:
    try:
        validate_email(said)
    except ValidationError:
        return False
    return True


def _is_contact(said: str) -> bool:
    return _is_address(said) or (urlsplit(said).scheme in {"http", "https"} and bool(urlsplit(said).hostname))


def _is_in_memory(database_url: str) -> bool:
    is_sqlite = urlsplit(database_url).scheme == "sqlite"
    return is_sqlite and ("memory" in database_url or database_url == "sqlite://")


def _sentence(problems: list[str]) -> str:
    return f"not configured: {'; '.join(problems)}. (.env.example says what each is for.)"
