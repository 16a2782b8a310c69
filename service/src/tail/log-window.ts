/** The newest events of one log, contiguous, as the text that streams send. */
import { cursorBehind, writeFrame, type SessionEvent } from "@service/sdk/protocol";

/** An event's place in the log. `id` is its id or a prefix of it; null if unknown. */
export interface Place {
  readonly sequence: number;
  readonly id: string | null;
}

export interface Frame extends Place {
  readonly id: string;
  readonly text: string;
  readonly occurredAt: string;
}

export interface LogWindow {
  /** The newest event of the window. Null before the first call of `add`, and after `clear`. */
  readonly end: Place | null;
  /** Frames after the place, at most `limit`; null when the window does not contain the event at the place. */
  behind(place: Place, limit: number): readonly Frame[] | null;
  /**
   * Adds events that follow `after` in the log.
   *
   * @returns `gap` when events between are missing, `other` when they are of another log; both add nothing.
   */
  add(after: Place, events: readonly SessionEvent[]): "added" | "known" | "gap" | "other";
  clear(): void;
}

/** Bounds of a window. A reader behind it needs its own read of the store. */
export const mostFrames = 500;
export const mostCharacters = 262_144;

export function frameOf(event: SessionEvent): Frame {
  const text = writeFrame({ id: cursorBehind(event), event: event.type, data: JSON.stringify(event) });
  return { sequence: event.sequence, id: event.id, text, occurredAt: event.occurredAt };
}

export function createLogWindow(): LogWindow {
  /** The event before the first frame. */
  let base: Place | null = null;
  let frames: Frame[] = [];
  let characters = 0;

  const end = (): Place | null => frames.at(-1) ?? base;

  function at(sequence: number): Place | undefined {
    if (base === null) return undefined;
    return sequence === base.sequence ? base : frames[sequence - base.sequence - 1];
  }

  const last = (): number => end()?.sequence ?? 0;

  function agrees(place: Place): boolean {
    const known = at(place.sequence);
    return known === undefined || isSame(known, place);
  }

  /** Sets or completes the id of the event before the window. */
  function nameBase(place: Place): void {
    if (base === null || place.sequence !== base.sequence || place.id === null) return;
    if (base.id === null || base.id.length < place.id.length) base = place;
  }

  function push(event: SessionEvent): void {
    const frame = frameOf(event);
    frames.push(frame);
    characters += frame.text.length;
    while (frames.length > mostFrames || characters > mostCharacters) {
      const first = frames.shift();
      if (first === undefined) return;
      base = first;
      characters -= first.text.length;
    }
  }

  return {
    get end() {
      return end();
    },
    behind(place, limit) {
      const known = at(place.sequence);
      if (base === null || known === undefined || !isSame(known, place)) return null;
      const first = place.sequence - base.sequence;
      return frames.slice(first, first + limit);
    },
    add(after, events) {
      base ??= after;
      if (after.sequence > last()) return "gap";
      if (![after, ...events].every(agrees)) return "other";
      nameBase(after);
      const before = last();
      for (const event of events) if (event.sequence === last() + 1) push(event);
      return last() > before ? "added" : "known";
    },
    clear() {
      [base, frames, characters] = [null, [], 0];
    },
  };
}

/** Whether both may be the same event; an unknown id matches any. */
function isSame(one: Place, other: Place): boolean {
  if (one.id === null || other.id === null) return true;
  return one.id.startsWith(other.id) || other.id.startsWith(one.id);
}
