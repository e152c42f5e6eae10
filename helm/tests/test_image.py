"""The claims of the Dockerfile: an unprivileged user, pinned versions, lock files, all sources of the program, and no secrets."""

import functools
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest
from docker.utils import exclude_paths
from dockerfile_parse import DockerfileParser

from chart import CHART, ROOT, render, scenario

DOCKERFILE = (ROOT / "Dockerfile").read_text()
IGNORED = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]


class Image:
    """The instructions of a Dockerfile, by stage."""

    def __init__(self, text, folder):
        path = folder / "Dockerfile"
        path.write_text(text)
        parser = DockerfileParser(str(path))
        self.stages = []
        for step in parser.structure:
            if step["instruction"] == "FROM":
                self.stages.append((step["value"], []))
            elif step["instruction"] != "COMMENT":
                self.stages[-1][1].append((step["instruction"], step["value"]))

    def of(self, instruction, stage=None):
        stages = self.stages if stage is None else [self.stages[stage]]
        return [value for _, steps in stages for name, value in steps if name == instruction]

    def sources(self):
        """The files copied from the checkout."""
        return [word for value in self.of("COPY") if "--from=" not in value for word in value.split()[:-1] if not word.startswith("--")]


def faults(image):
    found = []
    for base in [stage[0] for stage in image.stages]:
        name = base.split(" AS ")[0].split()[-1]
        if not re.fullmatch(r"\S+(:[\w.-]+|@sha256:[0-9a-f]{64})", name) or name.endswith(":latest"):
            found.append(f"{name} may be anything tomorrow")
    final, steps = image.stages[-1]
    if not re.search(r"distroless|scratch", final):
        found.append("the last stage brings more than the program")
    users = image.of("USER", -1)
    if not users or not re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1]):
        found.append("the user is not a number other than 0")
    owned = [value.split()[-1] for value in image.of("COPY", -1) if users and f"--chown={users[-1]}" in value]
    if not set(image.of("VOLUME", -1)) <= set(owned):
        found.append("the user cannot write into their own folder")
    if image.of("RUN", -1):
        found.append("the last stage runs something, and it has no shell")
    if not all(value.startswith("[") for value in image.of("ENTRYPOINT") + image.of("CMD")):
        found.append("the program is started by a shell")
    runs = " ".join(image.of("RUN"))
    if "npm ci" not in runs or re.search(r"npm i(nstall)?\b", runs):
        found.append("packages of the front end are not those of the lock file")
    if not re.search(r"cargo build [^&]*--locked", runs):
        found.append("crates are not those of the lock file")
    for source in image.sources():
        if not (ROOT / source).exists():
            found.append(f"{source} is not there")
    if any("secret" in value.lower() or "password" in value.lower() for value in image.of("ENV") + image.of("ARG")):
        found.append("a secret is built in")
    return found


@pytest.fixture
def image(tmp_path):
    return Image(DOCKERFILE, tmp_path)


def test_the_image(image):
    assert faults(image) == []


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("USER 65532:65532", "USER nonroot", "the user is not a number"),
    ("USER 65532:65532", "USER 0:0", "the user is not a number"),
    ("USER 65532:65532", "", "the user is not a number"),
    ("node:24-bookworm-slim", "node", "node may be anything"),
    ("rust:1.95-bookworm", "rust:latest", "rust:latest may be anything"),
    ("gcr.io/distroless/cc-debian12:nonroot", "debian:bookworm-slim", "more than the program"),
    ("npm ci", "npm install", "packages of the front end"),
    (" --locked", "", "crates are not those"),
    ("COPY policies policies", "COPY policy policies", "policy is not there"),
    ('ENTRYPOINT ["/usr/local/bin/proffer"]', "ENTRYPOINT proffer", "started by a shell"),
    ("/data /var/lib/proffer", "/data /srv", "cannot write into their own folder"),
    ("--chown=65532:65532 ", "", "cannot write into their own folder"),
    ("VOLUME", "RUN true\nVOLUME", "runs something"),
    ("PROFFER_DATA_DIR=", "PROFFER_SECRET_KEY=", "a secret is built in"),
])
def test_what_is_wrong_with_an_image_is_noticed(tmp_path, before, after, fault):
    assert before in DOCKERFILE
    assert any(fault in found for found in faults(Image(DOCKERFILE.replace(before, after), tmp_path)))


