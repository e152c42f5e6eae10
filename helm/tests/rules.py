"""Rules for everything the chart renders. A rule returns its violations, each as a sentence."""

import functools
import ipaddress
import json
import re
from typing import Callable

import jsonschema
import kubernetes_validate
from kubernetes_validate import utils as kubernetes_schemas

from chart import HERE, ROOT, WORKLOADS, Release, annotations, component, labels, selects, title, walk

# Otherwise its definitions are parsed again for each document, a thousand times.
kubernetes_schemas.schema_contents = functools.cache(kubernetes_schemas.schema_contents)

KUBERNETES = ("1.27", "1.32", "1.37")
CUSTOM = {path.stem: json.loads(path.read_text()) for path in (HERE / "crds").glob("*.json")}
Rule = Callable[[Release], list[str]]
RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    RULES[function.__name__] = function
    return function


@rule
def fits_the_schemas(release: Release) -> list[str]:
    faults = []
    for document in release.documents:
        custom = CUSTOM.get(document["kind"].lower())
        if custom:
            found = jsonschema.Draft202012Validator(custom).iter_errors(document)
            faults += [f"{title(document)}: {error.json_path} {error.message[:200]}" for error in found]
            continue
        for version in KUBERNETES:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                faults.append(f"{title(document)} in {version}: {'.'.join(map(str, error.path))} {error.message[:200]}")
            except kubernetes_validate.SchemaNotFoundError as error:
                faults.append(f"{title(document)}: {error.message}")
    return faults


@rule
def is_there_once(release: Release) -> list[str]:
    names = [f"{document['apiVersion']} {title(document)}" for document in release.documents]
    return [f"{name} is rendered twice" for name in set(names) if names.count(name) > 1]


@rule
def carries_the_labels(release: Release) -> list[str]:
    wanted = {f"app.kubernetes.io/{name}" for name in ("name", "instance", "version", "managed-by", "part-of")} | {"helm.sh/chart"}
    wanted |= set(release.values["commonLabels"])
    own = [document for document in release.documents if not document["metadata"]["name"].endswith(("-extra", "-text"))]
    faults = [f"{title(d)} lacks {sorted(wanted - set(labels(d)))}" for d in own if wanted - set(labels(d))]
    return faults + [f"the pods of {title(d)} lack labels" for d, pod in release.pods() if wanted - set(labels(pod))]


@rule
def runs_without_rights(release: Release) -> list[str]:
    faults = []
    for document, pod in release.pods():
        spec, where = pod["spec"], title(document)
        context = spec.get("securityContext") or {}
        if context.get("runAsNonRoot") is not True or not context.get("runAsUser") or not context.get("runAsGroup"):
            faults.append(f"{where} may run as root")
        if context.get("seccompProfile") != {"type": "RuntimeDefault"}:
            faults.append(f"{where} has no seccomp profile")
        if spec.get("automountServiceAccountToken") is not False:
            faults.append(f"{where} is given a token")
        if spec.get("enableServiceLinks") is not False:
            faults.append(f"{where} is told of services in its environment")
        if any(spec.get(key) for key in ("hostNetwork", "hostPID", "hostIPC")) or any("hostPath" in v for v in spec.get("volumes", [])):
            faults.append(f"{where} shares something with its node")
    for where, container in release.containers():
        context = container.get("securityContext") or {}
        if context.get("readOnlyRootFilesystem") is not True:
            faults.append(f"{where} has a root file system that can be written")
        if context.get("allowPrivilegeEscalation") is not False or (context.get("capabilities") or {}) != {"drop": ["ALL"]}:
            faults.append(f"{where} keeps rights")
        if {"runAsUser", "privileged"} & set(context):
            faults.append(f"{where} takes another user")
    return faults


@rule
def says_what_it_takes(release: Release) -> list[str]:
    faults = []
    for where, container in release.containers():
        resources = container.get("resources") or {}
        if not {"cpu", "memory"} <= set(resources.get("requests") or {}) or "memory" not in (resources.get("limits") or {}):
            faults.append(f"{where} does not say what it takes")
        by_tag = release.values["allowImageTags"] and re.fullmatch(r"\S+:[\w.-]+", container["image"]) and not container["image"].endswith(":latest")
        if not by_tag and not re.fullmatch(r"\S+@sha256:[0-9a-f]{64}", container["image"]):
            faults.append(f"{where} runs {container['image']}, which may be anything")
    return faults


