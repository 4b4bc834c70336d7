"""Build the image with buildah, or try it: `make image`, `make image ARGS=try`. As root, on Debian."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.image.build import ROOT, before, build, git, sizes
from tools.image.buildah import Storage

NAME = "quartz-by-mail"
STORAGE = ROOT / "var" / "images"
PACKAGES = {"buildah": "buildah", "debootstrap": "debootstrap"}
FOR_A_TRIAL = {"bwrap": "bubblewrap", "caddy": "caddy", "ip": "iproute2", "nsenter": "util-linux"}
#: The trial may take so long; then it is killed, with all it has started.
SECONDS = 1800
#: Nobody else sees its processes, its network and its mounts, and none of them outlives it.
ALONE = ("unshare", "--net", "--pid", "--fork", "--kill-child", "--mount", "--mount-proc", "--")


def main() -> int:
    asked = parser().parse_args()
    if asked.what == "before":
        print(before(asked.commit or "HEAD"))
        return 0
    if missing := missing_packages(asked):
        print(f"image: install these packages first: {' '.join(missing)}", file=sys.stderr)
        return 2
    if asked.unpacked:
        old, new = asked.unpacked
        return attempt(old, new, asked.keep)
    asked.storage.mkdir(parents=True, exist_ok=True)
    storage = Storage(asked.storage.resolve())
    if not asked.built:
        build(storage, NAME, asked.commit)
        print(f"{NAME}: {sizes(storage, NAME)}", flush=True)
    return attempt_from(storage, asked.before, asked.keep) if asked.what == "try" else 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m tools.image", description=__doc__)
    options.add_argument("what", nargs="?", choices=("build", "try", "before"), default="build")
    options.add_argument("--commit", default="", help="build this commit, not the files as they are")
    options.add_argument("--before", default="", metavar="COMMIT", help="the release that it is to replace")
    options.add_argument("--built", action="store_true", help="try what was built last")
    options.add_argument(
        "--unpacked", nargs=2, type=Path, metavar="FOLDER", help="try these, built and unpacked elsewhere"
    )
    options.add_argument("--storage", type=Path, default=STORAGE, help="where images are kept")
    options.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="where to put the logs of a failed trial"
    )
    return options


def missing_packages(asked: argparse.Namespace) -> list[str]:
    needed = ({} if asked.unpacked else PACKAGES) | (FOR_A_TRIAL if asked.what == "try" else {})
    return [package for program, package in needed.items() if shutil.which(program) is None]


def attempt_from(storage: Storage, commit: str, keep: Path | None) -> int:
    """Try the update from a commit, or from the release before; give the exit code."""
    commit = git("rev-parse", "--short", commit or before())
    earlier = f"{NAME}:{commit}"
    if not storage.has(earlier):
        build(storage, earlier, commit)
    print(f"{earlier}: {sizes(storage, earlier)}", flush=True)
    with unpacked(storage, earlier, commit) as old, unpacked(storage, NAME, "this one") as new:
        return attempt(old, new, keep)


def attempt(old: Path, new: Path, keep: Path | None) -> int:
    """Try the update from one unpacked image to another; give the exit code."""
    given = [f"--before={old.resolve()}", f"--after={new.resolve()}"]
    given += [f"--keep={keep.resolve()}"] if keep else []
    trial = [sys.executable, "-m", "tools.image.trial", *given]
    return subprocess.run([*ALONE, "timeout", "--signal=KILL", str(SECONDS), *trial], cwd=ROOT).returncode


@contextmanager
def unpacked(storage: Storage, image: str, name: str) -> Iterator[Path]:
    """Give a folder with the files of an image and its settings."""
    with tempfile.TemporaryDirectory(prefix="quartz-image-") as scratch:
        folder = Path(scratch) / name
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps(storage.config(image)))
        with storage.container(image) as (_, root):
            for file in ("hosts", "resolv.conf"):  # which whatever runs a container puts there
                (root / "etc" / file).touch()
            (folder / "rootfs").symlink_to(root)
            yield folder


if __name__ == "__main__":
    sys.exit(main())
