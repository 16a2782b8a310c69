/**
 * How each kind of sender signs a webhook and names its event: one pure entry for each kind, over the raw bytes of
 * the body.
 *
 * An entry returns the signed message and the received signatures; `signature.ts` compares them. No entry parses a
 * body before its signature was verified. Decision 0037 explains why no sender's own library is used.
 */
import { readInstant } from "../instant.js";
import { invalidParameter } from "../sessions/api-failure.js";
import { isKeptTime } from "../sessions/kept-time.js";
import { isRecord } from "../sessions/is-record.js";
import { fromHex, fromBase64, textBytes } from "./bytes.js";

/** One webhook request, unchanged. */
export interface Delivery {
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Time of arrival (clock time, ms). */
  readonly now: number;
}

export interface Signed {
  /** The signed message, in consecutive pieces. */
  readonly message: readonly Uint8Array[];
  /** Any one of these has to fit. */
  readonly signatures: readonly Uint8Array[];
}

/** A sender's facts about an event. Every field is untrusted. */
export interface EventFacts {
  /** Ids under which this delivery may be made again; empty when the sender gives none. */
  readonly deliveryIds: readonly string[];
  readonly type: string;
  readonly subject: string | null;
  readonly occurredAt: string | null;
  /** Two events with the same one start a trigger once. */
  readonly occurrenceKey: string | null;
}

export interface WebhookSender {
  /** Bytes of the HMAC key of a stored secret; null when that has no form that this sender ever used. */
  key(secret: string): Uint8Array | null;
  /** Whether a new secret has the sender's form. A stored one of another form may be older than this rule. */
  takes(secret: string): boolean;
  /** That form, for a refusal. */
  readonly secretForm: string;
  /** Null when the headers carry no signature, a malformed one, or a timestamp outside the tolerance. */
  signed(delivery: Delivery): Signed | null;
  /**
   * Null when the body names no type. Called only for a body whose signature was verified.
   *
   * @throws {ServiceApiError} 400 for an id that cannot be kept.
   */
  event(headers: Headers, body: Body): EventFacts | null;
  /** Fields that differ when the same event is delivered again. */
  readonly volatile: readonly string[];
  /** True where the type is in a header that the signature does not cover. */
  readonly hasUnsignedType?: boolean;
}

type Body = Readonly<Record<string, unknown>>;

/** How far a signed timestamp may lie from now, in both directions (ms). */
const toleranceMs = 300_000;
/** Further signatures of one header are not compared. */
const mostSignatures = 8;

const plainKey = {
  key: textBytes,
  takes: (secret: string) => secret.length >= 16,
  secretForm: "at least 16 characters",
  volatile: [],
};

/** `x-service-signature-256: sha256=<hex>` over the body alone. */
const signedJson: WebhookSender = {
  ...plainKey,
  signed: ({ headers, body }) => hexOverBody(headers.get("x-service-signature-256"), body),
  event(headers, body) {
    const type = textOf(body["type"]);
    if (type === null) return null;
    const delivery = idsOf("delivery", headers, "x-service-delivery-id");
    return {
      deliveryIds: [...delivery, ...idsOf("event", body, "id")],
      type,
      subject: textOf(body["subject"]),
      occurredAt: timeOf(body["occurredAt"]),
      occurrenceKey: idOf("occurrenceKey", body["occurrenceKey"]),
    };
  },
};

/** `X-Hub-Signature-256: sha256=<hex>` over the body alone. */
const github: WebhookSender = {
  ...plainKey,
  hasUnsignedType: true,
  signed: ({ headers, body }) => hexOverBody(headers.get("x-hub-signature-256"), body),
  event(headers, body) {
    const name = textOf(headers.get("x-github-event"));
    if (name === null) return null;
    const action = textOf(body["action"]);
    const { repository, organization } = body;
    return {
      deliveryIds: idsOf("delivery", headers, "x-github-delivery"),
      type: action === null ? name : `${name}.${action}`,
      subject:
        (isRecord(repository) ? textOf(repository["full_name"]) : null) ??
        (isRecord(organization) ? textOf(organization["login"]) : null),
      occurredAt: null,
      occurrenceKey: null,
    };
  },
};

