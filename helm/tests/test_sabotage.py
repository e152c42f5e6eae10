"""Each rule detects a chart that violates it: one place of the templates is altered, and the rule must report it."""

import shutil

import pytest

from chart import CHART, merged, render, scenario
from rules import RULES

# The rule, the values, the file, the original text, and its replacement.
SABOTAGE = [
    ("fits_the_schemas", "minimal", "_pod.tpl", "revisionHistoryLimit: 5", "revisionHistoryLimits: 5"),
    ("fits_the_schemas", "minimal", "_pod.tpl", "revisionHistoryLimit: 5", "revisionHistoryLimit: five"),
    ("fits_the_schemas", "full", "servicemonitor.yaml", "endpoints:", "endpoint:"),
    ("fits_the_schemas", "full", "_alert.tpl", "expr: {{", "expression: {{"),
    ("fits_the_schemas", "gateway", "httproute.yaml", "backendRefs:", "backends:"),
    ("fits_the_schemas", "cnpg", "cluster.yaml", "bypassrls: false", "bypassRLS: false"),
    ("is_there_once", "minimal", "service.yaml", "{{ . }}-metrics\n", "metrics\n"),
    ("carries_the_labels", "minimal", "_names.tpl", "helm.sh/chart:", "chart:"),
    ("runs_without_rights", "minimal", "_pod.tpl", "automountServiceAccountToken: false", "automountServiceAccountToken: true"),
    ("runs_without_rights", "minimal", "_pod.tpl", "enableServiceLinks: false", "enableServiceLinks: true"),
    ("runs_without_rights", "minimal", "_pod.tpl", "toYaml .root.Values.podSecurityContext", "toYaml (omit .root.Values.podSecurityContext \"runAsNonRoot\")"),
    ("runs_without_rights", "minimal", "_pod.tpl", "toYaml .root.Values.podSecurityContext", "toYaml (set .root.Values.podSecurityContext \"runAsUser\" 0)"),
    ("runs_without_rights", "minimal", "_pod.tpl", "toYaml .root.Values.podSecurityContext", "toYaml (omit .root.Values.podSecurityContext \"seccompProfile\")"),
    ("runs_without_rights", "minimal", "_pod.tpl", "toYaml .root.Values.securityContext", "toYaml (omit .root.Values.securityContext \"readOnlyRootFilesystem\")"),
    ("runs_without_rights", "minimal", "_pod.tpl", "toYaml .root.Values.securityContext", "toYaml (omit .root.Values.securityContext \"capabilities\")"),
    ("runs_without_rights", "minimal", "tests/ready.yaml", "toYaml .Values.securityContext", "toYaml (omit .Values.securityContext \"readOnlyRootFilesystem\")"),
    ("runs_without_rights", "minimal", "_pod.tpl", "serviceAccountName: {{", "hostNetwork: true\nserviceAccountName: {{"),
    ("says_what_it_takes", "minimal", "_pod.tpl", "toYaml .resources", "toYaml (omit .resources \"limits\")"),
    ("says_what_it_takes", "trial", "_names.tpl", "{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .tag }}{{ end }}", ":latest"),
    ("says_what_it_takes", "trial", "_names.tpl", "{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .tag }}{{ end }}", ""),
    ("says_what_it_takes", "minimal", "_names.tpl", "{{ if .image.digest }}@{{ .image.digest }}{{ else }}", "{{ if false }}{{ else }}"),
    ("has_space_to_write", "minimal", "_pod.tpl", "mountPath: /tmp", "mountPath: /temporary"),
    ("chooses_what_is_there", "minimal", "service.yaml", '"component" "api") | nindent 4 }}\n{{- range', '"component" "web") | nindent 4 }}\n{{- range'),
    ("chooses_what_is_there", "minimal", "service.yaml", "targetPort: http", "targetPort: web"),
    ("chooses_what_is_there", "minimal", "service.yaml", '"component" "api") | nindent 4 }}\n{{- range', ') | nindent 4 }}\n{{- range'),
    ("chooses_what_is_there", "minimal", "_pod.tpl", 'include "proffer.selector" . | nindent 6', 'include "proffer.labels" . | nindent 6'),
    ("chooses_what_is_there", "full", "servicemonitor.yaml", "worker-metrics", "jobs-metrics"),
    ("chooses_what_is_there", "full", "ingress.yaml", "name: http", "name: web"),
    ("chooses_what_is_there", "autoscaling", "_scaling.tpl", "kind: Deployment\n    name: {{ $name }}", "kind: Deployment\n    name: site"),
    ("chooses_what_is_there", "minimal", "migration.yaml", '"component" "migrate") | nindent 6', '"component" "migration") | nindent 6'),
    ("names_what_is_there", "minimal", "_pod.tpl", "configMapRef:\n                name: {{", "configMapRef:\n                name: settings-{{"),
    ("names_what_is_there", "minimal", "_settings.tpl", "name: {{ $ref.name | default $own }}", "name: {{ $ref.name | default \"proffer-secrets\" }}"),
    ("names_what_is_there", "full", "_backup.tpl", '(printf "%s-backup"', '(printf "%s-backups"'),
    ("names_what_is_there", "minimal", "serviceaccount.yaml", 'name: {{ include "proffer.serviceAccountName" . }}', "name: another"),
    ("names_what_is_there", "cnpg", "_settings.tpl", 'printf "%s-app"', 'printf "%s-superuser"'),
    ("names_what_is_there", "minimal", "_pod.tpl", "- name: tmp\n  mountPath", "- name: temp\n  mountPath"),
    ("keeps_the_owner_apart", "minimal", "_pod.tpl", 'include "proffer.secretEnvs" $root | trim', 'include "proffer.ownerEnv" $root | trim'),
    ("keeps_the_owner_apart", "cnpg", "_settings.tpl", '"role" "proffer_app" "secret" .appSecret', '"role" "proffer_app" "secret" (printf "%s-app" (include "proffer.cluster" $))'),
    ("keeps_the_owner_apart", "minimal", "migration.yaml", 'include "proffer.ownerEnv" . | trim', 'include "proffer.secretEnvs" . | trim | nindent 12 }}{{ include "proffer.ownerEnv" . | trim'),
    ("keeps_the_owner_apart", "cnpg", "_pod.tpl", "    items:\n      - key: ca.crt\n        path: ca.crt\n", ""),
    ("keeps_the_owner_apart", "full", "backup.yaml", 'include "proffer.backupEnv"', 'include "proffer.ownerEnv"'),
    ("keeps_the_owner_apart", "restoring", "backup.yaml", 'include "proffer.backupEnv"', 'include "proffer.ownerEnv"'),
    ("keeps_the_owner_apart", "restoring", "restore.yaml", 'include "proffer.ownerEnv"', 'include "proffer.backupEnv"'),
    ("keeps_the_owner_apart", "full", "_settings.tpl", "{{ .Values.backup.existingSecret }}", "{{ .Values.migration.existingSecret }}"),
    ("keeps_the_owner_apart", "full", "_settings.tpl", "{{ .Values.backup.existingSecret }}", "{{ .Values.secrets.existingSecret }}"),
    ("keeps_the_owner_apart", "cnpg", "_settings.tpl", '"role" "proffer_backup"', '"role" "proffer_owner"'),
    ("keeps_the_owner_apart", "full", "_backup.tpl", 'include "proffer.objectEnvs" $root', 'include "proffer.secretEnvs" $root'),
    ("keeps_the_owner_apart", "full", "_pod.tpl", 'include "proffer.secretEnvs" $root | trim', 'include "proffer.backupEnv" $root | trim'),
    ("migrates_before", "restoring", "migration.yaml", "(not .Values.restore.from)", "true"),
    ("migrates_before", "minimal", "_names.tpl", "pre-install,pre-upgrade", "post-install,post-upgrade"),
    ("migrates_before", "minimal", "_names.tpl", "before-hook-creation{{", "hook-failed{{"),
    ("migrates_before", "minimal", "migration.yaml", 'include "proffer.hook" -10', 'include "proffer.hook" 10'),
    ("migrates_before", "minimal", "migration.yaml", '"account" $name', '"account" (include "proffer.serviceAccountName" .)'),
    ("migrates_before", "cnpg", "migration.yaml", "(ternary \"-first\" \"\" $first)", "\"-first\" }}{{ $first = false"),
    ("restores_alone", "full", "restore.yaml", "{{- if .Values.restore.from }}", "{{- if true }}"),
    ("restores_alone", "restoring", "restore.yaml", "post-install,post-upgrade", "pre-install,pre-upgrade"),
    ("restores_alone", "restoring", "restore.yaml", '"readOnly" true', '"readOnly" false'),
    ("restores_alone", "restoring", "_pod.tpl", "replicas: 0", "replicas: 1"),
    ("restores_alone", "restoring", "_scaling.tpl", "(not $.root.Values.restore.from)", "true"),
    ("restores_alone", "restoring", "backup.yaml", "suspend: true", "suspend: false"),
    ("is_let_out_with_care", "restoring", "networkpolicy.yaml", 'append $folders "restore"', '$folders'),
    ("keeps_secrets_secret", "trial", "_settings.tpl", "PROFFER_DRAIN_SECONDS: {{ .Values.drainSeconds | quote }}", "PROFFER_SECRET_KEY: secret"),
    ("keeps_secrets_secret", "trial", "_settings.tpl", "  valueFrom:\n    secretKeyRef:\n      name: {{ $ref.name", "  value: open\n  x:\n    y:\n      name: {{ $ref.name"),
    ("counts_pods_once", "autoscaling", "_pod.tpl", "{{- else if not $values.autoscaling.enabled }}", "{{- else if true }}"),
    ("counts_pods_once", "minimal", "_pod.tpl", "{{- else if not $values.autoscaling.enabled }}", "{{- else if false }}"),
    ("stops_and_starts_well", "minimal", "_pod.tpl", "terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}", "terminationGracePeriodSeconds: 30"),
    ("stops_and_starts_well", "minimal", "_pod.tpl", "path: /readyz, port: internal", "path: /livez, port: internal"),
    ("stops_and_starts_well", "minimal", "_pod.tpl", "checksum/settings", "checksum/other"),
    ("stops_and_starts_well", "minimal", "_settings.tpl", "%s:9090", "%s:9091"),
    ("is_let_out_with_care", "minimal", "networkpolicy.yaml", "policyTypes: [Ingress, Egress]", "policyTypes: [Ingress]"),
    ("is_let_out_with_care", "minimal", "_network.tpl", "toYaml .except |", "toYaml (without .except \"100.64.0.0/10\") |"),
    ("is_let_out_with_care", "minimal", "_network.tpl", "toYaml .except |", "toYaml (without .except \"168.63.129.16/32\") |"),
    ("is_let_out_with_care", "minimal", "_network.tpl", "toYaml .except |", "toYaml (without .except \"169.254.0.0/16\") |"),
    ("is_let_out_with_care", "minimal", "_network.tpl", "cidr: 2000::/3", "cidr: ::/0"),
    ("is_let_out_with_care", "minimal", "_network.tpl", "toYaml .except6 |", "toYaml (without .except6 \"2002::/16\") |"),
    ("is_let_out_with_care", "minimal", "networkpolicy.yaml", '{{- include "proffer.egressWorld" $ | trim | nindent 4 }}', ""),
    ("is_let_out_with_care", "minimal", "migration.yaml", '{{- include "proffer.egressDatabase" . | trim | nindent 4 }}', '{{- include "proffer.egressWorld" . | trim | nindent 4 }}'),
    ("is_let_out_with_care", "minimal", "_network.tpl", "{{- if .to }}\n- to:\n    {{- toYaml .to | nindent 4 }}\n  ports:", "{{- if .to }}\n- ports:"),
]


