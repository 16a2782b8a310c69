import type { SessionEvent } from "@service/sdk/protocol";
import { utf8Length } from "./bound-payload.js";
import { isRecord } from "./is-record.js";

/** A merged run is ended at this size (bytes). */
const maxRunBytes = 49_152;

/** The field with a delta's text, and the fields that must be equal within a run. */
const runs: Readonly<Record<string, { readonly text: string; readonly same: readonly string[] }>> = {
  "agent.message.delta": { text: "text", same: ["messageId", "phase"] },
  "agent.reasoning.delta": { text: "text", same: [] },
  "sandbox.command.output.delta": { text: "chunk", same: ["name", "stream", "commandId"] },
};

interface Run {
  readonly first: SessionEvent;
  readonly text: string[];
  bytes: number;
  last: number;
}

/**
 * Merges runs of neighbouring deltas of one type and turn into one event each, with the first one's sequence; its
 * `coalescedUntil` is the last sequence of the run.
 */
export function compactEvents(events: readonly SessionEvent[]): SessionEvent[] {
  const merged: SessionEvent[] = [];
  let run: Run | null = null;
  for (const event of events) {
    const text = deltaText(event);
    const bytes = text === null ? 0 : utf8Length(text);
    if (run !== null && text !== null && belongs(run, event, bytes)) {
      run.text.push(text);
      run.bytes += bytes;
      run.last = event.sequence;
      continue;
    }
    if (run !== null) merged.push(asEvent(run));
    run = text === null ? null : { first: event, text: [text], bytes, last: event.sequence };
    if (text === null) merged.push(event);
  }
  if (run !== null) merged.push(asEvent(run));
  return merged;
}

/** Null when the event is not a delta of its type's current shape. */
function deltaText({ type, payload }: SessionEvent): string | null {
  const field = runs[type]?.text;
  if (field === undefined || !isRecord(payload)) return null;
  const text = payload[field];
  return typeof text === "string" && payload["coalescedUntil"] === undefined ? text : null;
}

function belongs(run: Run, event: SessionEvent, bytes: number): boolean {
  const { first, last } = run;
  const isNeighbour = event.sequence === last + 1 && event.type === first.type && event.turnId === first.turnId;
  return isNeighbour && run.bytes + bytes <= maxRunBytes && hasSameFields(first, event);
}

function hasSameFields(a: SessionEvent, b: SessionEvent): boolean {
  const [one, other] = [a.payload as Record<string, unknown>, b.payload as Record<string, unknown>];
  return (runs[a.type]?.same ?? []).every((name) => one[name] === other[name]);
}

function asEvent({ first, text, last }: Run): SessionEvent {
  if (last === first.sequence) return first;
  const field = runs[first.type]?.text ?? "text";
  return { ...first, payload: { ...(first.payload as object), [field]: text.join(""), coalescedUntil: last } };
}
