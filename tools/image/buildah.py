"""Builds images with buildah, in a storage of our own: no daemon, no overlay file system, no registry."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Storage:
    """Where images are kept; each command works on it alone."""

    folder: Path

    @property
    def buildah(self) -> list[str]:
        places = ["--root", f"{self.folder}/root", "--runroot", f"{self.folder}/run"]
        return ["buildah", *places, "--storage-driver", "vfs"]

    def run(self, *arguments: str | Path, quiet: bool = False) -> str:
        """Run a command of buildah and give what it prints; raises CalledProcessError."""
        command = [*self.buildah, *map(str, arguments)]
        environment = {**os.environ, "BUILDAH_ISOLATION": "chroot"}
        told = subprocess.DEVNULL if quiet else None
        done = subprocess.run(
            command, env=environment, check=True, stdout=subprocess.PIPE, stderr=told, text=True
        )
        return done.stdout.strip()

    def has(self, image: str) -> bool:
        try:
            self.run("inspect", "--type", "image", image, quiet=True)
        except subprocess.CalledProcessError:
            return False
        return True

    def build(self, context: Path, image: str, more: Sequence[str] = ()) -> None:
        """Build the Dockerfile of a checkout; its steps are printed as they come."""
        file = context / "docker" / "Dockerfile"
        how = ["--isolation", "chroot", "--pull-never", "--format", "docker", "--layers=false", *more]
        command = [*self.buildah, "bud", *how, "--tag", image, "--file", str(file), str(context)]
        subprocess.run(command, check=True)

    def config(self, image: str) -> dict[str, Any]:
        """Give what an image says of how it is run: Env, User, WorkingDir, Cmd."""
        told = json.loads(self.run("inspect", "--type", "image", image))
        return dict(told["OCIv1"]["config"])

    @contextmanager
    def container(self, image: str) -> Iterator[tuple[str, Path]]:
        """Unpack an image, or nothing for `scratch`; give the container's name and where its files are."""
        name = self.run("from", "--pull-never", image)
        try:
            yield name, Path(self.run("mount", name))
        finally:
            self.run("umount", name, quiet=True)
            self.run("rm", name, quiet=True)

    def downloads(self, image: str, folder: Path) -> list[int]:
        """Give the size of each layer as a registry would send it, compressed, in bytes."""
        self.run("push", "--quiet", "--compression-format", "gzip", image, f"oci:{folder}:one", quiet=True)
        blobs = folder / "blobs" / "sha256"
        index = json.loads((folder / "index.json").read_text())
        manifest = json.loads((blobs / index["manifests"][0]["digest"].partition(":")[2]).read_text())
        return [int(layer["size"]) for layer in manifest["layers"]]
