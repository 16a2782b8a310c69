/** Writes one turn as a UI message stream (v1): one part a frame (`protocol.md` §7.12). */
import { isRecord } from "../../../wire/protocol/read-fields.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import type { AnswerEncoder, AnswerFacts } from "./format.js";
import { createUiStreamParts, type UiStreamPart } from "./ui-stream-parts.js";

export function createUiStreamEncoder(facts: AnswerFacts): AnswerEncoder {
  const parts = createUiStreamParts(facts);
  return {
    begin: () => write(parts.begin()),
    chunk: (chunk) => write(parts.chunk(chunk)),
    // Without an event of its own it is the reading that failed: the turn may well go on.
    fail: (failure, id) => write(parts.fail(failure, id !== undefined)),
    end: () => writeFrame({ data: "[DONE]" }),
  };
}

function write(parts: readonly UiStreamPart[]): string {
  return parts.map((part) => writeFrame({ data: JSON.stringify(part, withoutTraps) })).join("");
}

/** The AI SDK takes a frame with such a key for an attack, and gives the whole stream up. */
export function withoutTraps(key: string, value: unknown): unknown {
  if (key === "__proto__") return undefined;
  return key === "constructor" && isRecord(value) && Object.hasOwn(value, "prototype") ? undefined : value;
}
