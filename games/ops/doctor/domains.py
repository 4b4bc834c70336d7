"""What the names of a site say in DNS: where it is, who may send for it, where replies go."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parseaddr
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from django.conf import settings

from games.models import folded
from games.ops.doctor.finding import Finding, ill, well, worry

PATIENCE = 5.0  # seconds
SPF, DMARC = "v=spf1", "v=DMARC1"
LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")
#: Why a look-up gave nothing for sure.
NOTHING = (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer)


class Silent(Exception):
    """Raised when no name server answers."""


def records(selector: str) -> Iterator[Finding]:
    """Look up what mail servers look up before they take an email from us."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    sender = folded(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2])
    if host in LOCAL or sender in LOCAL:
        yield worry("DNS", "not looked at: this site is for one machine", "Give it a name of its own.")
        return
    try:
        yield _address(host)
        yield _spf(sender)
        yield _dkim(sender, selector)
        yield _dmarc(sender)
        for domain in dict.fromkeys(filter(None, (settings.REPLY_DOMAIN, settings.BOUNCE_DOMAIN))):
            yield _incoming(domain)
    except Silent:
        yield worry("DNS", "no name server answers here", "Run this where there is one.")


def _look_up(name: str, kind: str) -> list[str]:
    """Give the records of a name, each as text; raise Silent."""
    try:
        found = dns.resolver.resolve(name, kind, lifetime=PATIENCE)
    except NOTHING:
        return []
    except (dns.exception.DNSException, OSError):
        raise Silent from None
    if kind == "TXT":
        return [b"".join(one.strings).decode("utf-8", "replace") for one in found]
    return [one.to_text() for one in found]


def _address(host: str) -> Finding:
    found = _look_up(host, "A") + _look_up(host, "AAAA")
    if not found:
        return ill("DNS", f"{host} has no address", "Add an A or AAAA record.")
    return well("DNS", f"{host} is at {', '.join(found)}")


def _spf(domain: str) -> Finding:
    found = [one for one in _look_up(domain, "TXT") if one.lower().startswith(SPF)]
    do = f"Add one TXT record to {domain}, say “v=spf1 mx -all”; your email provider names it."
    if not found:
        return ill("SPF", f"{domain} doesn't say who may send for it", do)
    if len(found) > 1:
        return ill("SPF", f"{domain} has {len(found)} such records, so none counts", "Keep one of them.")
    if "+all" in found[0] or found[0].split()[-1] == "all":
        return ill("SPF", f"{domain} lets everybody send for it", "End the record with “-all” or “~all”.")
    return well("SPF", found[0])


def _dkim(domain: str, selector: str) -> Finding:
    if not selector:
        do = "Name the selector of your mail server: `manage.py doctor --selector NAME`."
        return worry("DKIM", "not looked at", do)
    name = f"{selector}._domainkey.{domain}"
    keys = [one for one in _look_up(name, "TXT") if "p=" in one.replace(" ", "")]
    if not keys or keys[0].replace(" ", "").rstrip(";").endswith("p="):
        do = "Let your mail server sign, and add the record it names: without it much becomes spam."
        return ill("DKIM", f"there is no key at {name}", do)
    return well("DKIM", f"there is a key at {name}")


def _dmarc(domain: str) -> Finding:
    found = [one for one in _look_up(f"_dmarc.{domain}", "TXT") if one.startswith(DMARC)]
    if not found:
        do = f"Add a TXT record to _dmarc.{domain}, say “v=DMARC1; p=quarantine”."
        return ill("DMARC", f"{domain} has none: anybody can write as this site", do)
    if "p=none" in found[0].replace(" ", ""):
        return worry("DMARC", found[0], "When SPF and DKIM work, change p=none to p=quarantine.")
    return well("DMARC", found[0])


def _incoming(domain: str) -> Finding:
    found = _look_up(domain, "MX")
    if not found:
        return ill(
            "MX", f"nothing takes emails for {domain}", "Add an MX record: replies and bounces go there."
        )
    return well("MX", f"{domain}: {', '.join(found)}")
