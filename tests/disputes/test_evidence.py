"""One file holds all that speaks to a case: it checks by itself, and shows nothing that the rules hide."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile

import pytest
from django.core.management import CommandError, call_command

from games.disputes import evidence
from games.disputes.looks import looks_of
from games.models import Case, CaseWord, Look, MatchStatus, Outbox, Ruling, Submission
from games.rules.kernel.refusal import HistoryBroken
from games.rules.tools import verify_log
from tests.kit.play_people import NOON, match, play_on

pytestmark = pytest.mark.django_db


def flagged(answers: int = 6) -> Case:
    found = match(3)
    play_on(found, answers)
    found.refresh_from_db()
    seat = found.seats.get(number=0)
    case = Case.objects.create(match=found, seat=seat, generation=1, opener=seat.player, kind="fairness")
    for text, private in (("Is the bag <b>rigged</b>?", False), ("a quarrelsome one", True)):
        CaseWord.objects.create(case=case, author=seat.player, text=text, private=private, key=text[:9])
    Look.objects.create(match=found, case=case, seat=1, event=2, reason="To <b>see</b> the hand.")
    return case


def unpacked(case: Case) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(evidence.write(case, NOON))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_log_of_a_running_match_checks_and_holds_no_more_than_onlookers_may_have():
    case = flagged()
    files = unpacked(case)
    assert [name for name in files if name.endswith(".jsonl")] == ["log-of-onlookers.jsonl"]
    verify_log.check(io.BytesIO(files["log-of-onlookers.jsonl"]))
    header = json.loads(files["log-of-onlookers.jsonl"].splitlines()[0])
    assert header["reader"] == "public"
    assert "secret" not in header
    assert b"def check(" in files["verify_log.py"]
    assert json.loads(files["digests.json"])[-1]["digest"] == case.match.head


def test_once_it_is_over_everybodys_log_is_there_too():
    case = flagged(2000)
    assert case.match.status == MatchStatus.OVER
    files = unpacked(case)
    verify_log.check(io.BytesIO(files["log-of-everybody.jsonl"]))
    assert "secret" in json.loads(files["log-of-everybody.jsonl"].splitlines()[0])


def test_its_page_needs_no_network_and_no_script():
    files = unpacked(flagged())
    page = files["index.html"].decode()
    assert "To &lt;b&gt;see&lt;/b&gt; the hand." in page
    for foreign in ("<script", "http:", "https:", "style="):
        assert foreign not in page
    (style,) = re.findall('<link rel="stylesheet" href="(.*?)">', page)
    assert b"color-scheme" in files[style]


def test_no_address_no_command_and_nothing_said_among_moderators_is_in_it():
    case = flagged()
    whole = b"".join(content for name, content in unpacked(case).items() if name != "verify_log.py")
    for seat in case.match.seats.all():
        assert seat.player
        assert str(seat.player.email).encode() not in whole
    assert b"quarrelsome" not in whole
    assert b"command" not in whole


def test_nothing_that_was_said_in_confidence_is_in_it():
    """Whoever flags is told that nobody at the table reads it, and so may have named a card."""
    case, facts = flagged(), {"reason": "You hold an Eureka."}
    case.verdict, case.reason = "stands", facts["reason"]
    for kind in ("answered", "decided"):
        Ruling.objects.create(match=case.match, case=case, kind=kind, **facts)
    Ruling.objects.create(match=case.match, case=case, kind="resent", seat=None, **facts)
    Ruling.objects.create(match=case.match, case=None, kind="resent", seat=None, **facts)
    Ruling.objects.create(match=None, case=case, kind="suspended", **facts)
    files = unpacked(case)
    whole = b"".join(files.values())
    assert b"Eureka." not in whole and b"rigged" not in whole
    told = json.loads(files["rulings.json"])
    assert [one["done"] for one in told].count("sent an email again") == 1
    assert not [one for one in told if "suspended" in one["done"]]
    assert [one["by"] for one in json.loads(files["messages.json"])] == ["who opened the case"]
    assert json.loads(files["case.json"])[0]["verdict"].startswith("Everything followed the rules")


def test_why_something_was_refused_tells_nothing_of_a_hand():
    case = flagged()
    for code in ("not_in_hand", "not_running"):
        Submission.objects.create(
            match=case.match, seat=case.seat, door="page", key=code, outcome="refused", refusal={"code": code}
        )
    Case.objects.filter(pk=case.pk).update(changed_at=Submission.objects.latest("pk").at)
    case.refresh_from_db()
    told = json.loads(unpacked(case)["submissions.json"])
    assert [one["refused_as"] for one in told if one["outcome"] == "refused"] == ["", "not_running"]


def test_a_successors_own_mails_are_not_in_it():
    case = flagged()
    facts = {"match": case.match, "seat": case.seat, "send_after": NOON, "to": "a@example.org"}
    for generation in (1, 2):
        for kind in ("ahead", "turn"):
            Outbox.objects.create(dedupe=f"{kind}{generation}", kind=kind, generation=generation, **facts)
    kinds = [one["kind"] for one in json.loads(unpacked(case)["mails.json"]) if one["seat"] == 1]
    assert kinds.count("ahead") == 1 and kinds.count("turn") >= 2


def test_what_other_cases_are_about_is_in_it_only_when_it_is_over():
    case = flagged()
    found = case.match
    Look.objects.create(match=found, seat=2, event=2, reason="Somebody else has flagged Cy.")
    facts = {"match": found, "case": case, "reason": "Bo again, I fear."}
    Ruling.objects.create(**facts, kind="took")
    Ruling.objects.create(**facts | {"reason": "Bo has more time."}, kind="extended")
    whole = b"".join(unpacked(case).values())
    assert b"has flagged Cy" not in whole and b"see</b> the hand." in whole
    assert b"Bo again" not in whole and b"Bo has more time." in whole and b"took the case" in whole
    found.status = MatchStatus.CLOSED
    assert b"has flagged Cy" in unpacked(case)["looks.json"]


def test_the_command_writes_it_once(tmp_path):
    case = flagged()
    file = tmp_path / "case.zip"
    call_command("evidence", case.public_id, str(file))
    assert zipfile.is_zipfile(file) and file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError):
        call_command("evidence", case.public_id, str(file))
    with pytest.raises(CommandError, match="no case"):
        call_command("evidence", "nowhere", str(tmp_path / "other.zip"))


def test_looks_are_shown_to_the_players_once_the_match_has_ended():
    case = flagged()
    found, names = case.match, {0: "Ana", 1: "Bo", 2: "Cy"}
    assert looks_of(found, names) == []
    found.status = MatchStatus.CLOSED
    (one,) = looks_of(found, names)
    assert (one.name, one.reason) == ("Bo", "To <b>see</b> the hand.")


def test_another_seats_orders_do_not_show_in_how_its_moves_came_in():
    case = flagged()
    Submission.objects.filter(match=case.match, first_event__gt=1).exclude(seat=case.seat).update(
        door="order"
    )
    told = json.loads(unpacked(case)["submissions.json"])
    assert {one["by"] for one in told if one["seat"] not in (None, 1)} == {"its player, or their orders"}


def test_of_a_match_whose_log_is_torn_there_is_all_the_rest(monkeypatch):
    case = flagged()

    def torn(*_: object) -> None:
        raise HistoryBroken("torn")

    monkeypatch.setattr("games.match.proof.history.stored", torn)
    files = unpacked(case)
    assert not [name for name in files if name.endswith(".jsonl")]
    assert "can’t be played again" in files["index.html"].decode()
    assert len(json.loads(files["digests.json"])) == case.match.version


def test_it_is_checked_by_the_program_that_lies_in_it_with_nothing_but_python(tmp_path):
    case = flagged()
    for name, content in unpacked(case).items():
        (tmp_path / name).write_bytes(content)
    asked = [sys.executable, "-I", "-S", "verify_log.py", "log-of-onlookers.jsonl", "--head", case.match.head]
    told = subprocess.run(asked, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    asked[-1] = "0" * 64
    assert subprocess.run(asked, cwd=tmp_path, env={}, capture_output=True, check=False).returncode == 2