@rule
def has_space_to_write(release: Release) -> list[str]:
    faults = []
    for document, pod in release.pods():
        empty = {volume["name"] for volume in pod["spec"].get("volumes", []) if "emptyDir" in volume}
        for container in pod["spec"]["containers"]:
            mounts = {mount["mountPath"] for mount in container.get("volumeMounts", []) if mount["name"] in empty}
            if component(document) != "test" and not {"/tmp", "/var/lib/proffer"} <= mounts:
                faults.append(f"{title(document)} cannot write where it must")
    return faults


@rule
def chooses_what_is_there(release: Release) -> list[str]:
    """Services, budgets, scalers, policies and spreading find their pods, by labels that never change."""
    faults = []
    pods = [labels(pod) for _, pod in release.pods()]
    deployments = {d["metadata"]["name"]: d["spec"]["template"] for d in release.of("Deployment")}
    selectors = [(d, d["spec"]["selector"]) for d in release.of("Deployment", "Service", "PodDisruptionBudget")]
    selectors += [(d, d["spec"]["podSelector"]) for d in release.of("NetworkPolicy")]
    for document, pod in release.pods():
        selectors += [(document, spread["labelSelector"]) for spread in pod["spec"].get("topologySpreadConstraints", [])]
    for document, selector in selectors:
        if not any(selects(selector, found) for found in pods):
            faults.append(f"{title(document)} chooses no pod")
        changing = {"helm.sh/chart", "app.kubernetes.io/version", "app.kubernetes.io/managed-by"} | set(release.values["commonLabels"])
        if changing & set(selector.get("matchLabels", selector)):
            faults.append(f"{title(document)} chooses by a label that changes")
    for document in release.of("Service"):
        chosen = [pod for pod in deployments.values() if selects(document["spec"]["selector"], labels(pod))]
        ports = {port["name"] for pod in chosen for c in pod["spec"]["containers"] for port in c["ports"]}
        if len(chosen) != 1 or not {port["targetPort"] for port in document["spec"]["ports"]} <= ports:
            faults.append(f"{title(document)} leads to {len(chosen)} Deployments, or to no port of theirs")
    for document in release.of("HorizontalPodAutoscaler"):
        if document["spec"]["scaleTargetRef"]["name"] not in deployments:
            faults.append(f"{title(document)} scales nothing")
    for document in release.of("ServiceMonitor"):
        chosen = [s for s in release.of("Service") if selects(document["spec"]["selector"], labels(s))]
        ports = {port["name"] for service in chosen for port in service["spec"]["ports"]}
        if len(chosen) != 2 or ports != {endpoint["port"] for endpoint in document["spec"]["endpoints"]}:
            faults.append(f"{title(document)} watches {len(chosen)} Services")
    services = {s["metadata"]["name"]: {p["name"] for p in s["spec"]["ports"]} | {p["port"] for p in s["spec"]["ports"]} for s in release.of("Service")}
    for document in release.of("Ingress", "HTTPRoute"):
        for node in walk(document):
            target = isinstance(node, dict) and (node.get("service") or (node.get("backendRefs") or [None])[0])
            if target and not {target["port"] if isinstance(target["port"], int) else target["port"]["name"]} <= services.get(target["name"], set()):
                faults.append(f"{title(document)} leads nowhere")
    return faults


