"""What docker/compose.yaml says of each service, so that exactly this is tried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SECONDS = {"s": 1, "m": 60}


@dataclass(frozen=True)
class Service:
    """A service of the compose file; without a command it runs the image's own."""

    name: str
    told: Mapping[str, Any]

    def command(self, otherwise: list[str]) -> list[str]:
        return list(self.told.get("command", otherwise))

    @property
    def environment(self) -> dict[str, str]:
        return dict(self.told.get("environment", {}))

    @property
    def secrets(self) -> list[str]:
        return list(self.told.get("secrets", ()))

    @property
    def healthcheck(self) -> list[str]:
        kind, *command = self.told["healthcheck"]["test"]
        assert kind == "CMD"
        return list(command)

    @property
    def patience(self) -> float:
        """Give how long it may take to stop; ten seconds unless it says otherwise."""
        number, unit = re.fullmatch(r"(\d+)([sm])", self.told.get("stop_grace_period", "10s")).groups()  # type: ignore[union-attr]
        return int(number) * SECONDS[unit]


def services(root: Path) -> dict[str, Service]:
    """Read the services of a checkout's compose file."""
    told = yaml.safe_load((root / "docker" / "compose.yaml").read_text())
    return {name: Service(name, one) for name, one in told["services"].items()}
