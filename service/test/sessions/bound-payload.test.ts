import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundPayload, cutUtf8, maxPayloadBytes, utf8Length } from "../../src/sessions/bound-payload.js";

const sizeOf = (value: unknown) => utf8Length(JSON.stringify(value));

describe("boundPayload", () => {
  it("keeps what fits, to the byte", () => {
    const fitting = { text: "x".repeat(maxPayloadBytes - 11) };
    expect(sizeOf(fitting)).toBe(maxPayloadBytes);
    expect(boundPayload("t", fitting)).toBe(fitting);
    expect(boundPayload("t", { text: `${fitting.text}x` })).toMatchObject({
      truncation: { originalBytes: maxPayloadBytes + 1 },
    });
  });

  it("replaces any large payload by a small one with a mark", () => {
    const values = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 30_000, maxLength: 70_000, size: "max" }),
      fc.array(fc.constant("some words in a list"), { minLength: 4_000, maxLength: 6_000, size: "max" }),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.constant("y".repeat(2_000)), {
        minKeys: 60,
        maxKeys: 80,
        size: "max",
      }),
    );
    fc.assert(
      fc.property(values, (output) => {
        for (const payload of [output, { id: "call", output }]) {
          if (sizeOf(payload) <= maxPayloadBytes) continue;
          const bounded = boundPayload("agent.toolCall.output", payload) as Record<string, unknown>;
          expect(sizeOf(bounded)).toBeLessThanOrEqual(maxPayloadBytes);
          expect(bounded).toMatchObject({
            preview: expect.any(String),
            truncation: { truncated: true, omittedBytes: expect.any(Number) },
          });
        }
      }),
      { numRuns: 30 },
    );
  });

  it("counts the names of fields", () => {
    const words = "word ".repeat(10_000);
    for (const payload of [
      { id: "call", [`${words}${words}`]: true },
      { [words]: 1, [`${words}.`]: 2 },
    ]) {
      const bounded = boundPayload("agent.toolCall.output", payload);
      expect(sizeOf(bounded)).toBeLessThanOrEqual(maxPayloadBytes);
      expect(bounded).toMatchObject({ truncation: { truncated: true } });
    }
  });

  it("keeps the small fields of what it replaces", () => {
    const bounded = boundPayload("agent.toolCall.output", { id: "call", failed: true, output: "\0".repeat(20_000) });
    expect(bounded).toMatchObject({ id: "call", failed: true, truncation: { surface: "agent.toolCall.output" } });
    expect(sizeOf(bounded)).toBeLessThanOrEqual(maxPayloadBytes);
  });

  it("replaces fields that nest more than 256 levels, and keeps the others", () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const fitting = { id: "call", output: nested(255) };
    expect(boundPayload("agent.toolCall.output", fitting)).toBe(fitting);
    expect(boundPayload("agent.toolCall.output", { id: "call", output: nested(256) })).toEqual({
      id: "call",
      preview: JSON.stringify(nested(256)),
      truncation: expect.objectContaining({ truncated: true, reason: "payload_too_deep" }),
    });
    expect(boundPayload("t", nested(300))).toMatchObject({ truncation: { reason: "payload_too_deep" } });
    expect(boundPayload("t", { output: "[".repeat(300) })).toEqual({ output: "[".repeat(300) });
  });

  it("cuts no character in two", () => {
    for (let bytes = 1; bytes < 20; bytes += 1) {
      const cut = cutUtf8("aä€👩aä€👩", bytes);
      expect(utf8Length(cut)).toBeLessThanOrEqual(bytes);
      expect(cut).not.toMatch(/[\ud800-\udbff]$/);
      expect("aä€👩aä€👩".startsWith(cut)).toBe(true);
    }
  });
});
