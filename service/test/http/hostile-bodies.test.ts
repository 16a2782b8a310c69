import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/clock.js";
import { createIntegrations } from "../../src/integrations/create-integrations.js";
import type { QueryParameter } from "../../src/routes/about.js";
import { allRoutes } from "../../src/routes/all-routes.js";
import { fault, harness, text, type Harness } from "../harness.js";
import { secretsKey } from "../integrations/integration-world.js";
import { routeBodies, pathsOf, valueAt, withValue } from "./route-bodies.js";

const nested = (levels: number, last = "1") => "[".repeat(levels) + last + "]".repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);

/** Bodies that are no JSON object of at most 256 levels. */
const unreadable: Readonly<Record<string, string | Uint8Array>> = {
  "257 objects": objects(257),
  "256 lists in a field": `{"text":${nested(256)}}`,
  "100,000 lists": `{"a":${nested(100_000)}}`,
  "objects without an end": '{"a":'.repeat(100_000),
  "a list": "[]",
  "a text": '"x"',
  "a number": "1",
  null: "null",
  "an open object": "{",
  "a bare word": "NaN",
  "single quotes": "{'a':1}",
  "a trailing comma": '{"a":1,}',
  "no UTF-8": new Uint8Array([0x7b, 0xff, 0x7d]),
  "UTF-16": new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  "a raw line break in a text": '{"text":"a\nb"}',
  "a raw NUL": '{"text":"a\u0000b"}',
};

/** A name server without names. */
const nobody = ((_name: string, _options: object, done: (error: Error) => void) =>
  done(new Error("ENOTFOUND"))) as never;

/** Values that parse and that a database, a stack or a prototype may stumble over. */
const strange: Readonly<Record<string, string>> = {
  NUL: String.raw`"a\u0000b"`,
  "half a surrogate pair": String.raw`"a\ud800b"`,
  "the other half": String.raw`"\udc00"`,
  "a huge number": "1e308",
  infinity: "1e999",
  "more digits than a double has": "9".repeat(400),
  "minus zero": "-0",
  "keys of a prototype": '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  "a list for an object": "[[]]",
  "255 levels": nested(200),
};