/** `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=…]` over `<t>.<body>`. The secret is used as it is, `whsec_` included. */
const stripe: WebhookSender = {
  ...plainKey,
  // Counts the endpoints that have not answered yet.
  volatile: ["pending_webhooks"],
  signed({ headers, body, now }) {
    const parts = (headers.get("stripe-signature") ?? "").split(",").map((part) => part.trim().split("="));
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const hexes = parts.flatMap(([name, value = ""]) => (name === "v1" ? [value] : []));
    if (!isRecent(time, now)) return null;
    return { message: [textBytes(`${time}.`), body], signatures: decoded(hexes, fromHex) };
  },
  event(_headers, body) {
    const type = textOf(body["type"]);
    if (type === null) return null;
    const { created, data } = body;
    const object = isRecord(data) && isRecord(data["object"]) ? data["object"] : {};
    return {
      deliveryIds: idsOf("event", body, "id"),
      type,
      subject: textOf(object["id"]),
      occurredAt: typeof created === "number" ? timeOf(created * 1_000) : null,
      occurrenceKey: null,
    };
  },
};

function standardBytes(secret: string): Uint8Array | null {
  return fromBase64(secret.replace(/^whsec_/, ""));
}

/** `webhook-signature: v1,<base64>[ v1,…]` over `<webhook-id>.<webhook-timestamp>.<body>`. */
const standardWebhooks: WebhookSender = {
  key(secret) {
    const bytes = standardBytes(secret);
    return bytes !== null && bytes.length >= 16 ? bytes : null;
  },
  takes(secret) {
    const { length = 0 } = standardBytes(secret) ?? {};
    return length >= 24 && length <= 64;
  },
  secretForm: "the base64 of 24 to 64 bytes, with or without whsec_ before it",
  volatile: [],
  signed({ headers, body, now }) {
    const id = headers.get("webhook-id") ?? "";
    const time = headers.get("webhook-timestamp") ?? "";
    if (id === "" || !isRecent(time, now)) return null;
    const entries = (headers.get("webhook-signature") ?? "").split(" ").map((entry) => entry.split(","));
    const texts = entries.flatMap(([name, value = ""]) => (name === "v1" ? [value] : []));
    return { message: [textBytes(`${id}.${time}.`), body], signatures: decoded(texts, fromBase64) };
  },
  event(headers, body) {
    const time = Number(headers.get("webhook-timestamp")) * 1_000;
    return {
      deliveryIds: idsOf("delivery", headers, "webhook-id"),
      type: textOf(body["type"]) ?? "event",
      subject: null,
      occurredAt: timeOf(body["timestamp"]) ?? timeOf(time),
      occurrenceKey: null,
    };
  },
};

/** By the id that a source names. */
export const webhookSenders = {
  "signed-json.v1": signedJson,
  "github.v1": github,
  "stripe.v1": stripe,
  "standard-webhooks.v1": standardWebhooks,
} as const satisfies Readonly<Record<string, WebhookSender>>;

export type AdapterId = keyof typeof webhookSenders;

function hexOverBody(value: string | null, body: Uint8Array): Signed | null {
  const hex = /^sha256=(\S+)$/.exec(value?.trim() ?? "")?.[1];
  return hex === undefined ? null : { message: [body], signatures: decoded([hex], fromHex) };
}

function decoded(texts: readonly string[], decode: (text: string) => Uint8Array | null): Uint8Array[] {
  return texts
    .slice(0, mostSignatures)
    .map(decode)
    .filter((bytes) => bytes !== null);
}

/** A whole number of seconds since 1970 that lies within the tolerance. */
function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1_000) <= toleranceMs;
}

const longestText = 200;

/** A text of 1 to 200 characters; else null. */
function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= longestText ? value : null;
}

/** An id under the name of its kind, so that ids of two kinds never meet. An empty header has none. */
function idsOf(kind: "delivery" | "event", from: Headers | Body, field: string): string[] {
  const id = idOf(field, from instanceof Headers ? from.get(field) || null : from[field]);
  return id === null ? [] : [`${kind}:${id}`];
}

/**
 * The text of an id, and null where there is none. A number is the text that JSON writes for it.
 *
 * @throws {ServiceApiError} 400 for any other value: an id that is ignored would count its event twice.
 */
function idOf(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // JSON reads two larger whole numbers as one.
  const isExact = typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  const id = textOf(isExact ? String(value) : value);
  if (id !== null) return id;
  throw invalidParameter(field, `must be a text of 1 to ${longestText} characters, or a number up to 2^53 - 1.`);
}

/**
 * A number is in milliseconds. Null for a time that may not be kept or has no offset: a wrong time of its sender loses no
 * event.
 */
function timeOf(value: unknown): string | null {
  if (typeof value === "string") return readInstant(value);
  return typeof value === "number" && isKeptTime(value) ? new Date(value).toISOString() : null;
}
