"""The manifests say what Kubernetes understands, and run what compose runs. Nothing here runs a cluster."""

from __future__ import annotations

import copy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from django.urls import Resolver404, resolve

from quartz_site.environment import read_environment
from quartz_site.local.check import production

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docker" / "kubernetes"
BASE, EXAMPLE = FOLDER / "base", FOLDER / "example"
#: The newest whose schemas are at hand, and one from two years before.
VERSIONS = ("1.37", "1.31")
SERVICES = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
KUSTOMIZATION = yaml.safe_load((EXAMPLE / "kustomization.yaml").read_text())


def documents() -> list[dict[str, Any]]:
    names = yaml.safe_load((BASE / "kustomization.yaml").read_text())["resources"]
    return [one for name in names for one in yaml.safe_load_all((BASE / name).read_text())]


DOCUMENTS = documents()
PODS = {
    one["metadata"]["name"]: one["spec"]["template"]
    for one in DOCUMENTS
    if one["kind"] in ("Deployment", "Job")
}


def containers() -> list[dict[str, Any]]:
    specs = [pod["spec"] for pod in PODS.values()]
    return [one for spec in specs for one in (*spec.get("initContainers", ()), *spec["containers"])]


def named(kind: str, name: str) -> dict[str, Any]:
    (found,) = [one for one in DOCUMENTS if (one["kind"], one["metadata"]["name"]) == (kind, name)]
    return found


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("manifest", DOCUMENTS, ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_each_manifest_is_what_its_schema_says(manifest, version):
    kubernetes_validate.validate(manifest, version, strict=True)


@pytest.mark.parametrize("name", ["readOnlyRootFileSystem", "capabilites"])
def test_a_misspelt_field_would_be_found(name):
    manifest = copy.deepcopy(named("Deployment", "web"))
    manifest["spec"]["template"]["spec"]["containers"][0]["securityContext"][name] = True
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, VERSIONS[0], strict=True)


def test_there_is_what_a_site_needs():
    assert set(PODS) == {"migrate", "web", "worker", "beat"}
    assert named("Deployment", "beat")["spec"]["replicas"] == 1
    assert named("Deployment", "beat")["spec"]["strategy"] == {"type": "Recreate"}
    for name in ("web", "worker"):
        labels = named("Deployment", name)["spec"]["selector"]["matchLabels"]
        assert named("PodDisruptionBudget", name)["spec"]["selector"]["matchLabels"] == labels
        assert PODS[name]["metadata"]["labels"] == labels
        assert "livenessProbe" in PODS[name]["spec"]["containers"][0]
    assert named("Service", "web")["spec"]["selector"] == PODS["web"]["metadata"]["labels"]


def test_no_container_may_write_or_gain_powers():
    assert len(containers()) == 7
    for one in containers():
        closed = one["securityContext"]
        assert closed["readOnlyRootFilesystem"] and not closed["allowPrivilegeEscalation"]
        assert closed["capabilities"] == {"drop": ["ALL"]}
    for pod in PODS.values():
        assert pod["spec"]["securityContext"]["runAsNonRoot"]
        assert not pod["spec"]["automountServiceAccountToken"]


def test_the_user_is_that_of_the_image():
    uid = int((ROOT / "docker/Dockerfile").read_text().partition("useradd --uid ")[2].split()[0])
    assert {pod["spec"]["securityContext"]["runAsUser"] for pod in PODS.values()} == {uid}
    assert f"the number {uid}" in " ".join((ROOT / "docker/README.md").read_text().split())


@pytest.mark.parametrize("name", ["migrate", "worker", "beat"])
def test_each_runs_what_compose_runs(name):
    assert PODS[name]["spec"]["containers"][0]["command"] == SERVICES[name]["command"]


def test_web_runs_what_the_image_says_of_itself():
    assert "command" not in PODS["web"]["spec"]["containers"][0] and "command" not in SERVICES["web"]