describe("malformed input", () => {
  let service: Harness;
  let session: string;
  let turnId: string;
  let sourceId: string;
  let triggerId: string;
  beforeAll(async () => {
    service = await harness({ integrations: createIntegrations({ clock: systemClock, lookup: nobody }), secretsKey });
    session = await service.start("/silence 1000", { goal: { text: "Plan" } });
    const sent = await service.send(session, "/say queued");
    expect(sent.status).toBe(202);
    turnId = text((await service.call("GET", `${session}/turns`)).body[0]!["id"]);
    const automations = `${service.workspace}/automations`;
    const source = { name: "Shop", webhookSecret: "a-secret-of-the-shop" };
    sourceId = text((await service.call("POST", `${automations}/sources`, source)).body["id"]);
    const trigger = { sourceId, name: "Look", eventTypes: ["*"], sessionTemplate: { prompt: "/say hi" } };
    triggerId = text((await service.call("POST", `${automations}/triggers`, trigger)).body["id"]);
  });

  const ids = (): Record<string, string> => ({
    workspaceId: service.workspace.split("/").at(-1)!,
    sessionId: session.split("/").at(-1)!,
    organizationId: service.app.organizationId,
    turnId,
    sourceId,
    triggerId,
  });
  const nowhere = "00000000-0000-4000-8000-000000000000";
  const pathOf = (path: string, given = ids()) => path.replaceAll(/:(\w+)/g, (_, id: string) => given[id] ?? nowhere);
  const writes = allRoutes.filter(({ method }) => method !== "GET" && method !== "DELETE");
  const readers = Object.keys(routeBodies);

  it("is in the table for every route that reads JSON", async () => {
    const found: string[] = [];
    for (const { method, path } of writes) {
      const { status, body } = await service.call(method, pathOf(path), "no json");
      if (status === 400 && JSON.stringify(body).includes("not JSON")) found.push(`${method} ${path}`);
    }
    expect(found.toSorted()).toEqual(readers.toSorted());
  });

  it.each(Object.entries(unreadable))("answers %s with 400 on every route that reads JSON", async (_, body) => {
    for (const route of readers) {
      const [method = "", path = ""] = route.split(" ");
      expect([route, fault(await service.call(method, pathOf(path), body))]).toEqual([route, "400 validation_failed"]);
    }
  });

  it("reads an empty body of a POST without a required field as an object, and refuses it elsewhere", async () => {
    for (const route of readers) {
      const [method = "", path = ""] = route.split(" ");
      const forms = routeBodies[route] ?? [];
      const isOptional = method === "POST" && forms.some(({ schema }) => v.safeParse(schema, {}).success);
      const { status } = await service.call(method, pathOf(path), "");
      const object = await service.call(method, pathOf(path), "{}");
      expect([route, status]).toEqual([route, isOptional ? object.status : 400]);
    }
  });

  it("answers another content type with 415", async () => {
    for (const route of readers) {
      const [method = "", path = ""] = route.split(" ");
      const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json"];
      for (const type of types) {
        const answer = await service.call(method, pathOf(path), "{}", { headers: { "content-type": type } });
        expect([route, fault(answer)]).toEqual([route, "415 unsupported_media_type"]);
      }
    }
  });

  it.each(Object.entries(strange))("never answers 500 to %s in any field", async (_, json) => {
    for (const [route, forms] of Object.entries(routeBodies)) {
      const [method = "", path = ""] = route.split(" ");
      for (const [form, { full }] of forms.entries()) {
        for (const field of pathsOf(full)) {
          if (typeof valueAt(full, field) === "object" && !json.startsWith("{") && !json.startsWith("[")) continue;
          const body = JSON.stringify(withValue(withFreshKeys(full), field, "@@")).replace('"@@"', () => json);
          const { status } = await service.call(method, pathOf(path), body);
          expect([route, form, field.join("."), status >= 500]).toEqual([route, form, field.join("."), false]);
        }
      }
    }
    expect(Object.hasOwn(Object.prototype, "admin")).toBe(false);
  });

  it("takes the last of two keys with one name", async () => {
    const { status, body } = await service.call("PATCH", session, '{"title":"one","title":"two"}');
    expect([status, body["title"]]).toEqual([200, "two"]);
  });

  it("names a parameter of a query that is unfit, on every route that answers a GET at once", async () => {
    // "view" is fixed below: without it the list of sessions has no pages.
    const isText = (name: string, kind: QueryParameter) => kind === "text" && name !== "month";
    const places = allRoutes.filter(
      ({ method, path }) => method === "GET" && !pathOf(path, ids()).includes(nowhere) && !path.endsWith("/stream"),
    );
    const asked = places.flatMap(({ path, about }) =>
      Object.entries(about.query ?? {})
        .filter(([name, kind]) => !isText(name, kind) && name !== "view")
        .map(([name]) => [path, name] as const),
    );
    expect(asked.length).toBeGreaterThan(40);
    const unnamed: unknown[] = [];
    for (const [path, name] of asked) {
      const { status, body } = await service.call("GET", `${pathOf(path)}?view=page&${name}=~`);
      const { details, message } = (body["error"] ?? {}) as { details?: unknown; message?: string };
      const isNamed = JSON.stringify(details) === JSON.stringify({ field: name }) && message?.startsWith(`"${name}" `);
      if (status !== 400 || isNamed !== true) unnamed.push([path, name, status, message]);
    }
    expect(unnamed).toEqual([]);
  });

  it("never answers 500 to a strange parameter in a path or a query", async () => {
    const words = ["%00", "%ed%a0%80", "%E0%A4%A", "__proto__", "a".repeat(5_000)];
    const names = ["cursor", "limit", "after", "search", "status", "endUserId", "endUserSource", "parentSessionId"];
    for (const word of words) {
      for (const { method, path } of allRoutes.filter((route) => !route.path.endsWith("/stream"))) {
        for (const [param] of path.matchAll(/:\w+/g)) {
          const at = pathOf(path, { ...ids(), [param.slice(1)]: word });
          const { status } = await service.call(method, at, method === "GET" ? undefined : {});
          expect([method, path, param, word, status >= 500]).toEqual([method, path, param, word, false]);
        }
        if (method !== "GET") continue;
        for (const name of names) {
          const asked = `${pathOf(path)}?${name}=${word}`;
          const { status } = await service.call(method, asked);
          expect([asked, status >= 500]).toEqual([asked, false]);
        }
      }
    }
    expect(service.faults).toEqual([]);
  });
});

let keys = 0;
/** Keys of their own, so that a request is not answered as a repeat of another. */
function withFreshKeys(body: Readonly<Record<string, unknown>>): unknown {
  keys += 1;
  return {
    ...body,
    ...("clientEventId" in body && { clientEventId: `k${keys}` }),
    ...("idempotencyKey" in body && { idempotencyKey: `i${keys}`, requestedSessionId: null, parentSessionId: null }),
    ...("accountId" in body && { accountId: null }),
  };
}
