/** Hostile values: what a field, a header, an id or a body may be made of. */
import type { Random } from "./random.js";
import type { Stage } from "./stage.js";

const bad: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  1.5,
  "",
  " ",
  "\u0000",
  "\u202Eexe",
  "\uD800",
  "../..",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "a".repeat(10_000),
  [],
  {},
  [[]],
  ["pause"],
  { toString: "pause" },
  { __proto__: null, length: 3 },
  JSON.parse(`{"then":"x","__proto__":{"a":1}}`),
  { "": 1 },
  [null],
  { type: "user.cancel" },
  Number.MAX_SAFE_INTEGER,
  "9".repeat(400),
];

export function badValue(random: Random): unknown {
  return random.pick(bad);
}

/** Replaces, adds or drops fields of a sound body, at any depth. */
export function spoil(random: Random, value: unknown): unknown {
  if (random.oneIn(4) || typeof value !== "object" || value === null) return badValue(random);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const spoilt = entries.flatMap(([name, entry], index): [string, unknown][] => {
    if (index !== at) return [[name, entry]];
    return random.oneIn(4) ? [] : [[name, spoil(random, entry)]];
  });
  if (at === entries.length)
    spoilt.push([random.pick(["__proto__", "workspaceId", "endUser", "agentAccess", "x", ""]), badValue(random)]);
  return Array.isArray(value) ? spoilt.map(([, entry]) => entry) : fromEntries(spoilt);
}

/** `Object.fromEntries` would set the prototype of "__proto__" nowhere, and JSON.stringify would then leave it out. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const object: Record<string, unknown> = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

/** Bytes that are no JSON body. */
export function badBytes(random: Random): Uint8Array | string {
  return random.pick<Uint8Array | string>([
    "",
    "{",
    "nul",
    "{}{}",
    '{"a":1,}',
    "\uFEFF{}",
    "'a'",
    "[".repeat(300),
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `${'{"a":'.repeat(400)}1${"}".repeat(400)}`,
    "NaN",
    "undefined",
    '{"a":\u0000}',
    new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
    new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  ]);
}

/** An id that does not belong to the caller: Ana's, unknown, or malformed. */
export function foreignId(random: Random, { ana }: Stage): string {
  return random.pick([
    ana.sessionId,
    ana.turnId,
    ana.requestId,
    ana.fileId,
    ana.workspaceId,
    ana.taskId,
    ana.sourceId,
    ana.triggerId,
    ana.integrationId,
    ana.enrollmentId,
    "00000000-0000-4000-8000-000000000000",
    ana.sessionId.toUpperCase(),
    `${ana.sessionId}%00`,
    `%20${ana.sessionId}`,
    `..%2f${ana.sessionId}`,
    "x",
    "%FF",
    "current",
    "__proto__",
    "a".repeat(300),
    `${ana.sessionId}.`,
    `${ana.sessionId};a=b`,
  ]);
}

/** A header that must change nothing, or be refused. */
export function strangeHeader(random: Random, { ana, servicePort }: Stage): readonly [string, string] {
  return random.pick<readonly [string, string]>([
    ["x-service-actor", '{"id":"ana"}'],
    ["x-service-actor", "{"],
    ["x-service-identity", "0".repeat(64)],
    ["x-service-identity", "ana"],
    ["x-service-conversation", ana.sessionId],
    ["x-service-conversation", "\u00e9"],
    ["authorization", "Bearer svk_guess"],
    ["cookie", "session=ana2"],
    ["cookie", "xsession=ana"],
    ["x-forwarded-host", `127.0.0.1:${servicePort}`],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-http-method-override", "DELETE"],
    ["x-original-url", "/v1/workspaces"],
    ["forwarded", "host=evil.test"],
    ["x-service-correlation-id", "a b\u00e9"],
    ["traceparent", "00-zz-zz-00"],
    ["last-event-id", "-1"],
    ["last-event-id", "9".repeat(30)],
    ["accept", "text/event-stream"],
    ["accept", "*/*;q=zz"],
    ["accept-encoding", "gzip, br"],
    ["range", "bytes=0-1"],
    ["if-none-match", "*"],
    ["expect", "100-continue"],
    ["idempotency-key", "\u0001"],
    ["x-service-chat-format", "native, responses"],
    ["x-service-chat-format", "__proto__"],
    ["content-encoding", "gzip"],
    ["te", "trailers"],
    ["connection", "upgrade"],
    ["upgrade", "websocket"],
    ["x".repeat(200), "y".repeat(2_000)],
  ]);
}
