"""Kubernetes takes the manifests, with and without KEDA, and each autoscaler watches what its pods do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import pytest
import yaml

from odinsite.celery import app
from tests.deploy.readme_steps import ROOT

SWITCH: Final = "# components: [keda]"


@pytest.fixture(params=["plain", "keda"])
def manifests(request: pytest.FixtureRequest, tmp_path: Path) -> list[dict[str, Any]]:
    """What `kubectl apply -k` sends."""
    shutil.copytree(ROOT / "docker/kubernetes", tmp_path / "kubernetes", ignore=shutil.ignore_patterns("odin.env"))
    (tmp_path / "kubernetes/odin.env").write_text("REDIS_URL=redis://redis:6379/0\n", encoding="ascii")
    if request.param == "keda":
        file = tmp_path / "kubernetes/kustomization.yaml"
        text = file.read_text(encoding="utf-8")
        assert SWITCH in text
        file.write_text(text.replace(SWITCH, SWITCH.removeprefix("# ")), encoding="utf-8")
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    program = shutil.which("kubectl", path=tools)
    assert program, "kubectl comes with tests/requirements.lock"
    done = subprocess.run([program, "kustomize", tmp_path / "kubernetes"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(yaml.safe_load_all(done.stdout))


def of_kind(manifests: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return {each["metadata"]["name"]: each["spec"] for each in manifests if each["kind"] == kind}


def test_they_are_what_kubernetes_describes(manifests: list[dict[str, Any]]) -> None:
    # KEDA's own are not Kubernetes'.
    plain = [each for each in manifests if each["apiVersion"] != "keda.sh/v1alpha1"]
    assert len(plain) > 8
    for manifest in plain:
        kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def test_one_autoscaler_has_the_web_pods_and_an_update_keeps_their_number(manifests: list[dict[str, Any]]) -> None:
    """`kubectl apply` would set the number that a manifest names, however many pods the load needs."""
    kinds = ("ScaledObject", "HorizontalPodAutoscaler")
    targets = [each["scaleTargetRef"]["name"] for kind in kinds for each in of_kind(manifests, kind).values()]
    assert targets.count("web") == 1
    assert len(set(targets)) == len(targets)
    for name, deployment in of_kind(manifests, "Deployment").items():
        assert ("replicas" in deployment) == (name == "beat")


@pytest.mark.parametrize("manifests", ["keda"], indirect=True)
def test_each_worker_is_scaled_by_its_own_queues(manifests: list[dict[str, Any]]) -> None:
    asked: set[str] = set()
    for name, scaled in of_kind(manifests, "ScaledObject").items():
        [container] = of_kind(manifests, "Deployment")[name]["template"]["spec"]["containers"]
        [options] = re.findall(r"--queues=(\S+)", " ".join(container.get("command", ()))) or [""]
        queries = " ".join(trigger["metadata"].get("query", "") for trigger in scaled["triggers"])
        queues = set("|".join(re.findall(r'queue=~?"([^"]+)"', queries)).split("|")) - {""}
        assert queues <= set(options.split(",")), name
        asked |= queues
    # Games that no person plays may wait.
    assert asked == {queue.name for queue in app.conf.task_queues} - {"idle"}


@pytest.mark.parametrize("manifests", ["keda"], indirect=True)
def test_all_queries_go_to_the_prometheus_that_the_operator_names(manifests: list[dict[str, Any]]) -> None:
    [service] = [each for each in manifests if each["kind"] == "Service" and each["spec"].get("type") == "ExternalName"]
    address = f"http://{service['metadata']['name']}.{service['metadata']['namespace']}:9090"
    for name, scaled in of_kind(manifests, "ScaledObject").items():
        # KEDA's own default is 0, and a queue without a worker would wait until KEDA looks again.
        assert scaled["minReplicaCount"] >= 1, name
        asked = [trigger["metadata"] for trigger in scaled["triggers"] if trigger["type"] == "prometheus"]
        assert {each["serverAddress"] for each in asked} == {address}
        # Otherwise KEDA takes missing metrics for 0, and removes pods.
        assert {each["ignoreNullValues"] for each in asked} == {"false"}
