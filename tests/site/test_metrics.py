"""Figures for Prometheus: for whoever has the token, true, and with no name in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.models import Deadline, DeadlineState, MailState, Match, Outbox, Submission
from games.tasks import tick
from quartz_site import timings
from tests.kit.cast import SOON, at, browser, match_of

TOKEN = "a token of enough letters"
WATCHING = Path(__file__).parents[2] / "docs" / "watching"
NAMED = re.compile(r"quartz_[a-z_]+")
ENDINGS = ("_bucket", "_count", "_sum", "_total")
#: Only where something was refused, swept, or asked of a pool, or where a canary plays.
NOT_ALWAYS = {
    *("quartz_heartbeat_age_seconds", "quartz_refusals", "quartz_database_pool"),
    *("quartz_canary_age_seconds", "quartz_canary_seconds", "quartz_canary_failures"),
}


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN


def told() -> str:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return answer.content.decode()


def figures() -> dict[tuple[str, str], float]:
    """Read all figures, by name and what distinguishes them."""
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(told())
        for sample in family.samples
    }


@pytest.mark.django_db
@pytest.mark.parametrize("shown", [None, "", "Bearer", "Bearer ", "Bearer wrong", TOKEN, f"Basic {TOKEN}"])
def test_without_the_token_there_is_no_such_page(token, client, shown):
    answer = client.get("/metrics", headers={"Authorization": shown} if shown is not None else {})
    nowhere = client.get("/nowhere")
    assert answer.status_code == nowhere.status_code == 404
    assert answer.content == nowhere.content


@pytest.mark.django_db
@pytest.mark.parametrize("shown", ["Bearer ", "Bearer", ""])
def test_a_site_without_a_token_shows_none(settings, client, shown):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": shown}).status_code == 404


@pytest.mark.django_db
def test_the_figures_of_an_empty_site_are_noughts(token):
    found = figures()
    assert found["quartz_events_total", ""] == found["quartz_deadlines_overdue", ""] == 0
    assert found["quartz_matches", "running"] == found["quartz_notices_queued", "email"] == 0


@pytest.mark.django_db
def test_the_figures_are_true(token):
    with at(SOON):
        match = match_of()
        before = figures()
        assert before["quartz_matches", "running"] == 1
        assert before["quartz_submissions_total", ""] == Submission.objects.latest("pk").pk
        assert before["quartz_notices_queued", "email"] == Outbox.objects.count() > 0
        Outbox.objects.update(send_after=SOON)
    with at(SOON + timedelta(minutes=20)):
        assert figures()["quartz_notices_due_age_seconds", "email"] == 1200
    Deadline.objects.filter(match=match).update(due_at=SOON)
    Outbox.objects.update(state=MailState.FAILED)
    with at(SOON + timedelta(seconds=29)):
        assert figures()["quartz_deadlines_overdue", ""] == 0
    with at(SOON + timedelta(seconds=31)):
        found = figures()
        assert found["quartz_deadlines_overdue", ""] == Deadline.objects.count() > 0
        assert found["quartz_notices_failed", "email"] == Outbox.objects.count()
        Deadline.objects.update(state=DeadlineState.STUCK)
        Match.objects.update(status="quarantined")
        found = figures()
    assert found["quartz_deadlines_stuck", ""] == Deadline.objects.count()
    assert found["quartz_matches", "quarantined"] == 1 and found["quartz_matches", "running"] == 0


@pytest.mark.django_db
def test_the_age_of_the_last_sweep_is_told(token):
    with at(SOON):
        tick()
    with at(SOON + timedelta(seconds=90)):
        assert figures()["quartz_heartbeat_age_seconds", "sweep"] == 90


@pytest.mark.django_db
def test_refusals_are_counted_by_their_code(token):
    with at(SOON):
        match = match_of()
        for number, code in enumerate(("stale", "stale", "not_yours")):
            refused = {"outcome": "refused", "refusal": {"code": code}, "at": SOON}
            Submission.objects.create(match=match, door="page", key=str(number), **refused)
        found = figures()
    assert found["quartz_refusals", "stale"] == 2 and found["quartz_refusals", "not_yours"] == 1
    with at(SOON + timedelta(minutes=11)):
        assert not any(name == "quartz_refusals" for name, _ in figures())


@pytest.mark.django_db
def test_no_figure_names_anybody(token):
    with at(SOON):
        match = match_of("zebedee", "yolanda", "xena")
        text = told()
    assert "zebedee" not in text.lower() and "example" not in text and match.public_id not in text


@pytest.mark.django_db
def test_requests_are_timed_by_route_and_never_by_path(token, rf):
    match = match_of()
    answered = browser("alice").get(f"/m/{match.public_id}/")

    def respond(request):
        request.resolver_match = answered.resolver_match if "m" in request.path else None
        return HttpResponse(status=200)

    watched = timings.timed(respond)
    watched(rf.get(f"/m/{match.public_id}/"))
    watched(rf.generic("TREASURE", "/a-hidden-thing/"))
    text = timings.told().decode()
    assert 'method="GET",route="/m/<slug:public_id>/",status="200"' in text
    assert 'method="other",route="none"' in text
    assert match.public_id not in text and "TREASURE" not in text and "hidden" not in text


def test_rules_and_dashboard_ask_for_figures_that_there_are(token, db):
    there = {_plain(name) for name, _ in figures()} | {"quartz_request_seconds"}
    dashboard = json.dumps(json.loads((WATCHING / "dashboard.json").read_text()))
    for text in (
        (WATCHING / "alerts.yml").read_text(),
        dashboard,
        (WATCHING.parent / "watching.md").read_text(),
    ):
        asked = {_plain(name) for name in NAMED.findall(text)}
        assert len(asked) > 5 and asked - there <= NOT_ALWAYS


def _plain(name: str) -> str:
    ending = next((one for one in ENDINGS if name.endswith(one)), "")
    return name.removesuffix(ending)


def test_every_alert_says_what_to_do():
    named = re.findall(r"alert: (\w+)", (WATCHING / "alerts.yml").read_text())
    explained = (WATCHING.parent / "watching.md").read_text()
    assert len(named) > 8 and [one for one in named if f"`{one}`" not in explained] == []


@pytest.mark.skipif(not shutil.which("promtool"), reason="needs promtool, of Debian's package prometheus")
def test_prometheus_takes_rules_and_figures(token, db):
    promtool("check", "rules", "alerts.yml")
    promtool("test", "rules", "alerts_test.yml")
    promtool("check", "metrics", given=told())


def promtool(*command: str, given: str = "") -> None:
    done = subprocess.run(
        ["promtool", *command], cwd=WATCHING, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
