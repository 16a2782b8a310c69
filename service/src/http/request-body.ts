import { ServiceApiError } from "@service/sdk/protocol";
import * as v from "valibot";
import { defaultSettings } from "../settings/setting-table.js";
import { invalid } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";
import { assertNotEncoded } from "./assert-not-encoded.js";
import { bodyStream } from "./body-stream.js";
import { deepestJson } from "../sessions/json-depth.js";
import { parseJson } from "./parse-json.js";
import { wanted } from "./wanted.js";

/** Limits of single requests, which the router sets (bytes). */
const limits = new WeakMap<Request, number>();

export function limitBody(request: Request, bytes: number): void {
  limits.set(request, bytes);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads a body that must be a JSON object and validates it; unknown fields are dropped. An empty body of a POST without a
 * required field is an empty object.
 *
 * @throws {ServiceApiError} 415, 413 or 400 for another kind of body, `faultStatus` for an invalid one.
 */
export async function readBody<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
  fault: { readonly status?: 400 | 422; readonly code?: string } = {},
): Promise<T> {
  const type = request.headers.get("content-type");
  if (type !== null && !jsonType.test(type)) {
    throw new ServiceApiError(`The body is "${type}"; only application/json is read. Send JSON and say so.`, {
      status: 415,
      code: "unsupported_media_type",
    });
  }
  assertNotEncoded(request.headers);
  const sent = await readText(request);
  const isOmitted = sent === "" && request.method === "POST" && v.safeParse(schema, {}).success;
  const value = isOmitted ? {} : objectOf(sent);
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const { field, message } = faultOf(schema, value, read.issues[0]);
  throw new ServiceApiError(message, {
    status: fault.status ?? 422,
    code: fault.code ?? "validation_failed",
    details: { field },
  });
}

/** Names the field by its path and describes its valid values. */
function faultOf(
  schema: v.GenericSchema,
  value: object,
  issue: v.BaseIssue<unknown>,
): { field: string; message: string } {
  const path = issue.path?.map((step) => String(step.key)) ?? [];
  const last = issue.path?.at(-1);
  // valibot takes a list for an object without keys.
  if (last?.origin === "key" && Array.isArray(last.input)) {
    const place = path.slice(0, -1).join(".");
    return { field: place, message: `"${place}" must be an object.` };
  }
  const field = path.join(".");
  const name = field === "" ? "The body" : `"${field}"`;
  // For a missing key the issue names only the key. With undefined in its place it describes the value.
  const isMissing = last?.origin === "key" && isRecord(last.input) && !Object.hasOwn(last.input, String(last.key));
  if (isMissing && issue.type !== "variant") {
    const again = v.safeParse(schema, withKey(value, last.input, String(last.key)));
    const what = again.success ? "must be there" : wanted(again.issues[0]);
    return { field, message: `${name} is missing: it ${what}.` };
  }
  return { field: field === "" ? "body" : field, message: `${name} ${wanted(issue)}.` };
}

/** The value with an own key `undefined` in one of its objects, which is the value's own: it was parsed for this request. */
function withKey<T>(value: T, parent: object, key: string): T {
  Object.defineProperty(parent, key, { value: undefined, enumerable: true, configurable: true });
  return value;
}

function objectOf(text: string): object {
  const parsed = parseJson(text);
  if ("value" in parsed && isRecord(parsed.value)) return parsed.value;
  if ("value" in parsed) throw invalid("The body is JSON but no object. Send a JSON object.", 400);
  const tooDeep = `The body nests more than ${deepestJson} levels. Send a flatter JSON object.`;
  const notJson = text === "" ? "The body is empty. Send a JSON object." : "The body is not JSON. Send a JSON object.";
  throw invalid(parsed.fault === "too-deep" ? tooDeep : notJson, 400);
}

/** Reads no further than the limit, whatever the sender claims. */
async function readText(request: Request): Promise<string> {
  const limit = limits.get(request) ?? defaultSettings.maxBodyBytes;
  const claimed = Number(request.headers.get("content-length") ?? 0);
  if (claimed > limit) throw tooLarge(limit);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  try {
    const reader = bodyStream(request)?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) {
        await reader?.cancel();
        throw tooLarge(limit);
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof ServiceApiError) throw error;
    throw invalid("The body could not be read: it broke off or is not UTF-8.", 400);
  }
}

function tooLarge(limit: number): ServiceApiError {
  return invalid(`The body is over ${limit} bytes. Send less.`, 413, { limit });
}
