"""A canary plays through pages and emails; what is broken on the way is named; little is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta

import pytest
import yaml
from django.apps import apps
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

from games.infra import triggers
from games.lobby import contacts
from games.models import (
    CanaryRun,
    Event,
    Inbound,
    Look,
    Match,
    MatchKind,
    MatchStatus,
    Outbox,
    Player,
    Seat,
    Submission,
)
from games.ops import canary, metrics, verification
from games.ops.canary import post, run, tidy
from games.ops.canary.browser import Browser, Failed, choosing
from games.ops.doctor import Health, inside
from games.records import keep
from games.rules.tools.shelf import ToolError
from quartz_site.local.processes import stop
from tests.kit.cast import browser, match_of
from tests.kit.commands import ROOT, refused
from tests.kit.small_site import SmallSite, small_site
from tests.kit.tls_server import serving
from tests.kit.waiting import LONG, wait_for

pytestmark = pytest.mark.django_db(transaction=True)
SOON = timedelta(seconds=4)


@pytest.fixture
def site(settings, tmp_path) -> Iterator[SmallSite]:
    if connection.vendor == "sqlite":
        pytest.skip("its processes share the PostgreSQL of the tests")
    with small_site(tmp_path) as found:
        settings.SITE_URL = found.url
        settings.SEND_AFTER = 0
        settings.INBOUND, settings.REPLY_DOMAIN = "mailbox", found.env["REPLY_DOMAIN"]
        yield found


@pytest.fixture
def a_mailbox(settings) -> None:
    settings.INBOUND, settings.REPLY_DOMAIN = "mailbox", "reply.example.org"


def figures() -> dict[tuple[str, str], float]:
    """Read the canary's figures."""
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in metrics.RowsCollector().collect()
        for sample in family.samples
        if "canary" in sample.name
    }


def a_match() -> Match:
    """Open a match as a canary does."""
    return run._open(timezone.now())


# --- it plays


def test_a_match_is_played_from_the_first_email_to_the_last(site, tmp_path):
    done = site.manage("canary")
    assert done.returncode == 0, done.stdout + done.stderr
    stages = [line.split()[0] for line in done.stdout.splitlines()]
    assert stages == [*canary.CanaryStage, "played"]
    (row,) = CanaryRun.objects.all()
    assert row.failed_at == row.why == "" and set(row.seconds) == {*canary.CanaryStage}
    match = row.match
    assert match.status == MatchStatus.OVER and match.kind == MatchKind.CANARY
    assert verification.faults(match.pk) == []
    doors = set(Submission.objects.filter(match=match, seat__robot="").values_list("door", flat=True))
    assert doors == {"link"}
    sent = {mail.kind for mail in Outbox.objects.filter(match=match, state="sent")}
    assert "over" in sent and len(site.box.letters) >= 2
    assert not Inbound.objects.exists() and not site.folder.mails
    said = "".join((tmp_path / name).read_text() for name in ("pages", "sweep")) + done.stdout + done.stderr
    for secret in (post.address(), *secrets_in(site)):
        assert secret not in said
    found = figures()
    assert found["quartz_canary_seconds", "moves"] == row.seconds["moves"]
    assert found["quartz_canary_age_seconds", ""] < 60
    assert not any(name == "quartz_canary_failures" for name, _ in found)
    (told,) = inside.canary(timezone.now())
    assert told.health == Health.WELL


def secrets_in(site: SmallSite) -> set[str]:
    """Give the tokens of the links in all emails."""
    found = {token for one in site.box.letters for token in post._LINK.findall(one.content.decode())}
    assert found
    return found


def test_it_plays_by_itself_until_it_is_stopped_and_everybody_is_told(site, tmp_path):
    """Matches begin by schedule; once the site is away, they fail and everybody who looks hears of it."""
    runs = CanaryRun.objects.filter(ended_at__isnull=False).order_by("pk")
    with site.managing(tmp_path / "canary", "canary", "--forever", "--every", "10") as canaries:
        assert wait_for(lambda: runs.filter(failed_at="").count() >= 2)
        one, two = runs[:2]
        assert two.began_at - one.began_at >= timedelta(seconds=10)
        assert doctor(site).startswith("ok    canary      played a match to its end")
        stop(site.pages)
        assert wait_for(lambda: runs.filter(failed_at="page").exists())
        assert doctor(site) == "WRONG canary      failed at page: no answer: ConnectionRefusedError"
        assert figures()["quartz_canary_failures", "page"] >= 1
        assert figures()["quartz_canary_age_seconds", ""] > 0
        canaries.terminate()
        assert canaries.wait(LONG) == 0
    assert (tmp_path / "canary").read_text().count("played to its end") >= 2


