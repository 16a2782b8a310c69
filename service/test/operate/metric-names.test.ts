import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { prometheusMetrics } from "../../src/operate/prometheus-metrics.js";

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");
const namesIn = (text: string) => new Set(text.match(/\bservice_\w+/g));

it("names in docs/operate.md each metric that is measured, and in the alert rules no other", async () => {
  const metrics = prometheusMetrics();
  metrics.gauges({ streams: () => 0, ready: () => true, queueAge: async () => 0 });
  const { body } = await metrics.text();
  const measured = new Set([...body.matchAll(/^# TYPE (service_\w+)/gm)].map(([, name]) => name));
  expect(measured.size).toBeGreaterThan(5);
  expect(namesIn(read("operate.md"))).toEqual(measured);
  const alerted = [...namesIn(read("deploy/prometheus-alerts.yml"))].map((name) => name.replace(/_bucket$/, ""));
  expect(alerted.filter((name) => !measured.has(name))).toEqual([]);
});
