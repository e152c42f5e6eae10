"""Invalid values are refused, each with a message that says what is wrong."""

import helm_python
import pytest

from chart import merged, render, scenario

CNPG = {"enabled": True, "appSecret": "a", "systemSecret": "b"}

REFUSED = [
    # Unknown keys, at any level.
    ({"replicas": 3}, "additional properties 'replicas' not allowed"),
    ({"image": {"name": "proffer"}}, "additional properties 'name' not allowed"),
    ({"api": {"replicaCount": 3}}, "additional properties 'replicaCount' not allowed"),
    ({"worker": {"autoscaling": {"max": 3}}}, "additional properties 'max' not allowed"),
    ({"objects": {"sts": {"roleArn": "x"}}}, "additional properties 'roleArn' not allowed"),
    ({"networkPolicy": {"world": {"allow": []}}}, "additional properties 'allow' not allowed"),
    ({"metrics": {"thresholds": {"errors": 1}}}, "additional properties 'errors' not allowed"),
    ({"secrets": {"refs": {"PROFFER_SECRET_KEY": {"secret": "a", "key": "b", "name": "c"}}}}, "additional properties 'secret' not allowed"),
    ({"extraEnv": [{"name": "A", "val": "b"}]}, "additional properties 'val' not allowed"),
    ({"podSecurityContext": {"runAsNonroot": True}}, "additional properties 'runAsNonroot' not allowed"),
    # Wrong types and ranges.
    ({"api": {"replicas": "two"}}, "got string, want integer"),
    ({"api": {"replicas": -1}}, "minimum: got -1, want 0"),
    ({"publicUrl": "proffer.example.com"}, "does not match pattern"),
    ({"publicUrl": "https://proffer.example.com/app"}, "does not match pattern"),
    ({"trustedProxies": "1"}, "got string, want integer"),
    ({"outboundAllow": "10.0.0.1:80"}, "got string, want array"),
    ({"outboundAllow": ["10.0.0.1"]}, "does not match pattern"),
    ({"bindAddress": "127.0.0.1"}, "value must be one of"),
    ({"log": {"format": "xml"}}, "value must be one of"),
    ({"objects": {"sts": {"seconds": 60}}}, "minimum: got 60, want 900"),
    ({"service": {"port": 70000}}, "maximum: got 70,000, want 65,535"),
    ({"backup": {"schedule": "daily"}}, "does not match pattern"),
    ({"extraEnv": [{"name": "A", "value": 1}]}, "got number, want string"),
    ({"secrets": {"refs": {"secretKey": {"name": "a", "key": "b"}}}}, "invalid propertyName 'secretKey'"),
    ({"metrics": {"thresholds": {"errorRatio": 2}}}, "maximum: got 2, want 1"),
    # Settings that must not be disabled by accident.
    ({"image": {"tag": "latest"}}, "'not' failed"),
    ({"image": {"digest": "sha256:abc"}}, "does not match pattern"),
    ({"podSecurityContext": {"runAsNonRoot": False}}, "value must be true"),
    ({"podSecurityContext": {"runAsUser": 0}}, "minimum: got 0, want 1"),
    ({"podSecurityContext": {"seccompProfile": {"type": "Unconfined"}}}, "value must be one of"),
    ({"securityContext": {"readOnlyRootFilesystem": False}}, "value must be true"),
    ({"securityContext": {"allowPrivilegeEscalation": True}}, "value must be false"),
    ({"securityContext": {"capabilities": {"add": ["NET_ADMIN"]}}}, "additional properties 'add' not allowed"),
    ({"terminationGracePeriodSeconds": 30}, "minimum: got 30, want 65"),
    ({"api": {"resources": {"limits": {"memory": None}}}}, "missing property 'memory'"),
    # Missing or contradictory values.
    ({"image": {"repository": ""}}, "image.repository is empty"),
    ({"allowImageTags": "yes"}, "got string, want boolean"),
    ({"image": {"digest": "", "tag": "1.0"}}, "  image.digest is empty: a tag can be moved"),
    ({"test": {"image": {"digest": ""}}}, "test.image.digest is empty: a tag can be moved"),
    ({"cnpg": {**CNPG, "imageName": "postgres:17"}}, "cnpg.imageName does not end in @sha256: and a digest"),
    ({"cnpg": CNPG}, "cnpg.imageName does not end in @sha256: and a digest"),
    ({"publicUrl": ""}, "publicUrl is empty"),
    ({"secrets": {"existingSecret": ""}}, "PROFFER_SECRET_KEY is nowhere"),
    ({"secrets": {"existingSecret": "", "refs": {"PROFFER_SECRET_KEY": {"name": "a", "key": "b"}}}}, "PROFFER_DATABASE_URL is nowhere"),
    ({"secrets": {"create": True}}, "secrets.create and secrets.existingSecret"),
    ({"secrets": {"existingSecret": "", "create": True}, "migration": {"url": "postgres://o@h/d"}}, "PROFFER_SYSTEM_DATABASE_URL is nowhere"),
    ({"secrets": {"values": {"PROFFER_SECRET_KEY": "x"}}}, "secrets.values needs secrets.create"),
    ({"secrets": {"existingSecret": "", "create": True, "values": {"PROFFER_MIGRATION_DATABASE_URL": "x"}}}, "is not for the servers"),
    ({"migration": {"existingSecret": ""}}, "migration.existingSecret is empty"),
    ({"migration": {"existingSecret": "proffer"}}, "needs a Secret of its own"),
    ({"migration": {"url": "postgres://o@h/d"}}, "migration.url needs secrets.create"),
    ({"backup": {"enabled": True}}, "backup.existingSecret is empty"),
    ({"backup": {"enabled": True, "existingSecret": "proffer"}}, "needs a Secret of its own"),
    ({"backup": {"enabled": True, "existingSecret": "proffer-owner"}}, "needs a Secret of its own"),
    ({"backup": {"enabled": True}, "secrets": {"existingSecret": "", "create": True}, "migration": {"url": "postgres://o@h/d"}}, "backup.url is empty"),
    ({"backup": {"url": "postgres://b@h/d"}}, "backup.url needs secrets.create"),
    ({"backup": {"directory": "/backup/%Y"}}, "does not match pattern"),
    ({"cnpg": {"enabled": True, "appSecret": "a", "systemSecret": "b"}, "backup": {"enabled": True}}, "cnpg.backupSecret is needed"),
    ({"restore": {"from": "a"}}, "restore.from needs a volume"),
    ({"restore": {"from": "/backup/a"}}, "does not match pattern"),
    ({"restore": {"from": "a"}, "migration": {"enabled": False, "existingSecret": ""}}, "migration.existingSecret is empty"),
    ({"secrets": {"existingSecret": "", "create": True, "values": {"PROFFER_BACKUP_DATABASE_URL": "x"}}}, "is not for the servers: set backup.url"),
    ({"mail": {"from": ""}}, "mail.from is empty"),
    ({"assistant": {"baseUrl": "https://models.example.com/v1"}}, "assistant.model is needed"),
    ({"objects": {"endpoint": "https://s3.example.com"}}, "objects.bucket is needed"),
    ({"objects": {"sts": {"role": "arn:role"}}}, "objects.sts needs both"),
    ({"payments": {"enabled": True}}, "payments.priceId is needed"),
    ({"cnpg": {"enabled": True}}, "cnpg needs appSecret and systemSecret"),
    ({"httpRoute": {"enabled": True}}, "httpRoute.parentRefs is empty"),
    ({"api": {"autoscaling": {"minReplicas": 20}}}, "api.autoscaling.minReplicas is more"),
    ({"extraEnv": [{"name": "PROFFER_PUBLIC_URL", "value": "x"}]}, "PROFFER_PUBLIC_URL has a value of its own"),
    ({"extraEnv": [{"name": "PROFFER_SECRET_KEY", "value": "x"}]}, "PROFFER_SECRET_KEY has a value of its own"),
    ({"extraEnv": [{"name": "PROFFER_MIGRATION_DATABASE_URL", "value": "x"}]}, "is not for the servers"),
    ({"extraEnv": [{"name": "PROFFER_BACKUP_DATABASE_URL", "value": "x"}]}, "is not for the servers"),
]


