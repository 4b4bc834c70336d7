"""What the containers are told to run exists. Nothing here runs a container."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands

from quartz_site.environment import read_environment
from quartz_site.local.check import production

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE = (ROOT / "docker" / "compose.yaml").read_text()
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()


def test_every_manage_command_exists():
    named = re.findall(r"manage\.py,? ([a-z_]+)\b(?!\.)", COMPOSE + DOCKERFILE)
    assert {"migrate", "sweep", "collectstatic"} <= set(named) <= set(get_commands())


def test_what_is_copied_into_the_image_exists_and_secrets_are_kept_out():
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        assert all((ROOT / one).exists() for one in source.split())
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert "docker/secrets" in ignored and "docker/site.env" in ignored
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
