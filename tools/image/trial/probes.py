"""The probes of the Kubernetes manifests, asked as a kubelet asks them."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tools.image.trial.servers import SITE
from tools.image.trial.site import Container, Failed, ending

KINDS = ("startupProbe", "livenessProbe", "readinessProbe")
PORTS = {"http": 8000}


@dataclass(frozen=True)
class Probe:
    deployment: str
    told: Mapping[str, Any]

    def ask(self, one: Container) -> None:
        """Ask a container of that deployment; raise Failed, or an OSError if nobody answers."""
        if "exec" in self.told:
            done = one.box.run(self.told["exec"]["command"], seconds=self.told["timeoutSeconds"])
            if done.returncode:
                raise Failed(f"{one.name} fails {self.told}: {ending(done)}")
        else:
            asked = self.told["httpGet"]
            url = f"http://{one.address}:{PORTS[asked['port']]}{asked['path']}"
            # The example puts the site's own name there.
            request = urllib.request.Request(url, headers={"Host": SITE})
            with urllib.request.urlopen(request, timeout=self.told.get("timeoutSeconds", 1)):  # nosec B310
                pass


def of(root: Path, deployment: str) -> list[Probe]:
    """Read the probes of a deployment, from the file of its name."""
    text = (root / "docker" / "kubernetes" / "base" / f"{deployment}.yaml").read_text()
    (found,) = [one for one in yaml.safe_load_all(text) if one["kind"] == "Deployment"]
    (container,) = found["spec"]["template"]["spec"]["containers"]
    return [Probe(deployment, container[kind]) for kind in KINDS if kind in container]
