import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prometheusMetrics } from "../../service/src/operate/prometheus-metrics.js";

const run = promisify(execFile);
// `npm test` installs both and names them.
const promtool = process.env["PROMTOOL_PATH"] ?? "/usr/bin/promtool";
const compose = process.env["DOCKER_COMPOSE_PATH"] ?? "/usr/bin/docker-compose";
const folder = join(import.meta.dirname, "../../docs/deploy");
const rules = join(folder, "prometheus-alerts.yml");
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "service-deploy-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it("promtool accepts the rules of alerts", async () => {
  const { stdout } = await run(promtool, ["check", "rules", rules]);
  expect(stdout).toContain("SUCCESS: 10 rules found");
});

it("the alerts fire for a process that is away, not ready or failing, and are silent for a healthy one", async () => {
  const series = (instance: string, healthy: boolean) => [
    { series: `up{job="service",instance="${instance}"}`, values: healthy ? "1x20" : "0x20" },
    { series: `service_ready{instance="${instance}"}`, values: healthy ? "1x20" : "0x20" },
    { series: `service_requests_total{instance="${instance}",status="200"}`, values: "0+60x20" },
    { series: `service_requests_total{instance="${instance}",status="503"}`, values: healthy ? "0x20" : "0+60x20" },
  ];
  const fires = (alertname: string, words: string, more = {}) => ({
    eval_time: "15m",
    alertname,
    exp_alerts: [
      {
        exp_labels: { severity: "page", instance: "b", ...more },
        exp_annotations: { summary: words },
      },
    ],
  });
  const file = join(root, "rules-test.json");
  const tests = {
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: [...series("a", true), ...series("b", false)],
        alert_rule_test: [
          fires("ServiceDown", "b does not answer.", { job: "service" }),
          fires("ServiceNotReady", "b is not ready. GET /readyz names the reason."),
          fires("ServiceErrors", "More than 5 % of the requests to b fail."),
        ],
      },
    ],
  };
  await writeFile(file, JSON.stringify(tests));
  const { stdout } = await run(promtool, ["test", "rules", file]);
  expect(stdout).toContain("SUCCESS");
});

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

it("each query of the dashboard is one that promtool reads, over metrics that the service has", async () => {
  const { panels } = JSON.parse(await readFile(join(folder, "grafana-dashboard.json"), "utf8")) as Dashboard;
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const record = queries.map((expr, at) => ({
    record: `query_${at}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const file = join(root, "queries.json");
  await writeFile(file, JSON.stringify({ groups: [{ name: "dashboard", rules: record }] }));
  const { stdout } = await run(promtool, ["check", "rules", file]);
  expect(stdout).toContain(`SUCCESS: ${queries.length} rules found`);

  const metrics = prometheusMetrics();
  metrics.gauges({ streams: () => 0, ready: () => true, queueAge: async () => 0 });
  const { body } = await metrics.text();
  const measured = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const named = queries.join("\n").match(/\b(?:service|process|nodejs)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !measured.has(name.replace(/_bucket$/, "")))).toEqual([]);
});

it("docker-compose accepts the compose file, and refuses it without its variables", async () => {
  const config = (env: object) =>
    run(compose, ["-f", join(folder, "compose.yml"), "config"], {
      env: { PATH: process.env["PATH"], ...env },
      cwd: root,
    });
  const names = ["POSTGRES_PASSWORD", "SERVICE_ORGANIZATION_ID", "SERVICE_API_KEY", "SERVICE_SECRETS_KEY"];
  const { stdout } = await config(Object.fromEntries(names.map((name) => [name, `value-of-${name}`])));
  expect(stdout).toContain("postgres://service:value-of-POSTGRES_PASSWORD@database:5432/service");
  expect(stdout).toContain("read_only: true");
  await expect(config({})).rejects.toThrow(/POSTGRES_PASSWORD|SERVICE_/);
});
