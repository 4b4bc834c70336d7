"""What connections are told: when to give up on who doesn't answer, and what no pooler understands."""

from __future__ import annotations

import pytest
from django.db import connection

from quartz_site.databases import SESSION, database_settings
from tests.kit.at_once import needs_postgres

URL = "postgresql://app@host/db?options=-c+search_path%3Dclub"


def test_both_ends_of_a_connection_notice_that_the_other_is_gone(tmp_path):
    found = database_settings("postgresql://app@host/db", tmp_path)["OPTIONS"]
    assert found["tcp_user_timeout"] and found["keepalives_idle"]
    assert all(f"-c {name}={value}" in found["options"] for name, value in SESSION.items())


def test_after_an_outage_the_pool_tries_again_whenever_somebody_asks(tmp_path):
    """While it goes on trying, it waits twice as long each time, and nobody else may try."""
    pool = database_settings("postgresql://app@host/db", tmp_path)["OPTIONS"]["pool"]
    assert pool["reconnect_timeout"] <= pool["timeout"]


def test_what_the_host_says_of_sessions_comes_last(tmp_path):
    assert database_settings(URL, tmp_path)["OPTIONS"]["options"].endswith(" -c search_path=club")


def test_a_pooler_gets_no_settings_of_sessions_and_no_cursors_that_outlive_a_transaction(tmp_path):
    straight, pooled = database_settings(URL, tmp_path), database_settings(URL, tmp_path, pooled=True)
    assert pooled["OPTIONS"]["options"] == "-c search_path=club"
    assert (straight["DISABLE_SERVER_SIDE_CURSORS"], pooled["DISABLE_SERVER_SIDE_CURSORS"]) == (False, True)


@needs_postgres
@pytest.mark.django_db
def test_the_server_takes_each_of_them():
    """But for that on transactions, which tests lift: here each is one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, source FROM pg_settings WHERE name = ANY(%s)", [[*SESSION]])
        assert dict(cursor.fetchall()) == dict.fromkeys(SESSION, "client")
