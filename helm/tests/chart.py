"""The chart as rendered by Helm itself, and helpers to inspect the result."""

import functools
import pathlib
from dataclasses import dataclass, field
from typing import Any, Iterator

import helm_python
import yaml

HERE = pathlib.Path(__file__).parent
CHART = HERE.parent
ROOT = CHART.parent
SCENARIOS = {path.name.removesuffix("-values.yaml"): path for path in sorted((CHART / "ci").glob("*-values.yaml"))}
# The parser in C is ten times as fast; PyYAML has it on most systems.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
WORKLOADS = {"Deployment", "Job", "CronJob", "Pod"}


def scenario(name: str) -> dict[str, Any]:
    return yaml.safe_load(SCENARIOS[name].read_text())


def merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`base` overridden by `over`, as Helm merges values."""
    result = dict(base)
    for key, value in over.items():
        result[key] = merged(base[key], value) if isinstance(value, dict) and isinstance(base.get(key), dict) else value
    return result


@dataclass(frozen=True)
class Release:
    """The chart rendered with one set of values."""

    documents: list[dict[str, Any]]
    values: dict[str, Any]
    given: dict[str, Any] = field(repr=False)

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        return [document for document in self.documents if document["kind"] in kinds]

    def named(self, kind: str, ending: str) -> dict[str, Any]:
        found = [document for document in self.of(kind) if document["metadata"]["name"].endswith(ending)]
        assert len(found) == 1, f"{len(found)} of {kind} end in {ending}"
        return found[0]

    def pods(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Each workload with the template of its pods."""
        for document in self.of(*WORKLOADS):
            spec = document["spec"]
            if document["kind"] == "Pod":
                yield document, document
            else:
                yield document, (spec["jobTemplate"]["spec"] if document["kind"] == "CronJob" else spec)["template"]

    def containers(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for document, pod in self.pods():
            for container in pod["spec"].get("initContainers", []) + pod["spec"]["containers"]:
                yield f"{title(document)} {container['name']}", container


def render(values: dict[str, Any], *, chart: pathlib.Path = CHART, name: str = "demo", upgrade: bool = False) -> Release:
    """Renders as an installation, or as an upgrade, of a release in the namespace `prod`."""
    with helm_python.Chart.load(chart) as loaded:
        files = loaded.render(values, name=name, namespace="prod", is_install=not upgrade, is_upgrade=upgrade)
        effective = loaded.merge_values(values)
    documents = []
    for path, text in sorted(files.items()):
        if path.endswith(".yaml"):
            documents += [document for document in yaml.load_all(text, Loader=LOADER) if document]
    return Release(documents, effective, values)


@functools.cache
def rendered(name: str, upgrade: bool) -> Release:
    """A file of values, rendered once for all tests."""
    return render(scenario(name), upgrade=upgrade)


def title(document: dict[str, Any]) -> str:
    return f"{document['kind']} {document['metadata']['name']}"


def labels(document: dict[str, Any]) -> dict[str, str]:
    return document["metadata"].get("labels") or {}


def component(document: dict[str, Any]) -> str:
    return labels(document).get("app.kubernetes.io/component", "")


def annotations(document: dict[str, Any]) -> dict[str, str]:
    return document["metadata"].get("annotations") or {}


def selects(selector: dict[str, Any], found: dict[str, str]) -> bool:
    """Whether a label selector, or a plain map of labels, matches these labels."""
    if "matchLabels" not in selector and "matchExpressions" not in selector:
        selector = {"matchLabels": selector}
    if any(found.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    for rule in selector.get("matchExpressions", []):
        among = found.get(rule["key"]) in rule["values"]
        if among != (rule["operator"] == "In"):
            return False
    return True


def walk(node: Any) -> Iterator[Any]:
    """Every map and list in a document, including itself."""
    yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        yield from walk(child)
