import { growingText, piecesOf, type GrowingText } from "../foundation/growing-text.js";
import { isRecord } from "../wire/protocol/read-fields.js";
import { lastSequenceOf, type SessionEvent } from "../wire/protocol/session-event.js";
import type { TimelineItem } from "./items.js";

/**
 * The events that a refold needs, with runs of deltas merged as a compact replay merges them: an answer of a thousand
 * pieces is kept as one event, and folds to the same rows. Once its completed message is there, its text is kept only there.
 */
export interface RetainedLog {
  readonly events: SessionEvent[];
  /** The text of the newest run of deltas after the first `told` characters; joined into its event on demand. */
  more: GrowingText | null;
  /** How many characters of `more` its event already has: all of its own where the row's pieces serve the log too. */
  told: number;
  lastSequence: number;
  /** About how much the events take (characters of JSON). */
  size: number;
}

/** Field with the text → fields that must be equal in two deltas besides type and turn. */
const mergeable: ReadonlyMap<string, { readonly text: string; readonly same: readonly string[] }> = new Map([
  ["agent.message.delta", { text: "text", same: [] }],
  ["agent.reasoning.delta", { text: "text", same: [] }],
  ["sandbox.command.output.delta", { text: "chunk", same: ["name", "stream", "commandId"] }],
]);

export function createRetainedLog(): RetainedLog {
  return { events: [], more: null, told: 0, lastSequence: 0, size: 0 };
}

/**
 * Takes an event that the fold has applied.
 *
 * @param shown the text so far of the message that the event may complete
 * @param row the row that streams: where it began with the run, its pieces spare the log a copy of the text
 */
export function retain(log: RetainedLog, event: SessionEvent, shown?: string, row?: TimelineItem): void {
  const { events } = log;
  const last = events.at(-1);
  const added = last && moreOf(last, event);
  if (!added) joinRun(log);
  log.lastSequence = lastSequenceOf(event);
  if (added) {
    lengthenRun(log, added, row?.id === last.id ? piecesOf(row) : undefined);
    log.size += added.text.length;
    return;
  }
  if (event.type === "agent.message.completed" && shown) dropTold(log, event, shown);
  log.size += eventSize(event);
  events.push(event);
}

/** The row began with the run's first delta. Citation marks are left out of it, so as long as the run, it has the same text. */
function lengthenRun(log: RetainedLog, { own, text }: Added, row: GrowingText | undefined): void {
  const { more, told } = log;
  const behind = more ? more.length - told : 0;
  if (row?.length === own + behind + text.length) {
    log.more = row;
    log.told = own;
  } else log.more = more?.append(text) ?? growingText(text);
}

/** The events as they are. */
export function retained(log: RetainedLog): readonly SessionEvent[] {
  joinRun(log);
  return log.events;
}

/** Forgets the events before the index. */
export function dropHead(log: RetainedLog, count: number): void {
  joinRun(log);
  for (const event of log.events.splice(0, count)) log.size -= eventSize(event);
}

interface Added {
  /** Length of the text in the event that the run began with. */
  readonly own: number;
  readonly text: string;
}

/** The text that `next` adds to a run of deltas; undefined when it begins something else. */
function moreOf(run: SessionEvent, next: SessionEvent): Added | undefined {
  const rule = run.type === next.type ? mergeable.get(run.type) : undefined;
  if (!rule || (run.turnId ?? null) !== (next.turnId ?? null)) return undefined;
  const [payload, more] = [run.payload, next.payload];
  if (!isRecord(payload) || !isRecord(more) || rule.same.some((name) => payload[name] !== more[name])) return undefined;
  const [own, text] = [payload[rule.text], more[rule.text]];
  return typeof own === "string" && typeof text === "string" ? { own: own.length, text } : undefined;
}

function joinRun(log: RetainedLog): void {
  const run = log.events.at(-1);
  const rule = run && mergeable.get(run.type);
  if (!rule || !log.more) return;
  const payload = run.payload as Readonly<Record<string, unknown>>;
  const name = rule.text;
  const text = log.told > 0 ? log.more.text : String(payload[name]) + log.more.text;
  log.more = null;
  log.told = 0;
  const joined = { ...run, payload: { ...payload, [name]: text, coalescedUntil: log.lastSequence } };
  log.size += eventSize(joined) - eventSize(run) - (text.length - String(payload[name]).length);
  log.events[log.events.length - 1] = joined;
}

/** How far back the deltas of a completed message are looked for (events). */
const nearby = 16;

/** A complete message needs no text from its deltas, only the place where they began. */
function dropTold(log: RetainedLog, { turnId, payload }: SessionEvent, shown: string): void {
  const { events } = log;
  const text = isRecord(payload) ? payload["text"] : undefined;
  if (typeof text !== "string" || !text.startsWith(shown)) return;
  const index = events.findLastIndex((event, at) => at < events.length - nearby || isOfMessage(event, turnId));
  const deltas = events[index];
  if (deltas?.type !== "agent.message.delta" || !isRecord(deltas.payload)) return;
  const emptied = { ...deltas, payload: { ...deltas.payload, text: "" } };
  log.size -= eventSize(deltas) - eventSize(emptied);
  events[index] = emptied;
}

function isOfMessage({ type, turnId }: SessionEvent, ofTurn: SessionEvent["turnId"]): boolean {
  return type.startsWith("agent.message.") && (turnId ?? null) === (ofTurn ?? null);
}

/** Size of an event without its payload. */
const envelopeSize = 250;

/** About how much an event takes (characters of JSON). */
export function eventSize(event: SessionEvent | undefined): number {
  return envelopeSize + sizeOf(event?.payload);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  for (const [name, entry] of Object.entries(value)) size += name.length + 4 + sizeOf(entry);
  return size;
}
