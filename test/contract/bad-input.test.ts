import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { header } from "../../src/wire/protocol/headers.js";
import { bodyOf, framesOf } from "../support/backend.js";
import { openProduct, type Ask, type Door, type Product } from "./product.js";

/** Malformed and hostile input at each endpoint of a whole product. */
let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

/** Status and code; a stream or a page is only its status. */
async function outcome(answer: Response): Promise<string> {
  if (answer.status === 204 || answer.headers.get("content-type")?.startsWith("application/json") !== true) {
    await answer.body?.cancel();
    return String(answer.status);
  }
  const body = await bodyOf(answer);
  return body?.error ? `${answer.status} ${body.error.code}` : String(answer.status);
}

type Case = readonly [name: string, method: string, path: string | (() => string), ask: Ask, expected: string];

function holds(cases: readonly Case[], door: () => Door): void {
  it.each(cases)("answers %s", async (_name, method, path, ask, expected) => {
    expect(await outcome(await door()(method, typeof path === "string" ? path : path(), ask))).toBe(expected);
  });
}

const stream = { accept: "text/event-stream" };
const message = (text: string, more: object = {}) => ({ type: "user.message", payload: { text }, ...more });
const long = "x".repeat(200_000);
const odd = encodeURIComponent(`"'<😀>`);

describe("the example host", () => {
  holds(
    [
      ["a sign-in that is not JSON", "POST", "/auth/sign-in", { body: "{" }, "400 sign_in_invalid"],
      ["a sign-in that is a list", "POST", "/auth/sign-in", { body: [] }, "400 sign_in_invalid"],
      ["a huge sign-in", "POST", "/auth/sign-in", { body: { user: long } }, "413"],
      [
        "a sign-in by another site's form",
        "POST",
        "/auth/sign-in",
        { body: '{"user":"ana","password":"demo"}', headers: { "content-type": "text/plain" } },
        "415 unsupported_media_type",
      ],
      ["an unknown way into its API", "GET", "/api/nothing", {}, "404 not_found"],
      ["an unknown asset", "GET", "/assets/nothing.js", {}, "404 not_found"],
      ["a cookie of nobody", "GET", "/auth/me", { headers: { cookie: "host_session=x" } }, "401 unauthenticated"],
      ["a chat without a sign-in", "POST", "/api/chat", { body: { message: "hi" } }, "401 unauthenticated"],
    ],
    () => product.host,
  );

  it.each(["/api/chat", "/api/chat/respond", "/api/chat/stop", "/auth/sign-out", "/api/service/v1/x"])(
    "refuses a write to %s without the page's secret, or with another's",
    async (path) => {
      for (const secret of ["", product.ana.headers["x-csrf-token"] ?? ""]) {
        const headers = { ...product.chloe.headers, "x-csrf-token": secret };
        expect(await outcome(await product.host("POST", path, { body: {}, headers }))).toBe("403 csrf_refused");
      }
    },
  );
});

describe("the chat", () => {
  const named = (conversation: string) => ({ headers: { [header.conversation]: conversation } });
  holds(
    [
      ["200,000 characters", "POST", "/api/chat", { body: { message: long } }, "413 message_too_large"],
      ["two megabytes", "POST", "/api/chat", { body: { message: long.repeat(10) } }, "413 body_too_large"],
      ["a name of 10,000 characters", "GET", "/api/chat", named("x".repeat(10_000)), "400 conversation_invalid"],
      [
        "a name that is an emoji's bytes",
        "GET",
        "/api/chat",
        named("\u00f0\u009f\u0098\u0080"),
        "400 conversation_invalid",
      ],
      ["a name with slashes and quotes", "GET", "/api/chat", named(`a/../b"'`), "200"],
      ...["x", "-1", "1.5", "0x10", "99999999999999999999"].map((cursor): Case => [
        `the cursor ${cursor}`,
        "GET",
        `/api/chat?follow=1&after=${cursor}`,
        { headers: stream },
        "400 cursor_invalid",
      ]),
      ["a page before nonsense", "GET", "/api/chat?before=x", {}, "400 cursor_invalid"],
      ["a cursor beyond the end", "GET", "/api/chat?after=999999", { headers: stream }, "204"],
      [
        "an answer to nothing",
        "POST",
        "/api/chat/respond",
        { body: { requestId: "x", decision: "approve" } },
        "409 conflict",
      ],
      ["a stop of a turn that never was", "POST", "/api/chat/stop", { body: { turnId: crypto.randomUUID() } }, "200"],
    ],
    () => product.asAna,
  );

  it("continues at the end for a cursor beyond it", async () => {
    const headers = { ...stream, [header.conversation]: "c1" };
    const followed = await product.asAna("GET", "/api/chat?follow=1&after=999999", { headers });
    const reader = followed.body?.pipeThrough(new TextDecoderStream()).getReader();
    await (await product.asAna("POST", "/api/chat", { body: { message: "/say news" } })).body?.cancel();
    let told = "";
    while (!told.includes('"done"')) told += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    expect(told).toContain('"text":"news"');
  });
});

