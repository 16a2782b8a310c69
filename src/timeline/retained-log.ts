import { isRecord } from "../protocol/read-fields.js";
import { lastSequenceOf, type SessionEvent } from "../protocol/session-event.js";

/**
 * The events that a refold needs, with runs of deltas merged as a compact replay merges them: an answer of a thousand
 * pieces is kept as one event, and folds to the same rows.
 */

/** Field that holds the text → what two deltas must have in common besides their type and turn. */
const mergeable: ReadonlyMap<string, { readonly text: string; readonly same: readonly string[] }> = new Map([
  ["agent.message.delta", { text: "text", same: [] }],
  ["agent.reasoning.delta", { text: "text", same: [] }],
  ["sandbox.command.output.delta", { text: "chunk", same: ["name", "stream", "commandId"] }],
]);

export function retain(log: SessionEvent[], event: SessionEvent): void {
  const last = log.at(-1);
  const merged = last && merge(last, event);
  if (merged) log[log.length - 1] = merged;
  else log.push(event);
}

function merge(first: SessionEvent, next: SessionEvent): SessionEvent | null {
  const rule = mergeable.get(first.type);
  if (!rule || first.type !== next.type || (first.turnId ?? null) !== (next.turnId ?? null)) return null;
  const { payload } = first;
  const more = next.payload;
  if (!isRecord(payload) || !isRecord(more) || rule.same.some((name) => payload[name] !== more[name])) return null;
  const [head, tail] = [payload[rule.text], more[rule.text]];
  if (typeof head !== "string" || typeof tail !== "string") return null;
  return { ...first, payload: { ...payload, [rule.text]: head + tail, coalescedUntil: lastSequenceOf(next) } };
}
