"""The workflows of continuous integration: their syntax, that they run the steps of `.ci/run`, and that all versions are pinned."""

import re

import pytest
import yaml

from chart import ROOT
from schemas import breaches
from test_image import DOCKERFILE

RUNS = {"ci": ".ci/run", "nightly": ".ci/run nightly"}
WORKFLOWS = {path.stem: path.read_text() for path in (ROOT / ".github/workflows").iterdir()}


def faults(name, text):
    # In YAML 1.1, `on` is a boolean.
    document = yaml.safe_load(text.replace("\non:", "\n'on':"))
    found = breaches("github-workflows", document)
    steps = [step for job in document.get("jobs", {}).values() for step in job.get("steps", [])]
    if not any(step.get("run") == RUNS[name] for step in steps):
        found.append(f"it does not run {RUNS[name]}")
    if document.get("permissions") != {"contents": "read"}:
        found.append("it may write")
    for job in document.get("jobs", {}).values():
        if "timeout-minutes" not in job:
            found.append("it may run for hours")
        if job.get("runs-on", "").endswith("-latest"):
            found.append("the machine may be another tomorrow")
    for line in re.findall(r"uses: (.*)", text):
        if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line):
            found.append(f"{line} may be another tomorrow")
    rust = re.search(r"FROM rust:([\d.]+)", DOCKERFILE)[1]
    if set(re.findall(r"(?:toolchain install|rustup default) (\S+)", text)) != {rust}:
        found.append("the image is built with another Rust")
    return found


def test_each_workflow_is_known():
    assert WORKFLOWS.keys() == RUNS.keys()


@pytest.mark.parametrize("name", RUNS)
def test_the_workflow(name):
    assert faults(name, WORKFLOWS[name]) == []


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("runs-on:", "runs_on:", "$.jobs.everything"),
    ("      - run: .ci/run", "      - run: make check", "it does not run .ci/run"),
    ("contents: read", "contents: write", "it may write"),
    ("    timeout-minutes: 120\n", "", "it may run for hours"),
    ("ubuntu-24.04", "ubuntu-latest", "the machine may be another"),
    ("actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae", "actions/cache@v5", "may be another tomorrow"),
    ("rustup default 1.95", "rustup default stable", "with another Rust"),
])
def test_what_is_wrong_with_a_workflow_is_noticed(before, after, fault):
    assert before in WORKFLOWS["ci"]
    assert any(fault in found for found in faults("ci", WORKFLOWS["ci"].replace(before, after)))


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("cron:", "corn:", "cron"),
    ("      - run: .ci/run nightly", "      - run: .ci/run", "it does not run .ci/run nightly"),
])
def test_what_is_wrong_with_the_nightly_one_is_noticed(before, after, fault):
    assert before in WORKFLOWS["nightly"]
    assert any(fault in found for found in faults("nightly", WORKFLOWS["nightly"].replace(before, after)))
