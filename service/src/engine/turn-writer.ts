import type { Clock } from "../clock.js";
import { cutUtf8, utf8Length } from "../sessions/bound-payload.js";
import type { EventDraft } from "../store/records.js";

/** A delta is written after `ms`, or as soon as `bytes` of text wait, whichever is first. */
export interface DeltaLimits {
  readonly ms: number;
  readonly bytes: number;
}

export type DeltaType = "agent.message.delta" | "agent.reasoning.delta";

export interface TurnWriterOptions {
  readonly clock: Clock;
  readonly limits: DeltaLimits;
  readonly draft: (type: string, payload: unknown) => EventDraft;
  /** Writes events, or none, in the order of its calls; rejects when the turn may not write any more. */
  readonly write: (drafts: readonly EventDraft[]) => Promise<void>;
  /** Called with the failure of a write that no caller awaits. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Turns an agent's output into events: collects deltas for a moment; every other step first writes the collected
 * ones. Writes are sequential.
 */
export interface TurnWriter {
  /** Waits only when a delta's worth of text has gathered, so that a quick agent cannot run ahead of the store. */
  delta(type: DeltaType, text: string): Promise<void>;
  /** Makes sure that the turn counts as one with output, before an effect outside the log. */
  mark(): Promise<void>;
  /** Ends the open message, if there is one, and writes the events. */
  events(drafts: readonly EventDraft[]): Promise<void>;
  /** Writes the collected deltas. */
  flush(): Promise<void>;
  /** The remaining events, including the end of the open message; the caller writes them. Waits for pending writes. */
  takeRest(): Promise<readonly EventDraft[]>;
  /** The text of the last message. */
  output(): string;
}

export function createTurnWriter({ clock, limits, draft, write, onFault }: TurnWriterOptions): TurnWriter {
  let gathered: { readonly type: DeltaType; text: string } | null = null;
  let cancelTimer: (() => void) | null = null;
  let message: string | null = null;
  let output = "";
  let tail: Promise<void> = Promise.resolve();
  /** Increases when gathered text takes its place among the writes. */
  let places = 0;

  function takeGathered(): EventDraft[] {
    places += 1;
    cancelTimer?.();
    cancelTimer = null;
    if (gathered === null) return [];
    const { type, text } = gathered;
    gathered = null;
    return pieces(text, limits.bytes).map((piece) => draft(type, { text: piece }));
  }

  function takeAll(): EventDraft[] {
    const drafts = takeGathered();
    if (message === null) return drafts;
    output = message;
    message = null;
    return [...drafts, draft("agent.message.completed", { text: output })];
  }

  function enqueue(drafts: readonly EventDraft[]): Promise<void> {
    if (drafts.length > 0) tail = tail.then(() => write(drafts));
    return tail;
  }

  function flushLater(): void {
    cancelTimer ??= clock.after(limits.ms, () => {
      cancelTimer = null;
      writeGathered().catch(onFault);
    });
  }

  /** Takes the text when the write under way has ended, with what arrives until then: a slow store gets fewer, larger writes. */
  function writeGathered(): Promise<void> {
    const place = places;
    tail = tail.then(async () => {
      // Otherwise the text is part of a later write already, and newer text belongs behind that one.
      const drafts = place === places ? takeGathered() : [];
      if (drafts.length > 0) await write(drafts);
    });
    return tail;
  }

  return {
    async delta(type, text) {
      if (text === "") return;
      if (type === "agent.reasoning.delta" && message !== null) await enqueue(takeAll());
      if (gathered !== null && gathered.type !== type) await enqueue(takeGathered());
      if (type === "agent.message.delta") message = (message ?? "") + text;
      gathered = { type, text: (gathered?.text ?? "") + text };
      if (utf8Length(gathered.text) >= limits.bytes) await enqueue(takeGathered());
      else flushLater();
    },
    mark: () => (tail = tail.then(() => write([]))),
    events: (drafts) => enqueue([...takeAll(), ...drafts]),
    flush: () => enqueue(takeGathered()),
    async takeRest() {
      const rest = takeAll();
      await tail;
      return rest;
    },
    output: () => message ?? output,
  };
}

/** Cuts a text into deltas of at most the limit. */
function pieces(text: string, bytes: number): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== "";) {
    // The encoder turns a lone surrogate half into U+FFFD, but it still has the length of one unit.
    const piece = cutUtf8(rest, bytes) || rest.slice(0, 1);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return found;
}
