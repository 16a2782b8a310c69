import { isRecord } from "../../wire/protocol/read-fields.js";
import { failureText } from "../failure-text.js";
import type { WorkerItem } from "../items.js";

/** Calls that start or address another session: the request, and the session's id. */

export function workerAction(leaf: string): WorkerItem["action"] | null {
  if (leaf === "session_create") return "spawn";
  return leaf === "session_send_message" ? "message" : null;
}

export function workerPrompt(args: unknown): string {
  const source = parsed(args);
  if (!isRecord(source)) return "";
  for (const name of ["initialMessage", "message", "text", "prompt"]) {
    if (typeof source[name] === "string" && source[name] !== "") return source[name];
  }
  return "";
}

export function workerFailure(output: unknown): WorkerItem["failure"] {
  const source = parsed(output);
  if (!isRecord(source)) return { code: null, message: failureText(typeof output === "string" ? output : "") ?? "" };
  const structured = isRecord(source["structuredContent"]) ? source["structuredContent"] : source;
  const { error = structured } = structured;
  if (isRecord(error) && (typeof error["message"] === "string" || typeof error["code"] === "string")) {
    return { code: wordOf(error["code"]), message: failureText(wordOf(error["message"]) ?? "") ?? "" };
  }
  if (typeof error === "string") return { code: null, message: failureText(error) ?? "" };
  const text = textIn(source);
  // The text of a tool protocol's result may be the error itself, as JSON.
  return isRecord(parsed(text)) ? workerFailure(text) : { code: null, message: failureText(text) ?? "" };
}

function wordOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

const receiptVersion = "mcp-mutation-receipt.v1";

/** Session id in a receipt `mcp-mutation-receipt.v1`; other ids in the receipt belong to other sessions. */
function receiptSessionId({ receiptVersion: version, resource, id }: Readonly<Record<string, unknown>>): string | null {
  if (version !== receiptVersion) return null;
  return isRecord(resource) && resource["type"] === "session" ? wordOf(resource["id"]) : wordOf(id);
}

const sessionIdNames = ["sessionId", "session_id", "workerSessionId", "childSessionId"] as const;
/** Most levels of a value that are searched for a session's id. */
const deepest = 6;

/** The first session id in a tool's arguments or output, also inside JSON texts; null when there is none. */
export function findSessionId(value: unknown, depth = 0): string | null {
  if (depth > deepest) return null;
  const source = parsed(value);
  if (Array.isArray(source)) return first(source, depth);
  if (!isRecord(source)) return null;
  const ofReceipt = receiptSessionId(source);
  if (ofReceipt !== null) return ofReceipt;
  for (const name of sessionIdNames) {
    if (typeof source[name] === "string" && source[name] !== "") return source[name];
  }
  const { session } = source as { session?: unknown };
  if (isRecord(session) && typeof session["id"] === "string") return session["id"];
  return first(Object.values(source), depth);
}

function first(values: readonly unknown[], depth: number): string | null {
  for (const value of values) {
    const found = findSessionId(value, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function textIn(source: Readonly<Record<string, unknown>>): string {
  const content: unknown[] = Array.isArray(source["content"]) ? source["content"] : [];
  return content.map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : "")).join("");
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