@rule
def names_what_is_there(release: Release) -> list[str]:
    """Every Secret, ConfigMap, claim and account is rendered, named in the values, or created by the database's operator."""
    rendered = {(d["kind"], d["metadata"]["name"]) for d in release.documents}
    given = {node for node in walk(release.given) if isinstance(node, str)}
    made = {f"{d['metadata']['name']}-{suffix}" for d in release.of("Cluster") for suffix in ("app", "ca")}
    kinds = {"secretKeyRef": "Secret", "configMapKeyRef": "ConfigMap", "secretRef": "Secret", "configMapRef": "ConfigMap",
             "secret": "Secret", "configMap": "ConfigMap", "persistentVolumeClaim": "PersistentVolumeClaim", "passwordSecret": "Secret"}
    faults = []
    for document in release.of(*WORKLOADS, "Cluster"):
        wanted = set()
        for node in walk(document):
            if isinstance(node, dict):
                wanted |= {(kinds[key], value.get("name") or value.get("secretName") or value.get("claimName"))
                           for key, value in node.items() if key in kinds and isinstance(value, dict)}
                wanted |= {("ServiceAccount", node[key]) for key in node if key == "serviceAccountName"}
        for kind, name in wanted - rendered:
            if name not in given and not (kind == "Secret" and name in made) and (kind, name) != ("ServiceAccount", "default"):
                faults.append(f"{title(document)} wants the {kind} {name}, which nothing creates")
    for document, pod in release.pods():
        volumes = {volume["name"] for volume in pod["spec"].get("volumes", [])}
        for container in pod["spec"]["containers"]:
            if {mount["name"] for mount in container.get("volumeMounts", [])} != volumes:
                faults.append(f"{title(document)} mounts other volumes than it has")
    return faults


def secrets_of(pod: dict) -> set[str]:
    """The Secrets that a pod reads, except certificates."""
    found = {node["secretKeyRef"]["name"] for node in walk(pod) if isinstance(node, dict) and "secretKeyRef" in node}
    return found | {node["secretRef"]["name"] for node in walk(pod) if isinstance(node, dict) and "secretRef" in node}


OBJECTS = {"PROFFER_S3_ACCESS_KEY", "PROFFER_S3_SECRET_KEY"}
OWNER = {"PROFFER_MIGRATION_DATABASE_URL", "OWNER_PASSWORD"}
BACKUP = {"PROFFER_BACKUP_DATABASE_URL", "BACKUP_PASSWORD"}
# The one database role that a pod may use, and the further settings that it may have.
KNOWS = {"migrate": (OWNER, set()), "restore": (OWNER, OBJECTS), "backup": (BACKUP, OBJECTS)}


def secrets_by_name(pod: dict) -> dict[str, str]:
    """The Secret that each variable of a pod comes from."""
    return {node["name"]: node["valueFrom"]["secretKeyRef"]["name"] for node in walk(pod)
            if isinstance(node, dict) and "secretKeyRef" in (node.get("valueFrom") or {})}


@rule
def keeps_the_owner_apart(release: Release) -> list[str]:
    """Only the migration and a restore have the owner's URL; only the backup has the backup role's; both roles have their own Secrets."""
    faults = []
    held: dict[str, set[str]] = {}
    for document, pod in release.pods():
        role, besides = KNOWS.get(component(document), (set(), set()))
        read = secrets_by_name(pod)
        if role and (set(read) - role - besides or secrets_of(pod) != set(read.values())):
            faults.append(f"{title(document)} reads {sorted(set(read) - role - besides)}, or a whole Secret")
        if role and len(role & set(read)) != 1:
            faults.append(f"{title(document)} does not know its role in the database")
        for who, user, names in (("owner", "proffer_owner", OWNER), ("backup's role", "proffer_backup", BACKUP)):
            if role != names and (names & set(re.findall(r"[A-Z_]+", json.dumps(pod))) or f"postgres://{user}:" in json.dumps(pod)):
                faults.append(f"{title(document)} knows the {who} of the database")
        for name, secret in read.items():
            held.setdefault("owner" if name in OWNER else "backup" if name in BACKUP else "others", set()).add(secret)
        for volume in pod["spec"].get("volumes", []):
            if "secret" in volume and [item["key"] for item in volume["secret"].get("items", [])] != ["ca.crt"]:
                faults.append(f"{title(document)} mounts a whole Secret")
    for one, other in (("owner", "backup"), ("owner", "others"), ("backup", "others")):
        faults += [f"the Secret {name} is that of the {one} and of the {other}" for name in held.get(one, set()) & held.get(other, set())]
    return faults


