"""A log for everybody becomes a scratch match that is like it to the digest, and that nobody can play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from games import play
from games.models import Deadline, Event, Match, MatchStatus, Outbox
from games.ops.verification import faults
from games.play import history
from games.rules import logfile
from games.rules.__main__ import main
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from tests.kit.commands import page, refused, said
from tests.kit.play_people import NOON, answer, match, open_questions, play_on

pytestmark = pytest.mark.django_db


@dataclass
class Exported:
    match: Match
    path: Path

    def spoil(self, old: bytes, new: bytes) -> None:
        data = self.path.read_bytes()
        assert old in data
        self.path.write_bytes(data.replace(old, new, 1))


def export(folder: Path, answers: int, reader: Reader = AFTERWARDS) -> Exported:
    found = match(words=["one", "", "three"])
    play_on(found, answers)
    found.refresh_from_db()
    words = [seat.words for seat in found.seats.all()]
    path = folder / "log.jsonl"
    secret = history.secret_of(found)
    path.write_bytes(b"".join(logfile.write(found.rules, history.stored(found), secret, words, reader)))
    return Exported(found, path)


def test_its_events_digests_and_words_are_the_files(tmp_path):
    exported = export(tmp_path, 1000)
    printed = said("import_log", exported.path)
    found = Match.objects.get(is_scratch=True)
    assert found.status == MatchStatus.OVER and found.public_id != exported.match.public_id
    assert f"Quartz {found.public_id}, over [scratch: imported to look at, never to play]" in printed

    def columns(of: Match) -> list:
        return list(
            Event.objects.filter(match=of)
            .order_by("number")
            .values_list("number", "kind", "payload", "digest")
        )

    assert [(*a[:2], bytes(a[2]), a[3]) for a in columns(found)] == [
        (*b[:2], bytes(b[2]), b[3]) for b in columns(exported.match)
    ]
    assert (found.version, found.head) == (exported.match.version, exported.match.head)
    assert faults(found.pk) == []
    assert "[scratch" in said("show_match", page(found)) and "Seat 1" in said("show_match", page(found))


def test_logs_that_the_tools_of_the_rules_recorded_come_in(tmp_path):
    assert main(["play", "quartz", "--games", "3", "--record", str(tmp_path)]) == 0
    for path in tmp_path.iterdir():
        said("import_log", path)
    assert [faults(found.pk) for found in Match.objects.all()] == [[]] * 3


def test_an_unfinished_log_comes_in_and_is_never_played_on(tmp_path):
    said("import_log", export(tmp_path, 7).path)
    found = Match.objects.get(is_scratch=True)
    assert found.status == MatchStatus.CLOSED and found.awaited == []
    assert not Deadline.objects.filter(match=found).exists()
    assert not Outbox.objects.filter(match=found).exists()
    name = next(name for name, one in open_questions(found).items() if one.awaited)
    assert answer(found, name, '{"kind":"mine"}').code == "not_running"
    with pytest.raises(Refused):
        play.start(found.pk, NOON)
    assert faults(found.pk) == []


def test_the_match_it_came_from_is_left_as_it_was(tmp_path):
    exported = export(tmp_path, 7)
    before = Match.objects.values().get()
    said("import_log", exported.path)
    said("import_log", exported.path)
    assert Match.objects.filter(is_scratch=True).count() == 2
    assert Match.objects.values().get(is_scratch=False) == before


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b'"kind":"day_began","day":1', b'"kind":"day_began","day":2', "event 3 "),
        (b'"secret":"0', b'"secret":"1', "the secret is not the one"),
        (b'"one"', b'"two"', "words"),
        (b'"format":1', b'"format":2', "newer than this program"),
        (b'"game":"quartz"', b'"game":"chess"', "there is no game 'chess'"),
        (b'{"end":', b'{"and":', "is something else"),
        (b"\n", b"\r\n", "not the header of a log"),
    ],
)
def test_a_damaged_file_is_one_sentence_and_leaves_nothing(tmp_path, old, new, sentence):
    exported = export(tmp_path, 7)
    exported.spoil(old, new)
    assert sentence in refused("import_log", exported.path)
    assert not Match.objects.filter(is_scratch=True).exists()


def test_what_one_reader_may_have_is_not_the_match(tmp_path):
    exported = export(tmp_path, 7, PUBLIC)
    assert "is not a complete log" in refused("import_log", exported.path)


def test_other_files_are_one_sentence(tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 9)
    assert "No such file" in refused("import_log", tmp_path / "none")
    assert refused("import_log", tmp_path)
    assert "not the header of a log" in refused("import_log", tmp_path / "empty")
    assert refused("import_log", tmp_path / "noise")
