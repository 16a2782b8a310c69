import { isRecord } from "../../protocol/read-fields.js";
import type { WorkerItem } from "../items.js";

/** Calls that start or address another session: what was asked of it, and which session it is. */

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
  if (!isRecord(source)) return { code: null, message: typeof output === "string" ? output : "" };
  const error = isRecord(source["error"]) ? source["error"] : source;
  return {
    code: typeof error["code"] === "string" ? error["code"] : null,
    message: typeof error["message"] === "string" ? error["message"] : textIn(source),
  };
}

const sessionIdNames = ["sessionId", "session_id", "workerSessionId", "childSessionId"] as const;
/** How deep a session's id is looked for. */
const deepest = 6;

/** The first session id in a tool's arguments or output, also inside JSON texts; null when there is none. */
export function findSessionId(value: unknown, depth = 0): string | null {
  if (depth > deepest) return null;
  const source = parsed(value);
  if (Array.isArray(source)) return first(source, depth);
  if (!isRecord(source)) return null;
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