@rule
def migrates_before(release: Release) -> list[str]:
    """The migration and its dependencies are hooks in the right order; if the database is part of the release, they are ordinary objects."""
    own = [document for document in release.documents if component(document) == "migrate"]
    jobs = [document for document in own if document["kind"] == "Job"]
    if release.values["restore"]["from"]:
        return [f"{title(document)} is beside a restore" for document in jobs]
    if len(jobs) != 1:
        return [f"there are {len(jobs)} migrations"]
    job = jobs[0]
    if job["metadata"]["name"].endswith("-first"):
        return [] if release.of("Cluster") and not any("helm.sh/hook" in annotations(d) for d in own) else ["the first migration waits for nothing"]
    faults = []
    for document in own:
        if annotations(document).get("helm.sh/hook") != "pre-install,pre-upgrade":
            faults.append(f"{title(document)} is no hook")
        elif document is not job and int(annotations(document)["helm.sh/hook-weight"]) >= int(annotations(job)["helm.sh/hook-weight"]):
            faults.append(f"{title(document)} comes after the migration")
        if "before-hook-creation" not in annotations(document).get("helm.sh/hook-delete-policy", ""):
            faults.append(f"{title(document)} is in the way of the next one")
    account = job["spec"]["template"]["spec"]["serviceAccountName"]
    if account not in {d["metadata"]["name"] for d in own if d["kind"] == "ServiceAccount"}:
        faults.append("the migration has no account of its own")
    return faults


@rule
def restores_alone(release: Release) -> list[str]:
    """A backup is restored after the rest of the release exists, and while no pods run; otherwise no restore is rendered."""
    jobs = [document for document in release.of("Job") if component(document) == "restore"]
    if len(jobs) != bool(release.values["restore"]["from"]):
        return [f"there are {len(jobs)} restores"]
    faults = []
    for job in jobs:
        if annotations(job).get("helm.sh/hook") != "post-install,post-upgrade" or "before-hook-creation" not in annotations(job).get("helm.sh/hook-delete-policy", ""):
            faults.append(f"{title(job)} comes at the wrong time, or is in the way of the next one")
        mounts = {mount["name"]: mount for mount in job["spec"]["template"]["spec"]["containers"][0]["volumeMounts"]}
        if mounts["backup"].get("readOnly") is not True:
            faults.append(f"{title(job)} may write to the backups")
        faults += [f"{title(d)} works meanwhile" for d in release.of("Deployment") if d["spec"].get("replicas") != 0]
        faults += [f"{title(d)} brings pods back" for d in release.of("HorizontalPodAutoscaler")]
        faults += [f"{title(d)} takes half of it" for d in release.of("CronJob") if d["spec"].get("suspend") is not True]
    return faults


SECRET = re.compile(r"PASSWORD|SECRET|_KEY$|DATABASE_URL$|SMTP_URL|OIDC_PROVIDERS")


@rule
def keeps_secrets_secret(release: Release) -> list[str]:
    faults = []
    for document in release.of("ConfigMap"):
        faults += [f"{title(document)} shows {key}" for key in document.get("data") or {} if SECRET.search(key)]
    for where, container in release.containers():
        for variable in container.get("env", []):
            composed = re.fullmatch(r"postgres://\w+:\$\(\w+\)@[\w-]+:5432/proffer\?sslmode=verify-full&\S+", variable.get("value", ""))
            if SECRET.search(variable["name"]) and "value" in variable and not composed:
                faults.append(f"{where} shows {variable['name']}")
    return faults


@rule
def counts_pods_once(release: Release) -> list[str]:
    scaled = {d["spec"]["scaleTargetRef"]["name"] for d in release.of("HorizontalPodAutoscaler")}
    return [f"{title(d)} has both or neither of replicas and a scaler" for d in release.of("Deployment")
            if ("replicas" in d["spec"]) == (d["metadata"]["name"] in scaled)]


