"""Alerts and the dashboard use metrics that the server exports, with their labels, in valid PromQL."""

import json

import promql_parser
import pytest

from chart import CHART, merged, render, scenario

# The metrics that the server exports, with their labels; for histograms also buckets, counts and sums.
HISTOGRAMS = {
    "proffer_http_request_duration_seconds": {"operation", "method", "status"},
    "proffer_job_duration_seconds": {"task"},
    "proffer_webhook_lag_seconds": set(),
}
METRICS = {
    "proffer_db_pool_connections": {"pool", "state"},
    "proffer_db_pool_max": {"pool"},
    "proffer_password_hashes_waiting": set(),
    "proffer_jobs_oldest_seconds": set(),
    "proffer_jobs_waiting": set(),
    "proffer_jobs_total": {"task", "result"},
    "proffer_model_tokens_total": {"model", "kind"},
    "proffer_model_cost_usd_total": {"model"},
    "proffer_mail_total": {"result"},
    "proffer_event_streams": set(),
    "proffer_build_info": {"version"},
    "process_resident_memory_bytes": set(),
    "process_open_fds": set(),
    "process_cpu_seconds_total": set(),
    # Whether a target is up, reported by Prometheus itself.
    "up": set(),
}
METRICS |= {f"{name}_{part}": labels | ({"le"} if part == "bucket" else set()) for name, labels in HISTOGRAMS.items() for part in ("bucket", "count", "sum")}
OF_THE_TARGET = {"namespace", "job", "pod"}
VALUES_OF = {"result": {"handed_over", "again", "refused", "done", "failed"}, "state": {"idle", "used"}}


def faults(expression):
    """The parts of an expression that the server does not export."""
    text = expression.replace("$__rate_interval", "5m").replace("$namespace", "prod").replace("$job", ".+")
    found, selected, grouped = [], set(), set()

    def visit(node):
        if isinstance(node, promql_parser.VectorSelector):
            if node.name not in METRICS:
                found.append(f"no metric {node.name}")
                return
            selected.update(METRICS[node.name])
            for matcher in node.matchers.matchers:
                if matcher.name not in METRICS[node.name] | OF_THE_TARGET:
                    found.append(f"{node.name} has no label {matcher.name}")
                if matcher.op == promql_parser.MatchOp.Equal and matcher.value not in VALUES_OF.get(matcher.name, {matcher.value}):
                    found.append(f"{matcher.name} is never {matcher.value}")
            if not {"namespace", "job"} <= {matcher.name for matcher in node.matchers.matchers}:
                found.append(f"{node.name} is asked of every release")
        if isinstance(node, promql_parser.AggregateExpr) and node.modifier:
            grouped.update(node.modifier.labels)
        for name in ("expr", "lhs", "rhs", "vector_selector"):
            child = getattr(node, name, None)
            if child is not None:
                visit(child)
        for argument in getattr(node, "args", None) or []:
            visit(argument)

    visit(promql_parser.parse(text))
    return found + [f"no label {label} to group by" for label in grouped - selected - OF_THE_TARGET]


def alerts(**over):
    rules = render(merged(scenario("full"), over)).named("PrometheusRule", "proposals")["spec"]["groups"]
    return {rule["alert"]: rule for group in rules for rule in group["rules"]}


DASHBOARD = json.loads((CHART / "dashboards/proffer.json").read_text())
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


@pytest.mark.parametrize("name", alerts())
def test_alert(name):
    alert = alerts()[name]
    assert faults(alert["expr"]) == []
    assert alert["labels"]["severity"] in ("warning", "critical") and alert["annotations"]["summary"]


def test_there_is_an_alert_for_each_thing_that_goes_wrong():
    assert set(alerts()) == {
        "ProfferApiDown", "ProfferWorkerDown", "ProfferErrors", "ProfferSlow", "ProfferQueueOld", "ProfferJobsFailed", "ProfferPoolSaturated",
        "ProfferMailRefused", "ProfferMailStuck", "ProfferHooksLate", "ProfferHashesWaiting", "ProfferModelCost",
    }


def test_thresholds_are_taken_from_the_values():
    over = {"metrics": {"thresholds": {"queueAgeSeconds": 77, "errorRatio": 0.5, "modelCostUsdPerHour": 0}}}
    found = alerts(**over)
    assert found["ProfferQueueOld"]["expr"].endswith("> 77")
    assert found["ProfferErrors"]["expr"].endswith("> 0.5")
    assert "ProfferModelCost" not in found


@pytest.mark.parametrize("panel", PANELS, ids=[panel["title"] for panel in PANELS])
def test_panel(panel):
    for target in panel["targets"]:
        assert faults(target["expr"]) == []


def test_the_dashboard_shows_every_metric():
    text = json.dumps(DASHBOARD)
    for name in set(METRICS) - {"up"}:
        assert name.rsplit("_", 1)[0] in text


def test_panels_do_not_overlap():
    taken = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        squares = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not squares & taken, panel["title"]
        taken |= squares
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_the_dashboard_is_shipped_as_it_is():
    shipped = render(scenario("full")).named("ConfigMap", "-dashboard")
    assert json.loads(shipped["data"]["proffer.json"]) == DASHBOARD
    assert shipped["metadata"]["labels"]["grafana_dashboard"] == "1"


@pytest.mark.parametrize(("expression", "fault"), [
    ('sum(proffer_jobs{namespace="a",job="b"})', "no metric proffer_jobs"),
    ('sum(rate(proffer_mail_total{namespace="a",job="b",outcome="refused"}[5m]))', "proffer_mail_total has no label outcome"),
    ('sum(rate(proffer_mail_total{namespace="a",job="b",result="sent"}[5m]))', "result is never sent"),
    ('sum by (queue) (proffer_jobs_waiting{namespace="a",job="b"})', "no label queue to group by"),
    ("proffer_jobs_waiting", "proffer_jobs_waiting is asked of every release"),
    ('proffer_jobs_waiting{namespace="a",job="b"} / on (pod) group_left max by (pod) (proffer_db_pool_maximum{namespace="a",job="b"})', "no metric proffer_db_pool_maximum"),
])
def test_what_is_wrong_with_an_expression_is_noticed(expression, fault):
    assert fault in faults(expression)


def test_what_does_not_parse_is_noticed():
    with pytest.raises(ValueError):
        faults("sum(rate(proffer_jobs_total[5m])")