def doctor(site: SmallSite) -> str:
    """Give what the doctor says of the canary."""
    return next(line for line in site.manage("doctor").stdout.splitlines() if " canary " in line)


def test_one_that_plays_no_more_is_noticed():
    now = timezone.now()
    CanaryRun.objects.create(began_at=now, ended_at=now)
    assert [one.health for one in inside.canary(now + inside.SILENT - timedelta(seconds=1))] == [Health.WELL]
    (told,) = inside.canary(now + inside.SILENT)
    assert told.health == Health.WORRY and told.told.endswith("30 min ago, and none since")
    silent = yaml.safe_load((ROOT / "docs/watching/alerts.yml").read_text())["groups"]
    (rule,) = [one for group in silent for one in group["rules"] if one.get("alert") == "CanarySilent"]
    assert rule["expr"].endswith(f"> {inside.SILENT.total_seconds():.0f}")


# --- what fails is named


def failure(**how) -> tuple[str, str]:
    row = canary.play_one(**how)
    assert row.ended_at is not None
    assert figures()["quartz_canary_failures", row.failed_at] == 1
    (told,) = inside.canary(timezone.now())
    assert told.health == Health.ILL and row.failed_at in told.told
    return row.failed_at, row.why


class Patience:
    """As much as a busy machine needs, until a test says otherwise."""

    seconds = LONG

    def total_seconds(self) -> float:
        return self.seconds


def test_an_email_that_never_comes_is_a_failure(site):
    site.is_delivering = False
    assert failure(patience=SOON) == ("email", "no email in 4 s")


def test_a_page_with_an_error_is_a_failure(a_mailbox):
    with serving({}, status=500) as port:
        assert failure(at=f"http://127.0.0.1:{port}") == ("page", "status 500")


def test_a_site_that_is_away_is_a_failure(a_mailbox):
    assert failure(at="http://127.0.0.1:1") == ("page", "no answer: ConnectionRefusedError")


def test_a_link_that_is_refused_is_a_failure(site):
    def die(_: bytes) -> None:
        Seat.objects.filter(robot="").update(generation=7)

    site.before_each.append(die)
    assert failure() == ("link", "status 410")


def test_a_last_email_that_never_comes_is_a_failure(site):
    patience = Patience()

    def after_the_first(_: bytes) -> None:
        site.is_delivering, patience.seconds = False, 4

    site.before_each.append(after_the_first)
    assert failure(patience=patience) == ("result", "no email in 4 s")


def test_a_match_that_a_fault_has_stopped_is_a_failure_until_somebody_looks(a_mailbox):
    match = a_match()
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.QUARANTINED)
    assert failure() == ("open", "a fault has stopped an earlier match")
    assert Match.objects.get() == match
    tidy._erase(0)
    assert Match.objects.exists()


def test_what_strangers_write_to_it_counts_for_nothing(a_mailbox):
    match, theirs = a_match(), match_of()
    for told in ("nothing", f"{post.settings.SITE_URL}/t/{'a' * 39}", f"/t/{'b' * 39}"):
        raw = f"From: eve@example.org\r\nTo: {post.address()}\r\n\r\n{told} {theirs.public_id}\r\n".encode()
        Inbound.objects.create(raw=raw, digest=told, door="mailbox", recipient=post.address().upper())
    Inbound.objects.create(raw=b"\xff" * 99, digest="odd", door="mailbox", recipient=post.address())
    assert [*post.arrived(match)] == []
    post.throw_away(post.address())
    assert not Inbound.objects.exists()


def test_it_says_what_it_needs(settings):
    settings.INBOUND = ""
    assert "set INBOUND and REPLY_DOMAIN" in refused("canary")
    with pytest.raises(ToolError):
        canary.play_one()
    assert not CanaryRun.objects.exists() and not Player.objects.exists()


def test_it_is_told_to_stop_between_two_looks(a_mailbox, settings):
    with serving({}) as port:
        row = canary.play_one(f"http://127.0.0.1:{port}", stopping=lambda: True)
    assert row.ended_at is None and not CanaryRun.objects.exists()