@rule
def stops_and_starts_well(release: Release) -> list[str]:
    faults = []
    for document in release.of("Deployment"):
        spec = document["spec"]["template"]["spec"]
        container = spec["containers"][0]
        if spec["terminationGracePeriodSeconds"] < 75:
            faults.append(f"{title(document)} is killed before it has stopped")
        for probe, path in (("startupProbe", "/livez"), ("livenessProbe", "/livez"), ("readinessProbe", "/readyz")):
            if container.get(probe, {}).get("httpGet") != {"path": path, "port": "internal"}:
                faults.append(f"{title(document)} has a wrong {probe}")
        if "checksum/settings" not in annotations(document["spec"]["template"]):
            faults.append(f"{title(document)} does not notice other settings")
        named = {port["name"]: port["containerPort"] for port in container["ports"]}
        settings = release.named("ConfigMap", document["metadata"]["name"].removesuffix(f"-{component(document)}"))["data"]
        for port, setting in (("http", "PROFFER_BIND"), ("internal", "PROFFER_INTERNAL_BIND")):
            if port in named and not settings[setting].endswith(f":{named[port]}"):
                faults.append(f"{title(document)} listens elsewhere than at {port}")
    return faults


def server_networks() -> list[str]:
    """The networks that the server itself refuses, from its source."""
    source = (ROOT / "backend/adapters/src/web/address.rs").read_text()
    networks = re.findall(r"\(Ipv4Addr::new\(([\d, ]+)\), (\d+)\)", source)
    found = ["0.0.0.0/8"] + [f"{address.replace(', ', '.')}/{length}" for address, length in networks]
    for address, length in re.findall(r"\(Ipv6Addr::new\(([0-9a-fx, ]+)\), (\d+)\)", source):
        groups = ":".join(part.removeprefix("0x") for part in address.split(", "))
        found.append(str(ipaddress.ip_network(f"{groups}/{length}")))
    return found


# The networks outside 2000::/3: loopback, mapped and translated IPv4, unique local, link local, multicast.
INSIDE6 = ["::/8", "64:ff9b::/96", "fc00::/7", "fe80::/10", "ff00::/8"]


def reaches(block: dict, network) -> bool:
    cidr = ipaddress.ip_network(block["cidr"])
    if cidr.version != network.version or not cidr.overlaps(network):
        return False
    return not any(network.subnet_of(hole) for hole in map(ipaddress.ip_network, block.get("except", [])) if hole.version == network.version)


@rule
def is_let_out_with_care(release: Release) -> list[str]:
    """All traffic is denied by default; pods that read websites cannot reach private networks."""
    if not release.values["networkPolicy"]["enabled"]:
        return [title(d) for d in release.of("NetworkPolicy")]
    faults = []
    policies = release.of("NetworkPolicy")
    for document, pod in release.pods():
        chosen = [p["spec"] for p in policies if selects(p["spec"]["podSelector"], labels(pod))]
        if not any(not s.get("ingress") and not s.get("egress") and set(s["policyTypes"]) == {"Ingress", "Egress"} for s in chosen):
            faults.append(f"{title(document)} is not closed by default")
        if not any(s.get("egress") for s in chosen):
            faults.append(f"{title(document)} reaches nothing")
    world = 0
    private = [ipaddress.ip_network(text) for text in server_networks() + INSIDE6]
    for policy in policies:
        for entry in policy["spec"].get("egress") or []:
            ports = {port["port"] for port in entry.get("ports", [])} or {80, 443}
            blocks = [peer["ipBlock"] for peer in entry.get("to", []) if "ipBlock" in peer]
            # A private range is configured on purpose; a wider one is the public internet.
            wide = [b for b in blocks if not ipaddress.ip_network(b["cidr"]).is_private]
            if not entry.get("to"):
                faults.append(f"{title(policy)} lets out to everywhere")
            if ports & {80, 443} and wide:
                world += 1
                faults += [f"{title(policy)} lets out to {n}" for n in private for b in wide if reaches(b, n)]
                if component(policy) not in ("api", "worker", "backup", "restore"):
                    faults.append(f"{title(policy)} has no business in the world")
    if release.values["networkPolicy"]["world"]["enabled"] and world < 2:
        faults.append("api and worker cannot read websites")
    return faults