def test_the_linter_finds_nothing():
    linter = pathlib.Path(sys.executable).parent / "hadolint"
    if not linter.exists():
        pytest.skip("hadolint is not published for this machine")
    run = subprocess.run([linter, "--no-color", "--failure-threshold", "style", "-"], input=DOCKERFILE, text=True, capture_output=True)
    assert run.stdout + run.stderr == ""
    worse = subprocess.run([linter, "--no-color", "-"], input=DOCKERFILE.replace("node:24-bookworm-slim", "node"), text=True, capture_output=True)
    assert worse.returncode != 0 and "DL3006" in worse.stdout


# Built, downloaded or stored files.
NOT_WRITTEN = {".git", ".proffer", "target", "node_modules", "dist", "__pycache__", "test-results", "playwright-report"}


@functools.cache
def tracked():
    """The hand-written files of the project."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_WRITTEN]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in files if name not in NOT_WRITTEN]
    return found


def sent(folder):
    return {path for path in exclude_paths(str(folder), IGNORED) if (folder / path).is_file()}


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    """The names of the project's files, and of files that must not leave the machine."""
    folder = tmp_path_factory.mktemp("context")
    for path in tracked() + STRAY:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    return folder


STRAY = [
    ".env", "production.env", ".env.production", "backend/.env", "frontend/.env.local", ".git/config", ".proffer/secret.key", "backend/tls.pem", "backend/signing.key",
    "target/release/proffer", "backend/target/debug/x", "frontend/node_modules/react/index.js", "openapi/client/node_modules/x/index.js",
    "openapi/client/dist/index.js", "frontend/dist/index.html", "frontend/e2e/page.spec.ts", "frontend/test-results/trace.zip", "notes.txt", "helm/values.yaml",
]


def test_nothing_leaves_the_machine_that_has_no_business_in_the_image(context):
    assert sent(context) & set(STRAY) == set()


def test_what_the_crates_need_is_sent_and_copied(context, image):
    """Members of the workspace, the files that they embed, and the lock files."""
    here, copied = sent(context), image.sources()
    members = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]
    needed = {"Cargo.toml", "Cargo.lock", "frontend/package.json", "frontend/package-lock.json", "frontend/.npmrc"} | {f"{m}/Cargo.toml" for m in members}
    for path in tracked():
        if path.endswith(".rs") and "/tests/" not in path and not path.endswith("tests.rs"):
            needed.add(path)
            for embedded in re.findall(r'include_(?:str|bytes)!\("([^"]+)"\)', (ROOT / path).read_text()):
                needed.add(os.path.normpath(f"{os.path.dirname(path)}/{embedded}"))
    needed |= {path for path in tracked() if path.startswith(("migrations/sql/", "policies/", "backend/templates/", "backend/adapters/templates/", "backend/adapters/fonts/", "backend/embedded/templates/"))}
    needed = {path for path in needed if "/tests/" not in path}
    assert len(needed) > 300
    assert needed - here == set()
    missing = {path for path in needed if not any(path == source or path.startswith(f"{source}/") for source in copied)}
    assert missing == set()


def test_the_front_end_is_inside(image):
    """The folder that the server embeds comes from the stage that builds it, and is not replaced."""
    assert '#[folder = "../frontend/dist"]' in (ROOT / "backend/src/site/assets.rs").read_text()
    copies = [value.split() for value in image.of("COPY", 1) if value.startswith("--from=front-end")]
    assert copies == [["--from=front-end", "/proffer/frontend/dist", "frontend/dist"]]


def test_the_chart_runs_the_image_as_it_was_made(image):
    """User, folder and ports are the same in both."""
    release = render(scenario("minimal"))
    pod = release.named("Deployment", "-api")["spec"]["template"]["spec"]
    context = pod["securityContext"]
    assert image.of("USER", -1)[-1] == f"{context['runAsUser']}:{context['runAsGroup']}"
    assert image.of("VOLUME", -1)[-1] in {mount["mountPath"] for mount in pod["containers"][0]["volumeMounts"]}
    assert f"PROFFER_DATA_DIR={image.of('VOLUME', -1)[-1]}" in image.of("ENV", -1)[-1]
    assert image.of("EXPOSE", -1)[-1].split() == [str(port["containerPort"]) for port in pod["containers"][0]["ports"]]
    assert f"-- {image.of('ENTRYPOINT', -1)[-1][2:-2]} admin" in (CHART / "templates/NOTES.txt").read_text()
