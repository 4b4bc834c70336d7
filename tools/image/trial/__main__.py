"""Runs the trial. `python -m tools.image try` unpacks the images and calls this in namespaces of its own.

Each folder it is given holds the files of an image (`rootfs`) and its settings (`config.json`), as
`docker export` and `docker inspect --format '{{json .Config}}'` give them too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[3]
NOT_KEPT = ("pg", "secrets", "redis", "caddy")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.image.trial", description=__doc__)
    parser.add_argument("--before", type=Path, required=True, metavar="FOLDER", help="the release before")
    parser.add_argument("--after", type=Path, required=True, metavar="FOLDER", help="the one it becomes")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where to put the logs if it fails")
    asked = parser.parse_args()
    # The kit that reads pages and emails is the tests'; it needs settings, and no database.
    os.environ |= {"ENV_FILE": os.devnull, "SECRET_KEY": "x", "DATABASE_URL": "sqlite://:memory:"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "quartz_site.settings"
    django.setup()
    folder = Path(tempfile.mkdtemp(prefix="quartz-"))
    try:
        run(asked.before, asked.after, folder)
    except BaseException as problem:
        print(f"FAILED: {type(problem).__name__}: {problem}", file=sys.stderr)
        if asked.keep:
            shutil.copytree(folder, asked.keep, ignore=shutil.ignore_patterns(*NOT_KEPT))
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def run(before: Path, after: Path, folder: Path) -> None:
    from tests.kit.mail_server import sink
    from tools.image.trial import network, servers
    from tools.image.trial.compose import services
    from tools.image.trial.network import OUTSIDE
    from tools.image.trial.sandbox import Image
    from tools.image.trial.site import Site
    from tools.image.trial.story import Trial

    folder.chmod(0o755)
    old, new = (Image.of(one) for one in (before, after))
    told = services(ROOT)
    with ExitStack() as ends:
        site = Site(folder, network.begin(folder), told, ends)
        url, database = ends.enter_context(servers.postgres(folder / "pg"))
        ends.enter_context(servers.redis(folder / "redis", told["redis"]))
        box, port = ends.enter_context(sink(address=OUTSIDE))
        trust = ends.enter_context(servers.caddy(folder / "caddy", ROOT / "docker" / "Caddyfile"))
        site.write_secrets(old.user, database_url=url, email_url=f"smtp://mail:{port}")
        print(servers.programs(database), flush=True)
        Trial(site, old, new, database, trust, box).all()


if __name__ == "__main__":
    sys.exit(main())