describe("the session proxy", () => {
  const own = (rest = "") => `/api/service/v1/workspaces/current/sessions/${product.ana.sessionId}${rest}`;
  const foreign = () => `/api/service/v1/workspaces/current/sessions/${product.chloe.sessionId}`;
  holds(
    [
      ["another tenant's session", "GET", foreign, {}, "404 session_not_found"],
      [
        "another tenant's workspace",
        "GET",
        () => `/api/service/v1/workspaces/${product.chloe.workspaceId}/sessions/${product.chloe.sessionId}`,
        {},
        "403 workspace_not_allowed",
      ],
      [
        "a write to another tenant's session",
        "POST",
        () => `${foreign()}/events`,
        { body: message("hi") },
        "404 session_not_found",
      ],
      [
        "a session called by quotes and emoji",
        "GET",
        () => foreign().replace(product.chloe.sessionId, odd),
        {},
        "404 route_not_allowed",
      ],
      [
        "a session called by 10,000 letters",
        "GET",
        () => foreign().replace(product.chloe.sessionId, "x".repeat(10_000)),
        {},
        "404 route_not_allowed",
      ],
      [
        "a way out of its mount",
        "GET",
        () => foreign().replace(product.chloe.sessionId, "..%2f..%2fv1"),
        {},
        "404 route_not_allowed",
      ],
      ["a malformed cursor", "GET", () => own("/events?after=x"), {}, "400 validation_failed"],
      ["a cursor beyond the end of the log", "GET", () => own("/events?after=999999"), {}, "200"],
      [
        "a stream beyond the end of the log",
        "GET",
        () => own("/events/stream?after=999999"),
        {},
        "400 validation_failed",
      ],
      [
        "a list's cursor that was never given",
        "GET",
        () => own("?x").replace(/\/[^/]*$/, "?view=page&cursor=%00"),
        {},
        "400 validation_failed",
      ],
      ["200,000 characters", "POST", () => own("/events"), { body: message(long) }, "413 message_too_large"],
      ["a body that is null", "POST", () => own("/events"), { body: "null" }, "400 invalid_body"],
      [
        "a forged actor",
        "POST",
        () => own("/events"),
        { body: message("hi", { actor: { source: "x", id: "root" } }) },
        "400 field_not_allowed",
      ],
    ],
    () => product.asAna,
  );
});

describe("the service", () => {
  const at = (rest = "") => `/v1/workspaces/${product.ana.workspaceId}/sessions/${product.ana.sessionId}${rest}`;
  const post = (body: unknown): Ask => ({ body });
  holds(
    [
      ["an unknown route to nobody", "GET", "/v1/nothing", { headers: { authorization: "" } }, "401 unauthenticated"],
      ["an unknown route", "GET", "/v1/nothing", {}, "404 not_found"],
      ["a method that no route takes", "OPTIONS", at, {}, "405 method_not_allowed"],
      [
        "a session through another workspace",
        "GET",
        () => at().replace(product.ana.workspaceId, product.chloe.workspaceId),
        {},
        "404 not_found",
      ],
      [
        "a session called by quotes and emoji",
        "GET",
        () => at().replace(product.ana.sessionId, odd),
        {},
        "404 not_found",
      ],
      [
        "a session called by 10,000 letters",
        "GET",
        () => at().replace(product.ana.sessionId, "x".repeat(10_000)),
        {},
        "404 not_found",
      ],
      ["a workspace that is no text", "GET", "/v1/workspaces/%zz/sessions", {}, "403 forbidden"],
      ["200,000 characters", "POST", () => at("/events"), post(message(long)), "413 message_too_large"],
      ["three megabytes", "POST", () => at("/events"), post(message(long.repeat(15))), "413 validation_failed"],
      [
        "a key of 10,000 letters",
        "POST",
        () => at("/events"),
        post(message("hi", { clientEventId: "x".repeat(10_000) })),
        "422 validation_failed",
      ],
      [
        "a type out of the language",
        "POST",
        () => at("/events"),
        post({ type: "constructor", payload: {} }),
        "422 validation_failed",
      ],
      [
        "fields that nest 5,000 deep",
        "POST",
        () => at("/events"),
        post(`{"type":"user.message","payload":{"text":"/say deep","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`),
        "400 validation_failed",
      ],
      [
        "fields out of the language",
        "POST",
        () => at("/events"),
        post('{"type":"user.message","__proto__":{"a":1},"payload":{"text":"/say p","constructor":1}}'),
        "202",
      ],
    ],
    () => product.service,
  );

  it.each(["zero \u0000 byte", "half a pair \ud83d", "\u2028 \u202e \ufeff", "\r\n\n data: x\n: y\nid: 9"])(
    "keeps the text %j as it is, in the log and on the stream",
    async (text) => {
      const conversation = { [header.conversation]: crypto.randomUUID() };
      const sent = await product.asAna("POST", "/api/chat", {
        body: { message: `/say ${text} end` },
        headers: conversation,
      });
      const frames = await framesOf(sent);
      expect(frames.at(-1)?.data.reply.status).toBe("completed");
      const { messages } = await bodyOf(await product.asAna("GET", "/api/chat", { headers: conversation }));
      expect(messages[0].text).toBe(`/say ${text} end`);
    },
  );
});

describe("after all of that", () => {
  it("a message is answered as before, and nothing broke behind anybody's back", async () => {
    const sent = await product.asAna("POST", "/api/chat", { body: { message: "/say still here" } });
    expect((await framesOf(sent)).at(-1)?.data.reply.text).toBe("still here");
    expect(product.faults).toEqual([]);
  });
});
