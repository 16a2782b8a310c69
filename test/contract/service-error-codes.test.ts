import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isServiceErrorCode, serviceErrorWords } from "../../src/wire/protocol/service-errors.js";

/** Every code that a route of the service may answer with has words for people at the doors. */

const service = join(import.meta.dirname, "../../service/src");
/** The rooms whose errors become answers. */
const rooms = ["http", "routes", "sessions", "files"];
/** Codes of turns and events, which no answer carries as an error. */
const inLogs = ["worker_lost", "recovery_limit_reached"];

function codes(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const room of rooms) {
    for (const file of readdirSync(join(service, room)).filter((name) => name.endsWith(".ts"))) {
      const text = readFileSync(join(service, room, file), "utf8");
      for (const [, code = ""] of text.matchAll(/\bcode: "(\w+)"/g)) found.add(code);
      for (const [code] of text.matchAll(/(?<=")[A-Z]+(?:_[A-Z]+)+(?=")/g)) found.add(code);
    }
  }
  for (const code of inLogs) found.delete(code);
  return found;
}

/** Codes that are reported only as a refusal of the host. */
const operators = ["unauthenticated", "forbidden", "not_ready", "metrics_disabled"];

it("has words at the doors for every error code of the service", () => {
  const all = [...codes()].filter((code) => !operators.includes(code));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((code) => !isServiceErrorCode(code))).toEqual([]);
});

it("describes it in words without a code", () => {
  for (const code of codes()) expect(serviceErrorWords(code)).not.toMatch(/[A-Z]{3,}|_/);
});
