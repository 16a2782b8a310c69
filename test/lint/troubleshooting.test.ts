import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/foundation/base-error.js";
import { readSend } from "../../src/server/handler/read-request.js";
import { createInput } from "../../src/server/proxy/bodies.js";
import { isServiceErrorCode } from "../../src/wire/protocol/service-errors.js";
import { errorCodes } from "./error-codes.js";

const page = readFileSync(join(import.meta.dirname, "../../docs/troubleshooting.md"), "utf8");
const entries = [...page.matchAll(/^### (\w+)\n\n(.+)$/gm)].map(([, code = "", text = ""]) => ({ code, text }));

describe("the page of error codes", () => {
  it("has an entry for every code that the source can produce", () => {
    const codes = errorCodes();
    expect(codes.length).toBeGreaterThan(180);
    const described = new Set(entries.map(({ code }) => code));
    expect(codes.filter((code) => !described.has(code))).toEqual([]);
  });

  it("describes each code once, and no code that does not exist", () => {
    const known = new Set([...errorCodes(), "access_ended"]);
    const all = entries.map(({ code }) => code);
    expect(
      all.filter((code, at) => all.indexOf(code) !== at || !(known.has(code) || isServiceErrorCode(code))),
    ).toEqual([]);
  });

  it("is where an error points to", () => {
    for (const { code } of entries) {
      const { help } = new ServiceError("Failed.", { code });
      expect(help).toBe(`docs/troubleshooting.md#${code.toLowerCase()}`);
    }
  });

  it.each([
    ["invalid_idempotency_key", (key: string) => createInput({ initialMessage: "hi", idempotencyKey: key })],
    ["invalid_client_event_id", (key: string) => createInput({ initialMessage: "hi", clientEventId: key })],
    ["idempotency_key_invalid", (key: string) => readSend({ message: "hi", clientEventId: key })],
  ])("states how long a key may be, as the code of %s does", (named, take) => {
    const text = entries.find(({ code }) => code === named)?.text ?? "";
    const longest = Number(/1 to (\d+) characters/.exec(text)?.[1]);
    expect(JSON.stringify(take("k".repeat(longest)))).toContain("k".repeat(longest));
    for (const wrong of ["", "k".repeat(longest + 1)]) {
      expect(() => take(wrong)).toThrow(expect.objectContaining({ code: named }));
      expect(() => take(wrong)).toThrow(`1 to ${longest} characters`);
    }
  });
});
