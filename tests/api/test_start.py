"""Nothing of the API's library is loaded before somebody asks for the API."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = """
import sys
import django
django.setup()
from django.test import Client
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
assert Client().get({path!r}).status_code == {status}
print(sorted({{"ninja", "pydantic", "pydantic_core"}} & {{*sys.modules}}))
"""


@pytest.mark.parametrize(
    ("path", "status", "loaded"),
    [
        ("/about/", 200, []),
        ("/nothing/here/", 404, []),
        ("/api/v1/me", 401, ["ninja", "pydantic", "pydantic_core"]),
    ],
)
def test_a_page_does_without_what_the_api_needs(path, status, loaded, tmp_path):
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "SECRET_KEY": "a key of a test",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
        "ENV_FILE": os.devnull,
    }
    asked = [sys.executable, "-c", ASK.format(path=path, status=status)]
    done = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1:] == [str(loaded)], done.stderr


def test_the_rules_know_nothing_of_it():
    code = "import sys; from games.rules import catalogue; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr
