"""compose.yaml and .env.example: their syntax, that they match the server's settings, and that no container has more rights than it needs."""

import re
import tomllib

import pytest
import yaml

from chart import ROOT
from schemas import breaches
from test_image import DOCKERFILE, Image
from test_values import known

COMPOSE = (ROOT / "compose.yaml").read_text()
EXAMPLE = (ROOT / ".env.example").read_text()

# Settings that no container gets from its environment, with the reason.
LEFT_OUT = {f"PROFFER_{name}": reason for name, reason in {
    "BIND": "the image says it",
    "DATA_DIR": "the image says it",
    "INTERNAL_BIND": "the health check asks at the default, which is not reachable from elsewhere",
    "S3_REGION": "the default is that of the S3 server",
    "S3_STS_ENDPOINT": "the S3 server lends no keys",
    "S3_STS_ROLE": "the S3 server lends no keys",
    "S3_STS_SECONDS": "the S3 server lends no keys",
    "STRIPE_API_BASE": "Stripe is where it is",
    "TEST_PAYMENTS": "for dev",
    "POSTGRES_BIN": "for dev",
}.items()}
# The services that have the URL of a role that server and worker never have.
APART = {"PROFFER_MIGRATION_DATABASE_URL": {"migrate", "restore"}, "PROFFER_BACKUP_DATABASE_URL": {"backup"}}
# The services that browsers reach.
PUBLISHED = {"serve", "objects"}
# The services that change the owner of a volume to the user who writes to it.
ROOT_FOR_A_MOMENT = {"bucket": {"CHOWN"}}
SECRET = re.compile(r"PASSWORD|SECRET|_KEY$|SMTP_URL|OIDC_PROVIDERS")
VARIABLE = re.compile(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}")


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    return Image(DOCKERFILE, tmp_path_factory.mktemp("image"))


def assigned(example):
    """The settings of .env.example: with a value if they must be filled in, None if they are commented out."""
    lines = re.findall(r"^(#?)([A-Z][A-Z0-9_]*)=(.*)$", example, re.MULTILINE)
    return {name: (None if off else value) for off, name, value in lines}


def variables(text, example):
    """The settings of compose.yaml, next to those of .env.example."""
    there, used = assigned(example), {}
    text = re.sub(r"^ *#.*$", "", text, flags=re.MULTILINE)
    for name, kind, default in VARIABLE.findall(text):
        used.setdefault(name, set()).add((kind, default))
    if re.search(r"\$(?![{$])", text):
        yield "a dollar sign begins no ${VARIABLE}"
    for name in sorted(set(used) ^ set(there)):
        yield f"{name} stands in one of compose.yaml and .env.example alone"
    for name in sorted(set(used) & set(there)):
        needed = {kind for kind, _ in used[name]} == {":?"}
        if needed != (there[name] is not None):
            yield f"{name} is needed in one place and left out in the other"
        if there[name]:
            yield f"{name} has a value that many will leave as it is"
        if any(kind != ":?" and (default or not kind) for kind, default in used[name]) and SECRET.search(name):
            yield f"{name} is a secret with a default"


def settings(services):
    given = {name: service.get("environment", {}) for name, service in services.items()}
    named = {setting for environment in given.values() for setting in environment if setting.startswith("PROFFER_")}
    for setting in sorted(named - known()):
        yield f"{setting} is no setting"
    for setting in sorted(named & set(LEFT_OUT)):
        yield f"{setting} is given although {LEFT_OUT[setting]}"
    for name in ("serve", "worker"):
        for setting in sorted(known() - set(LEFT_OUT) - set(APART) - set(given[name])):
            yield f"{name} lacks {setting}"
    for setting, holders in APART.items():
        if {name for name, environment in given.items() if setting in environment} != holders:
            yield f"{setting} is not with {' and '.join(sorted(holders))} alone"
    for name, environment in given.items():
        for setting, value in environment.items():
            if SECRET.search(setting) and not VARIABLE.search(value):
                yield f"{setting} of {name} is written out"
    for name in ("backup", "restore", "serve", "worker"):
        if not any(setting.startswith("PROFFER_S3_") for setting in given[name]):
            yield f"{name} has no objects"


def images(services, image):
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    for name, service in services.items():
        if not re.search(r"@sha256:[0-9a-f]{64}$|:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$", service["image"]):
            yield f"the image of {name} may be another tomorrow"
        if service["image"].startswith("proffer"):
            if service["image"] != f"proffer:{version}" or service.get("build") != ".":
                yield f"{name} is not built from this version"
            if "user" in service:
                yield f"{name} is not the image's user"
            user = image.of("USER", -1)[-1].split(":")
            where = image.of("VOLUME", -1)[-1]
            scratch = f"{where}:size=256m,uid={user[0]},gid={user[1]},mode=0700"
            if scratch not in service["tmpfs"] and not any(volume.endswith(f":{where}") for volume in service.get("volumes", [])):
                yield f"{name} has no place to write in"
        elif not re.fullmatch(r"[1-9]\d*:[1-9]\d*", service.get("user", "")) and name not in ROOT_FOR_A_MOMENT:
            yield f"{name} runs as root"


def bounds(services):
    for name, service in services.items():
        if service.get("read_only") is not True:
            yield f"{name} can write into its image"
        if service.get("cap_drop") != ["ALL"] or set(service.get("cap_add", [])) != ROOT_FOR_A_MOMENT.get(name, set()):
            yield f"{name} has capabilities"
        if service.get("security_opt") != ["no-new-privileges:true"]:
            yield f"{name} can gain privileges"
        if service.get("privileged") or service.get("network_mode", "none") != "none" or service.get("pid"):
            yield f"{name} is let into the machine"
        if service.get("logging") != {"driver": "local"}:
            yield f"the log of {name} grows without end"


def published(services, image):
    for name, service in services.items():
        for port in service.get("ports", []):
            if not re.fullmatch(r"(\$\{\w+:-)?127\.0\.0\.1:\d+\}?:\d+", port):
                yield f"{name} is public by default"
            if name not in PUBLISHED and not service.get("profiles"):
                yield f"{name} is published"
    if not services["serve"]["ports"][0].endswith(f":{image.of('EXPOSE', -1)[-1].split()[0]}"):
        yield "the site is not at the published port"


def order(services, image):
    """Start-up order and health checks."""
    program = image.of("ENTRYPOINT", -1)[-1][2:-2]
    commands = " | ".join(re.findall(r"`proffer (\w+)", (ROOT / "backend/docs/operating.md").read_text()))
    for name, service in services.items():
        runs = service.get("restart") == "unless-stopped"
        if not runs and service.get("restart") != "no":
            yield f"{name} does not say whether it is started again"
        if runs and not service.get("healthcheck", {}).get("test"):
            yield f"{name} has no health check"
        for other, how in service.get("depends_on", {}).items():
            ends = services.get(other, {}).get("restart") == "no"
            if other not in services or how["condition"] != ("service_completed_successfully" if ends else "service_healthy"):
                yield f"{name} waits for {other} in vain"
        if service["image"].startswith("proffer:"):
            words = service.get("entrypoint", [program])[1:] + service["command"]
            if not re.search(rf"\b{words[0]}\b", commands):
                yield f"{words[0]} is no command of the program"
            if runs and service["healthcheck"]["test"] != ["CMD", program, "ready"]:
                yield f"{name} is asked by a program that the image has not"
            if runs and int(service.get("stop_grace_period", "10s")[:-1]) <= 60:
                yield f"{name} is killed before it has ended"
    if set(services["migrate"].get("depends_on", {})) != {"roles"} or "migrate" not in services["serve"]["depends_on"]:
        yield "the schema is not there before the server"


def places(document, services):
    for name, service in services.items():
        for volume in service.get("volumes", []):
            if volume.split(":")[0] not in document["volumes"]:
                yield f"{name} keeps its files in no volume"
        for network in service.get("networks", []):
            if network != "default" and network not in document["networks"]:
                yield f"{name} is in a network that is not there"
        if bool({"postgres", "roles", "migrate"} & {name}) and service.get("networks") != ["database"]:
            yield f"{name} is in more than the database's network"
    if document["networks"]["database"] != {"internal": True}:
        yield "the database's network is open"
    major = re.match(r"postgres:(\d+)", services["postgres"]["image"])[1]
    if services["postgres"]["volumes"] != ["database:/var/lib/postgresql" + ("" if int(major) >= 18 else "/data")]:
        yield "the rows are in no volume"
    if services["roles"]["image"] != services["postgres"]["image"] or services["bucket"]["image"] != services["objects"]["image"]:
        yield "two versions of one program"


def faults(text, example, image):
    document = yaml.safe_load(text)
    found = breaches("compose-spec", document)
    if found:
        return found
    services = document["services"]
    return [*variables(text, example), *settings(services), *images(services, image), *bounds(services), *published(services, image),
            *order(services, image), *places(document, services)]


def test_the_compose_file(image):
    assert faults(COMPOSE, EXAMPLE, image) == []


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("read_only: true", "readonly: true", "'readonly' was unexpected"),
    ("restart: unless-stopped", "restart: [always]", "is not of type 'string'"),
    ("PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:-}", "PROFFER_MODEL: ${PROFFER_AI_MODEL:-}", "PROFFER_MODEL is no setting"),
    ("PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:-}", "", "worker lacks PROFFER_AI_MODEL"),
    ("PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:-}", "PROFFER_AI_MODEL: ${MODEL:-}", "MODEL stands in one of"),
    ("PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:-}", "PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:?}", "PROFFER_AI_MODEL is needed in one place"),
    ("PROFFER_AI_MODEL: ${PROFFER_AI_MODEL:-}", "PROFFER_AI_MODEL: $PROFFER_AI_MODEL", "a dollar sign"),
    ("PROFFER_LOG_FORMAT: ${", "PROFFER_TEST_PAYMENTS: '1'\n  PROFFER_LOG_FORMAT: ${", "PROFFER_TEST_PAYMENTS is given although for dev"),
    ("${PROFFER_SECRET_KEY:?see .env.example}", "${PROFFER_SECRET_KEY:-AAAA}", "PROFFER_SECRET_KEY is a secret with a default"),
    ("${PROFFER_SECRET_KEY:?see .env.example}", "AAAA", "PROFFER_SECRET_KEY of serve is written out"),
    ("  PROFFER_LOG_FORMAT: ${", "  PROFFER_MIGRATION_DATABASE_URL: ${", "PROFFER_MIGRATION_DATABASE_URL is not with migrate and restore alone"),
    ("<<: [*objects, *owner]", "<<: *owner", "restore has no objects"),
    ("    environment: *owner", "    environment: *settings", "PROFFER_MIGRATION_DATABASE_URL is not with migrate and restore alone"),
    ("  command: [worker]", "  command: [work]", "work is no command"),
    ("proffer:0.1.0", "proffer:latest", "may be another tomorrow"),
    ("proffer:0.1.0", "proffer:0.0.9", "is not built from this version"),
    ("postgres:18.6-trixie", "postgres:18", "the image of postgres may be another tomorrow"),
    ("axllent/mailpit:v1.31.2", "axllent/mailpit", "the image of mail may be another tomorrow"),
    ("  read_only: true\n", "", "serve can write into its image"),
    ("  cap_drop: [ALL]\n", "", "objects has capabilities"),
    ("cap_add: [CHOWN]", "cap_add: [CHOWN, SYS_ADMIN]", "bucket has capabilities"),
    ("[\"no-new-privileges:true\"]", "[]", "worker can gain privileges"),
    ("user: \"999:999\"", "user: \"0:0\"", "postgres runs as root"),
    ("network_mode: none", "network_mode: host", "bucket is let into the machine"),
    ("  logging: {driver: local}", "", "the log of mail grows"),
    ("${SITE_ADDRESS:-127.0.0.1:8080}:8080", "${SITE_ADDRESS:-8080}:8080", "serve is public"),
    ("    shm_size: 256m", "    ports: [\"127.0.0.1:5432:5432\"]", "postgres is published"),
    ("-127.0.0.1:8080}:8080", "-127.0.0.1:8080}:9090", "the site is not at the published port"),
    ("/usr/local/bin/proffer, ready", "curl, http://127.0.0.1:9090/readyz", "asked by a program that the image has not"),
    ("test: [CMD, /mailpit, readyz]", "retries: 3", "mail has no health check"),
    ("stop_grace_period: 75s", "stop_grace_period: 20s", "worker is killed before it has ended"),
    ("migrate: {condition: service_completed_successfully}", "migrate: {condition: service_healthy}", "serve waits for migrate in vain"),
    ("roles: {condition: service_completed_successfully}", "rolls: {condition: service_completed_successfully}", "migrate waits for rolls in vain"),
    ("      roles: {condition: service_completed_successfully}\n\n  postgres", "      postgres: {condition: service_healthy}\n\n  postgres", "not there before the server"),
    ("    user: \"999:999\"\n    restart: \"no\"\n", "    image: postgres:18.5-trixie\n    user: \"999:999\"\n    restart: \"no\"\n", "two versions of one program"),
    ("networks: [database, default]", "networks: [data, default]", "serve is in a network that is not there"),
    ("  build: .\n", "  build: .\n  user: \"0:0\"\n", "serve is not the image's user"),
    ("    restart: \"no\"\n    network_mode", "    network_mode", "bucket does not say whether it is started again"),
    ("uid=65532,gid=65532,mode=0700", "mode=0700", "serve has no place to write in"),
    ("{internal: true}", "{}", "the database's network is open"),
    ("database:/var/lib/postgresql", "database:/var/lib/postgresql/data", "the rows are in no volume"),
    ("database:/var/lib/postgresql", "./rows:/var/lib/postgresql", "postgres keeps its files in no volume"),
    ("    networks: [database]\n    depends_on:\n      postgres", "    depends_on:\n      postgres", "roles is in more than"),
])
def test_what_is_wrong_with_a_compose_file_is_noticed(image, before, after, fault):
    assert before in COMPOSE
    found = faults(COMPOSE.replace(before, after), EXAMPLE, image)
    assert any(fault in one for one in found), found


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("PROFFER_SECRET_KEY=\n", "", "PROFFER_SECRET_KEY stands in one of"),
    ("PROFFER_SECRET_KEY=\n", "#PROFFER_SECRET_KEY=\n", "PROFFER_SECRET_KEY is needed in one place"),
    ("APP_PASSWORD=\n", "APP_PASSWORD=proffer\n", "APP_PASSWORD has a value"),
    ("#RUST_LOG=", "#RUST_LOGS=", "RUST_LOGS stands in one of"),
])
def test_what_is_wrong_with_the_example_is_noticed(image, before, after, fault):
    assert before in EXAMPLE
    assert any(fault in one for one in faults(COMPOSE, EXAMPLE.replace(before, after), image))
