"""The doctor finds what is wrong with a site, says what to do, and has nothing to say of one that is well."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dns.resolver
import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from games.infra import server_time
from games.models import Heartbeat
from games.ops.doctor import Finding, Health, domains, email, inside, outside
from games.play import outages
from games.rules.tools.shelf import ToolError
from tests.kit import imap_server, mail_server
from tests.kit.name_server import Records, answering
from tests.kit.tls_server import certify, serving

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
GOOD = {**outside.HEADERS, "Strict-Transport-Security": "max-age=31536000"}
SITE = "play.example.net"
SENDER = "example.net"
WELL_NAMED: Records = {
    (SITE, "A"): ["192.0.2.7"],
    (SENDER, "TXT"): ['"v=spf1 a:mail.example.net -all"', '"other=1"'],
    (f"s1._domainkey.{SENDER}", "TXT"): ['"v=DKIM1; k=rsa; p=MIIB"'],
    (f"_dmarc.{SENDER}", "TXT"): ['"v=DMARC1; p=quarantine"'],
    ("reply.example.net", "MX"): ["10 mail.example.net."],
}


def health(found: Iterator[Finding]) -> dict[str, Health]:
    """Give the worst that was found of each part."""
    order = [Health.WELL, Health.WORRY, Health.ILL]
    worst: dict[str, Health] = {}
    for one in found:
        assert one.told and (one.do or one.health == Health.WELL), one
        worst[one.part] = max(one.health, worst.get(one.part, Health.WELL), key=order.index)
    return worst


# --- inside


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_is_well():
    found = health(inside.database(timezone.now()))
    assert set(found.values()) == {Health.WELL}


@pytest.mark.django_db
def test_a_clock_that_is_apart_from_the_servers_is_found(monkeypatch):
    monkeypatch.setattr(server_time, "time_of_database", lambda: NOW + timedelta(seconds=7))
    found = health(inside.database(NOW))
    assert found["clock"] == Health.ILL


def test_a_database_that_is_away_is_found(monkeypatch):
    def away() -> None:
        raise OperationalError("host=db password=hunter2")

    monkeypatch.setattr(inside.connection, "cursor", away)
    (found,) = inside.database(NOW)
    assert found.health == Health.ILL and "hunter2" not in found.told + found.do


@pytest.mark.django_db
def test_an_earlier_database_is_found(monkeypatch):
    monkeypatch.setattr(inside, "needs_migration", lambda: True)
    assert health(inside.database(timezone.now()))["database"] == Health.ILL


def test_a_real_broker_answers_and_what_it_may_lose_is_said(settings):
    found = [*inside.broker(timezone.now())]
    assert found[0].health == Health.WELL, found
    assert {one.part for one in found} == {"broker", "clock"}
    assert not any(one.health == Health.ILL for one in found)


def test_a_broker_that_is_away_is_found_and_one_may_do_without(settings):
    settings.CELERY_BROKER_URL = "redis://:secret@127.0.0.1:1/0"
    (found,) = inside.broker(NOW)
    assert found.health == Health.ILL and "secret" not in found.told
    settings.CELERY_BROKER_URL = ""
    (found,) = inside.broker(NOW)
    assert found.health == Health.WELL


@pytest.mark.django_db
def test_it_says_whether_anything_does_what_is_due(settings):
    settings.CELERY_BROKER_URL = ""
    assert health(inside.at_work(NOW)) == {"sweep": Health.ILL}
    Heartbeat.record(outages.SWEEP, NOW - timedelta(seconds=31))
    assert health(inside.at_work(NOW)) == {"sweep": Health.ILL}
    Heartbeat.record(outages.SWEEP, NOW - timedelta(seconds=5))
    assert health(inside.at_work(NOW)) == {"sweep": Health.WELL}
    settings.CELERY_BROKER_URL = "redis://127.0.0.1/0"
    assert health(inside.at_work(NOW)) == {"sweep": Health.WELL, "beat": Health.ILL}


def test_a_full_disk_is_found(monkeypatch):
    for free, expected in ((9, Health.WORRY), (10, Health.WELL)):
        usage = type("Usage", (), {"free": free, "total": 100})
        monkeypatch.setattr(inside.shutil, "disk_usage", lambda folder, usage=usage: usage)
        assert health(inside.disk()) == {"disk": expected}


@pytest.mark.parametrize(("hours", "size", "expected"), [(1, 9, "WELL"), (49, 9, "ILL"), (1, 0, "ILL")])
def test_the_age_of_the_newest_backup_counts(tmp_path, hours, size, expected):
    for name, age in (("new", hours), ("old", 500)):
        file = tmp_path / name
        file.write_bytes(b"x" * (size if name == "new" else 9 if size else 0))
        at = (NOW - timedelta(hours=age)).timestamp()
        os.utime(file, (at, at))
    assert health(inside.backups(tmp_path, NOW)) == {"backups": Health[expected]}


@pytest.mark.parametrize(("folder", "expected"), [(None, Health.WORRY), (Path("/nowhere"), Health.ILL)])
def test_backups_nobody_knows_of_are_none(folder, expected):
    assert health(inside.backups(folder, NOW)) == {"backups": expected}


# --- email


@pytest.fixture
def sink(settings) -> Iterator[mail_server.Box]:
    with mail_server.sink() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.MAIL_PROVIDER = ""
        yield box


def test_the_mail_server_is_greeted_and_given_nothing(sink):
    assert health(email.server("")) == {"email": Health.WELL}
    assert sink.letters == []


def test_one_email_is_sent_where_one_wants_it(sink):
    assert health(email.server("host@example.net")) == {"email": Health.WELL}
    (letter,) = sink.letters
    assert b"doctor" in letter.content and b"To: host@example.net" in letter.content


def test_no_email_is_sent_to_what_is_no_address(sink):
    with pytest.raises(ToolError):
        [*email.server("nobody")]


def test_a_mail_server_that_is_away_is_found(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.MAIL_PROVIDER = "127.0.0.1", 1, ""
    assert health(email.server("")) == {"email": Health.ILL}
    assert health(email.server("host@example.net")) == {"email": Health.ILL}


def test_emails_that_go_nowhere_are_found(settings):
    settings.EMAIL_BACKEND, settings.MAIL_PROVIDER = "django.core.mail.backends.dummy.EmailBackend", ""
    assert health(email.server("")) == {"email": Health.ILL}


@pytest.mark.django_db
def test_a_mailbox_is_opened_and_must_be_read(settings):
    settings.INBOUND = "mailbox"
    with imap_server.mailbox_server() as (folder, url):
        settings.IMAP_URL = url
        folder.put(b"From: a\r\n\r\nhello")
        assert health(email.replies(NOW))["mailbox"] == Health.ILL  # nobody reads it
        Heartbeat.record(Heartbeat.MAILBOX, NOW)
        assert health(email.replies(NOW))["mailbox"] == Health.WELL
        assert folder.deleted == set() and len(folder.mails) == 1
        settings.IMAP_URL = url.replace("a%20pass", "another%20pass")
        assert health(email.replies(NOW))["mailbox"] == Health.ILL


@pytest.mark.django_db
def test_a_site_without_replies_is_told_what_it_lacks(settings):
    settings.INBOUND = ""
    assert health(email.replies(NOW)) == {"replies": Health.WORRY}


# --- names


def looked_up(settings: Any, monkeypatch: pytest.MonkeyPatch, records: Records, selector: str = "s1") -> Any:
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = f"https://{SITE}", f"Quartz <play@{SENDER}>"
    settings.REPLY_DOMAIN = settings.BOUNCE_DOMAIN = "reply.example.net"
    with answering(records) as port:
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], port
        monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
        return health(domains.records(selector))


def test_names_with_all_records_are_well(settings, monkeypatch):
    found = looked_up(settings, monkeypatch, WELL_NAMED)
    assert found == dict.fromkeys(("DNS", "SPF", "DKIM", "DMARC", "MX"), Health.WELL)


@pytest.mark.parametrize(
    ("name", "kind", "records", "part", "expected"),
    [
        (SITE, "A", [], "DNS", Health.ILL),
        (SENDER, "TXT", ['"other=1"'], "SPF", Health.ILL),
        (SENDER, "TXT", ['"v=spf1 -all"', '"v=spf1 a -all"'], "SPF", Health.ILL),
        (SENDER, "TXT", ['"v=spf1 +all"'], "SPF", Health.ILL),
        (f"s1._domainkey.{SENDER}", "TXT", [], "DKIM", Health.ILL),
        (f"s1._domainkey.{SENDER}", "TXT", ['"v=DKIM1; p="'], "DKIM", Health.ILL),
        (f"_dmarc.{SENDER}", "TXT", [], "DMARC", Health.ILL),
        (f"_dmarc.{SENDER}", "TXT", ['"v=DMARC1; p=none"'], "DMARC", Health.WORRY),
        ("reply.example.net", "MX", [], "MX", Health.ILL),
    ],
)
def test_each_record_that_lacks_is_found(settings, monkeypatch, name, kind, records, part, expected):
    changed = {key: value for key, value in {**WELL_NAMED, (name, kind): records}.items() if value}
    found = looked_up(settings, monkeypatch, changed)
    assert found.pop(part) == expected and set(found.values()) == {Health.WELL}


def test_without_a_selector_the_key_is_not_looked_at(settings, monkeypatch):
    assert looked_up(settings, monkeypatch, WELL_NAMED, selector="")["DKIM"] == Health.WORRY


def test_where_no_name_server_answers_nothing_is_claimed(settings, monkeypatch):
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = f"https://{SITE}", f"play@{SENDER}"
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], 1
    monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
    monkeypatch.setattr(domains, "PATIENCE", 0.3)
    assert health(domains.records("")) == {"DNS": Health.WORRY}


def test_the_names_of_ones_own_machine_are_not_looked_up(settings):
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = "http://127.0.0.1:8000", "play@localhost"
    assert health(domains.records("")) == {"DNS": Health.WORRY}


# --- from outside


def seen(settings: Any, port: int, kind: str = "http", host: str = "localhost") -> dict[str, Health]:
    settings.SITE_URL = f"{kind}://{host}:{port}"
    return health(outside.site(NOW, slow=False))


def test_a_page_with_all_its_headers_is_well(settings):
    with serving(GOOD) as port:
        assert set(seen(settings, port).values()) == {Health.WELL}


@pytest.mark.parametrize("lost", [*outside.HEADERS])
def test_each_header_that_a_proxy_drops_is_found(settings, lost):
    with serving({name: value for name, value in GOOD.items() if name != lost}) as port:
        assert seen(settings, port) == {"page": Health.WELL, "headers": Health.ILL}


@pytest.mark.parametrize("status", [404, 502])
def test_another_page_than_ours_is_found(settings, status):
    with serving(GOOD, status=status) as port:
        assert seen(settings, port) == {"page": Health.ILL}


def test_a_site_that_cannot_be_reached_is_found(settings):
    assert seen(settings, 1) == {"page": Health.ILL}


@pytest.mark.parametrize(
    ("days", "trusted", "headers", "expected"),
    [
        (60, True, GOOD, {"page": "WELL", "TLS": "WELL", "headers": "WELL"}),
        (10, True, GOOD, {"page": "WELL", "TLS": "ILL", "headers": "WELL"}),
        (60, True, outside.HEADERS, {"page": "WELL", "TLS": "ILL", "headers": "WELL"}),
        (60, False, GOOD, {"page": "ILL"}),
    ],
)
def test_the_certificate_is_looked_at(settings, monkeypatch, tmp_path, days, trusted, headers, expected):
    now = timezone.now()
    made = certify(tmp_path, now + timedelta(days=days))
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    with serving(headers, made.chain) as port:
        settings.SITE_URL = f"https://localhost:{port}"
        found = health(outside.site(now, slow=False))
    assert found == {part: Health[name] for part, name in expected.items()}


# --- all of it


@pytest.mark.django_db
def test_the_command_says_all_and_ends_with_1_if_something_is_wrong(settings, sink, capsys):
    settings.SITE_URL = "http://127.0.0.1:1"
    with pytest.raises(SystemExit) as ended:
        call_command("doctor")
    told = capsys.readouterr().out
    assert ended.value.code == 1
    parts = ("settings", "database", "broker", "sweep", "disk", "backups", "email", "replies", "DNS", "page")
    assert [part for part in parts if part not in told] == []
    assert "→" in told and " wrong, " in told


@pytest.mark.django_db
def test_the_command_ends_with_0_if_there_is_nothing_wrong(settings, sink, capsys, tmp_path):
    settings.CELERY_BROKER_URL = ""
    Heartbeat.record(outages.SWEEP, timezone.now())
    (tmp_path / "backup").write_text("x")
    with serving(GOOD) as port:
        settings.SITE_URL = f"http://localhost:{port}"
        call_command("doctor", backups=tmp_path)
    assert "0 wrong" in capsys.readouterr().out
