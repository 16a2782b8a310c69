import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillRequest } from "../../src/integrations/fill-request.js";
import type { HttpParameter, ToolCallPlan } from "../../src/integrations/surface.js";

const parameter = (argument: string, place: HttpParameter["in"], more: Partial<HttpParameter> = {}): HttpParameter => ({
  argument,
  name: argument,
  in: place,
  required: place === "path",
  explode: true,
  ...more,
});

const plan: Extract<ToolCallPlan, { kind: "http" }> = {
  kind: "http",
  method: "PUT",
  path: "/orders/{id}/notes{part}",
  parameters: [
    parameter("id", "path"),
    parameter("part", "path", { required: false }),
    parameter("q", "query"),
    parameter("X-Note", "header"),
  ],
  body: { required: false, form: false },
  authenticated: true,
};

const fill = (given: unknown, more: Partial<typeof plan> = {}) =>
  fillRequest({ ...plan, ...more }, "https://a.test/v1", given);

describe("filling a request", () => {
  it("puts every value into its place", () => {
    const filled = fill({ id: "a b/ü?#", q: ["x", "y&z"], "X-Note": "hi", body: { a: 1 } });
    expect(filled).toMatchObject({
      method: "PUT",
      headers: { accept: "application/json", "x-note": "hi", "content-type": "application/json" },
      body: '{"a":1}',
    });
    expect(String(typeof filled === "string" ? filled : filled.url)).toBe(
      "https://a.test/v1/orders/a%20b%2F%C3%BC%3F%23/notes?q=x&q=y%26z",
    );
  });

  it.each([
    ["upwards", ".."],
    ["nowhere", "."],
    ["upwards behind a slash", "a/../../admin"],
    ["upwards behind a backslash", "a\\..\\admin"],
    ["upwards, encoded", "%2e%2e"],
    ["upwards, encoded twice", "%252e%252e%252fadmin"],
    ["upwards with a parameter", "..;/admin"],
    ["to a line of its own", "a\r\nx-evil: 1"],
    ["NUL", "a\0b"],
    ["nothing", ""],
    ["half a character", "\ud800"],
    ["an object", { a: 1 }],
  ])("refuses a path that leads %s", (_what, id) => {
    expect(fill({ id })).toBeTypeOf("string");
  });

  it.each(["a\r\nx-evil: 1", "a\nb", "\0", "日本", "x".repeat(9_000)])("refuses the header value %j", (value) => {
    expect(fill({ id: "1", "X-Note": value })).toBe('The argument "X-Note" goes into a header, which cannot carry it.');
  });

  it("refuses unknown and missing arguments, and non-objects", () => {
    expect(fill({ id: "1", host: "evil.test" })).toBe('There is no argument "host".');
    expect(fill(JSON.parse('{"id":"1","__proto__":{"method":"DELETE"}}'))).toBe('There is no argument "__proto__".');
    expect(fill({})).toBe('The argument "id" is missing.');
    expect(fill("id=1")).toBe("The arguments are no object of named values.");
    expect(fill({ id: "1" }, { body: { required: true, form: false } })).toBe('The argument "body" is missing.');
    expect(fill({ id: "1", q: "x".repeat(20_000) })).toBe("The arguments make an address that cannot be called.");
    expect(fill({ id: "1", body: "x".repeat(600_000) })).toBe('The argument "body" takes more than 524288 characters.');
  });

  it("writes a form for an API that wants one", () => {
    const filled = fill({ id: "1", body: { a: "x&y", b: [1, 2] } }, { body: { required: true, form: true } });
    expect(filled).toMatchObject({
      body: "a=x%26y&b=1&b=2",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  it("keeps every value in its place, whatever it contains", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", "%2f", "/", "\\", "?", "#", "@", ";"),
    );
    fc.assert(
      fc.property(text, text, text, text, (id, part, q, note) => {
        const filled = fill({ id, part, q, "X-Note": note });
        if (typeof filled === "string") return;
        const { url, headers } = filled;
        expect([url.origin, url.username, url.password, url.hash]).toEqual(["https://a.test", "", "", ""]);
        const segments = url.pathname.split("/");
        expect(segments).toHaveLength(5);
        expect(segments.slice(0, 3)).toEqual(["", "v1", "orders"]);
        expect(segments[4]).toMatch(/^notes/);
        expect([...url.searchParams.keys()]).toEqual(["q"]);
        expect(Object.keys(headers)).toEqual(["accept", "x-note"]);
        expect(headers["x-note"]).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 40 },
    );
  });
});
