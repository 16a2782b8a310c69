import type { Random } from "./random.js";
import type { Stage } from "./stage.js";

/** One hostile request, before it is bytes. */
export interface Attack {
  readonly port: "host" | "service";
  /** The person of the cookie or key. */
  readonly actor: "ben" | "nobody" | "mallory";
  readonly method: string;
  /** Request target, as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | undefined;
  /** The expected status, with its error code where it has one. Without it, any refusal or success. */
  readonly expected?: { readonly status: number; readonly code?: string } | undefined;
  /** The bytes are no HTTP, so the server may close without an answer. */
  readonly isBroken?: boolean | undefined;
  /** The body never ends, so the time limit for bodies must pass. */
  readonly isUnfinished?: boolean | undefined;
}

/** Draws attacks of one kind. */
export type Strategy = (random: Random, stage: Stage) => Attack;

const json: readonly [string, string] = ["content-type", "application/json"];
const chunked: readonly [string, string] = ["transfer-encoding", "chunked"];

/** A request of Ben, as his own page would send it, for a strategy to spoil. */
export function byBen(
  method: string,
  target: string,
  body?: unknown,
  headers: readonly (readonly [string, string])[] = [],
): Attack {
  return {
    port: "host",
    actor: "ben",
    method,
    target,
    headers: [["cookie", "session=ben"], ...(body === undefined ? [] : [json]), ...headers],
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** A request with Mallory's own key, straight to the service. */
export function byMallory(stage: Stage, method: string, target: string, body?: unknown): Attack {
  return {
    ...byBen(method, target, body),
    port: "service",
    actor: "mallory",
    headers: [["authorization", `Bearer ${stage.mallory.apiKey}`], ...(body === undefined ? [] : [json])],
  };
}

export const inSupport: readonly [string, string] = ["x-service-conversation", "support"];

export function expecting(status: number, code: string, attack: Attack): Attack {
  return { ...attack, expected: { status, code } };
}

/** A body without an end, by its length or in chunks. The response must arrive when the time for bodies is over. */
export function unfinished(random: Random, attack: Attack): Attack {
  const body = String(attack.body);
  const cut = body.slice(0, random.below(body.length));
  const length: readonly [string, string] = ["content-length", String(body.length + random.below(1_000))];
  const inChunks = { headers: [...attack.headers, chunked], body: `${(cut.length + 1).toString(16)}\r\n${cut}` };
  const byLength = { headers: [...attack.headers, length], body: cut };
  const spoilt = random.oneIn(2) ? inChunks : byLength;
  return expecting(408, "body_timeout", { ...attack, ...spoilt, isUnfinished: true });
}

/** The bytes to send. A request line or header may contain any byte but the line's end. */
export function piecesOf({ method, target, headers, body }: Attack): readonly (string | Uint8Array)[] {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    ...(names.has("host") ? [] : ["host: app.product.test"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes === undefined || names.has("content-length") || names.has("transfer-encoding")
      ? []
      : [`content-length: ${bytes.length}`]),
  ];
  return [`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, ...(bytes === undefined ? [] : [bytes])];
}
