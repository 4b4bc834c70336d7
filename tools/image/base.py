"""Makes the image that ours is built on, where no registry can be reached: by debootstrap.

Debian's own image is made in nearly the same way. It was made at another time, with a few settings for apt.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tools.image.buildah import Storage

SUITE = "bookworm"
IMAGE = f"debian:{SUITE}-slim"
#: What Debian leaves out of its slim images.
LEFT_OUT = ("doc", "man", "info", "locale", "lintian", "linda", "groff")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def make(storage: Storage) -> None:
    """Make it, under the name that it has in the registry."""
    with storage.container("scratch") as (name, root):
        debootstrap(root)
        storage.run("config", "--env", f"PATH={PATH}", "--cmd", "bash", name)
        storage.run("commit", "--quiet", name, f"docker.io/library/{IMAGE}")


def debootstrap(root: Path) -> None:
    command = ["debootstrap", "--variant=minbase", SUITE, str(root)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    sources = root / "etc" / "apt" / "sources.list"
    sources.write_text(with_updates(sources.read_text()))
    for name in LEFT_OUT:
        shutil.rmtree(root / "usr" / "share" / name, ignore_errors=True)
    for cache in (root / "var/cache/apt", root / "var/lib/apt/lists"):
        shutil.rmtree(cache)
        cache.mkdir()


def with_updates(sources: str) -> str:
    """Add the updates and those for security beside the mirror that was used."""
    mirror = sources.split()[1].rstrip("/")
    suites = {SUITE: mirror, f"{SUITE}-updates": mirror, f"{SUITE}-security": f"{mirror}-security"}
    return "".join(f"deb {place} {suite} main\n" for suite, place in suites.items())
