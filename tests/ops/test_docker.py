"""What the containers are told to run exists. Nothing here runs a container: `make image ARGS=try` does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from quartz_site.environment import read_environment
from quartz_site.local.check import production

ROOT = Path(__file__).resolve().parent.parent.parent
#: Each file with the schema that `check-jsonschema` brings along.
SCHEMAS = {
    "docker/compose.yaml": "vendor.compose-spec",
    ".github/workflows/image.yaml": "vendor.github-workflows",
}
COMPOSE = (ROOT / "docker" / "compose.yaml").read_text()
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()


def test_every_manage_command_exists():
    named = re.findall(r"manage\.py,? ([a-z_]+)\b(?!\.)", COMPOSE + DOCKERFILE)
    assert {"migrate", "sweep", "collectstatic"} <= set(named) <= set(get_commands())


def judged(schema: str, file: Path) -> int:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    return subprocess.run(command, capture_output=True).returncode


@pytest.mark.parametrize("file", SCHEMAS)
def test_each_file_is_what_its_schema_says(file, tmp_path):
    assert judged(SCHEMAS[file], ROOT / file) == 0
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        (ROOT / file).read_text().replace("    restart:", "    restrt:").replace("steps:", "stps:")
    )
    assert judged(SCHEMAS[file], wrong) == 1


def test_a_workflow_runs_only_actions_that_are_pinned():
    used = re.findall(r"uses: (\S+)", (ROOT / ".github/workflows/image.yaml").read_text())
    assert used and [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one)] == []


def test_the_workflow_calls_tools_that_exist():
    text = (ROOT / ".github/workflows/image.yaml").read_text()
    for arguments in re.findall(r"python -m tools\.image (\w+)", text):
        help_ = [sys.executable, "-m", "tools.image", arguments, "--help"]
        assert subprocess.run(help_, cwd=ROOT, capture_output=True).returncode == 0


def test_what_answers_people_gets_time_to_finish():
    """Docker kills after ten seconds; gunicorn and Celery give twenty to what is being done."""
    services = yaml.safe_load(COMPOSE)["services"]
    assert {services[name]["stop_grace_period"] for name in ("web", "worker")} == {"30s"}


def test_the_image_leaves_out_what_only_builds_it(tmp_path):
    site = tmp_path / "lib" / "python3" / "site-packages"
    kept = ("app/views.py", "app/locale/ru/LC_MESSAGES/django.mo", "app/locale/__init__.py", "data/x.json")
    gone = (
        *("app/tests/test_views.py", "app/locale/ru/LC_MESSAGES/django.po", "babel/core.py", "app/x.pyi"),
        *("babel-2.18.0.dist-info/METADATA", "app/locale/fr/LC_MESSAGES/django.mo"),
    )
    for name in kept + gone:
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).touch()
    script = shutil.copy(ROOT / "docker" / "trim.py", tmp_path)
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    assert {name for name in kept + gone if (site / name).exists()} == set(kept)


def test_what_is_copied_into_the_image_exists_and_secrets_are_kept_out():
    told = (ROOT / ".dockerignore").read_text().split()
    assert told[0] == "**"
    named = [ROOT / line.removeprefix("!") for line in told if line.startswith("!")]
    assert len(named) >= 7 and [one for one in named if not one.exists()] == []
    assert "docker/secrets" in told and "docker/site.env" in told
    assert "/docker/secrets/" in (ROOT / ".gitignore").read_text().split()


def test_the_web_container_asks_readyz():
    assert "/readyz" in COMPOSE and "/healthz" not in COMPOSE


def test_every_secret_that_is_named_is_a_setting_read_from_a_file(monkeypatch, tmp_path):
    named = re.findall(r"^    (\w+)_FILE: /run/secrets/(\w+)$", COMPOSE, re.MULTILINE)
    assert [name.lower() for name, _ in named] == [file for _, file in named] != []
    values = production()
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    for name, file in named:
        monkeypatch.delenv(name)
        (tmp_path / file).write_text(f"{values[name]}\n")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / file))
    found = read_environment(tmp_path)
    for name, _ in named:
        assert vars(found)[name.lower()] == values[name]