def broken(folder, file, before, after):
    """A copy of the chart with one place altered."""
    chart = folder / "chart"
    shutil.copytree(CHART, chart)
    path = chart / "templates" / file
    text = path.read_text()
    assert before in text, f"{file} has changed: name another place"
    path.write_text(text.replace(before, after))
    return chart


@pytest.mark.parametrize(("rule", "name", "file", "before", "after"), SABOTAGE, ids=[f"{n}-{entry[0]}" for n, entry in enumerate(SABOTAGE)])
def test_a_rule_notices(tmp_path, rule, name, file, before, after):
    assert RULES[rule](render(scenario(name), chart=broken(tmp_path, file, before, after))) != []


@pytest.mark.parametrize("name", sorted({entry[1] for entry in SABOTAGE}))
def test_a_copy_that_nobody_altered_is_fine(tmp_path, name):
    release = render(scenario(name), chart=broken(tmp_path, "_pod.tpl", "", ""))
    assert [fault for rule in RULES.values() for fault in rule(release)] == []


def test_every_rule_is_broken_once():
    assert set(RULES) == {entry[0] for entry in SABOTAGE}


def test_a_private_network_that_somebody_forgets_is_noticed():
    for over in ({"except": ["10.0.0.0/8"]}, {"except6": []}):
        assert RULES["is_let_out_with_care"](render(merged(scenario("minimal"), {"networkPolicy": {"world": over}}))) != []
