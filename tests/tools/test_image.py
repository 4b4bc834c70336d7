"""What a build of the image takes from the machine, and what it doesn't."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.image import base, build, host
from tools.image.trial.compose import services

ROOT = Path(__file__).resolve().parents[2]
TOLD = """:env:.cert='/etc/ssl/ours.pem'
:env:.timeout='60'
global.cert='/etc/ssl/others.pem'
global.find-links='/opt/wheels'
global.index-url='https://packages.example.org/simple'
global.timeout='15'
"""


def test_the_environment_wins_over_pips_files():
    assert host.read(TOLD)["cert"] == "/etc/ssl/ours.pem"
    assert host.read(TOLD)["timeout"] == "60"


def test_a_build_gets_the_settings_but_no_folder_of_this_machine():
    written = host.for_a_build(host.read(TOLD))
    assert "index-url = https://packages.example.org/simple" in written
    assert f"cert = {host.CERTIFICATES}" in written
    assert "/opt/wheels" not in written and "/etc/ssl" not in written


def test_the_dockerfile_takes_what_is_handed_over(monkeypatch, tmp_path):
    monkeypatch.setattr(host, "pip_settings", lambda: host.read(TOLD))
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    for option in host.secrets(tmp_path):
        name = option.partition("id=")[2].partition(",")[0]
        assert f"--mount=type=secret,id={name},target=" in dockerfile
    assert f"target={host.CERTIFICATES} " in dockerfile


def test_the_dockerfile_begins_with_the_image_that_is_made():
    first = (ROOT / "docker" / "Dockerfile").read_text().partition("FROM ")[2].split()[0]
    assert first == base.IMAGE


def test_updates_for_security_come_from_beside_the_mirror():
    told = base.with_updates("deb http://mirror.example.org/debian bookworm main\n").splitlines()
    assert told[0] == "deb http://mirror.example.org/debian bookworm main"
    assert "deb http://mirror.example.org/debian-security bookworm-security main" in told


def commit(folder: Path, name: str) -> None:
    """Add a file, and commit all there is."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).touch()
    for command in (["add", "."], ["commit", "--quiet", "--message", name]):
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *who, *command], cwd=folder, check=True)


@pytest.fixture
def history(monkeypatch, tmp_path):
    """A history of three commits: one before a migration, that migration, one after."""
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for name in ("one", "games/migrations/0001.py", "two"):
        commit(tmp_path, name)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    return tmp_path


def test_the_release_before_came_before_the_newest_migration(history):
    assert build.git("log", "-1", "--format=%s", build.before()) == "one"


def test_it_can_migrate_by_itself(history):
    """Two have written a migration at once; the second was renumbered when it came in."""
    migrations = history / "games/migrations"
    commit(history, "games/migrations/0002_mine.py")
    commit(history, "games/migrations/0002_theirs.py")
    (migrations / "0002_theirs.py").rename(migrations / "0003_theirs.py")
    commit(history, "games/migrations/0004.py")
    assert build.git("log", "-1", "--format=%s", build.before()) == "games/migrations/0002_mine.py"


def test_or_it_is_the_last_tag(history):
    subprocess.run(["git", "tag", "v1", "HEAD^"], cwd=history, check=True)
    assert build.before() == "v1"


def test_the_trial_reads_the_compose_file():
    found = services(ROOT)
    assert found["web"].command(["gunicorn"]) == ["gunicorn"] and found["web"].patience == 30
    assert found["worker"].command([])[0] == "celery" and found["migrate"].patience == 10
    assert found["web"].healthcheck[0] == "python"
    assert {"SECRET_KEY_FILE", "DATABASE_URL_FILE"} <= set(found["sweep"].environment)


def test_without_the_programs_it_says_what_to_install(tmp_path):
    env = {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tools.image", "try"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "buildah" in done.stderr and "bubblewrap" in done.stderr
