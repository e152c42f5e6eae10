"""Following the README literally gives an installation that satisfies every rule."""

import re

import pytest
import yaml

from chart import CHART, component, merged, render
from rules import RULES, secrets_of

README = (CHART / "README.md").read_text()
BLOCKS = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)]
PRODUCTION = next(block for block in BLOCKS if "image" in block)
WHOLE = merged(PRODUCTION, next(block for block in BLOCKS if "backup" in block))
# The values of `helm upgrade` for a restore.
RESTORING = merged(WHOLE, {"restore": {"from": re.search(r"--set restore\.from=(\S+)", README)[1]}})


@pytest.mark.parametrize("block", [block for block in BLOCKS], ids=["-".join(block) for block in BLOCKS])
@pytest.mark.parametrize("rule", RULES)
def test_values(rule, block):
    assert RULES[rule](render(merged(PRODUCTION, block), name="proffer")) == []


def test_the_secrets_hold_what_the_pods_ask_for():
    """By name and by key, with the objects of the example."""
    made = {}
    for name, text in re.findall(r"kubectl create secret generic ([\w-]+) .*?\n((?:  --from.*\n)+)", README):
        made[name] = set(re.findall(r"--from-literal=(PROFFER_\w+)=", text))
    release = render(WHOLE, name="proffer")
    asked = {}
    for _, container in release.containers():
        for variable in container.get("env", []):
            reference = variable.get("valueFrom", {}).get("secretKeyRef")
            if reference:
                asked.setdefault(reference["name"], set()).add(reference["key"])
    assert asked == made


def test_the_database_comes_with_the_secrets_of_its_section():
    release = render(merged(PRODUCTION, next(block for block in BLOCKS if "cnpg" in block)), name="proffer")
    made = {f"proffer-db-{role}-role" for role in re.search(r"for role in ([\w ]+);", README)[1].split()}
    assert '"proffer-db-$role-role"' in README
    roles = release.of("Cluster")[0]["spec"]["managed"]["roles"]
    assert {role["passwordSecret"]["name"] for role in roles} == made
    for document, pod in release.pods():
        if component(document) in ("api", "worker"):
            assert secrets_of(pod) == made - {"proffer-db-backup-role"} | {"proffer"}


def test_commands_name_what_is_there():
    documents = [document for values in (WHOLE, RESTORING) for document in render(values, name="proffer").documents]
    there = {f"{document['kind'].lower()}/{document['metadata']['name']}" for document in documents}
    made = set(re.findall(r"kubectl create job ([\w-]+) ", README))
    for kind, name in re.findall(r"\b(deployment|cronjob|job|service)/([\w-]+)", README):
        assert f"{kind}/{name}" in there or (kind == "job" and name in made), f"{kind}/{name}"


@pytest.mark.parametrize("rule", RULES)
def test_a_restore(rule):
    assert RULES[rule](render(RESTORING, name="proffer", upgrade=True)) == []


def test_each_alert_has_a_word():
    release = render(merged(PRODUCTION, {"metrics": {"prometheusRule": {"enabled": True}, "thresholds": {"modelCostUsdPerHour": 1}}}))
    rules = [rule["alert"] for group in release.of("PrometheusRule")[0]["spec"]["groups"] for rule in group["rules"]]
    assert [alert for alert in rules if f"`{alert}`" not in README] == []
