"""Builds the image of a commit, or of the checkout as it is, and says how large it is."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.image import base, host
from tools.image.buildah import Storage

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000
MIGRATIONS = "games/migrations"
#: Replaces that of a commit from before images were really built: its own failed.
RECIPE = ("docker/Dockerfile", "docker/trim.py", ".dockerignore")


def build(storage: Storage, image: str, commit: str = "") -> None:
    """Build under a name; without a commit, from the files as they are."""
    with tempfile.TemporaryDirectory(prefix="quartz-image-") as scratch:
        folder = Path(scratch)
        context = checked_out(commit, folder / "checkout") if commit else ROOT
        if not storage.has(base.IMAGE):
            print(f"Making {base.IMAGE} by debootstrap …", flush=True)
            base.make(storage)
        storage.build(context, image, host.secrets(folder))


def checked_out(commit: str, folder: Path) -> Path:
    folder.mkdir()
    pack, unpack = ["git", "archive", commit], ["tar", "-x", "-C", str(folder)]
    with subprocess.Popen(pack, cwd=ROOT, stdout=subprocess.PIPE) as archive:
        subprocess.run(unpack, stdin=archive.stdout, check=True)
    if not (folder / "docker" / "trim.py").exists():
        for name in RECIPE:
            shutil.copy(ROOT / name, folder / name)
    return folder


def before(commit: str = "HEAD") -> str:
    """Name the release before a commit: its last tag, or else what came before the newest migration.

    Where two have written a migration at once, and one was renumbered later, what lies between can't migrate.
    """
    if tag := git("describe", "--tags", "--abbrev=0", f"{commit}^"):
        return tag
    changes = git("rev-list", commit, "--", MIGRATIONS).split()
    earlier = (git("rev-parse", "--short", f"{change}^") for change in changes)
    return next((one for one in earlier if one and migrates(one)), "")


def migrates(commit: str) -> bool:
    """Tell whether the migrations of a commit come one after the other."""
    names = git("ls-tree", "--name-only", f"{commit}:{MIGRATIONS}").split()
    numbers = [name[:4] for name in names if name[:4].isdigit()]
    return len({*numbers}) == len(numbers)


def git(*arguments: str) -> str:
    """Ask git; give an empty text if it knows no answer."""
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def sizes(storage: Storage, image: str) -> str:
    """Say how large an image is, unpacked and to download."""
    with tempfile.TemporaryDirectory(prefix="quartz-image-", dir=storage.folder) as folder:
        layers = storage.downloads(image, Path(folder) / "oci")
    with storage.container(image) as (_, root):
        command = ["du", "-s", "-B1", "-x", str(root)]
        unpacked = int(subprocess.check_output(command, text=True).split()[0])
    each = " + ".join(f"{layer / MEGABYTE:.1f}" for layer in layers)
    return f"{unpacked / MEGABYTE:.0f} MB unpacked; {sum(layers) / MEGABYTE:.1f} MB to download ({each})"
