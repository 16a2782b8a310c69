import { ServiceApiError } from "@service/sdk/protocol";
import * as v from "valibot";
import { invalid } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";

/** The most that a request's body may hold (bytes). */
export const maxBodyBytes = 1_048_576;

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads a body that must be a JSON object and holds it against a schema; unknown fields are dropped.
 *
 * @throws {ServiceApiError} 415, 413 or 400 for what is no such body, `faultStatus` for one that does not fit.
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
  const value = parseJson(await readText(request));
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const name = issue.path?.map((step) => String(step.key)).join(".") ?? "body";
  throw new ServiceApiError(`The body does not fit at "${name}": ${issue.message}.`, {
    status: fault.status ?? 422,
    code: fault.code ?? "validation_failed",
    details: { field: name },
  });
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("The body is not JSON. Send a JSON object.", 400);
  }
  if (!isRecord(value)) throw invalid("The body is JSON but no object. Send a JSON object.", 400);
  return value;
}

/** Reads no further than the limit, whatever the sender claims. */
async function readText(request: Request): Promise<string> {
  const claimed = Number(request.headers.get("content-length") ?? 0);
  if (claimed > maxBodyBytes) throw tooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  try {
    const reader = request.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBodyBytes) {
        await reader?.cancel();
        throw tooLarge();
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof ServiceApiError) throw error;
    throw invalid("The body could not be read: it broke off or is not UTF-8.", 400);
  }
}

function tooLarge(): ServiceApiError {
  return invalid(`The body is over ${maxBodyBytes} bytes. Send less.`, 413, { limit: maxBodyBytes });
}
