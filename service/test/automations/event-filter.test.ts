import { describe, expect, it } from "vitest";
import { meets, takesType, valueAt } from "../../src/automations/event-filter.js";

describe("takesType", () => {
  it("takes a type and the types below it", () => {
    expect(["invoice", "invoice.paid", "invoice.paid.late"].every((type) => takesType(["invoice"], type))).toBe(true);
    expect(["invoices", "invoice_paid", "in", ""].some((type) => takesType(["invoice"], type))).toBe(false);
  });

  it("takes every type for a star, and none without an entry", () => {
    expect([takesType(["*"], "anything"), takesType([], "anything")]).toEqual([true, false]);
  });
});

describe("meets", () => {
  const body = {
    action: "opened",
    pull_request: { base: { ref: "main" }, draft: false, labels: [{ name: "bug" }] },
    n: null,
  };

  it("requires every condition", () => {
    const onMain = { path: "pull_request.base.ref", equals: "main" };
    expect(meets([], body)).toBe(true);
    expect(meets([onMain, { path: "action", in: ["opened", "reopened"] }], body)).toBe(true);
    expect(meets([onMain, { path: "action", equals: "closed" }], body)).toBe(false);
  });

  it("compares plain values without conversion", () => {
    expect(meets([{ path: "pull_request.draft", equals: false }], body)).toBe(true);
    expect(meets([{ path: "pull_request.draft", equals: "false" }], body)).toBe(false);
    expect(meets([{ path: "n", equals: null }], body)).toBe(true);
    expect(meets([{ path: "missing", equals: null }], body)).toBe(false);
  });

  it("finds entries of lists by number", () => {
    expect(valueAt(body, "pull_request.labels.0.name")).toBe("bug");
    expect(valueAt(body, "pull_request.labels.1.name")).toBeUndefined();
    expect(valueAt(body, "pull_request.labels.length")).toBeUndefined();
  });

  it("distinguishes a missing field from null", () => {
    expect(
      meets(
        [
          { path: "n", exists: true },
          { path: "m", exists: false },
        ],
        body,
      ),
    ).toBe(true);
  });

  it.each(["__proto__", "constructor.name", "action.length", "toString"])("finds nothing inherited at %s", (path) => {
    expect(valueAt(body, path)).toBeUndefined();
  });
});