def test_whoever_needs_the_database_waits_for_its_migration():
    for name in ("web", "worker", "beat"):
        (first,) = PODS[name]["spec"]["initContainers"]
        assert first["command"] == ["python", "manage.py", "migrate", "--check"]


def test_the_probes_ask_for_pages_that_exist():
    web = PODS["web"]["spec"]["containers"][0]
    asked = {web[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness", "readiness")}
    assert asked == {"/healthz"}
    for path in asked:
        resolve(path)
    with pytest.raises(Resolver404):
        resolve("/healthzz")


def test_every_secret_is_a_file_that_the_example_generates(monkeypatch, tmp_path):
    files = named("ConfigMap", "secret-files")["data"]
    (generated,) = KUSTOMIZATION["secretGenerator"]
    assert {Path(one).name for one in files.values()} == {Path(one).name for one in generated["files"]}
    (volume,) = {
        mount["mountPath"]
        for one in containers()
        for mount in one["volumeMounts"]
        if mount["name"] == "secrets"
    }
    assert {str(Path(one).parent) for one in files.values()} == {volume}
    assert set(files) <= {f"{name}_FILE" for name in production()}


def test_the_settings_of_the_example_bring_the_site_up(monkeypatch, tmp_path):
    told = dict(line.split("=", 1) for line in (EXAMPLE / "site.env").read_text().splitlines())
    files = named("ConfigMap", "secret-files")["data"]
    monkeypatch.setenv("ENVIRONMENT", "production")  # the image says so
    monkeypatch.setenv("ENV_FILE", "/dev/null")
    values = production()
    for name in values.keys() - {"ENVIRONMENT", "ENV_FILE"}:
        monkeypatch.delenv(name, raising=False)
    for name in files:
        setting = name.removesuffix("_FILE")
        monkeypatch.delenv(setting, raising=False)
        (tmp_path / setting).write_text(values[setting])
        monkeypatch.setenv(name, str(tmp_path / setting))
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    found = read_environment(tmp_path)
    assert {name: vars(found)[name.lower()] for name in ("SITE_URL", "MAIL_FROM")} == {
        name: told[name] for name in ("SITE_URL", "MAIL_FROM")
    }


def test_no_manifest_holds_a_secret():
    ignored = (ROOT / ".gitignore").read_text().split()
    assert "/docker/kubernetes/*/secrets/" in ignored
    assert not any(one["kind"] == "Secret" for one in DOCUMENTS)


@pytest.fixture
def built(tmp_path) -> list[dict[str, Any]]:
    """Build the example with secrets of its own."""
    program = shutil.which("kustomize")
    if program is None:
        pytest.skip("there is no kustomize")
    copied = shutil.copytree(FOLDER, tmp_path / "kubernetes")
    (copied / "example" / "secrets").mkdir(exist_ok=True)
    for one in KUSTOMIZATION["secretGenerator"][0]["files"]:
        (copied / "example" / one).write_text("x")
    env = copied / "example" / "site.env"
    env.write_text(env.read_text().replace("play.example.org\nMAIL", "club.example.net\nMAIL"))
    made = subprocess.run([program, "build", str(copied / "example")], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return list(yaml.safe_load_all(made.stdout))


def test_kustomize_lays_the_example_over_the_base(built):
    for manifest in built:
        kubernetes_validate.validate(manifest, VERSIONS[0], strict=True)
    (web,) = [one for one in built if (one["kind"], one["metadata"]["name"]) == ("Deployment", "web")]
    (container,) = web["spec"]["template"]["spec"]["containers"]
    assert container["image"] == "registry.example.org/quartz-by-mail:0.1.0"
    hosts = {
        container[f"{kind}Probe"]["httpGet"]["httpHeaders"][0]["value"] for kind in ("startup", "liveness")
    }
    assert hosts == {"club.example.net"}
    secrets = {one["metadata"]["name"] for one in built if one["kind"] == "Secret"}
    assert {web["spec"]["template"]["spec"]["volumes"][0]["secret"]["secretName"]} == secrets
