"""What holds secrets is written for the site's own user alone, whatever the umask would let others read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core import mail

from quartz_site.private_sqlite.base import keep_private
from tests.kit.commands import Own

OPEN_AND_WRITE = """
from django.db import transaction
with transaction.atomic():
    Match.objects.update(version=0)
    for name in sorted(os.listdir(sys.argv[1])):
        print(name, oct(os.stat(os.path.join(sys.argv[1], name)).st_mode & 0o777))
"""


@pytest.fixture(autouse=True)
def for_everybody() -> Iterator[None]:
    """Let whatever is written without a word be for everybody, here and in the commands that are run."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def for_others(folder: Path) -> list[str]:
    """List what others than its user may touch. The lines that writers stand in hold nothing."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".queue"]
    return sorted(path.name for path in found if mode(path) & 0o077)


def test_a_database_with_all_beside_it_its_backup_and_what_is_restored(tmp_path):
    own, fresh = Own(f"sqlite:///{tmp_path}/db.sqlite3"), Own(f"sqlite:///{tmp_path}/fresh.sqlite3")
    own.manage("migrate", "-v", "0")
    seen = own.script(OPEN_AND_WRITE, tmp_path)
    assert "db.sqlite3 0o600" in seen and "db.sqlite3-wal 0o600" in seen and "db.sqlite3-shm 0o600" in seen
    own.manage("backup", tmp_path / "copy")
    fresh.manage("restore", tmp_path / "copy")
    own.manage("restore", tmp_path / "copy", "--force")
    assert len(list(tmp_path.glob("db.sqlite3.before-*"))) == 1
    assert for_others(tmp_path) == []


def test_others_are_shut_out_of_a_database_that_is_there_and_its_group_is_not(tmp_path):
    own = Own(f"sqlite:///{tmp_path}/db.sqlite3")
    own.manage("migrate", "-v", "0")
    (tmp_path / "db.sqlite3").chmod(0o664)
    own.manage("verify_matches")
    assert mode(tmp_path / "db.sqlite3") == 0o660
    (tmp_path / "db.sqlite3").chmod(0o664)
    own.manage("restore", tmp_path / "db.sqlite3", code=2)
    own.manage("backup", tmp_path / "copy")
    own.manage("restore", tmp_path / "copy", "--force")
    assert mode(tmp_path / "db.sqlite3") == 0o660


def test_what_lies_beside_a_database_is_shut_too(tmp_path):
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"db{ending}").touch(mode=0o644)
    keep_private(str(tmp_path / "db"))
    assert {mode(path) for path in tmp_path.iterdir()} == {0o640}


def test_where_no_database_can_be_made_its_own_error_is_told(tmp_path):
    keep_private(str(tmp_path / "nowhere" / "db"))
    assert not list(tmp_path.iterdir())


def test_emails_in_files(settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    with mail.get_connection("quartz_site.mail_files.EmailBackend") as connection:
        mail.EmailMessage("Your code", "BCDF", to=["ana@example.org"], connection=connection).send()
    (file,) = tmp_path.iterdir()
    assert "BCDF" in file.read_text() and mode(file) == 0o600


def test_the_setting_that_names_a_folder_for_emails_leads_there(tmp_path):
    ask = f"""
import os
os.environ.update(DJANGO_SETTINGS_MODULE="quartz_site.settings", EMAIL_URL="file:///{tmp_path}")
from django.conf import settings
print(settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH)
"""
    told = Own("sqlite://:memory:").run("-c", ask)
    assert told == f"quartz_site.mail_files.EmailBackend {tmp_path}\n"
