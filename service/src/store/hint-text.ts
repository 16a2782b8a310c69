/** The text of a hint: its process, what it means, and the session. Older and newer processes read each other's. */
import type { WorkNews } from "./watch.js";

/** That a session, a task or a key changed somewhere. */
export interface SqlHint {
  /** `noSession` in a hint about keys or tasks. */
  readonly sessionId: string;
  /** Its log has grown, or it is gone. */
  readonly isLog: boolean;
  /** Meaning of the change for workers; null for none. */
  readonly work: WorkNews | null;
  /** A key was revoked. */
  readonly isKey?: boolean;
}

/**
 * How a text names the news: an older process reads `w` alone, looks for work, and checks the lease of a turn that it runs.
 * `w` alone comes from an older process and means any of the three.
 */
const marksOf: Readonly<Record<WorkNews, string>> = { free: "wf", held: "h", rest: "wr", due: "w" };

/** In place of the session in a hint about keys or tasks, so that an older process does not read it as a lost hint. */
export const noSession = "-";

/** PostgreSQL refuses a payload of 8,000 bytes; ids of our own have 36 characters. */
const longestId = 1_000;

/** @param origin names the process, without spaces. */
export function hintText(origin: string, { sessionId, isLog, work, isKey = false }: SqlHint): string {
  const marks = `${isLog ? "l" : ""}${work === null ? "" : marksOf[work]}${isKey ? "k" : ""}`;
  return [origin, marks, nameOf(sessionId)].join(" ");
}

/** Parses the text of another process. Null when anything may have changed; undefined for a text of the process itself. */
export function readHint(origin: string, text: string): SqlHint | null | undefined {
  const [from, marks = "", name = ""] = text.split(" ", 3);
  if (from === origin) return undefined;
  const sessionId = sessionOf(name);
  if (sessionId === "") return null;
  return { sessionId, isLog: marks.includes("l"), work: workIn(marks), isKey: marks.includes("k") };
}

function workIn(marks: string): WorkNews | null {
  if (marks.includes("w")) return marks.includes("f") ? "free" : marks.includes("r") ? "rest" : "due";
  return marks.includes("h") ? "held" : null;
}

/** The id in a hint; empty for one that is too long or unprintable, which notifies every watcher. */
function nameOf(sessionId: string): string {
  if (sessionId.length > longestId) return "";
  try {
    const name = encodeURIComponent(sessionId);
    return name.length > longestId ? "" : name;
  } catch {
    return "";
  }
}

/** Empty for a name that no process of the service has written. */
function sessionOf(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}
