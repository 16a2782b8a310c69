import { describe, expect, it } from "vitest";
import { readCorrelationId } from "../../../src/wire/protocol/correlation-id.js";

const read = (headers: Record<string, string>) => readCorrelationId(new Headers(headers));
const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("the id that a caller gives a request", () => {
  it.each([
    [{ "x-request-id": "req_42" }, "req_42"],
    [{ "x-request-id": "a".repeat(128) }, "a".repeat(128)],
    [{ "x-request-id": "1-67891233/abc+d=e@f:g.h" }, "1-67891233/abc+d=e@f:g.h"],
    [{ traceparent: `00-${trace}-00f067aa0ba902b7-01` }, trace],
    [{ traceparent: `01-${trace}-00f067aa0ba902b7-01-more` }, trace],
    [{ "x-request-id": "mine", traceparent: `00-${trace}-00f067aa0ba902b7-01` }, "mine"],
    [{ "x-service-correlation-id": "ours", "x-request-id": "mine" }, "ours"],
    [{ "x-service-correlation-id": "not ours", "x-request-id": "mine" }, "mine"],
  ])("of %j is taken", (headers, expected) => {
    expect(read(headers as Record<string, string>)).toBe(expected);
  });

  it.each([
    {},
    { "x-request-id": "" },
    { "x-request-id": "two, ids" },
    { "x-request-id": "a".repeat(129) },
    { "x-request-id": '"><script>' },
    { "x-request-id": "é" },
    { traceparent: trace },
    { traceparent: `ff-${trace}-00f067aa0ba902b7-01` },
    { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` },
    { traceparent: `00-${trace}-${"0".repeat(16)}-01` },
    { traceparent: `00-${trace.toUpperCase()}-00f067aa0ba902b7-01` },
  ])("of %j is none", (headers) => {
    expect(read(headers as Record<string, string>)).toBeNull();
  });
});
