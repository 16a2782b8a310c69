import { readFileSync } from "node:fs";
import * as prometheus from "prom-client";
import { expect, it } from "vitest";
import { measureRequests } from "../../../src/server/gate/request-metrics.js";
import { framesOf } from "../../../test/support/backend.js";
import { describeDoors } from "../../../test/server/gate/two-doors.js";

const measured = () => {
  const registry = new prometheus.Registry();
  return { registry, onEvent: measureRequests(prometheus, { registry }) };
};

describeDoors("metrics of requests", (open) => {
  it("count requests by route and status, and their duration", async () => {
    const { registry, onEvent } = measured();
    const door = await open({ onEvent });
    expect((await door.handle(door.read())).status).toBe(200);
    const refused = await door.handle(door.refused());
    await refused.text();
    const text = await registry.metrics();
    expect(text).toMatch(
      new RegExp(`service_host_requests_total\\{door="${door.name}",method="GET",route="[^"]+",status="200"\\} 1`),
    );
    expect(text).toMatch(
      new RegExp(`service_host_requests_total\\{door="${door.name}".*status="${refused.status}"\\} 1`),
    );
    expect(text).toMatch(new RegExp(`service_host_request_duration_seconds_count\\{door="${door.name}"`));
  });

  it("count streams while they are open, and by their end", async () => {
    const { registry, onEvent } = measured();
    const door = await open({ onEvent });
    const answer = await door.handle(door.follow());
    const streams = async () => (await registry.metrics()).match(/service_host_streams_open\{.*\} (\d+)/)?.[1];
    expect(await streams()).toBe("1");
    await answer.body?.cancel();
    await expect.poll(streams).toBe("0");
    expect(await registry.metrics()).toContain(
      `service_host_streams_ended_total{door="${door.name}",outcome="left"} 1`,
    );
  });

  it("name no tenant, no person and no session", async () => {
    const { registry, onEvent } = measured();
    const door = await open({ onEvent });
    const answer = await door.handle(door.write("canary"));
    const isStream = answer.headers.get("content-type")?.includes("event-stream") === true;
    await (isStream ? framesOf(answer) : answer.text());
    const text = await registry.metrics();
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name);
    const known = new Set(["door", "le", "method", "outcome", "route", "status"]);
    expect(labels.length).toBeGreaterThan(5);
    expect(labels.filter((name) => !known.has(name ?? ""))).toEqual([]);
    expect(text).not.toMatch(/canary|"acme"|"ana"/);
  });
});

it("are all listed in docs/observability.md", () => {
  const { registry } = measured();
  const page = readFileSync(new URL("../../../docs/observability.md", import.meta.url), "utf8");
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names).toHaveLength(4);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
