import { afterEach, beforeEach, expect, it } from "vitest";
import { createBackend, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const registration = Symbol.for("opentelemetry.js.api.1");
const place = globalThis as { [registration]?: unknown };

describeDoors("the trace of a request", (open) => {
  let backend: Backend;
  let before: unknown;
  beforeEach(async () => {
    backend = await createBackend();
    before = place[registration];
    delete place[registration];
  });
  afterEach(async () => {
    place[registration] = before;
    await backend.close();
  });

  /** The trace headers of the last request to the service. */
  async function sent(headers: Record<string, string>) {
    const door = await open({}, backend);
    const answer = await door.handle(door.read({ headers }));
    await answer.text();
    const last = backend.calls.at(-1)?.headers;
    return [last?.get("traceparent"), last?.get("tracestate")];
  }

  it("is passed on to the service", async () => {
    expect(await sent({ traceparent, tracestate: "vendor=1" })).toEqual([traceparent, "vendor=1"]);
    expect(await sent({ traceparent })).toEqual([traceparent, null]);
  });

  it("is not passed on when it is malformed", async () => {
    expect(await sent({ traceparent: `${traceparent}, ${traceparent}`, tracestate: "vendor=1" })).toEqual([null, null]);
    expect(await sent({ traceparent, tracestate: "v".repeat(513) })).toEqual([traceparent, null]);
  });

  it("is left to OpenTelemetry when the host has registered it", async () => {
    place[registration] = { trace: {} };
    expect(await sent({ traceparent })).toEqual([null, null]);
  });
});