def test_pages_that_are_no_use_are_read_to_their_end():
    assert choosing("") is None
    undo = '<form method="post" action="/t/x"><button name="do" value="yes">Undo</button></form>'
    assert choosing(undo) is None
    look = '<form method="get"><button name="look" value="a"></form><button name="look" value="b">'
    assert choosing(look) is None
    offered = (
        '<form method="post" action="/t/y"><input type="hidden" name="link" value="y"><input name="n">'
        '<button name="look" value="c">C</button><button name="look" value="d">D</button></form>'
    )
    assert choosing(undo + offered) == ("/t/y", {"link": "y", "look": "c"})


def test_it_asks_inside_a_network_as_if_from_outside(settings):
    settings.SITE_URL = "https://play.example.org"
    asked = Browser("http://127.0.0.1:1")
    with pytest.raises(Failed, match="ConnectionRefused"):
        asked.get("/")
    assert asked._site.netloc == "play.example.org"


# --- nobody meets it, and little is left


def test_nobody_meets_it(a_mailbox):
    match = a_match()
    somebody = match_of()
    running = next(one for one in metrics.RowsCollector().collect() if one.name == "quartz_matches")
    assert {one.labels["status"]: one.value for one in running.samples}["running"] == 1
    assert not Match.objects.counted().filter(pk=match.pk).exists()
    assert not keep.is_counted(match)
    alice = somebody.seats.get(number=0).player
    for path in ("/", "/tables/", "/people/", "/statistics/quartz/", "/ratings/quartz/"):
        page = browser(alice).get(path).content.decode()
        assert match.public_id not in page and post.NAME not in page, path
    assert post.player() not in contacts.played_with(alice)


def test_old_matches_and_results_go(a_mailbox):
    now = timezone.now()
    people = match_of()
    mine = [a_match() for _ in range(5)]
    before = Event.objects.filter(match=people).count()
    CanaryRun.objects.create(began_at=now - timedelta(days=8), match=mine[0])
    CanaryRun.objects.create(began_at=now - timedelta(days=6), match=mine[1])
    assert tidy.tidy(now) == 2
    assert [*Match.objects.filter(kind=MatchKind.CANARY).order_by("pk")] == mine[2:]
    (kept,) = CanaryRun.objects.all()
    assert kept.match is None
    assert Event.objects.filter(match=people).count() == before > 0
    assert verification.faults(people.pk) == [] and verification.unguarded() == []


def test_nothing_is_left_once_it_is_forgotten(a_mailbox):
    counts = every_row()
    a_match()
    CanaryRun.objects.create(began_at=timezone.now(), match=a_match())
    Inbound.objects.create(raw=b"x", digest="x", door="mailbox", recipient=post.address())
    assert every_row() != counts
    assert canary.forget() == 2
    assert every_row() == counts


def every_row() -> dict[str, int]:
    return {one._meta.db_table: QuerySet(one).count() for one in apps.get_app_config("games").get_models()}


def test_what_a_moderator_did_keeps_its_match(a_mailbox):
    match = a_match()
    Look.objects.create(match=match, seat=0, event=1, reason="To see.", at=timezone.now())
    events = Event.objects.filter(match=match).count()
    assert tidy._erase(0) == 0
    assert Event.objects.filter(match=match).count() == events > 0


def test_no_match_of_people_becomes_one_to_be_deleted():
    match = match_of()
    assert (triggers.MATCHES, triggers.KIND) in triggers.names()
    with pytest.raises(DatabaseError, match="never changed"):
        Match.objects.filter(pk=match.pk).update(kind=MatchKind.CANARY)
    with pytest.raises(DatabaseError, match="never changed"):
        QuerySet(Event).filter(match=match)._raw_delete("default")
    match.refresh_from_db()
    match.kind = MatchKind.CANARY
    with pytest.raises(DatabaseError, match="never changed"):
        match.save()
    match.refresh_from_db()
    match.save()


def test_one_canary_at_a_time(a_mailbox, monkeypatch):
    monkeypatch.setattr(run, "alone", lambda errand: nullcontext(False))
    with pytest.raises(ToolError, match="another canary"):
        canary.play_one()


def test_the_figures_of_a_site_without_one_are_none():
    assert figures() == {}


def test_its_age_goes_on_while_it_fails():
    began = timezone.now() - timedelta(hours=2)
    CanaryRun.objects.create(began_at=began, ended_at=began, failed_at="email", why="no email in 600 s")
    assert 7190 < figures()["quartz_canary_age_seconds", ""] < 7300
    CanaryRun.objects.create(began_at=began, ended_at=timezone.now() - timedelta(minutes=1))
    assert 55 < figures()["quartz_canary_age_seconds", ""] < 120
