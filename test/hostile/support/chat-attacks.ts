/** Attacks on the chat handler, by the refusal that each must meet. */
import { byBen, expecting, inSupport, unfinished, type Attack, type Strategy } from "./attack.js";
import { badBytes, foreignId, spoil, strangeHeader } from "./values.js";

const writes = ["/api/chat", "/api/chat/respond", "/api/chat/stop"] as const;
const soundBody = {
  "/api/chat": { message: "hi" },
  "/api/chat/respond": { requestId: "r", decision: "approve" },
  "/api/chat/stop": {},
};
/** The code of a body that is no JSON, a route. */
const unreadable = {
  "/api/chat": "invalid_body",
  "/api/chat/respond": "respond_input_invalid",
  "/api/chat/stop": "stop_input_invalid",
};
const formats = ["native", "ui-stream", "chat-completions", "responses"];
const send = (body: unknown, headers: Attack["headers"] = []) =>
  byBen("POST", "/api/chat", body, [inSupport, ...headers]);
const inFormat = (name: string): Attack["headers"] => [["x-service-chat-format", name]];

export const chatAttacks: Readonly<Record<string, Strategy>> = {
  "a write from another origin": (random) => {
    const target = random.pick(writes);
    const origin = random.pick<Attack["headers"]>([
      [["origin", "https://blog.product.test"]],
      [["origin", "http://app.product.test:81"]],
      [["origin", "null"]],
      [["sec-fetch-site", "same-site"]],
      [
        ["sec-fetch-site", "cross-site"],
        ["origin", "http://app.product.test"],
      ],
      [["origin", "http://app.product.test.evil.test"]],
      [["origin", "http://app.product.test@evil.test"]],
    ]);
    return expecting(403, "mutation_denied", byBen("POST", target, soundBody[target], [inSupport, ...origin]));
  },
  "a body of another type": (random) => {
    const target = random.pick(writes);
    const attack = byBen("POST", target, soundBody[target], [inSupport]);
    const type = random.pick([
      "text/plain",
      "text/plain;a=application/json",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application",
      "text/json",
      "",
    ]);
    const headers = attack.headers.filter(([name]) => name !== "content-type");
    return expecting(415, "unsupported_media_type", {
      ...attack,
      body: JSON.stringify({ ...soundBody[target], a: 1 }),
      headers: random.oneIn(5) ? headers : [...headers, ["content-type", type]],
    });
  },
  "a body over the limit": (random) => {
    const target = random.pick(writes);
    const whole = " ".repeat(1_048_577);
    const attack = byBen("POST", target, whole, [inSupport]);
    const length: readonly [string, string] = ["content-length", random.pick(["1048577", "9999999999"])];
    return expecting(
      413,
      "body_too_large",
      random.oneIn(2) ? { ...attack, body: "{", headers: [...attack.headers, length] } : attack,
    );
  },
  "a body that never ends": (random) => {
    const target = random.pick(writes);
    return unfinished(random, byBen("POST", target, { ...soundBody[target], a: "b" }, [inSupport]));
  },
  "a body that is no JSON": (random) => {
    const target = random.pick(["/api/chat", "/api/chat/respond"] as const);
    return expecting(400, unreadable[target], {
      ...byBen("POST", target, "{", [inSupport]),
      body: random.pick(["{", "[1", "nul", "'a'", `${"[".repeat(5_000)}${"]".repeat(5_000)}`]),
    });
  },
  "a message without words": (random) =>
    expecting(400, "message_required", send({ message: random.pick(["", null, 1, {}, [], { text: "" }, ["a"]]) })),
  "an unknown delivery": (random) =>
    expecting(
      400,
      "delivery_invalid",
      send({ message: "hi", delivery: random.pick(["later", "SEND", "__proto__", "steer "]) }),
    ),
  "an answer to nothing": (random) =>
    expecting(
      400,
      "respond_input_invalid",
      byBen(
        "POST",
        "/api/chat/respond",
        random.pick([
          {},
          { requestId: "" },
          { requestId: 1, decision: "approve" },
          { requestId: "r", decision: "maybe" },
          { requestId: "r", answers: 1 },
          [],
        ]),
        [inSupport],
      ),
    ),
  "a stop with a message": () =>
    expecting(400, "stop_input_invalid", byBen("POST", "/api/chat/stop", { message: "stop" }, [inSupport])),
  "no conversation": (random) =>
    expecting(
      400,
      "conversation_required",
      byBen(
        ...random.pick<readonly [string, string, unknown?]>([
          ["GET", "/api/chat"],
          ["POST", "/api/chat", { message: "hi" }],
          ["POST", "/api/chat/stop", {}],
        ]),
      ),
    ),
  "a conversation of no shape": (random) =>
    expecting(
      400,
      "conversation_invalid",
      byBen("GET", "/api/chat", undefined, [
        ["x-service-conversation", random.pick(["a b", "\u00e9", "x".repeat(257)])],
      ]),
    ),
  "an unknown format": (random) =>
    expecting(
      400,
      "unknown_format",
      send({ message: "hi" }, inFormat(random.pick(["xml", "Native", "__proto__", "toString", "responses, native"]))),
    ),
  "a cursor of no shape": (random) =>
    expecting(
      400,
      "cursor_invalid",
      byBen(
        "GET",
        `/api/chat${random.pick(["?before=", "/stream?after="])}${random.pick(["-1", "x", "1.5", "1e3", "%00", "9999999999999999999"])}`,
        undefined,
        [inSupport],
      ),
    ),
  "a key that is too long": (random) =>
    expecting(
      400,
      "idempotency_key_invalid",
      send({ messages: [{ role: "user", content: "hi" }], input: "hi", model: "m" }, [
        ["idempotency-key", "k".repeat(257 + random.below(50))],
        ...inFormat(random.pick(["chat-completions", "responses"])),
      ]),
    ),
  "another person's identity token": (random) =>
    expecting(
      409,
      "identity_changed",
      send({ message: "hi" }, [["x-service-identity", random.pick(["0", "f"]).repeat(64)]]),
    ),
  "a response of nobody, or of Ana": (random, { ana }) =>
    expecting(
      400,
      "previous_response_not_found",
      byBen(
        "POST",
        "/api/chat",
        {
          model: "m",
          input: "hi",
          previous_response_id: random.pick([
            `resp_${ana.turnId}`,
            "resp_x",
            `resp_${Buffer.from("support").toString("base64url")}_${ana.turnId}`,
            ana.turnId,
          ]),
        },
        inFormat("responses"),
      ),
    ),
  "a method that no route has": (random) =>
    expecting(
      405,
      "method_not_allowed",
      byBen(
        random.pick(["PUT", "DELETE", "PATCH", "HEAD2", "OPTIONS"]).replace("HEAD2", "PATCH"),
        random.pick(writes),
        undefined,
        [inSupport],
      ),
    ),
  nobody: (random) => {
    const target = random.pick(writes);
    const cookie = random.pick(["", "session=", "session=eve", "session=ana2", "xsession=ben", "Session=ana"]);
    const attack = random.oneIn(3) ? byBen("GET", "/api/chat") : byBen("POST", target, soundBody[target]);
    const rest = attack.headers.filter(([name]) => name !== "cookie");
    return { ...attack, actor: "nobody", headers: [...rest, inSupport, ["cookie", cookie]], expected: { status: 401 } };
  },
  "a spoilt body": (random, stage) => {
    const target = random.pick(writes);
    const sound = {
      ...soundBody[target],
      clientEventId: "k",
      requestId: random.oneIn(2) ? foreignId(random, stage) : stage.ben.requestId,
      turnId: foreignId(random, stage),
      respond: { requestId: foreignId(random, stage) },
    };
    const chat = {
      id: "support",
      trigger: "submit-message",
      messages: [{ id: "m", role: "user", content: "hi", parts: [{ type: "text", text: "hi" }] }],
      input: [{ role: "user", content: "hi" }],
      model: "m",
      metadata: { conversation_id: "support" },
      message: "hi",
    };
    const format = random.pick(formats);
    // A whole answer waits for its turn's end, and in "support" an approval keeps every turn waiting.
    const isWhole = format === "chat-completions" || format === "responses";
    return byBen("POST", target, spoil(random, format === "native" ? sound : { ...sound, ...chat }), [
      isWhole ? ["x-service-conversation", "whole-answers"] : inSupport,
      ...inFormat(format),
      strangeHeader(random, stage),
    ]);
  },
  "bytes for a body": (random, stage) => ({
    ...byBen("POST", random.pick(writes), "{}", [
      inSupport,
      ...inFormat(random.pick(formats)),
      strangeHeader(random, stage),
    ]),
    body: badBytes(random),
  }),
  "a strange path": (random, stage) =>
    byBen(
      random.pick(["GET", "POST"]),
      `/api/chat/${random.pick(["..", "%2e%2e", "respond/", "stop/x", "stream", `${foreignId(random, stage)}/stream`, "//stream", "identity", "%00", "stream?follow=1&after=0"])}`,
      undefined,
      [strangeHeader(random, stage)],
    ),
};
