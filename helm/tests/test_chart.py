"""Every file of values in ci/ is linted and rendered by Helm itself, and satisfies every rule, as an installation and as an upgrade."""

import helm_python
import pytest
import yaml

from chart import CHART, SCENARIOS, annotations, component, labels, merged, render, rendered, scenario, selects
from rules import RULES


@pytest.mark.parametrize("name", SCENARIOS)
def test_lint(name):
    report = helm_python.lint(CHART, scenario(name), strict=True)
    assert not report["errors"]
    # A chart without an icon is fine.
    assert [m for m in report["messages"] if m["error"] != "icon is recommended"] == []


@pytest.mark.parametrize("upgrade", [False, True], ids=["install", "upgrade"])
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("rule", RULES)
def test_rules(rule, name, upgrade):
    assert RULES[rule](rendered(name, upgrade)) == []


def test_nothing_is_rendered_that_was_not_asked_for():
    kinds = {document["kind"] for document in render(scenario("minimal")).documents}
    assert kinds == {"ConfigMap", "Deployment", "Job", "NetworkPolicy", "Pod", "PodDisruptionBudget", "Service", "ServiceAccount"}
    everything = {document["kind"] for document in render(scenario("full")).documents}
    assert everything >= kinds | {"Ingress", "HTTPRoute", "ServiceMonitor", "PrometheusRule", "CronJob", "PersistentVolumeClaim"}


def test_a_first_installation_with_a_database_migrates_once_it_is_there_and_an_upgrade_before():
    first, later = render(scenario("cnpg")), render(scenario("cnpg"), upgrade=True)
    assert "helm.sh/hook" not in annotations(first.named("Job", "-migrate-first"))
    assert annotations(later.named("Job", "-migrate"))["helm.sh/hook"] == "pre-install,pre-upgrade"
    # Helm would delete it, and the data with it, if it were a hook or not kept.
    assert annotations(later.named("Cluster", "-db")) == {"helm.sh/resource-policy": "keep"}


def test_the_roles_of_the_database():
    roles = render(scenario("cnpg")).named("Cluster", "-db")["spec"]["managed"]["roles"]
    rights = {role["name"]: (role["login"], role["superuser"], role["bypassrls"], role.get("inRoles", [])) for role in roles}
    held = (True, False, False, [])
    assert rights == {"proffer_app": held, "proffer_system": held, "proffer_backup": (True, False, True, ["pg_read_all_data"])}
    assert len({role["passwordSecret"]["name"] for role in roles}) == 3
    without = merged(scenario("cnpg"), {"cnpg": {"backupSecret": ""}, "backup": {"enabled": False}})
    roles = render(without).named("Cluster", "-db")["spec"]["managed"]["roles"]
    assert {role["name"] for role in roles} == {"proffer_app", "proffer_system"}


def test_pods_are_replaced_when_a_setting_changes_and_only_then():
    def checksum(over):
        pod = render(merged(scenario("minimal"), over)).named("Deployment", "-api")["spec"]["template"]
        return annotations(pod)["checksum/settings"]

    assert checksum({"trustedProxies": 2}) != checksum({})
    assert checksum({"api": {"replicas": 5}}) == checksum({})


def test_what_is_watched_is_not_reachable_through_the_site():
    release = render(scenario("full"))
    site = release.named("Service", "demo-proposals")
    assert [port["targetPort"] for port in site["spec"]["ports"]] == ["http"]
    for name in ("-api-metrics", "-worker-metrics"):
        assert release.named("Service", name)["spec"]["clusterIP"] == "None"


def test_both_ways_in_can_stand_beside_each_other():
    release = render(scenario("full"))
    assert release.named("Ingress", "proposals") and release.named("HTTPRoute", "proposals")


def test_a_way_in_takes_the_host_of_the_address():
    over = {"publicUrl": "https://proposals.example.com:8443", "ingress": {"enabled": True, "hosts": []}}
    rules = render(merged(scenario("minimal"), over)).named("Ingress", "proffer")["spec"]["rules"]
    assert [rule["host"] for rule in rules] == ["proposals.example.com"]


