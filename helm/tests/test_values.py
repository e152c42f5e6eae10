"""Values, their schema, their comments and the server's settings agree."""

import json
import re

import pytest
import yaml

from chart import CHART, ROOT, render, scenario

SCHEMA = json.loads((CHART / "values.schema.json").read_text())
VALUES = yaml.safe_load((CHART / "values.yaml").read_text())
# Settings for `dev` only, or set elsewhere.
NOT_FOR_A_CHART = {"PROFFER_TEST_PAYMENTS", "PROFFER_POSTGRES_BIN"}


def resolved(node):
    while "$ref" in node:
        node = SCHEMA["definitions"][node["$ref"].rsplit("/", 1)[1]]
    return node


def known():
    """The settings in the backend's table."""
    table = re.findall(r"^\| `([A-Z0-9_]+)` \|", (ROOT / "backend/docs/operating.md").read_text(), re.MULTILINE)
    return {f"PROFFER_{name}" for name in table}


def test_unknown_keys_are_refused_everywhere():
    """An object either names its keys or is a map of plain values; what Kubernetes itself checks is one definition."""

    def open_places(node, path):
        if not isinstance(node, dict):
            return
        if "object" in (node.get("type") or []) and path != "/definitions/kubernetes":
            allowed = node.get("additionalProperties")
            if allowed is not False and not isinstance(allowed, dict):
                yield path
        for key, child in node.items():
            for n, part in enumerate(child if isinstance(child, list) else [child]):
                yield from open_places(part, f"{path}/{key}" + (f"/{n}" if isinstance(child, list) else ""))

    assert list(open_places(SCHEMA, "")) == []


def test_every_value_is_in_the_schema_and_every_key_of_the_schema_has_a_value():
    def differences(values, node, path=""):
        properties = resolved(node).get("properties")
        if properties is None or not isinstance(values, dict):
            return
        for key in set(values) ^ set(properties):
            # Kubernetes defines more of these than the chart sets.
            if path.split(".")[0] not in ("podSecurityContext", "securityContext") and f"{path}.{key}" != "test.image.pullSecrets":
                yield f"{path}.{key}"
        for key in set(values) & set(properties):
            yield from differences(values[key], properties[key], f"{path}.{key}".lstrip("."))

    assert list(differences(VALUES, SCHEMA)) == []


def test_every_value_is_described():
    """Above each value there is a comment, or a described value whose comment covers it, or the block that it opens. A block is described by its values."""
    lines = (CHART / "values.yaml").read_text().splitlines()
    plain = re.compile(r"^( *)([A-Za-z]\w*):(.*)$")
    # Blocks whose keys are defined by Kubernetes.
    passed = {"requests", "limits", "rollingUpdate", "podSecurityContext", "securityContext", "parameters", "namespaceSelector", "podSelector"}
    faults, inside, described = [], [], {}
    for number, line in enumerate(lines):
        match = plain.match(line.replace("- ", "  ", 1))
        if not match:
            continue
        depth, key, above = len(match[1]), match[2], lines[number - 1].strip()
        inside = [entry for entry in inside if entry[0] < depth]
        before = plain.match(lines[number - 1])
        opens = before and len(before[1]) < depth
        follows = before and len(before[1]) == depth and described.get(number - 1)
        described[number] = bool(above.startswith("#") or opens or follows)
        if not described[number] and match[3] and "- " not in line and not {name for _, name in inside} & passed:
            faults.append(f"line {number + 1}: {line}")
        inside.append((depth, key))
    assert faults == []


def test_the_chart_sets_what_the_server_knows_and_everything_it_knows():
    names = set()
    for release in (render(scenario("full")), render(scenario("cnpg"))):
        for document in release.of("ConfigMap"):
            names |= set(document.get("data") or {})
        for _, container in release.containers():
            names |= {variable["name"] for variable in container.get("env", [])}
    names = {name for name in names if name.startswith("PROFFER_")}
    assert names - known() == set()
    assert known() - names - NOT_FOR_A_CHART == set()


@pytest.mark.parametrize("name", ["README.md", "values.yaml"])
def test_what_is_written_names_only_values_that_exist(name):
    """`a.b.c` in backquotes, or after --set, is a value."""
    text = (CHART / name).read_text()
    heads = "|".join(VALUES)
    for path in re.findall(rf"`((?:{heads})(?:\.\w+)+)(?:=[^`]*)?`|--set ((?:{heads})(?:\.\w+)*)=", text):
        value = VALUES
        for part in (path[0] or path[1]).split("."):
            assert isinstance(value, dict) and part in value, f"{name}: {path}"
            value = value[part]
