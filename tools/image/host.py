"""What a build takes over from this machine and leaves in no image: pip's settings and its certificates."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CERTIFICATES = "/run/certificates.pem"  # where the Dockerfile has them
SETTING = re.compile(r"^[^.]+(?:\.|\.\.)([a-z-]+)='(.*)'$", re.MULTILINE)


def pip_settings() -> dict[str, str]:
    """Give pip's settings here; those of the environment come first in its list, and win."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    )
    return read(told.stdout)


def read(told: str) -> dict[str, str]:
    """Read what `pip config list` prints."""
    return dict(reversed(SETTING.findall(told)))


def for_a_build(settings: dict[str, str]) -> str:
    """Write them as a file of pip's, but for folders of this machine, which a build doesn't see."""
    kept = {name: value for name, value in settings.items() if name != "cert" and not names_a_folder(value)}
    if "cert" in settings:
        kept["cert"] = CERTIFICATES
    return "[global]\n" + "".join(f"{name} = {value}\n" for name, value in sorted(kept.items()))


def names_a_folder(value: str) -> bool:
    return any(part.startswith(("/", "file:", "~")) for part in value.split())


def secrets(folder: Path) -> list[str]:
    """Give the options of a build that hand all that over."""
    settings = pip_settings()
    file = folder / "pip.conf"
    file.touch(mode=0o600)
    file.write_text(for_a_build(settings))
    handed = {"pip": str(file)} | ({"certificates": settings["cert"]} if "cert" in settings else {})
    return [f"--secret=id={name},src={path}" for name, path in handed.items()]