def test_extra_manifests_are_templates():
    release = render(scenario("full"))
    assert release.named("ConfigMap", "demo-extra")["data"]["site"] == "https://proffer.example.com"
    assert release.named("ConfigMap", "demo-text")


def test_the_test_pod_may_ask_the_site_and_nothing_else():
    release = render(scenario("minimal"))
    pod = release.named("Pod", "-test")
    assert annotations(pod)["helm.sh/hook"] == "test"
    policies = [p for p in release.of("NetworkPolicy") if selects(p["spec"]["podSelector"], labels(pod)) and p["spec"].get("egress")]
    assert [component(policy) for policy in policies] == ["test"]
    assert pod["spec"]["containers"][0]["args"][-1] == "http://demo-proffer:80/readyz"


def test_the_backup_and_the_migration_know_only_what_they_need():
    release = render(scenario("full"))
    job = release.named("Job", "-migrate")["spec"]["template"]["spec"]["containers"][0]
    assert job["args"] == ["migrate"]
    assert "envFrom" not in job
    backup = release.named("CronJob", "-backup")["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]
    assert backup["args"] == ["backup", "--to", "/backup/%Y-%m-%dT%H-%M-%SZ"]
    secret = {variable["name"] for variable in backup["env"] if "valueFrom" in variable}
    assert secret == {"PROFFER_BACKUP_DATABASE_URL", "PROFFER_S3_ACCESS_KEY", "PROFFER_S3_SECRET_KEY"}


def test_a_restore_reads_the_folder_as_the_owner():
    release = render(merged(scenario("restoring"), {"backup": {"directory": "/mnt/backups/"}}))
    restore = release.named("Job", "-restore")["spec"]["template"]["spec"]["containers"][0]
    assert restore["args"] == ["restore", "--from", "/mnt/backups/2026-03-02T02-17-00Z"]
    secret = {variable["name"] for variable in restore["env"] if "valueFrom" in variable}
    assert secret == {"PROFFER_MIGRATION_DATABASE_URL", "PROFFER_S3_ACCESS_KEY", "PROFFER_S3_SECRET_KEY"}


def test_a_restore_does_without_the_backups_where_their_volume_is_there():
    release = render(merged(scenario("restoring"), {"backup": {"enabled": False, "existingSecret": ""}}))
    assert release.of("CronJob") == [] and release.named("NetworkPolicy", "-restore")
    assert [fault for rule in RULES.values() for fault in rule(release)] == []


def test_a_restore_into_a_database_that_comes_with_the_release_waits_for_it():
    values = merged(scenario("cnpg"), {"restore": {"from": "2026-03-02T02-17-00Z"}})
    assert [render(values, upgrade=upgrade).named("Job", "-restore")["spec"]["backoffLimit"] for upgrade in (False, True)] == [12, 1]
    assert [fault for rule in RULES.values() for fault in rule(render(values))] == []


def test_a_trial_may_have_backups_too():
    over = {"backup": {"enabled": True, "url": "postgres://proffer_backup:trial@postgres:5432/proffer"}}
    release = render(merged(scenario("trial"), over))
    assert release.named("Secret", "-backup")["stringData"] == {"PROFFER_BACKUP_DATABASE_URL": over["backup"]["url"]}
    assert [fault for rule in RULES.values() for fault in rule(release)] == []


def test_a_parent_chart_may_hand_something_on():
    assert render(merged(scenario("minimal"), {"global": {"anything": 1}})).documents == rendered("minimal", False).documents


def test_names_of_objects_fit_however_long_the_release_is_called():
    values = merged(scenario("full"), {"fullnameOverride": "a" * 63})
    assert all(len(document["metadata"]["name"]) <= 52 for document in render(values).documents)


def test_the_packaged_chart_holds_no_tests():
    with helm_python.Chart.load(CHART) as chart:
        names = {file["name"] for file in chart.files + chart.templates}
    assert not [name for name in names if name.startswith(("tests/", "ci/"))]
    assert "templates/tests/ready.yaml" in names


def test_the_charts_release_is_the_servers():
    manifest = (CHART.parent / "Cargo.toml").read_text()
    assert f'version = "{yaml.safe_load((CHART / "Chart.yaml").read_text())["appVersion"]}"' in manifest.split("[workspace.dependencies]")[0]