@pytest.mark.parametrize(("over", "reason"), REFUSED, ids=[f"{n}-{reason[:40]}" for n, (_, reason) in enumerate(REFUSED)])
def test_refused(over, reason):
    with pytest.raises(helm_python.HelmError) as refusal:
        render(merged(scenario("minimal"), over))
    assert reason in str(refusal.value)


def test_a_tag_alone_is_rendered_only_where_the_switch_allows_it():
    tags = {"image": {"digest": "", "tag": "1.0"}, "test": {"image": {"digest": "", "tag": "2.0"}}, "cnpg": {"imageName": "postgres:17"}}
    with pytest.raises(helm_python.HelmError, match="to accept tags, set allowImageTags: true"):
        render(merged(scenario("cnpg"), tags))
    release = render(merged(scenario("cnpg"), {**tags, "allowImageTags": True}))
    assert {container["image"].rsplit(":", 1)[1] for _, container in release.containers()} == {"1.0", "2.0"}
    assert release.of("Cluster")[0]["spec"]["imageName"] == "postgres:17"


def test_everything_that_is_missing_is_said_at_once():
    with pytest.raises(helm_python.HelmError) as refusal:
        render({})
    for word in ("image.repository", "publicUrl", "PROFFER_SECRET_KEY", "PROFFER_DATABASE_URL", "migration.existingSecret", "mail.from"):
        assert word in str(refusal.value)


def test_a_refusal_shows_no_secret():
    over = {"secrets": {"existingSecret": "", "create": True, "values": {"PROFFER_SECRET_KEY": "hush"}}, "migration": {"url": "postgres://hush"}}
    with pytest.raises(helm_python.HelmError) as refusal:
        render(merged(scenario("minimal"), over))
    assert "hush" not in str(refusal.value)
