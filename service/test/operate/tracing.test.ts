import { context, propagation, trace } from "@opentelemetry/api";
import * as otel from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { otelTracing } from "../../src/operate/otel-tracing.js";
import { bundleChild } from "../bundle-child.js";
import { harness } from "../harness.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
  propagation.disable();
});
beforeEach(() => exporter.reset());

const agent: Agent = {
  name: "test",
  async *run(turn) {
    await turn.callTool({ id: "call-1", name: "look_up", arguments: { text: "canary-argument" } });
    yield { type: "text", text: "canary-answer" };
    throw new Error("canary-error");
  },
};
const tool = {
  tools: async () => [{ name: "look_up", description: "Looks up.", inputSchema: {}, needsApproval: false }],
  call: async () => ({ output: { text: "canary-result" } }),
};

const spans = (name: RegExp) => exporter.getFinishedSpans().filter((span) => name.test(span.name));
const facts = (name: RegExp) => spans(name).map(({ attributes }) => attributes);

it("has a span for a request below the caller's, and one for each call of the store in it", async () => {
  const service = await harness({ tracing: otelTracing(otel, "1") });
  const session = await service.start("/say hello");
  exporter.reset();
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await service.call("GET", `${session}/events`, undefined, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  const [request] = spans(/^GET /);
  expect(request).toMatchObject({
    name: "GET /v1/workspaces/:workspaceId/sessions/:sessionId/events",
    parentSpanContext: { traceId, spanId: "b7ad6b7169203331" },
    attributes: { "http.response.status_code": 200, "service.session_id": session.split("/").at(-1) },
  });
  const calls = spans(/^store\./);
  expect(calls.map(({ name }) => name)).toEqual(["store.readForRequest", "store.readEvents"]);
  expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    calls.map(() => request?.spanContext().spanId),
  );
});

it("has a span for each attempt at a turn, with its tool calls, and no text of messages", async () => {
  const service = await harness({ agent, toolSources: [tool], tracing: otelTracing(otel, "1") });
  const session = await service.start("canary-message", { endUser: { source: "canary", id: "canary-person" } });
  const sessionId = session.split("/").at(-1);
  expect(facts(/^turn$/)).toMatchObject([{ "service.session_id": sessionId, "service.turn_id": expect.any(String) }]);
  expect(facts(/^tool call$/)).toMatchObject([{ "service.tool": "look_up" }]);
  const [turn] = spans(/^turn$/);
  expect(spans(/^tool call$/)[0]?.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId);
  const told = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
  expect(JSON.stringify(told)).not.toMatch(/canary/);
});

it("makes no span for the engine's look for work", async () => {
  await harness({ tracing: otelTracing(otel, "1") });
  expect(spans(/nextDue|claimSession/)).toEqual([]);
});

it("starts where OpenTelemetry is not installed", async () => {
  const script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
  const resolve = `export async function resolve(name, context, next) {
    if (name.startsWith("@opentelemetry")) throw Object.assign(new Error("absent"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  }`;
  const hooks = `data:text/javascript,${encodeURIComponent(resolve)}`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(hooks)});`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(register)}`, script.path];
  const child = spawn(process.execPath, [...args, "--memory", "--port", "0", "--json"]);
  let err = "";
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const first = await Promise.race([once(child.stdout, "data"), once(child, "close")]);
  expect([String(first[0]), err]).toEqual([expect.stringContaining('"url"'), ""]);
  child.kill("SIGKILL");
  await script.remove();
});
