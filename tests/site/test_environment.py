"""What is missing or senseless in the environment is said at the start, all of it, in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from quartz_site.environment import read_environment
from quartz_site.local.check import production
from tests.kit.environments import BASE, LOCAL
from tests.kit.waiting import LONG

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("database", [LOCAL["DATABASE_URL"], "sqlite://:memory:"])
def test_two_variables_are_enough_on_ones_own_machine(environ, database):
    environ({**LOCAL, "DATABASE_URL": database})
    found = read_environment(BASE)
    assert not found.production and not found.debug and not found.tls
    assert "localhost" in found.allowed_hosts


@pytest.mark.parametrize(
    "url", ["postgresql://app:secret@host/memory_lane", "sqlite:////srv/memory/db.sqlite3"]
)
def test_only_what_lies_in_memory_is_suspected_of_it(environ, url):
    environ({**production(), "DATABASE_URL": url})
    assert read_environment(BASE).database_url == url


@pytest.mark.parametrize("missing", LOCAL)
def test_each_of_the_two_is_needed(environ, missing):
    environ({name: value for name, value in LOCAL.items() if name != missing})
    with pytest.raises(ImproperlyConfigured, match=f"{missing} is missing"):
        read_environment(BASE)


def test_a_sensible_production_is_accepted(environ):
    environ(production())
    found = read_environment(BASE)
    assert found.production and found.tls
    assert found.allowed_hosts == ["play.example.org"]


@pytest.mark.parametrize("missing", ["REDIS_URL", "SITE_URL", "EMAIL_URL", "MAIL_FROM"])
def test_production_needs_more(environ, missing):
    environ({name: value for name, value in production().items() if name != missing})
    with pytest.raises(ImproperlyConfigured, match=f"{missing} is missing"):
        read_environment(BASE)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("SECRET_KEY", "short", "at least 50"),
        ("SECRET_KEY", "a" * 60, "random enough"),
        ("DEBUG", "on", "DEBUG must be off"),
        ("DEBUG", "perhaps", "DEBUG"),
        ("DEMO", "on", "DEMO must be off"),
        ("OUTGOING_TEST_PORTS", "8081", "OUTGOING_TEST_PORTS must be empty"),
        ("OUTGOING_TEST_PORTS", "8081,web", "must hold only numbers of ports"),
        ("ALLOWED_HOSTS", "*", "must not have a \\*"),
        ("ALLOWED_HOSTS", "https://play.example", "only host names"),
        ("ALLOWED_HOSTS", "play.example:8000", "only host names"),
        ("SITE_URL", "http://play.example.org", "begin with https"),
        ("SITE_URL", "play.example.org", "must look like"),
        ("DATABASE_URL", "mysql://app@host/db", "begin with sqlite"),
        ("DATABASE_URL", "sqlite://:memory:", "in memory"),
        ("DATABASE_URL", "sqlite:///:memory:", "in memory"),
        ("DATABASE_URL", "sqlite:///", "in memory"),
        ("DATABASE_URL", "sqlite://var/db.sqlite3", "needs three slashes"),
        ("DATABASE_URL", "sqlite:var/db.sqlite3", "needs three slashes"),
        ("REDIS_URL", "amqp://host", "begin with redis"),
        ("PROXY_HOPS", "-1", "PROXY_HOPS: Must be greater than or equal to 0"),
        ("LOBBY_DAYS", "0", "LOBBY_DAYS: Must be greater than or equal to 1"),
        ("LOBBY_DAYS", "soon", "LOBBY_DAYS: Not a valid integer"),
        ("ADMINS", "ops@example.org,ops", "ADMINS must hold only email addresses"),
        ("EMAIL_URL", "mail.example.org", "EMAIL_URL must look like"),
        ("EMAIL_URL", "console:", "doesn't deliver"),
        ("ENVIRONMENT", "prod", "'local' or 'production'"),
        ("SECRET_KEY_FALLBACKS", "short", "FALLBACKS has a key"),
        ("SECRET_KEY_FALLBACKS", "a" * 60, "FALLBACKS has a key .* random enough"),
        ("DATABASE_URL", "postgresql://app@host/", "doesn't name a database"),
        ("REDIS_URL", "redis://host/queue", "such as /0"),
        ("SITE_URL", "https://", "must look like"),
        ("SITE_URL", "https://[::1", "must look like"),
        ("SITE_URL", "https://play.example.org/quartz", "only a host"),
        ("SITE_URL", "https://mo@play.example.org", "only a host"),
        ("EMAIL_URL", "submission://", "doesn't name a mail server"),
        ("EMAIL_URL", "submission://mail.example.org?timeout=soon", "isn't a number of seconds"),
        ("MAIL_FROM", "the club", "MAIL_FROM must be an email address"),
        ("MAIL_FROM", "Play\nBcc: all@example.org <play@example.org>", "MAIL_FROM must be an email address"),
    ],
)
def test_what_makes_no_sense_is_refused(environ, name, value, complaint):
    environ({**production(), name: value})
    with pytest.raises(ImproperlyConfigured, match=complaint):
        read_environment(BASE)


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "EMAIL_URL", "IMAP_URL"])
@pytest.mark.parametrize(
    "url", ["{}://app:hu/sh@host/0", "{}://app:hush@[host/0", "{}://app:hush@host:port/0"]
)
def test_an_address_that_cannot_be_read_is_named_and_not_shown(environ, name, url):
    scheme = {"DATABASE_URL": "postgresql", "REDIS_URL": "redis", "EMAIL_URL": "smtp", "IMAP_URL": "imaps"}
    environ({**production(), name: url.format(scheme[name])})
    with pytest.raises(ImproperlyConfigured, match=f"{name} can't be read as an address") as refused:
        read_environment(BASE)
    assert "hu" not in str(refused.value)


def test_no_picture_of_the_settings_shows_what_is_secret(environ):
    secret = {"DATABASE_URL": "postgresql://app:hush@host/db", "REDIS_URL": "redis://:hush@host/0"}
    environ({**production(), **secret, "EMAIL_URL": "submission://app:hush@mail.example.org"})
    found = read_environment(BASE)
    assert "hush" not in repr(found) and found.secret_key not in repr(found)


@pytest.mark.parametrize(
    ("said", "admins"),
    [
        ({}, ()),
        ({"ADMINS": ""}, ()),
        ({"ADMINS": "ops@example.org, night@example.org"}, ("ops@example.org", "night@example.org")),
    ],
)
def test_operators_are_a_list_of_addresses_and_nobody_unless_named(environ, said, admins):
    environ({**LOCAL, **said})
    assert read_environment(BASE).admins == admins


def test_lists_may_be_written_with_blanks(environ):
    keys = [letter * 20 + production()["SECRET_KEY"] for letter in "ab"]
    environ(
        {
            **production(),
            "SECRET_KEY_FALLBACKS": ", ".join(keys),
            "ALLOWED_HOSTS": "play.example, .club.example, [::1]",
        }
    )
    found = read_environment(BASE)
    assert found.secret_key_fallbacks == tuple(keys)
    assert found.allowed_hosts == ["play.example.org", "play.example", ".club.example", "[::1]"]


def test_production_may_do_without_a_broker(environ):
    environ({**production(), "REDIS_URL": "none"})
    assert read_environment(BASE).redis_url == "none"


@pytest.mark.parametrize(
    ("said", "hops"),
    [
        ({"BEHIND_PROXY": "off"}, 0),
        ({"BEHIND_PROXY": "on"}, 1),
        ({"BEHIND_PROXY": "on", "PROXY_HOPS": "2"}, 2),
    ],
)
def test_a_proxy_is_believed_only_where_it_is_named(environ, said, hops):
    environ({**production(), **said})
    assert read_environment(BASE).proxy_hops == hops


def test_all_that_is_wrong_is_said_at_once(environ):
    environ({"ENVIRONMENT": "production", "DEBUG": "on"})
    with pytest.raises(ImproperlyConfigured) as refused:
        read_environment(BASE)
    for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL", "MAIL_FROM", "DEBUG"):
        assert name in str(refused.value)


def test_what_cannot_be_parsed_is_said_with_all_else(environ):
    environ({**LOCAL, "DEBUG": "perhaps", "BEHIND_PROXY": "perhaps", "LOBBY_DAYS": "soon", "SIGNUP": "often"})
    with pytest.raises(ImproperlyConfigured) as refused:
        read_environment(BASE)
    for name in ("DEBUG", "BEHIND_PROXY", "LOBBY_DAYS", "SIGNUP"):
        assert name in str(refused.value)


def test_no_secret_is_repeated_in_the_complaint(environ):
    environ({**production(), "SECRET_KEY": "hush", "DATABASE_URL": "mysql://app:hush@host/db"})
    with pytest.raises(ImproperlyConfigured) as refused:
        read_environment(BASE)
    assert "hush" not in str(refused.value)


def test_a_file_fills_what_the_environment_leaves_open(environ, tmp_path):
    environ({"SECRET_KEY": "mine"})
    file = tmp_path / "env"
    file.write_text("SECRET_KEY=theirs\nDATABASE_URL=sqlite:///other.sqlite3\n")
    os.environ["ENV_FILE"] = str(file)
    found = read_environment(BASE)
    assert (found.secret_key, found.database_url) == ("mine", "sqlite:///other.sqlite3")


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, **env}
    return subprocess.run(command, env=env, capture_output=True, text=True)


def test_a_command_without_an_environment_ends_in_one_sentence():
    done = manage("migrate")
    assert done.returncode == 2, "as all that can't be done: 1 says that what was looked at is not well"
    assert done.stderr.count("\n") == 1 and "SECRET_KEY is missing" in done.stderr


SERVER = (
    "gunicorn",
    "--config",
    "python:quartz_site.gunicorn_conf",
    "--bind",
    "127.0.0.1:0",
    "quartz_site.wsgi",
)
CELERY = ("celery", "--quiet", "--app", "quartz_site.celery")


@pytest.mark.parametrize(
    "command", [SERVER, (*CELERY, "worker"), (*CELERY, "beat")], ids=lambda words: words[-1]
)
def test_what_stays_up_ends_in_one_sentence_too(command):
    done = module(*command, ENVIRONMENT="production")
    assert done.returncode == 2
    said = f"{command[0]}: not configured: SECRET_KEY is missing; DATABASE_URL is missing;"
    assert done.stderr.startswith(said) and done.stderr.count("\n") == 1


def test_the_server_of_pages_logs_as_a_file_of_settings_says_too(tmp_path):
    """Else its own lines would be no JSON among those of the site."""
    file = tmp_path / "env"
    file.write_text("".join(f"{name}={value}\n" for name, value in production().items()))
    done = module(*SERVER[:3], "--print-config", "quartz_site.wsgi", ENV_FILE=str(file))
    assert "JSONRenderer" in done.stdout and "ConsoleRenderer" not in done.stdout, done.stderr


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_without_a_broker_celery_has_nothing_to_do_and_says_so(part):
    done = module(*CELERY, part, **LOCAL, REDIS_URL="none")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "REDIS_URL is none" in done.stderr and "sweep --forever" in done.stderr


def module(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, **env}
    return subprocess.run(
        [sys.executable, "-m", *words], env=env, cwd=ROOT, capture_output=True, text=True, timeout=LONG
    )


def test_commands_run_with_the_two_variables(tmp_path):
    two = {"SECRET_KEY": "x", "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3"}
    assert manage("migrate", "-v0", **two).returncode == 0
    assert manage("check", **two).returncode == 0
    done = manage("createsuperuser", "--noinput", "--email=mo@example.org", **two)
    assert done.returncode == 0, done.stderr


def test_the_folder_of_the_database_need_not_be_there(tmp_path):
    """A fresh checkout has no var/, where .env.example puts the database."""
    two = {"SECRET_KEY": "x", "DATABASE_URL": f"sqlite:///{tmp_path}/var/db.sqlite3"}
    done = manage("migrate", "-v0", **two)
    assert done.returncode == 0, done.stderr[-500:]
    assert (tmp_path / "var" / "db.sqlite3").exists()


def test_production_checks_have_nothing_to_say():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **production())
    assert done.returncode == 0, done.stderr


def test_sqlite_is_opened_as_it_was_measured(tmp_path):
    two = {"SECRET_KEY": "x", "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3"}
    ask = (
        "from django.db import connection as c; k = c.cursor();"
        "print([k.execute(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous')],"
        " c.transaction_mode)"
    )
    assert "['wal', 2] IMMEDIATE" in manage("shell", "-v0", "-c", ask, **two).stdout


def test_what_is_secret_may_lie_in_a_file(environ, monkeypatch, tmp_path):
    environ({"DATABASE_URL": LOCAL["DATABASE_URL"]})
    (tmp_path / "key").write_text("from a file\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))
    assert read_environment(BASE).secret_key == "from a file"


def test_a_file_that_is_not_there_is_named_by_its_setting_and_not_shown(environ, monkeypatch, tmp_path):
    environ(LOCAL)
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FILE must be a readable file"):
        read_environment(BASE)


# --- email

SECRET = "anymail:a-password-of-twenty-letters"
MAILBOX = {
    "INBOUND": "mailbox",
    "IMAP_URL": "imaps://play:word@mail.example.org/INBOX",
    "REPLY_DOMAIN": "reply.example.org",
    "BOUNCE_DOMAIN": "reply.example.org",
    "AUTHSERV_ID": "MX.example.org",
}
CALLED = {
    "EMAIL_URL": "",
    "EMAIL_PROVIDER": "mailgun",
    "ANYMAIL_MAILGUN_API_KEY": "key",
    "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY": "another",
    "INBOUND": "mailgun",
    "REPLY_DOMAIN": "reply.example.org",
    "WEBHOOK_SECRET": f"{SECRET}, old:{SECRET[8:]}",
}


def test_a_site_takes_no_replies_unless_told_where(environ):
    environ(production())
    found = read_environment(BASE)
    assert not (found.inbound or found.reply_domain or found.bounce_domain or found.webhook_secrets)


def test_a_whole_mailbox_is_accepted(environ):
    environ({**production(), **MAILBOX})
    assert read_environment(BASE).authserv_id == "mx.example.org"


def test_a_whole_provider_is_accepted_in_place_of_a_mail_server(environ):
    environ({**production(), **CALLED})
    found = read_environment(BASE)
    assert found.anymail == {"MAILGUN_API_KEY": "key", "MAILGUN_WEBHOOK_SIGNING_KEY": "another"}
    assert len(found.webhook_secrets) == 2
    assert "key" not in repr(found).replace("secret_key", "") and SECRET not in repr(found)


def test_what_a_provider_needs_may_lie_in_a_file(environ, tmp_path):
    (tmp_path / "key").write_text("from a file\n")
    told = {name: value for name, value in CALLED.items() if name != "ANYMAIL_MAILGUN_API_KEY"}
    environ({**production(), **told, "ANYMAIL_MAILGUN_API_KEY_FILE": str(tmp_path / "key")})
    assert read_environment(BASE).anymail["MAILGUN_API_KEY"] == "from a file"


def test_the_demo_reads_its_own_replies(environ):
    environ({**LOCAL, "DEMO": "on"})
    assert read_environment(BASE).reply_domain == "replies.localhost"


@pytest.mark.parametrize(
    ("whole", "but", "complaint"),
    [
        (MAILBOX, {"INBOUND": ""}, "REPLY_DOMAIN needs INBOUND"),
        (MAILBOX, {"INBOUND": "", "REPLY_DOMAIN": ""}, "BOUNCE_DOMAIN needs INBOUND"),
        (MAILBOX, {"INBOUND": "letterbox"}, "INBOUND must be .* 'letterbox'"),
        (MAILBOX, {"IMAP_URL": ""}, "need each other"),
        (MAILBOX, {"IMAP_URL": "https://mail.example.org"}, "IMAP_URL must look like"),
        (MAILBOX, {"IMAP_URL": "imaps://mail.example.org"}, "IMAP_URL must look like"),
        (MAILBOX, {"INBOUND": "pipe"}, "need each other"),
        (MAILBOX, {"AUTHSERV_ID": ""}, "need AUTHSERV_ID"),
        (MAILBOX, {"REPLY_DOMAIN": "", "BOUNCE_DOMAIN": ""}, "needs REPLY_DOMAIN or BOUNCE_DOMAIN"),
        (MAILBOX, {"REPLY_DOMAIN": "not a domain"}, "isn't a domain name"),
        (CALLED, {"EMAIL_URL": "smtp://a:b@mail.example.org"}, "both be set"),
        (CALLED, {"EMAIL_PROVIDER": "pigeon"}, "EMAIL_PROVIDER can't be 'pigeon'"),
        (CALLED, {"WEBHOOK_SECRET": ""}, "needs WEBHOOK_SECRET"),
        (CALLED, {"WEBHOOK_SECRET": "anymail:short"}, "at least 20"),
        (CALLED, {"WEBHOOK_SECRET": "a-password-of-twenty-letters"}, "at least 20"),
        (CALLED, {"ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY": None}, "needs ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY"),
        (CALLED, {"EMAIL_PROVIDER": "", "INBOUND": "", "REPLY_DOMAIN": ""}, "EMAIL_URL is missing"),
    ],
)
def test_half_a_door_is_refused(environ, whole, but, complaint):
    told = {name: value for name, value in {**production(), **whole, **but}.items() if value is not None}
    environ(told)
    with pytest.raises(ImproperlyConfigured, match=complaint):
        read_environment(BASE)


def test_who_may_join_and_who_the_host_is(environ, tmp_path):
    environ(production())
    found = read_environment(BASE)
    assert found.signup == "invitation" and not found.host_name
    text = tmp_path / "privacy.txt"
    text.write_text("We keep little.\n\nReally.")
    host = {
        "HOST_NAME": "Tuesday Club",
        "HOST_CONTACT": "https://club.example/",
        "PRIVACY_TEXT_FILE": str(text),
    }
    environ({**production(), **host, "SIGNUP": "open"})
    found = read_environment(BASE)
    assert (found.signup, found.host_name, found.host_contact) == (
        "open",
        "Tuesday Club",
        "https://club.example/",
    )
    assert found.privacy_text == "We keep little.\n\nReally."


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"SIGNUP": "everybody"}, "SIGNUP must be .* 'everybody'"),
        ({"HOST_CONTACT": "javascript:alert(1)"}, "HOST_CONTACT"),
        ({"HOST_CONTACT": "ring the bell"}, "HOST_CONTACT"),
        ({"HOST_NAME": "x" * 81}, "HOST_NAME"),
        ({"HOST_NAME": "two\nlines"}, "HOST_NAME"),
    ],
)
def test_what_no_host_is_called_is_named(environ, wrong, told):
    environ({**production(), **wrong})
    with pytest.raises(ImproperlyConfigured, match=told):
        read_environment(BASE)
